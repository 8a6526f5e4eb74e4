import Glibc

/// The hidden names of files that are incomplete, or are about to be removed, and what is done with those that a killed
/// program left: `.vitrine-`, a process, a number, and an ending that says what it is.
///
/// The process is a `ProcessIdentity`, or a plain number if there is none and in names of earlier versions.
package enum HiddenPart {
  /// What is done with a hidden file that is found.
  package enum Treatment {
    case keep
    case remove
    /// Removed if its bytes are found in a complete file.
    case compare
  }

  package enum Kind: String {
    /// A user's file: it may be the only copy.
    case part = ".part"
    /// The names of an interrupted move.
    case record = ".names"
    /// A file that the program makes (a page, a sheet, a sidecar with an edit): the old one is still there, so half a new one is worth nothing.
    case half = ".tmp"
  }

  private enum Owner {
    case process(ProcessIdentity)
    case number(pid_t)
    /// In names of 1.0.
    case unnamed
  }

  private static let prefix = Array(".vitrine-".utf8)
  /// How long a file is left alone if nothing is known about its process: one that another computer on the network is
  /// writing is younger.
  package static let waitingSeconds = 86_400.0

  package static func newName(by process: ProcessIdentity?, _ kind: Kind = .part) -> [UInt8] {
    let number = StableHash.hex(UInt64.random(in: .min ... .max))
    return prefix + Array("\(process?.text ?? "\(getpid())")-\(number)\(kind.rawValue)".utf8)
  }

  package static func isName(_ name: [UInt8], _ kind: Kind = .part) -> Bool {
    meaning(of: name)?.kind == kind
  }

  /// - Parameters:
  ///   - now: Seconds since 1970.
  ///   - observer: The calling process.
  package static func treatment(
    of name: [UInt8], _ status: stat, now: Double, seenBy observer: ProcessIdentity?
  ) -> Treatment {
    guard let (kind, owner) = meaning(of: name), status.isRegularFile else { return .keep }
    let isOld = isOld(status, now: now)
    switch owner {
    case .process(let process):
      switch process.state(seenBy: observer) {
      case .running: return .keep
      case .ended: return kind == .half ? .remove : .compare
      case .unknown: return isOld ? .remove : .keep
      }
    case .number(let number):
      return isOld && kill(number, 0) != 0 && errno == ESRCH ? .remove : .keep
    case .unnamed: return isOld ? .remove : .keep
    }
  }

  package static func isOld(_ status: stat, now: Double) -> Bool {
    Double(status.st_ctim.tv_sec) < now - waitingSeconds
  }

  /// Removes the half-written files in a folder whose programs have ended.
  ///
  /// - Parameter now: Seconds since 1970.
  /// - Complexity: Reads the names in the folder.
  package static func removeUnfinished(
    in path: some Collection<UInt8>, now: Double = Double(time(nil)),
    _ calls: FileSystemCalls = FileSystemCalls()
  ) {
    guard let folder = try? calls.openFolder(Array(path)),
      let names = try? calls.names(in: folder)
    else { return }
    for name in names where isName(name, .half) {
      guard let status = try? calls.status(of: name, in: folder),
        treatment(of: name, status, now: now, seenBy: calls.process) == .remove
      else { continue }
      try? calls.remove(name, in: folder)
    }
  }

  private static func meaning(of name: [UInt8]) -> (kind: Kind, owner: Owner)? {
    guard name.starts(with: prefix), let point = name.lastIndex(of: UInt8(ascii: ".")),
      let kind = Kind(rawValue: String(decoding: name[point...], as: UTF8.self))
    else { return nil }
    let fields = name[prefix.count..<max(point, prefix.count)].split(separator: UInt8(ascii: "-"))
    guard let last = fields.last, last.count == 16 else { return nil }
    switch fields.count {
    case 1 where kind == .half: return (kind, .unnamed)
    case 2:
      guard let number = pid_t(String(decoding: fields[0], as: UTF8.self)), number > 0 else {
        return nil
      }
      return (kind, .number(number))
    case 4:
      return ProcessIdentity(fields.dropLast().joined(separator: [UInt8(ascii: "-")])).map {
        (kind, .process($0))
      }
    default: return nil
    }
  }
}
