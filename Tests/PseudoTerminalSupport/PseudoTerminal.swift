import Glibc

/// A terminal without a window: a test writes keys and reads what a program writes.
///
/// Nothing sleeps: every wait has a deadline, and missing it throws an error with the output so far.
public final class PseudoTerminal {
  /// What was expected and did not arrive.
  public struct TimedOut: Error, CustomStringConvertible {
    public let awaited: String
    public let output: String

    public var description: String { "no \(awaited) in: \(output)" }
  }

  public struct SystemError: Error {
    public let call: String
    public let code: Int32
  }

  /// How long to wait for something that happens immediately on an idle machine. A passing test never waits this long,
  /// so the value costs nothing; it has to outlast delays on a busy machine.
  public static let patience = Duration.seconds(180)

  // TIOCSPTLCK and TIOCGPTN (asm-generic/ioctls.h), macros that Swift cannot import.
  private static let unlockRequest: UInt = 0x4004_5431
  private static let numberRequest: UInt = 0x8004_5430

  /// The path for programs to open, such as `/dev/pts/3`.
  public let path: String
  /// Everything that was read so far.
  public private(set) var output: [UInt8] = []
  private var master: Int32
  /// Kept open, so that the modes outlive the programs.
  private let slave: Int32

  public init(columns: Int = 80, rows: Int = 24) throws {
    // Close-on-exec from the start: a program that kept another one's master open would keep it alive.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    guard master >= 0, ioctl(master, Self.unlockRequest, &isLocked) == 0,
      ioctl(master, Self.numberRequest, &number) == 0
    else { throw SystemError(call: "/dev/ptmx", code: errno) }
    path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw SystemError(call: "open", code: errno) }
    var modes = termios()
    tcgetattr(slave, &modes)
    modes.c_iflag |= tcflag_t(IUTF8)
    tcsetattr(slave, TCSANOW, &modes)
    resize(columns: columns, rows: rows)
  }

  deinit {
    hangUp()
    close(slave)
  }

  /// Sets the size as an emulator does: the foreground group gets SIGWINCH.
  public func resize(columns: Int, rows: Int, pixelWidth: Int = 0, pixelHeight: Int = 0) {
    var window = winsize()
    window.ws_col = UInt16(clamping: columns)
    window.ws_row = UInt16(clamping: rows)
    window.ws_xpixel = UInt16(clamping: pixelWidth)
    window.ws_ypixel = UInt16(clamping: pixelHeight)
    _ = ioctl(master, UInt(TIOCSWINSZ), &window)
  }

  /// The modes as text, for comparison.
  public var modes: String {
    var modes = termios()
    guard tcgetattr(slave, &modes) == 0 else { return "gone" }
    let characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
    return "\(modes.c_iflag) \(modes.c_oflag) \(modes.c_cflag) \(modes.c_lflag) \(characters)"
  }

  /// Whether keys arrive one by one and without echo.
  public var isRaw: Bool {
    var modes = termios()
    return tcgetattr(slave, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON | ECHO) == 0
  }

  /// Types bytes.
  public func send(_ text: String) { send(Array(text.utf8)) }

  public func send(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { write(master, $0.baseAddress! + done, $0.count - done) }
      if count < 0 && errno != EINTR { return }
      done += max(0, count)
    }
  }

  /// Reads until the output after `start` satisfies the condition.
  ///
  /// - Returns: The index where the output ends now.
  @discardableResult
  public func read(
    _ awaited: String, from start: Int = 0, until isComplete: (ArraySlice<UInt8>) -> Bool
  ) throws -> Int {
    let deadline = ContinuousClock.now + Self.patience
    while !isComplete(output[min(start, output.count)...]) {
      let left = deadline - ContinuousClock.now
      guard left > .zero, readSome(milliseconds: 1000) != .ended else {
        throw TimedOut(awaited: awaited, output: Self.readable(output[min(start, output.count)...]))
      }
    }
    return output.count
  }

  /// Reads until a text has arrived after `start`; returns where the output ends then.
  @discardableResult
  public func read(until text: String, from start: Int = 0) throws -> Int {
    let wanted = Array(text.utf8)
    return try read("“\(Self.readable(wanted[...]))”", from: start) { $0.contains(wanted) }
  }

  private enum Outcome {
    case bytes, nothing, ended
  }

  /// Reads once.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes; unread output blocks the program, like a slow connection.
  ///   - milliseconds: How long to wait for the first byte.
  /// - Returns: How many bytes were read; 0 if there were none.
  public func read(atMost limit: Int, milliseconds: Int32) -> Int {
    let before = output.count
    _ = readSome(milliseconds: milliseconds, limit: limit)
    return output.count - before
  }

  private func readSome(milliseconds: Int32, limit: Int = 65536) -> Outcome {
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard master >= 0, poll(&ready, 1, milliseconds) > 0 else { return .nothing }
    var buffer = [UInt8](repeating: 0, count: max(1, limit))
    let count = Glibc.read(master, &buffer, buffer.count)
    guard count > 0 else { return .ended }
    output += buffer[..<count]
    return .bytes
  }

  /// Reads what is there, without waiting for more.
  public func readAvailable() {
    while readSome(milliseconds: 0) == .bytes {}
  }

  /// Closes the window.
  public func hangUp() {
    if master >= 0 { close(master) }
    master = -1
  }

  /// Bytes with their control characters spelled out.
  public static func readable(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
      scalar.value == 0x1B ? "␛" : scalar.value < 0x20 ? "^\(scalar.value)" : String(scalar)
    }.joined()
  }
}

extension Collection where Element == UInt8 {
  /// Whether the bytes occur in the collection.
  public func contains(_ bytes: [UInt8]) -> Bool { bytes.isEmpty || firstRange(of: bytes) != nil }

  public func contains(_ text: String) -> Bool { contains(Array(text.utf8)) }
}
