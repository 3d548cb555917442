// SPDX-License-Identifier: GPL-2.0-or-later
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/inherited_signals.h"
#include "base/program_files.h"
#include "base/standard_streams.h"
#include "base/version.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/help_formatter.h"
#include "cli/paths.h"
#include "report/text.h"

namespace firstbyte::cli {
namespace {

constexpr char kDescription[] =
    "firstbyte: what zstd pays before it touches the first byte of a 4 KiB page,\n"
    "where that cost comes from, and what a patch gives back.\n";

constexpr char kFooter[] =
    "Exit status: 0 done, 2 usage, 4 invalid input or environment, 130 interrupted; cpuid trace ends as the program "
    "that it traced. Data goes to stdout, progress and warnings to stderr.\n"
    "Example: firstbyte run --arms=baseline,patched --out=before.json";

std::string CommandNames(const CLI::App& app) {
  std::string names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* c) { return !c->get_group().empty(); })) {
    names += (names.empty() ? "" : ", ") + command->get_name();
  }
  return names;
}

int Fail(const Error& error) {
  // A message names files and quotes options, which may hold anything; what is said stays one line. fmt::print would
  // throw where nobody can read it, and the status would be another.
  std::fputs(fmt::format("firstbyte: {}\n", report::Printable(error.message)).c_str(), stderr);
  return static_cast<int>(error.code);
}

// `exit_status`, unless what was printed did not reach the system.
int Finish(int exit_status) {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
    return Fail({ExitCode::kInvalid, "Cannot write to standard output."});
  return exit_status;
}

// CLI11's own sentence, with the help to look at; its exit status is ours.
int FailUsage(const CLI::App& app, const std::string& what) {
  const CLI::App* used = &app;
  std::string command;
  while (!used->get_subcommands().empty()) {
    used = used->get_subcommands()[0];
    command += " " + used->get_name();
  }
  // CLI11 misses the command before it notices that an option is unknown.
  const auto unknown = command.empty() ? app.remaining() : std::vector<std::string>();
  std::string sentence = unknown.empty() ? what : "The following argument was not expected: " + unknown[0];
  while (!sentence.empty() && (sentence.back() == '\n' || sentence.back() == '.')) sentence.pop_back();
  return Fail({ExitCode::kUsage, fmt::format("{}. See: firstbyte{} --help", sentence, command)});
}

// The first words are commands, or nothing is clear: CLI11 would complain about whatever follows.
std::optional<std::string> FindUnknownCommand(const CLI::App& app, std::span<char* const> words) {
  const CLI::App* command = &app;
  for (const std::string word : words.subspan(1)) {
    const bool has_commands = !command->get_subcommands([](const CLI::App*) { return true; }).empty();
    if (!has_commands || word.empty() || word.front() == '-') break;
    const auto named = command->get_subcommands([&](const CLI::App* c) { return c->check_name(word); });
    if (named.empty()) return fmt::format("There is no command '{}'. Commands: {}.", word, CommandNames(*command));
    command = named.front();
  }
  return std::nullopt;
}

void TreatSignals() {
  // A full disk must be an error that can be reported, not the end.
  TreatSignal(SIGXFSZ, SIG_IGN);
  TreatSignal(SIGPIPE, SIG_DFL);
  // Whoever ignores it would also lose how the measuring process ended.
  TreatSignal(SIGCHLD, SIG_DFL);
}

// What the command line asks for: `action` is what the command that was named does.
struct Request {
  Action action;
  int exit_status = 0;  // of a traced program, or a verdict
};

void AddCommands(CLI::App& app, const Paths& paths, const CommandLine& line, Request& request) {
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(kFooter);
  app.set_version_flag("--version", std::string("firstbyte ") + kVersion);
  app.require_subcommand(1);
  AddRunCommand(app, paths, request.action);
  AddReportCommand(app, paths, request.action);
  AddCompareCommand(app, request.action);
  AddGateCommand(app, request.action, request.exit_status);
  AddCalibrateCommand(app, paths, request.action);
  AddCountCommand(app, paths, request.action);
  AddEnvCommand(app, request.action);
  AddEnginesCommand(app, paths, request.action);
  AddPhasesCommand(app, paths, request.action);
  AddProfileCommand(app, paths, request.action);
  AddLabCommand(app, paths, request.action);
  AddPublishedCommand(app, paths, request.action);
  AddWhatIfCommand(app, paths, request.action);
  AddCpuidCommand(app, paths, line.program, request.action, request.exit_status);
  AddWorkerCommand(app, paths, request.action);
  CheckValues(app);
}

// The exit status where the command line asks for nothing to be done, or for nothing that there is.
std::optional<int> Parse(CLI::App& app, const CommandLine& line) {
  try {
    app.parse(static_cast<int>(line.ours.size()), line.ours.data());
  } catch (const CLI::Success& wanted) {  // --help, --version
    (void)app.exit(wanted);
    return Finish(0);
  } catch (const CLI::ConversionError& error) {
    // Numbers were checked to be numbers: "Could not convert: --cpu = 99999999999" can only be too large a one.
    const std::string what = error.what();
    return FailUsage(app, fmt::format("{} is out of range", what.substr(what.find(": ") + 2)));
  } catch (const CLI::ParseError& error) {
    return FailUsage(app, error.what());
  }
  return std::nullopt;
}

int Main(int argc, char** argv) {
  OccupyStandardStreams();
  TreatSignals();
  const auto paths = FindPaths();
  if (!paths) return Fail(paths.error());
  if (const auto there = GoWhereTheUserStands(); !there) return Fail(there.error());

  CLI::App app(kDescription, "firstbyte");
  const CommandLine line = TakeProgramOut({argv, static_cast<std::size_t>(argc)});
  Request request;
  AddCommands(app, *paths, line, request);
  if (const auto unknown = FindUnknownCommand(app, {argv, static_cast<std::size_t>(argc)}))
    return Fail({ExitCode::kUsage, *unknown});
  if (argc == 1) {
    Print(app.help());
    return static_cast<int>(ExitCode::kUsage);
  }
  const auto empty = FindEmptyOption({argv, static_cast<std::size_t>(argc)});
  if (empty) return FailUsage(app, *empty);
  if (const auto exit_status = Parse(app, line)) return *exit_status;
  if (const auto done = request.action(); !done) return Fail(done.error());
  return Finish(request.exit_status);
}

}  // namespace
}  // namespace firstbyte::cli

int main(int argc, char** argv) {
  try {
    return firstbyte::cli::Main(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("firstbyte: There is not enough memory.\n", stderr);
  } catch (const std::exception& error) {
    // What nobody thought of: still one sentence.
    std::fprintf(stderr, "firstbyte: %s\n", error.what());
  }
  return static_cast<int>(firstbyte::ExitCode::kInvalid);
}
