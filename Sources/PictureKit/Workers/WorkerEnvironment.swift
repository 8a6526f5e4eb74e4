import Glibc

/// The environment variables for a worker.
nonisolated public enum WorkerEnvironment {
  /// Language and time zone; where libraries are found if the program runs from its build folder; how sanitizers
  /// report. Nothing else: no `VIPS_*` (they raise libvips' limits), no `HOME`, and no secrets that a compromised
  /// decoder could read.
  private static let keptNames: Set<String> = [
    "LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS",
    "UBSAN_OPTIONS",
  ]

  /// The kept variables as `NAME=value`.
  public static func forWorker(from environment: [String: String]) -> [String] {
    let kept = environment.filter { keptNames.contains($0.key) }.map { "\($0.key)=\($0.value)" }
    // A crash costs one photo; the seconds that Swift's backtracer takes would delay many.
    return kept.sorted() + ["SWIFT_BACKTRACE=enable=no"]
  }

  /// The environment of this process.
  public static func ofThisProcess() -> [String: String] {
    var result: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
      let text = String(cString: pointer)
      if let sign = text.firstIndex(of: "=") {
        result[String(text[..<sign])] = String(text[text.index(after: sign)...])
      }
      entry += 1
    }
    return result
  }
}
