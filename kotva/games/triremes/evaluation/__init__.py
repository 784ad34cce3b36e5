"""What a good position is, and what to do in it: for bots, hints and reviews.

`plans` says how far everybody's plan has come, `dangers` what may be lost on the way; `merits` has a first look at actions, and
`player` is what bots ask: it makes chances of all that.
"""
