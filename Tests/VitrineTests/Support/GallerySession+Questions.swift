import PseudoTerminalSupport

extension GallerySession {
  /// The output from the first frame on, which clears the screen: before it, the program queries the terminal with
  /// sequences that must never come from outside.
  var outputAfterQuestions: ArraySlice<UInt8> {
    let output = terminal.output
    let start = output.firstRange(of: Array("\u{1B}[H\u{1B}[J".utf8))?.lowerBound ?? 0
    return output[start...]
  }
}
