import Glibc

/// Standard input, output and error, which a caller may have closed (`>&-`).
enum StandardDescriptors {
  /// Puts something in the place of those that are closed. A file that the program opens would get the number, and
  /// what is printed would end up in it: in the store, say. Writing to what stands there fails, as to what is closed.
  static func fill() {
    for (descriptor, flags) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest number that is free is this one.
      _ = open("/dev/null", flags)
    }
  }
}
