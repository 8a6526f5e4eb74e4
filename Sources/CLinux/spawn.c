#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int add_descriptor(posix_spawn_file_actions_t *actions, int given, int number, int mode) {
  return given >= 0 ? posix_spawn_file_actions_adddup2(actions, given, number)
                    : posix_spawn_file_actions_addopen(actions, number, "/dev/null", mode, 0);
}

int vitrine_start(pid_t *process, const char *program, char *const arguments[], char *const environment[],
                  int input, int output, int errors, int is_in_group) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  // In glibc, neither call allocates memory or fails.
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);

  // All three are open, because a library that prints to a closed descriptor would write into the next file that is
  // opened.
  int code = add_descriptor(&actions, input, STDIN_FILENO, O_RDONLY);
  if (code == 0) code = add_descriptor(&actions, output, STDOUT_FILENO, O_WRONLY);
  if (code == 0) code = add_descriptor(&actions, errors, STDERR_FILENO, O_WRONLY);
  // Descriptors that were left open without close-on-exec (glibc 2.34).
  if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&actions, 3);

  // Dispatch queue threads block signals, and this program ignores some: a child would inherit both.
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(
      &attributes, (short)((is_in_group ? 0 : POSIX_SPAWN_SETSID) | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));

  if (code == 0)
    code = posix_spawnp(process, program, &actions, &attributes, arguments,
                        environment != NULL ? environment : environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return code;
}

char **vitrine_environment(void) { return environ; }

static int look(pid_t process, int states, siginfo_t *found) {
  found->si_pid = 0;
  int code;
  do code = waitid(P_PID, (id_t)process, found, states);
  while (code < 0 && errno == EINTR);
  return code == 0 && found->si_pid != 0;
}

void vitrine_await_end(pid_t process, int is_in_group) {
  siginfo_t found;
  int states = WEXITED | WNOWAIT | (is_in_group ? WSTOPPED : 0);
  while (look(process, states, &found) && found.si_code == CLD_STOPPED) {
    look(process, WSTOPPED | WNOHANG, &found);
    // Ctrl-Z stops both processes, and `fg` continues both: in that case it is running again by now.
    struct timespec moment = {0, 50 * 1000 * 1000};
    nanosleep(&moment, NULL);
    if (look(process, WCONTINUED | WNOHANG, &found)) continue;
    // The child has stopped only itself: the shell notices when this process stops, too.
    kill(0, SIGTSTP);
    kill(process, SIGCONT);
  }
}

int vitrine_probe_mount(const char *point) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
  /* As fork(2), but with this process' table of descriptors: with one of its own, the end of the first process would close files of
     FUSE, which asks their mounts and waits for them. */
  pid_t child = (pid_t)syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) {
    /* Other threads are gone, and may have held any lock: nothing but system calls from here. It may outlive its parent, and must
       not keep a terminal or a pipe of it open. */
    setsid();
    /* The first process ends at once and is reaped; the system reaps the second one, whenever that ends. */
    if (_Fork() != 0) _exit(0);
    dup2(ends[1], STDIN_FILENO);
    if (syscall(SYS_close_range, STDIN_FILENO + 1, ~0U, 0) != 0) {
      for (int other = STDIN_FILENO + 1; other < 1024; other++) close(other);
    }
    struct statfs status;
    statfs(point, &status);
    int folder = open(point, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    char names[4096];
    if (folder >= 0) syscall(SYS_getdents64, folder, names, sizeof names);
    _exit(0);
  }
  int code = errno;
  /* Before the end is closed, which is the first process' until it has started the second. */
  while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) {
  }
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    errno = code;
    return -1;
  }
  return ends[0];
}
