"""What a good position is, and what to do in it: for bots, hints and reviews.

`features` says what is looked at, `weights` what it is worth (fitted to won games), `values` makes chances of it; `trade` knows
what a deal brings and what is good manners, `merits` has a first look at actions, and `player` is what bots ask.
"""
