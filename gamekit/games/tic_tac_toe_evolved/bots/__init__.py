"""How bots play Tic-Tac-Toe Evolved: `policy` is the careful player, `solution` plays as it was solved."""
