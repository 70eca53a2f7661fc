"""How bots play Take-Back-Toe: `policy` is the careful player, `lookahead` the strongest one."""
