import CLinux
import Glibc

/// How many processors this process may use, at least 1.
///
/// Not the machine's (`sched_getaffinity`): in a container, or under `taskset`, there may be fewer.
nonisolated public func availableCores() -> Int {
  var set = cpu_set_t()
  guard sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &set) == 0 else { return 1 }
  return max(1, withUnsafeBytes(of: set) { $0.reduce(0) { $0 + $1.nonzeroBitCount } })
}
