// SPDX-License-Identifier: GPL-2.0-or-later
// The results of a measurement in memory: what a file of the schema `firstbyte/1` (docs/results.md) says, field by
// field.
//
// bench/ fills this in and writes it, report/ reads it; the field names of the file stand in one place,
// report/results_fields.h. Times are the sums of a block of `Protocol::operations` operations; dividing is the reader's
// business, so that nothing is rounded on the way. What was not measured is an empty optional, and
// `Results::not_measured` holds the reason under the field's name; it is never 0.
#ifndef FIRSTBYTE_REPORT_RESULTS_H_
#define FIRSTBYTE_REPORT_RESULTS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace firstbyte::report {

// The value of a file's "schema" key. Another number is another format; readers refuse what they do not know.
inline constexpr char kSchema[] = "firstbyte/1";

// One line of the environment block: a condition that can move numbers.
struct EnvironmentCheck {
  std::string name;     // "governor"
  std::string value;    // "performance"; "unknown" where it could not be read
  std::string verdict;  // "ok", "warning" or "not applicable"
  std::string reason;   // one sentence; may be empty for "ok"
};

// The check that says what the CPU's counters count; reports of what is measured without them quote it.
inline constexpr char kCountersCheck[] = "counters";

// An engine that was measured, as it described itself when it was loaded.
struct EngineRecord {
  std::string name;           // "zstd-1.5.4"
  std::string probe;          // "live" or "cached"
  std::string version;        // "1.5.4"
  std::string source;         // the file that the source came in
  std::string source_sha256;  // its digest
  std::string object_sha256;  // digest of the shared object that was measured
  std::string compiler;
  std::string flags;
  // What the object executes and what it reads, whatever the engine is called; not in the first files of the schema.
  std::optional<std::string> text_sha256;
  std::optional<std::string> data_sha256;
};

struct Context {
  std::string started;         // UTC, ISO 8601 with seconds: "2026-11-30T12:00:00Z"
  std::string tool_version;    // Firstbyte's own version
  std::string program_sha256;  // digest of the program that measured: the request and its loop are compiled into it
  std::string machine_id;      // digest over what makes two files comparable: host name, CPU model, kernel release
  std::string
      accel;  // "hardware" where instructions ran on the CPU (bare metal or a VM), "tcg" where they were emulated
  std::string platform;  // short label of the row group in tables: "bare metal", "VM (KVM)", "VM (hypervisor unknown)"
  std::vector<EnvironmentCheck> environment;
  std::vector<EngineRecord> engines;
};

struct Protocol {
  int runs = 0;                 // fresh processes
  int rounds = 0;               // per run
  std::int64_t operations = 0;  // per arm and round
  std::uint64_t seed = 0;       // of the placement, which is drawn for each run: slots, environment size
  int cpu = -1;                 // that every run was pinned to
  std::string order;            // "williams"
  int level = 0;                // zstd compression level
  std::int64_t request_bytes = 0;
  std::string request_case;            // "linear", "zswap-store", ...: the shape of source and destination
  int fragments = 1;                   // of source and destination in the case "scattered"
  std::string corpus;                  // policy in words: "64 built-in pages (mixed, seed 1), cycled in order"
  std::string corpus_kind;             // of the built-in pages: "mixed", ...; "file" for real data
  std::string corpus_path;             // the file of real data; empty for built-in pages
  std::uint64_t corpus_seed = 0;       // of the built-in pages; 0 for real data
  std::int64_t corpus_pages = 0;       // how many pieces of request_bytes are cycled
  std::string corpus_sha256;           // digest over all of them
  std::int64_t warmup_operations = 0;  // per arm and process, not timed, after every request ran once for checking
  std::string clock;                   // clock of wall_ns: "CLOCK_MONOTONIC_RAW"
  // How many runs the finished measurement had that this one goes on from; empty where it was planned in one piece.
  std::optional<std::int64_t> extended_from_runs;
};

// One column of the measurement. All arms of an operation do the same work on the same pages.
struct Arm {
  std::string name;       // "baseline", "patched", "cached", "both", "floor" or "A/A"
  std::string operation;  // "compress" or "decompress"
  std::string engine;     // name of an EngineRecord
  std::string probe;
  std::string policy;  // "eager", "deferred" or "reuse"
};

// One arm's block of operations in one round.
struct Sample {
  int arm = 0;       // index into Results::arms
  int position = 0;  // 0 for the block that ran first in its round
  std::int64_t wall_ns = 0;
  std::optional<std::int64_t> cpu_ns;  // CLOCK_THREAD_CPUTIME_ID
  std::optional<std::int64_t> tsc_ticks;
  std::optional<std::int64_t> voluntary_switches;
  std::optional<std::int64_t> involuntary_switches;
  std::optional<std::int64_t> migrations;
  std::optional<std::int64_t> minor_faults;
  std::optional<std::int64_t> major_faults;
  std::optional<std::int64_t> steal_ticks;  // of the pinned CPU, /proc/stat, in USER_HZ
  // Hardware counters of the measuring thread in user mode, and which share of the time they ran: below 1000 the counts
  // are scaled up.
  std::optional<std::int64_t> cycles;
  std::optional<std::int64_t> instructions;
  std::optional<std::int64_t> branches;
  std::optional<std::int64_t> branch_misses;
  std::optional<std::int64_t> counters_permille;
};

struct Round {
  int round = 0;    // 0 .. Protocol::rounds - 1
  int process = 0;  // index into Run::processes: the process that measured it
  std::vector<Sample> samples;
};

// A process of a run. A run has one, and one more for each time it was interrupted and resumed.
struct Process {
  std::string started;  // UTC
  std::int64_t pid = 0;
  std::int64_t environment_bytes = 0;  // size of the padding in its environment
  std::vector<int> slots;              // slots[arm]: which physical buffer slot the arm used
  // Of a process that --resume or --extend started: the checks that say something else than Context::environment, as
  // it found them.
  std::vector<EnvironmentCheck> changed_conditions;
};

struct Run {
  int run = 0;  // 0 .. Protocol::runs - 1
  std::vector<Process> processes;
  std::vector<Round> rounds;
};

struct Results {
  Context context;
  Protocol protocol;
  std::vector<Arm> arms;
  std::vector<Run> runs;
  std::map<std::string, std::string> not_measured;  // field of Sample -> why it is null
};

}  // namespace firstbyte::report

#endif  // FIRSTBYTE_REPORT_RESULTS_H_
