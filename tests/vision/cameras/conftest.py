import sys
from pathlib import Path

# The contract and its helpers are shared by name: the importlib import mode has no package to import them from.
sys.path.insert(0, str(Path(__file__).parent))
