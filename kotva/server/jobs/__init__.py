"""Work that costs: bots, hints, previews, papers, reviews, imports. One service does all of it, in processes of its own.

limits      the table of numbers: what work of each kind may cost, and how much of it one person and one address may have
fair        the order: fair between addresses, then between persons, then by the rank of the kind
processes   the processes, with their limits of memory and output
service     queues, sharing, cancellation, metrics
"""
