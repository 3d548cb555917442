// SPDX-License-Identifier: GPL-2.0-or-later
#include "cpuid/trace_uprobe_objects.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/core.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "cpuid/privileges.h"

namespace firstbyte::cpuid {
namespace {

constexpr int kDeepestScript = 4;                  // scripts whose interpreter is a script: Linux's own limit
constexpr std::size_t kLongestScriptLine = 256;    // of which Linux reads the interpreter's name
constexpr std::size_t kLongestInterpreter = 4096;  // PATH_MAX

int WhyNotExecutable(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return errno;
  if (!S_ISREG(status.st_mode)) return EACCES;
  return access(path.c_str(), X_OK) == 0 ? 0 : errno;
}

tl::unexpected<Error> CannotRun(const std::string& name, int error) {
  return UsageError(fmt::format("Cannot run {}: {}.", name, std::strerror(error)));
}

// "#!INTERPRETER ARGUMENT"
std::optional<std::string> ScriptInterpreter(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string line(kLongestScriptLine, '\0');
  file.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(file.gcount()));
  line.resize(std::min(line.find('\n'), line.size()));
  if (!line.starts_with("#!")) return std::nullopt;
  const std::size_t begin = line.find_first_not_of(" \t", 2);
  if (begin == std::string::npos) return std::nullopt;
  return line.substr(begin, line.find_first_of(" \t\r", begin) - begin);
}

template <typename T>
bool ReadAt(std::ifstream& file, std::uint64_t offset, T& value) {
  return static_cast<bool>(file.seekg(static_cast<std::streamoff>(offset)) &&
                           file.read(reinterpret_cast<char*>(&value), sizeof value));
}

// PT_INTERP; nothing of a static program and of what is no 64-bit ELF file.
std::optional<std::string> ElfInterpreter(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};
  if (!ReadAt(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return std::nullopt;
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_phentsize != sizeof(Elf64_Phdr)) return std::nullopt;
  for (std::uint64_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment{};
    if (!ReadAt(file, header.e_phoff + i * sizeof segment, segment)) return std::nullopt;
    if (segment.p_type != PT_INTERP || segment.p_filesz > kLongestInterpreter) continue;
    std::string name(segment.p_filesz, '\0');
    if (!file.seekg(static_cast<std::streamoff>(segment.p_offset)) ||
        !file.read(name.data(), static_cast<std::streamsize>(name.size())))
      return std::nullopt;
    name.resize(std::min(name.find('\0'), name.size()));
    return name;
  }
  return std::nullopt;
}

std::string ReadToEnd(int fd) {
  std::string text;
  std::array<char, 4096> buffer{};
  while (true) {
    const ssize_t got = read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(got));
  }
}

// What a command prints; its errors are not for the user's terminal.
std::optional<std::string> OutputOf(const std::vector<std::string>& command) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  pid_t pid = 0;
  const int error = posix_spawn(&pid, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::optional<std::string> text;
  if (error == 0) text = ReadToEnd(ends[0]);
  close(ends[0]);
  while (error == 0 && waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  return text;
}

void Add(std::vector<std::string>& files, const std::string& path) {
  std::error_code error;
  const std::string name = std::filesystem::canonical(path, error).string();
  if (error || std::find(files.begin(), files.end(), name) != files.end()) return;
  files.push_back(name);
}

}  // namespace

Result<std::string> FindProgram(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    const int error = WhyNotExecutable(name);
    if (error != 0) return CannotRun(name, error);
    return name;
  }
  const char* const path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/bin:/usr/bin";  // the C library's own default
  int why = ENOENT;
  while (true) {
    const std::size_t colon = rest.find(':');
    const std::string_view directory = rest.substr(0, colon);
    std::string candidate = fmt::format("{}/{}", directory.empty() ? "." : directory, name);
    const int error = WhyNotExecutable(candidate);
    if (error == 0) return candidate;
    if (error == EACCES) why = error;
    if (colon == std::string_view::npos) return CannotRun(name, why);
    rest.remove_prefix(colon + 1);
  }
}

std::vector<std::string> ParseLoaderList(std::string_view text) {
  constexpr std::string_view kArrow = " => ";
  std::vector<std::string> files;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (const std::size_t arrow = line.find(kArrow); arrow != std::string_view::npos)
      line.remove_prefix(arrow + kArrow.size());
    // Only what was found has the address that it would be loaded at.
    const std::size_t address = line.rfind(" (0x");
    if (address == std::string_view::npos) continue;
    line = line.substr(0, address);
    if (line.find('/') != std::string_view::npos) files.emplace_back(line);
  }
  return files;
}

Result<std::vector<std::string>> ObjectsOf(const std::string& program) {
  std::string file = program;
  for (int depth = 0; depth < kDeepestScript; ++depth) {
    const auto interpreter = ScriptInterpreter(file);
    if (!interpreter) break;
    file = *interpreter;
    // A FIFO would keep us waiting.
    if (const int error = WhyNotExecutable(file); error != 0) return CannotRun(program, error);
  }
  if (const auto own = PrivilegesOf(getpid()); own && GivesMore(file, *own)) {
    return InvalidError(fmt::format(
        "{} gets other privileges by its set-ID bits or capabilities, where the kernel ends the counting of uprobes; "
        "run it as the user that it becomes, or as root.",
        file));
  }
  std::vector<std::string> files;
  Add(files, file);
  const auto interpreter = ElfInterpreter(file);
  if (!interpreter) return files;
  Add(files, *interpreter);
  const auto list = OutputOf({*interpreter, "--list", std::filesystem::absolute(file).string()});
  if (!list || list->empty())
    return InvalidError(fmt::format("Cannot learn from {} which libraries {} loads.", *interpreter, file));
  for (const std::string& library : ParseLoaderList(*list)) Add(files, library);
  return files;
}

}  // namespace firstbyte::cpuid
