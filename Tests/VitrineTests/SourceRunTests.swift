import ExpectationSupport
import Testing

/// Signals to commands that work on a folder.
struct SourceRunTests {
  private let folder = ScratchFolder()

  /// The status of a command on the sample gallery's pictures that gets a signal in the middle of its work,
  /// and whether photos are remembered then.
  ///
  /// - Parameter sign: What is true from then on, in the shell.
  private func interrupted(
    _ command: String, by signal: String, when sign: String
  ) throws -> CommandResult {
    // With job control a command in the background does not ignore SIGINT.
    try CommandResult(
      """
      set -m; cd '\(folder.path)'
      "$vitrine" \(command) &
      until \(sign); do kill -0 %1 || exit 99; done
      kill -\(signal) %1; wait %1; echo "status $?"
      "$vitrine" library | grep -c "^[1-9].* in 1 folder"
      """, environment: ["XDG_CACHE_HOME": folder.path("cache")])
  }

  private static let signals = [("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131)]

  @Test(arguments: ["similar", "library read", "library read --pixels"], signals)
  func `a signal in the middle of the work ends a command, which says so`(
    _ command: String, _ signal: (name: String, status: Int)
  ) throws {
    let result = try interrupted(
      "\(command) \"$sample\"", by: signal.name,
      // It has started a worker.
      when: "[ -n \"$(cat /proc/$!/task/*/children 2>/dev/null)\" ]")

    expectEqual(result.outputLines.first, "status \(signal.status)")
    #expect(result.errorText.hasPrefix("vitrine: interrupted"), "\(result.errorText)")
  }

  @Test(arguments: signals)
  func `what was read until a signal came is remembered`(
    _ signal: (name: String, status: Int)
  ) throws {
    let result = try interrupted(
      "feed \"$sample\" -o feed", by: signal.name,
      when: "[ -n \"$(find feed/pictures -type f 2>/dev/null)\" ]")

    expectEqual(result.outputLines, ["status \(signal.status)", "1"])
    expectEqual(
      result.errorLines.first,
      "vitrine: interrupted: the previous feed is unchanged; run again to continue")
  }

  @Test(arguments: ["list .", "list --json .", "similar --threshold 10 .", "show 1.jpg 2.jpg"])
  func `a reader that stops early is no failure`(_ command: String) throws {
    let result = try CommandResult(
      """
      cd '\(folder.path)'; for number in 1 2 3; do cp "$sample/aurora.jpg" $number.jpg; done
      "$vitrine" \(command) | true; echo "status ${PIPESTATUS[0]}"
      """, environment: ["XDG_CACHE_HOME": folder.path("cache")])

    expectEqual(result.outputLines, ["status 0"])
    expectEqual(result.errorText, "")
  }
}
