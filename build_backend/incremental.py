"""mypyc with a memory: after a change, C code is made anew only for the libraries that the change concerns.

mypyc 2.4 keeps what it knows of compiled modules in its cache, except for one thing: which attributes of a class need a bit that
says whether they are set (`ClassIR.bitmap_attrs`). A changed game beside an engine from the cache then fails ("value is not in
list"). Here the steps of `mypycify` are taken one by one, and what was forgotten is worked out between two of them, by mypyc's
own function. These are internals of mypyc (tests/test_project.py names them, pyproject.toml bounds mypy for them); setup.py
compiles everything anew with the public `mypycify` if they fail.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any


def extensions(sources: list[str], groups: list[tuple[list[str], str | None]], cache: Path, target: str) -> list[Any]:
    """What `mypycify` returns for these sources, with `cache` used as far as it is right."""
    from mypy.errors import CompileError
    from mypy.fscache import FileSystemCache
    from mypyc.build import construct_groups, get_mypy_config, mypycify
    from mypyc.codegen import emitmodule
    from mypyc.errors import Errors
    from mypyc.irbuild.mapper import Mapper
    from mypyc.options import CompilerOptions

    options = CompilerOptions(separate=True, target_dir=target)
    files = FileSystemCache()
    arguments = [f"--cache-dir={cache}", *sources]
    compiled, everything, settings = get_mypy_config(arguments, None, options, files)
    libraries = construct_groups(compiled, groups, True, None)
    try:
        result = emitmodule.parse_and_typecheck(everything, settings, options, libraries, files)
    except CompileError as error:  # a mistake in the sources, not here
        print(*error.messages, sep="\n")
        raise SystemExit(1) from None
    try:
        errors = Errors(settings)
        group_of = {source.module: name for members, name in libraries for source in members}
        mapper = Mapper(group_of)
        result.manager.errors.set_file("<mypyc>", module=None, scope=None, options=result.manager.options)
        modules = emitmodule.compile_modules_to_ir(result, mapper, options, errors)
        print(*errors.new_messages(), sep="\n")
        if errors.num_errors:
            raise SystemExit(1)
        remember_bits(mapper)
        text = emitmodule.compile_ir_to_c(libraries, modules, result, mapper, options)
        emitmodule.write_cache(modules, result, group_of, text)
        found = sorted(emitmodule.collect_source_dependencies(modules), key=lambda dep: dep.path)
    finally:
        result.manager.metastore.close()
    needed = [(dep.path, list(dep.include_dirs), dep.internal) for dep in found]
    made = ([text[name] for _, name in libraries], needed)
    return list(
        mypycify(arguments, opt_level="3", debug_level="0", separate=groups, target_dir=target, skip_cgen_input=made)
    )


def remember_bits(mapper: Any) -> None:
    """Fill in what the cache does not hold, for all classes; those just compiled get what they have."""
    from mypyc.analysis.attrdefined import detect_undefined_bitmap

    seen: set[Any] = set()
    for known in list(mapper.type_to_ir.values()):
        detect_undefined_bitmap(known, seen)
