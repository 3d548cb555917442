# SPDX-License-Identifier: GPL-2.0-or-later
"""How a zstd source tree becomes an engine: one shared object per probe, with one exported symbol."""

load("@rules_cc//cc:defs.bzl", "cc_binary")

# What an engine is compiled with. They come after the toolchain's own flags and undo what those add to the code that is measured. No -march and no -mbmi:
# these change which CPUIDs a context executes. No LTO: it moves the probe into its callers.
ENGINE_COPTS = [
    "-O2",
    "-g",
    "-fPIC",
    "-fno-lto",
    "-fno-strict-aliasing",
    "-fno-stack-protector",
    "-fomit-frame-pointer",
    "-U_FORTIFY_SOURCE",
    "-DNDEBUG",
]

# Not flags of the measured code: names that keep symbols apart and leave out formats older than 0.8, as the kernel does.
_CONFIGURATION = [
    "XXH_NAMESPACE=ZSTD_",
    "ZSTD_LEGACY_SUPPORT=0",
]

def _define(name, value):
    return "%s='\"%s\"'" % (name, value)

def _shared_object(name, engine, probe, glue, srcs, deps, version_script, tags, flags = [], testonly = False):
    cc_binary(
        name = name,
        testonly = testonly,
        srcs = srcs + [glue, "glue_table.h", "engine_abi.h", "cached_probe.h"] + (["cached_probe.c"] if probe == "cached" else []),
        additional_linker_inputs = [version_script],
        copts = ENGINE_COPTS + flags,
        # One name within all objects: linkers write the file's own into them otherwise, which moves what follows by its length.
        linkopts = ["-Wl,-soname=firstbyte-engine.so", "-Wl,--version-script=$(location %s)" % version_script] + select({
            "//:sanitized": [],
            "//conditions:default": ["-Wl,-z,defs"],
        }),
        linkshared = True,
        local_defines = _CONFIGURATION + [
            _define("FIRSTBYTE_ENGINE_NAME", engine),
            _define("FIRSTBYTE_ENGINE_PROBE", probe),
            _define("FIRSTBYTE_ENGINE_FLAGS", " ".join(ENGINE_COPTS)),
        ],
        tags = tags,
        visibility = ["//:__subpackages__"],
        deps = deps,
    )

def zstd_engine(name, repository, glue, on_demand = False, identity = [], phases_flags = []):
    """Defines `<name>.live.so` and `<name>.cached.so`, and for tests `<name>.for-bmi2.so`: the live one, compiled for CPUs that have BMI2.

    Of the first two there is `<name>.<probe>.phases.so`, too: phases_abi.h. All four are what `<name>` stands for.

    Args:
      name: the engine, as users name it ("zstd-1.5.4").
      repository: of the tree, with the targets of //third_party:zstd_targets.bzl.
      glue: the file with the engine's table over such a tree.
      on_demand: whether nothing builds it, and so nothing fetches its tree, that does not name it.
      identity: what has source_info.h, where it is not among the headers of the tree.
      phases_flags: what the phases are compiled with beyond the flags of the engine.
    """
    tags = ["manual"] if on_demand else []
    cached = ["-include", "engine/cached_probe.h"]
    for variant, probe, flags in [
        ("live", "live", []),
        ("cached", "cached", cached),
        ("for-bmi2", "live", ["-mbmi2", "-DFIRSTBYTE_ENGINE_FOR_BMI2"]),
    ]:
        _shared_object(
            name = "%s.%s.so" % (name, variant),
            engine = name,
            probe = probe,
            glue = glue,
            srcs = [repository + "//:sources"],
            deps = [repository + "//:headers"] + identity,
            version_script = "engine.ver",
            tags = tags,
            flags = flags,
            testonly = variant == "for-bmi2",
        )
    for probe, flags in [("live", []), ("cached", cached)]:
        _shared_object(
            name = "%s.%s.phases.so" % (name, probe),
            engine = name,
            probe = probe,
            glue = glue,
            srcs = [repository + "//:sources_but_zstd_compress", "phases_zstd.c", "phases_abi.h"],
            deps = [repository + "//:zstd_compress"] + identity,
            version_script = "phases.ver",
            tags = tags,
            flags = flags + phases_flags,
        )
    native.filegroup(
        name = name,
        srcs = ["%s.%s.%sso" % (name, probe, kind) for probe in ("live", "cached") for kind in ("", "phases.")],
        tags = tags,
    )

def candidate_engines(name, engines):
    """Defines the engines of trees that users named (//third_party:candidate_tree.bzl), and what stands for all of them.

    Args:
      name: of all of them together, which may be none.
      engines: of each, whose repository has its name, whether a tree was named.
    """
    named = [engine for engine, is_named in engines.items() if is_named]
    for engine in named:
        zstd_engine(
            name = engine,
            glue = "@%s//:glue" % engine,
            identity = ["@%s//:source_info" % engine],
            phases_flags = select({
                "//:candidate_phases_off": ["-DFIRSTBYTE_PHASES_OFF"],
                "//conditions:default": [],
            }),
            repository = "@" + engine,
        )
    native.filegroup(
        name = name,
        srcs = named,
    )

def engine_object_tests(name, engine, on_demand = False):
    """Defines tests of what must hold of the machine code of an engine and of its phases, `<engine>_object_test` and `<engine>_phases_object_test`.

    Args:
      name: of both together.
      engine: whose.
      on_demand: as of zstd_engine.
    """
    tags = ["manual"] if on_demand else []
    live, cached, live_phases, cached_phases = [":%s.%s.so" % (engine, kind) for kind in ("live", "cached", "live.phases", "cached.phases")]
    tests = {
        "object_test": [live, cached],
        "phases_object_test": [live, live_phases, cached, cached_phases],
    }
    for test, objects in tests.items():
        native.sh_test(
            name = "%s_%s" % (engine, test),
            size = "small",
            srcs = [test + ".sh"],
            args = ["$(location %s)" % object for object in objects],
            data = objects,
            tags = tags,
        )
    native.test_suite(
        name = name,
        tags = tags,
        tests = [":%s_%s" % (engine, test) for test in tests],
    )
