"""The checks that keep a bot honest: what Discord would refuse, the stand-in refuses."""
