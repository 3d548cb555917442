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

def zstd_engine(name, source, source_sha256, sources, headers):
    """Defines `<name>.live.so` and `<name>.cached.so`, and for tests `<name>.for-bmi2.so`: the live one, compiled for CPUs that have BMI2.

    Args:
      name: the engine, as users name it ("zstd-1.5.4").
      source: the file the source came in.
      source_sha256: its digest.
      sources: label of the C and assembly files.
      headers: label of a cc_library with the headers.
    """
    for variant, probe, flags in [
        ("live", "live", []),
        ("cached", "cached", ["-include", "engine/cached_probe.h"]),
        ("for-bmi2", "live", ["-mbmi2", "-DFIRSTBYTE_ENGINE_FOR_BMI2"]),
    ]:
        cc_binary(
            name = "%s.%s.so" % (name, variant),
            testonly = variant == "for-bmi2",
            srcs = [sources, "glue_upstream.c", "engine_abi.h", "cached_probe.h"] + (["cached_probe.c"] if probe == "cached" else []),
            additional_linker_inputs = ["engine.ver"],
            copts = ENGINE_COPTS + flags,
            linkopts = ["-Wl,--version-script=$(location engine.ver)"] + select({
                "//:sanitized": [],
                "//conditions:default": ["-Wl,-z,defs"],
            }),
            linkshared = True,
            local_defines = _CONFIGURATION + [
                _define("FIRSTBYTE_ENGINE_NAME", name),
                _define("FIRSTBYTE_ENGINE_PROBE", probe),
                _define("FIRSTBYTE_ENGINE_SOURCE", source),
                _define("FIRSTBYTE_ENGINE_SOURCE_SHA256", source_sha256),
                _define("FIRSTBYTE_ENGINE_FLAGS", " ".join(ENGINE_COPTS)),
            ],
            visibility = ["//:__subpackages__"],
            deps = [headers],
        )
