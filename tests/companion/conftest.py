import sys
from pathlib import Path

# Builders are shared by name, as the importlib import mode has no package to import them from.
sys.path.insert(0, str(Path(__file__).parent))
