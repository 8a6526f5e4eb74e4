import PseudoTerminalSupport

extension GallerySession {
  /// What was written from the first frame on, which clears the screen: before it the program asks the
  /// terminal what it knows, with sequences that nothing from outside may bring there.
  var outputAfterQuestions: ArraySlice<UInt8> {
    let output = terminal.output
    let start = output.firstRange(of: Array("\u{1B}[H\u{1B}[J".utf8))?.lowerBound ?? 0
    return output[start...]
  }
}
