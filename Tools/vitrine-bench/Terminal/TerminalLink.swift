/// The connection between the program and its terminal.
struct TerminalLink {
  /// nil: as fast as the machine.
  var bytesPerSecond: Double?
  /// In each direction.
  var delay = Duration.zero

  static let local = TerminalLink()
  /// A bad connection to a server: 1 Mbit/s and 50 ms each way.
  static let slow = TerminalLink(bytesPerSecond: 125_000, delay: .milliseconds(50))
}
