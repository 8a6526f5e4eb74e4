/// What became of a text on its way to the clipboard.
nonisolated public enum ClipboardResult: Hashable, Sendable {
  /// The terminal was given it. No terminal says whether it took it: some ask the person first, some have it
  /// turned off.
  case given
  /// More bytes than terminals take; nothing was copied.
  case tooLong(byteLimit: Int)
  /// The terminal has no clipboard, as a console.
  case unavailable
}
