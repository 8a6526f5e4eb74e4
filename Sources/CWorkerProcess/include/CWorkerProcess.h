/// What Swift cannot say by itself about its own process: system calls that are variadic or have no function, limits
/// with enum arguments, and signal handlers, which must be plain C.
#ifndef C_WORKER_PROCESS_H
#define C_WORKER_PROCESS_H

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
int vitrine_limit_file_size(unsigned long long bytes);
int vitrine_limit_open_files(unsigned long long count);
int vitrine_forbid_core_files(void);

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
