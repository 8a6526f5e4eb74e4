#ifndef CLINUX_SHIM_H
#define CLINUX_SHIM_H

// What the Glibc module of Swift leaves out, because it is built without _GNU_SOURCE. Defining that here
// would change nothing: the system's headers come from that module. So the few calls are declared as in
// glibc's own headers.

#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/types.h>

/// `POSIX_SPAWN_SETSID` of <spawn.h> (glibc 2.26): the child begins a session.
static const short VITRINE_SPAWN_SETSID = 0x80;

/// <spawn.h> (glibc 2.34): the child closes all descriptors from this one on.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

/// <string.h> (glibc 2.32): the description of an error, a constant; NULL when there is none.
extern const char *strerrordesc_np(int code);

/// <sched.h>: the processors that a process may use.
extern int sched_getaffinity(pid_t process, size_t byte_count, cpu_set_t *set);

/// <sys/mman.h> (glibc 2.27): a file in memory, without a name in any folder.
extern int memfd_create(const char *name, unsigned int flags);

/// `MFD_CLOEXEC` of <sys/mman.h>.
static const unsigned int VITRINE_MEMFD_CLOEXEC = 1;

/// <unistd.h> (glibc 2.27): bytes from file to file within the kernel, the blocks shared where that can be.
extern ssize_t copy_file_range(int from, off_t *from_offset, int to, off_t *to_offset,
                               size_t count, unsigned int flags);

/// <stdio.h> (glibc 2.28).
extern int renameat2(int old_folder, const char *old_name, int new_folder, const char *new_name,
                     unsigned int flags);

/// `RENAME_NOREPLACE` of <stdio.h>: fails with EEXIST where something has the new name.
static const unsigned int VITRINE_RENAME_NOREPLACE = 1;

/// <sys/prctl.h>, which is variadic: no other process of the user may trace this one, read its memory or take its
/// descriptors, and it leaves no core file. Until the next exec.
static inline void vitrine_forbid_looking_in(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/// `O_TMPFILE` of <fcntl.h>, __O_TMPFILE with O_DIRECTORY: a file without a name.
static const int VITRINE_O_TMPFILE = 020000000 | O_DIRECTORY;

#endif
