"""How bots play Liar's Dice: `policy` is the careful player, `solution` plays as bouts were solved."""
