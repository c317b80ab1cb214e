"""The checks of what a bot sends: what Discord would refuse, the stand-in refuses."""
