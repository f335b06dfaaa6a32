"""Writes the folder by which pip and importlib.metadata know the module, for packages that pip does not install.

    python metadata.py FOLDER    # writes FOLDER/vjp-VERSION.dist-info from pyproject.toml
"""

import os
import sys
import tomllib

HERE = os.path.dirname(os.path.abspath(__file__))


def metadata(project):
    lines = [f"Name: {project['name']}", f"Version: {project['version']}", f"Summary: {project['description']}",
             f"License: {project['license']}", f"Requires-Python: {project['requires-python']}"]
    lines += [f"Requires-Dist: {requirement}" for requirement in project["dependencies"]]
    for extra, requirements in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {requirement}; extra == "{extra}"' for requirement in requirements]
    return "\n".join(["Metadata-Version: 2.1", *lines, ""])


if __name__ == "__main__":
    with open(os.path.join(HERE, "pyproject.toml"), "rb") as file:
        project = tomllib.load(file)["project"]
    folder = os.path.join(sys.argv[1], f"{project['name']}-{project['version']}.dist-info")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "METADATA"), "w", encoding="utf-8") as file:
        file.write(metadata(project))
