"""The tools that are held against each other, one file each; `table` names them all."""
