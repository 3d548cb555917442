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

def _shared_object(name, engine, probe, source, source_sha256, srcs, deps, version_script, flags = [], testonly = False):
    cc_binary(
        name = name,
        testonly = testonly,
        srcs = srcs + ["glue_upstream.c", "engine_abi.h", "cached_probe.h"] + (["cached_probe.c"] if probe == "cached" else []),
        additional_linker_inputs = [version_script],
        copts = ENGINE_COPTS + flags,
        linkopts = ["-Wl,--version-script=$(location %s)" % version_script] + select({
            "//:sanitized": [],
            "//conditions:default": ["-Wl,-z,defs"],
        }),
        linkshared = True,
        local_defines = _CONFIGURATION + [
            _define("FIRSTBYTE_ENGINE_NAME", engine),
            _define("FIRSTBYTE_ENGINE_PROBE", probe),
            _define("FIRSTBYTE_ENGINE_SOURCE", source),
            _define("FIRSTBYTE_ENGINE_SOURCE_SHA256", source_sha256),
            _define("FIRSTBYTE_ENGINE_FLAGS", " ".join(ENGINE_COPTS)),
        ],
        visibility = ["//:__subpackages__"],
        deps = deps,
    )

def zstd_engine(name, source, source_sha256, sources, headers, phases, sources_but_zstd_compress, zstd_compress):
    """Defines `<name>.live.so` and `<name>.cached.so`, and for tests `<name>.for-bmi2.so`: the live one, compiled for CPUs that have BMI2.

    Of the first two there is `<name>.<probe>.phases.so`, too: phases_abi.h.

    Args:
      name: the engine, as users name it ("zstd-1.5.4").
      source: the file the source came in.
      source_sha256: its digest.
      sources: label of the C and assembly files.
      headers: label of a cc_library with the headers.
      phases: the file that knows the insides of this family of versions.
      sources_but_zstd_compress: label of the sources without lib/compress/zstd_compress.c.
      zstd_compress: label of a cc_library with that file as a header.
    """
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
            source = source,
            source_sha256 = source_sha256,
            srcs = [sources],
            deps = [headers],
            version_script = "engine.ver",
            flags = flags,
            testonly = variant == "for-bmi2",
        )
    for probe, flags in [("live", []), ("cached", cached)]:
        _shared_object(
            name = "%s.%s.phases.so" % (name, probe),
            engine = name,
            probe = probe,
            source = source,
            source_sha256 = source_sha256,
            srcs = [sources_but_zstd_compress, phases, "phases_abi.h"],
            deps = [zstd_compress],
            version_script = "phases.ver",
            flags = flags,
        )
