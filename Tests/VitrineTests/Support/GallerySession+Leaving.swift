import Glibc
import PseudoTerminalSupport
import Testing

extension GallerySession {
  /// The output of the program and the shell's messages between the start and the end, line by line.
  var said: [String] {
    let text = PseudoTerminal.readable(terminal.output[...]).replacing("^13^10", with: "\n")
    return text.split(separator: "\n").map(String.init).filter {
      !$0.hasPrefix("pid=") && !$0.hasPrefix("status=")
    }
  }

  /// The output from the first frame on, which clears the screen: before it, the program queries the terminal with
  /// sequences that must never come from outside.
  var outputAfterQuestions: ArraySlice<UInt8> {
    let output = terminal.output
    let start = output.firstRange(of: Array("\u{1B}[H\u{1B}[J".utf8))?.lowerBound ?? 0
    return output[start...]
  }

  /// Expects the terminal's original state, and no worker left behind.
  ///
  /// Call it after the shell has printed the status.
  func expectRestored(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(terminal.modes == shell.formerModes, sourceLocation: sourceLocation)
    #expect(!terminal.isRaw, sourceLocation: sourceLocation)
    let modes = terminal.output.lastPrivateModes
    // The second screen, clicks, their format, and pastes are off; the cursor and wrapping are on.
    for mode in [1049, 1000, 1006, 2004] {
      #expect(modes[mode] == false, "mode \(mode)", sourceLocation: sourceLocation)
    }
    #expect(modes[25] == true, "cursor", sourceLocation: sourceLocation)
    #expect(modes[7] != false, "wrapping", sourceLocation: sourceLocation)
  }

  /// Waits for a worker, and returns all that are running.
  func awaitWorkers() throws -> [pid_t] {
    let program = try shell.pid()
    var workers: [pid_t] = []
    try ProcessTable.wait(for: "a picture worker") {
      terminal.readAvailable()
      workers = ProcessTable.workers(of: program)
      return !workers.isEmpty
    }
    return workers
  }

  /// Waits until processes have ended.
  func awaitEnd(of processes: [pid_t]) throws {
    try ProcessTable.wait(for: "end of \(processes)") {
      terminal.readAvailable()
      return !processes.contains(where: ProcessTable.isAlive)
    }
  }
}

extension [UInt8] {
  /// The last state of each private mode that was set or reset (`CSI ? Ps h`, `CSI ? Ps l`).
  var lastPrivateModes: [Int: Bool] {
    var modes: [Int: Bool] = [:]
    forEachSequence { isPrivate, numbers, final in
      guard isPrivate, final == UInt8(ascii: "h") || final == UInt8(ascii: "l") else { return }
      for number in numbers { modes[number] = final == UInt8(ascii: "h") }
    }
    return modes
  }

  /// The numbers in every `CSI … m`.
  var graphicRenditions: Set<Int> {
    var all: Set<Int> = []
    forEachSequence { isPrivate, numbers, final in
      if !isPrivate, final == UInt8(ascii: "m") { all.formUnion(numbers) }
    }
    return all
  }

  private func forEachSequence(_ take: (Bool, [Int], UInt8) -> Void) {
    withUnsafeBufferPointer { bytes in
      var index = 0
      while index + 2 < bytes.count {
        guard bytes[index] == 0x1B, bytes[index + 1] == UInt8(ascii: "[") else {
          index += 1
          continue
        }
        index += 2
        let isPrivate = bytes[index] == UInt8(ascii: "?")
        if isPrivate { index += 1 }
        var numbers = [0]
        while index < bytes.count, (0x30...0x3B).contains(bytes[index]) {
          if bytes[index] == UInt8(ascii: ";") {
            numbers.append(0)
          } else if bytes[index] <= 0x39 {
            let last = numbers.removeLast()
            numbers.append(Swift.min(last, 99_999) * 10 + Int(bytes[index] - 0x30))
          }
          index += 1
        }
        if index < bytes.count { take(isPrivate, numbers, bytes[index]) }
      }
    }
  }
}
