"""How a cell fared over dated results documents."""
