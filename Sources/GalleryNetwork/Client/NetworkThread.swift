import Foundation
import Glibc

extension Thread {
  /// Starts a thread for calls that block on the network.
  ///
  /// Writing to a connection that the other side has closed fails there, and raises no signal.
  static func startForNetwork(_ work: @escaping @Sendable () -> Void) {
    let thread = Thread {
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &set, nil)
      work()
    }
    thread.name = "network"
    thread.start()
  }
}
