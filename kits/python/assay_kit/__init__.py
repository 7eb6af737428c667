"""The Python kit: lets an adapter speak with the lab (docs/contract.md)."""

VERSION = "1"
PROTOCOL = 1
