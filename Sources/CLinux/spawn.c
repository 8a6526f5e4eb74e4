#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

static int add_descriptor(posix_spawn_file_actions_t *actions, int given, int number, int mode) {
  return given >= 0 ? posix_spawn_file_actions_adddup2(actions, given, number)
                    : posix_spawn_file_actions_addopen(actions, number, "/dev/null", mode, 0);
}

int vitrine_spawn(pid_t *process, const char *program, char *const arguments[],
                  char *const environment[], int input, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  // Neither takes memory in glibc, nor fails.
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);

  // All three are open, because a library that prints to a closed one would write into whatever file came next.
  int code = add_descriptor(&actions, input, STDIN_FILENO, O_RDONLY);
  if (code == 0) code = add_descriptor(&actions, output, STDOUT_FILENO, O_WRONLY);
  if (code == 0) code = add_descriptor(&actions, -1, STDERR_FILENO, O_WRONLY);
  // Whatever others left open without close-on-exec (glibc 2.34).
  if (code == 0) code = posix_spawn_file_actions_addclosefrom_np(&actions, 3);

  // Threads of dispatch queues block signals, and this program ignores some: a child would inherit both.
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);

  if (code == 0)
    code = posix_spawnp(process, program, &actions, &attributes, arguments,
                        environment != NULL ? environment : environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return code;
}
