import Glibc

/// The environment that a worker gets.
nonisolated public enum WorkerEnvironment {
  /// Language and time zone; where libraries are found when the program is run out of its build folder;
  /// how sanitizers report. Nothing else: no `VIPS_*` (they lift libvips' limits), no `HOME`, nothing that
  /// a decoder that was taken over could read a secret from.
  private static let keptNames: Set<String> = [
    "LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS",
    "UBSAN_OPTIONS",
  ]

  /// `NAME=value` of what is kept.
  public static func forWorker(from environment: [String: String]) -> [String] {
    let kept = environment.filter { keptNames.contains($0.key) }.map { "\($0.key)=\($0.value)" }
    // A crash costs one photo; the seconds that Swift's backtracer takes would cost many.
    return kept.sorted() + ["SWIFT_BACKTRACE=enable=no"]
  }

  /// This process' own.
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
