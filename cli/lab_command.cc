// SPDX-License-Identifier: GPL-2.0-or-later
#include <sys/stat.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdlib>

#include "base/sha256.h"
#include "bench/channel.h"
#include "bench/corpus_source.h"
#include "bench/lab_worker.h"
#include "bench/measuring_process.h"
#include "cli/command.h"
#include "cli/lab_commands.h"

namespace firstbyte::cli {

void AddLabCommand(CLI::App& app, const Paths& paths, Action& action) {
  CLI::App* const command =
      app.add_subcommand("lab", "How often this gate and others cry wolf here, and what they find.");
  command->require_subcommand(1);
  command->footer(
      "record measures experiments in which nothing or a known effect differs; replay asks every rule about each of "
      "them and prints false-positive rates and powers. docs/lab.md describes both.\n"
      "Example: firstbyte lab record --experiments=20 --out=raw.jsonl && firstbyte lab replay --clock=cpu raw.jsonl");
  AddLabRecordCommand(*command, paths, action);
  AddLabReplayCommand(*command, action);
  AddLabWorkerCommand(*command, paths, action);
}

void AddLabWorkerCommand(CLI::App& lab, const Paths& paths, Action& action) {
  CLI::App* const command = lab.add_subcommand("worker", "A process of a recording; `lab record` starts it.");
  command->group("");  // not shown
  command->callback([&paths, &action] {
    action = [&paths]() -> Result<void> {
      struct stat status {};
      if (fstat(bench::kWorkerChannelFd, &status) != 0 || !S_ISSOCK(status.st_mode))
        return UsageError("The command worker is for `firstbyte lab record`, which starts it; measure with that.");
      const auto program = Sha256File("/proc/self/exe");
      if (!program) return tl::unexpected<Error>(program.error());
      bench::Channel channel(bench::kWorkerChannelFd);
      // What goes wrong is told over the channel, and by the other side to the user: here it would be said twice.
      if (!bench::RunLabWorker(channel, *program, paths.engine_directory, bench::PagesOf))
        std::exit(static_cast<int>(ExitCode::kInvalid));
      return {};
    };
  });
}

}  // namespace firstbyte::cli
