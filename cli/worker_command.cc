// SPDX-License-Identifier: GPL-2.0-or-later
#include <sys/stat.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cstdlib>

#include "base/sha256.h"
#include "bench/channel.h"
#include "bench/corpus_source.h"
#include "bench/worker.h"
#include "bench/worker_process.h"
#include "cli/command.h"

namespace firstbyte::cli {

void AddWorkerCommand(CLI::App& app, const Paths& paths, Action& action) {
  CLI::App* const command = app.add_subcommand("worker", "The process of one run; `run` starts it.");
  command->group("");  // not shown
  command->callback([&paths, &action] {
    action = [&paths]() -> Result<void> {
      struct stat status {};
      if (fstat(bench::kWorkerChannelFd, &status) != 0 || !S_ISSOCK(status.st_mode))
        return UsageError("The command worker is for `firstbyte run`, which starts it; measure with that.");
      const auto program = Sha256File("/proc/self/exe");
      if (!program) return tl::unexpected<Error>(program.error());
      bench::Channel channel(bench::kWorkerChannelFd);
      // What goes wrong is told over the channel, and by the other side to the user: here it would be said twice.
      if (!bench::RunWorker(channel, *program, paths.engine_directory, bench::PagesOf))
        std::exit(static_cast<int>(ExitCode::kInvalid));
      return {};
    };
  });
}

}  // namespace firstbyte::cli
