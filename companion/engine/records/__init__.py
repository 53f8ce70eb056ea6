"""Games, actions and positions as text and as JSON documents, both ways."""
