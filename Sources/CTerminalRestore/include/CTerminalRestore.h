/// What must run inside a signal handler, and so cannot be Swift: giving the terminal back in a
/// crash, and turning signals into bytes of a pipe. Nothing here allocates once it is set up.
/// Besides, one system call that Swift does not see.
#ifndef C_TERMINAL_RESTORE_H
#define C_TERMINAL_RESTORE_H

#include <stddef.h>
#include <stdint.h>
#include <termios.h>

/// The longest string that `terminal_restore_arm` keeps.
enum { TERMINAL_RESTORE_CAPACITY = 512 };

/// From now on SEGV, ABRT, ILL, TRAP, BUS and FPE, and `exit`, first write `bytes` to `fd` and set
/// its modes to `modes`; then the signal takes its former course, so that core files, back traces
/// and the exit status are those of the crash. Call it before the first change of the modes.
void terminal_restore_arm(
    int fd, const struct termios *modes, const uint8_t *bytes, size_t count);

/// The most paths that `terminal_restore_remember_memory` keeps, and the longest with its zero.
enum { TERMINAL_RESTORE_MEMORY_COUNT = 66, TERMINAL_RESTORE_MEMORY_CAPACITY = 64 };

/// Once `terminal_restore_arm` was called, the same crashes and `exit` remove the file at `path`, which
/// may be gone by then. The last ones count; a path that is too long is not taken.
void terminal_restore_remember_memory(const char *path);

/// The terminal was given back; crashes no longer touch it.
void terminal_restore_disarm(void);

/// Gives the calling thread a stack for crash handlers, so that a stack overflow also restores.
/// Cheap after the first call on a thread.
void terminal_restore_use_alternate_stack(void);

/// Writes the bytes and sets the modes that `terminal_restore_arm` kept, if it is armed, and
/// disarms. Never waits longer than a moment for a terminal that does not read.
///
/// `with_modes` 0 leaves the modes alone: they belong to whoever is in the foreground.
void terminal_restore_now(int with_modes);

/// The end of a pipe that becomes readable when a caught signal arrives, or -1.
int terminal_signals_open(void);

/// Catches a signal. A handler, not `SIG_IGN`: programs started later do not inherit it.
void terminal_signals_catch(int signal_number);

/// Takes no notice of a signal, in this process only.
void terminal_signals_discard(int signal_number);

/// Gives a signal its default action again.
void terminal_signals_default(int signal_number);

/// The signals that arrived since the last call, bit n for signal n; empties the pipe.
uint64_t terminal_signals_take(void);

/// A descriptor that becomes readable when one of `signals` (bit n for signal n) was caught, or at `terminal_watch_wake`;
/// -1 and `errno` when refused. For one thread, beside the one that reads `terminal_signals_open`.
int terminal_watch_open(uint64_t signals);

/// Makes that descriptor readable.
void terminal_watch_wake(void);

/// Those of the watched signals that were caught since the last call; empties the descriptor.
uint64_t terminal_watch_take(void);

/// Ends the process at once, whatever its other threads do: restores the terminal, if it is armed, as a crash does,
/// removes what `terminal_restore_remember_memory` named, writes `words` to standard error and calls `_exit`, not
/// `exit`, whose handlers may wait for a lock that is never released.
///
/// `with_modes` as in `terminal_restore_now`. `words` may be empty.
void terminal_end_now(int status, int with_modes, const char *words) __attribute__((noreturn));

/// An empty file in memory, closed in programs started later; -1 and `errno` when refused.
int terminal_scratch_file(void);

#endif
