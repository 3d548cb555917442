# SPDX-License-Identifier: GPL-2.0-or-later
"""Stand-in for @rules_cc on Debian's offline Bazel 4.2.3: forwards to the native rules.

Debian's own package of rules_cc needs a newer Bazel than Debian's own Bazel. The load path is the
real one, so that BUILD files work unchanged with the real rules_cc.
"""

cc_binary = native.cc_binary
cc_import = native.cc_import
cc_library = native.cc_library
cc_proto_library = native.cc_proto_library
cc_test = native.cc_test
cc_toolchain = native.cc_toolchain
cc_toolchain_suite = native.cc_toolchain_suite
fdo_prefetch_hints = native.fdo_prefetch_hints
fdo_profile = native.fdo_profile
objc_import = native.objc_import
objc_library = native.objc_library
