"""People for the virtual table: bots that decide, hands that move wood and plastic, and their slips."""
