/// What Swift cannot say to Linux by itself: calls that its Glibc module leaves out, macros (CMSG_*), variadic functions,
/// system calls without a function, and signal handlers, which must be plain C.
#ifndef C_LINUX_H
#define C_LINUX_H

// Without <fcntl.h>: it would define `struct stat` once more, and Swift would not know extensions of the other one.
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/types.h>

// Calls that Swift's Glibc module leaves out, because it is built without _GNU_SOURCE. Defining that here would change
// nothing: the system's headers come from that module. So they are declared as in glibc's own headers.

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

/// <sys/xattr.h>, which Swift's Glibc module leaves out: extended attributes of an open file.
extern ssize_t flistxattr(int file, char *names, size_t capacity);
extern ssize_t fgetxattr(int file, const char *name, void *value, size_t capacity);
extern int fsetxattr(int file, const char *name, const void *value, size_t count, int flags);

/// <sys/prctl.h>, which is variadic: no other process of the user may trace this one, read its memory or take its
/// descriptors, and it leaves no core file. Until the next exec.
static inline void vitrine_forbid_looking_in(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/// `O_TMPFILE` of <fcntl.h>: a file without a name.
extern const int VITRINE_O_TMPFILE;

/// A descriptor that can be read for a moment when something was mounted or unmounted, closed on exec; -1 with `errno`.
///
/// `table`: another one, to be closed after it.
int vitrine_watch_mounts(int *table);

// Other programs.

/// Starts a program, found on the PATH unless its name has a slash: in a session of its own, so that it cannot touch the
/// terminal, with no signal blocked or ignored, and with no descriptors but 0, 1 and 2.
///
/// - `environment`: NULL for that of this process.
/// - `input`, `output`: What it reads and writes, which stay the caller's; -1 for /dev/null. What it writes to standard
///   error is dropped.
///
/// Returns 0, or an `errno`.
int vitrine_spawn(pid_t *process, const char *program, char *const arguments[],
                  char *const environment[], int input, int output);

/// The same, with standard error where standard output is.
int vitrine_spawn_saying(pid_t *process, const char *program, char *const arguments[],
                         char *const environment[], int input, int output);

/// The same in the process group of this process, so that it may use the terminal and stops with Ctrl-Z.
///
/// - `input`: -1 for the terminal.
/// - `terminal`: What else it reads and writes.
int vitrine_spawn_in_group(pid_t *process, const char *program, char *const arguments[],
                           char *const environment[], int input, int terminal);

/// Waits until a child has ended, and leaves it to be reaped: until then its number is nobody else's.
///
/// `is_in_group`: whether it is in the process group of this process, which then stops when the child does.
void vitrine_await_end(pid_t process, int is_in_group);

/// The variables of this process as they are, byte by byte; ended by NULL.
char **vitrine_environment(void);

// Open files over a socket: SCM_RIGHTS, see cmsg(3) and unix(7).

/// The most descriptors that one call sends or receives.
#define VITRINE_DESCRIPTOR_LIMIT 8

/// Sends bytes and, with the first of them, descriptors. Never raises SIGPIPE.
///
/// Returns the bytes sent, or -1 with `errno`. The descriptors have gone with any result above 0.
ssize_t vitrine_send(int socket, const void *bytes, size_t count, const int *descriptors,
                     size_t descriptor_count);

/// Receives bytes and the descriptors that came with them, which are closed on exec.
///
/// `descriptors` has room for VITRINE_DESCRIPTOR_LIMIT. Returns the bytes received, 0 at the end, -1 with
/// `errno`. `was_cut` is set to 1 when there were more descriptors than there was room for, or this
/// process has no free ones; the kernel has closed those that did not fit.
ssize_t vitrine_receive(int socket, void *bytes, size_t capacity, int *descriptors,
                        size_t *descriptor_count, int *was_cut);

// A picture worker's own process.

/// What of the cell this system could build.
struct vitrine_cell {
  /// Whether system calls are filtered (seccomp): 1 or 0.
  int filters_calls;
  /// The version of Landlock that bounds what can be opened, at least 1; 0 where the kernel has none.
  int landlock_version;
};

/// Shuts this process in, for good: from now on it decodes what it is handed, and reaches nothing else.
///
/// - Every system call that decoding does not need fails or ends the process; the arguments of the dangerous ones that it
///   does need are looked at. See `cell.c` for which, and why.
/// - Where the kernel has Landlock, nothing can be opened but fonts and the like, and that only to be read.
/// - No program that it could start gains privileges, and no other process of the user may look into it.
///
/// Whatever has to be loaded (libraries above all: no memory becomes executable any more) is loaded before. Call it with
/// one thread: Landlock does not hold others. About 0.3 ms.
struct vitrine_cell vitrine_close_cell(void);

/// The number of a system call that was tried since, that no list knows, and that has not been told before; -1 for none.
/// It failed with ENOSYS. What another version of a library needs is seen by it.
int vitrine_next_unlisted_call(void);

// Soft and hard limits; see getrlimit(2). 0, or -1 with `errno`.

int vitrine_limit_address_space(unsigned long long bytes);
// Private memory that can be written to: what a mapped file takes does not count.
int vitrine_limit_writable_memory(unsigned long long bytes);
int vitrine_limit_file_size(unsigned long long bytes);
int vitrine_limit_open_files(unsigned long long count);
int vitrine_forbid_core_files(void);

// What the machine has; 0 where it does not say.
unsigned long long vitrine_physical_memory_bytes(void);

/// One heap for all threads: an arena reserves 64 MiB of address space, which is limited.
void vitrine_use_one_heap(void);

/// How much of the heap is taken from the system and not in use.
long long vitrine_free_heap_bytes(void);

/// Gives memory that is not in use back to the system. It takes a millisecond where there is much.
void vitrine_give_memory_back(void);

/// After so many seconds of CPU, SIGPROF ends the process (its default action); 0 calls it off.
int vitrine_end_after_cpu_seconds(unsigned seconds);

void vitrine_ignore_signal(int number);

/// Ends this process as soon as the other end of the socket on descriptor 0 is closed, even in the middle of a decoder: the
/// kernel says SIGIO when a socket changes.
///
/// Not PR_SET_PDEATHSIG: that follows the thread that started this process, and the main process starts workers from
/// threads that come and go.
int vitrine_end_with_socket(void);

#endif
