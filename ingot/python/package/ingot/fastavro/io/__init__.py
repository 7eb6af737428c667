"""How records are written in other forms than the binary one."""
