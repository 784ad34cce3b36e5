"""`python -m kotva` is the command `kotva`."""

from kotva.cli import main

main()
