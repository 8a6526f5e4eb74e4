import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import Glibc

/// What `~/.ssh/config` says about a host (ssh_config(5)), as far as a connection needs it.
///
/// Read here rather than by libssh, which runs the programs of `Match exec` by itself. The first value of a setting
/// counts, as in ssh(1); unknown settings are ignored.
struct SSHConfiguration: Hashable, Sendable {
  /// Why a host is not connected to.
  enum Refusal: Error, Hashable, Sendable {
    /// Whether a block applies depends on a program.
    case matchExec
    /// Other users can write to a file, or own it.
    case writableByOthers(path: String)
  }

  /// The host name to look up; nil for the name itself.
  var hostName: String?
  var port: Int?
  var user: String?
  /// Paths, in the order in which they are tried; nil for the usual ones.
  var identityFiles: [String]?
  var certificateFiles: [String] = []
  /// A socket, `none` or `SSH_AUTH_SOCK`.
  var identityAgent: String?
  /// Whether only the keys of `identityFiles` are offered.
  var identitiesOnly: Bool?
  /// The name to look up in `known_hosts`.
  var hostKeyAlias: String?
  var knownHostsFiles: [String]?
  /// Of the computer, for all its users; nil for the usual ones.
  var globalKnownHostsFiles: [String]?
  /// A file of keys that no host may have any more; nil or `none` for no such file.
  var revokedHostKeys: String?
  /// Jump hosts in order, as `[user@]host[:port]`.
  var proxyJump: [String] = []
  /// Whether another program makes the connection.
  var hasProxyCommand = false

  /// What decides which blocks apply, and the values of tokens with `%`.
  struct Subject: Sendable {
    /// As the user wrote it.
    var host: String
    var user: String?
    var port: Int?
    var home: String?
    var localUser: String
  }

  private static let byteLimit = 1 << 20
  /// As in ssh(1).
  private static let depthLimit = 16
  private static let fileLimit = 200

  /// Missing files count as empty.
  ///
  /// - Throws: `.writableByOthers` for files of the user and for included ones, as ssh(1): a user who can write to them
  ///   says where connections go and which keys are shown.
  init(of subject: Subject, userFiles: [String], systemFiles: [String]) throws(Refusal) {
    var reader = Reader(subject: subject)
    for file in userFiles { try reader.read(file, isUsers: true, depth: 0) }
    for file in systemFiles { try reader.read(file, isUsers: false, depth: 0) }
    self = reader.configuration()
  }

  /// What a user's file says, without those that it includes.
  init(of subject: Subject, text: [UInt8]) throws(Refusal) {
    var reader = Reader(subject: subject)
    try reader.read(text, isUsers: true, depth: Self.depthLimit)
    self = reader.configuration()
  }

  private init() {}

  /// Reads files line by line.
  private struct Reader {
    let subject: Subject
    var found = SSHConfiguration()
    var readCount = 0
    var proxyIsDecided = false

    init(subject: Subject) {
      self.subject = subject
    }

    /// With its tokens expanded.
    func configuration() -> SSHConfiguration {
      var result = found
      if found.hostName != nil { result.hostName = hostName }
      result.identityFiles = found.identityFiles.map { $0.filter { $0 != "none" }.map(path) }
      result.certificateFiles = found.certificateFiles.filter { $0 != "none" }.map(path)
      result.knownHostsFiles = found.knownHostsFiles.map { $0.filter { $0 != "none" }.map(path) }
      result.globalKnownHostsFiles = found.globalKnownHostsFiles.map {
        // Without the tokens of the user's files, as in ssh(1).
        $0.filter { $0 != "none" }.map(inHome)
      }
      result.identityAgent = found.identityAgent.map {
        ["none", "SSH_AUTH_SOCK"].contains($0) ? $0 : path($0)
      }
      return result
    }

    mutating func read(_ file: String, isUsers: Bool, depth: Int) throws(Refusal) {
      var isWritableByOthers = false
      guard depth <= depthLimit, readCount < fileLimit,
        let reference = FileReference(path: Array(file.utf8)),
        let bytes = try? FileBytes.read(
          reference, byteLimit: byteLimit,
          inspect: { status in
            let isOwn = status.st_uid == 0 || status.st_uid == getuid()
            isWritableByOthers = !isOwn || status.st_mode & (S_IWGRP | S_IWOTH) != 0
          }
        ).bytes
      else { return }
      guard !isWritableByOthers || (!isUsers && depth == 0) else {
        throw .writableByOthers(path: file)
      }
      readCount += 1
      try read(bytes, isUsers: isUsers, depth: depth)
    }

    mutating func read(_ bytes: [UInt8], isUsers: Bool, depth: Int) throws(Refusal) {
      var isInBlock = true
      for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
        guard let (keyword, words) = Self.words(of: line) else { continue }
        switch keyword {
        case "host": isInBlock = Self.matches(words, subject.host)
        case "match": isInBlock = try matches(words)
        case "include":
          // Blocks of an included file apply only there.
          guard isInBlock, depth < depthLimit else { continue }
          for word in words {
            for path in paths(word, isUsers: isUsers) {
              try read(path, isUsers: isUsers, depth: depth + 1)
            }
          }
        default: if isInBlock { take(keyword, words) }
        }
      }
    }

    /// - Returns: The keyword in lower case, and the words after it or after its `=`.
    private static func words(of line: Substring) -> (String, [String])? {
      var words: [String] = []
      var word: String?
      var isQuoted = false
      for character in line {
        switch character {
        case "\"":
          isQuoted.toggle()
          word = word ?? ""
        case " " where !isQuoted, "\t" where !isQuoted, "=" where !isQuoted && words.count <= 1:
          // Skips only the `=` between keyword and value.
          if character == "=", words.count == 1, word != nil {
            word?.append(character)
            continue
          }
          if let ended = word { words.append(ended) }
          word = nil
        case "#" where !isQuoted && word == nil:
          return finish()
        default: word = (word ?? "") + String(character)
        }
      }
      return finish()

      func finish() -> (String, [String])? {
        if let word { words.append(word) }
        guard let first = words.first else { return nil }
        return (first.lowercased(), Array(words.dropFirst()))
      }
    }

    /// Patterns separated by blanks; a matching one with `!` excludes the host.
    private static func matches(_ patterns: [String], _ name: String) -> Bool {
      let name = Array(name.lowercased().utf8)
      var isFound = false
      for pattern in patterns {
        let isNegative = pattern.hasPrefix("!")
        let text = Array(pattern.dropFirst(isNegative ? 1 : 0).lowercased().utf8)
        guard KnownHostKeys.fits(name, text) else { continue }
        if isNegative { return false }
        isFound = true
      }
      return isFound
    }

    private func matches(_ words: [String]) throws(Refusal) -> Bool {
      var words = words[...]
      var isMatch = !words.isEmpty
      while var criterion = words.popFirst()?.lowercased() {
        let isNegative = criterion.hasPrefix("!")
        if isNegative { criterion.removeFirst() }
        if criterion == "all" { continue }
        if ["canonical", "final"].contains(criterion) {
          // Names are used as written, and the file is read once.
          if !isNegative { isMatch = false }
          continue
        }
        let argument = words.popFirst() ?? ""
        let patterns = argument.split(separator: ",").map(String.init)
        let fits: Bool
        switch criterion {
        case "host":
          fits = Self.matches(patterns, hostName)
        case "originalhost": fits = Self.matches(patterns, subject.host)
        case "user":
          fits = Self.matches(patterns, subject.user ?? found.user ?? subject.localUser)
        case "localuser": fits = Self.matches(patterns, subject.localUser)
        case "exec":
          // Only if nothing else has excluded the host, as in ssh(1).
          guard isMatch else { continue }
          throw .matchExec
        default: fits = false
        }
        if fits == isNegative { isMatch = false }
      }
      return isMatch
    }

    private mutating func take(_ keyword: String, _ words: [String]) {
      guard let value = words.first else { return }
      switch keyword {
      case "hostname": found.hostName = found.hostName ?? value
      case "port":
        found.port = found.port ?? Int(value).flatMap { (1...65_535).contains($0) ? $0 : nil }
      case "user": found.user = found.user ?? value
      case "identityfile": found.identityFiles = (found.identityFiles ?? []) + [value]
      case "certificatefile": found.certificateFiles.append(value)
      case "identityagent": found.identityAgent = found.identityAgent ?? value
      case "identitiesonly":
        found.identitiesOnly = found.identitiesOnly ?? (value.lowercased() == "yes")
      case "hostkeyalias": found.hostKeyAlias = found.hostKeyAlias ?? value
      case "revokedhostkeys": found.revokedHostKeys = found.revokedHostKeys ?? value
      case "userknownhostsfile": found.knownHostsFiles = found.knownHostsFiles ?? words
      case "globalknownhostsfile":
        found.globalKnownHostsFiles = found.globalKnownHostsFiles ?? words
      // Whichever of the two comes first counts.
      case "proxyjump" where !proxyIsDecided:
        proxyIsDecided = true
        if value.lowercased() != "none" {
          found.proxyJump = value.split(separator: ",").map {
            String($0.trimmingPrefix("ssh://"))
          }
        }
      case "proxycommand" where !proxyIsDecided:
        proxyIsDecided = true
        found.hasProxyCommand = value.lowercased() != "none"
      default: break
      }
    }

    // MARK: Tokens

    /// The host name to look up, so far.
    private var hostName: String {
      found.hostName?.replacing("%h", with: subject.host).replacing("%%", with: "%")
        ?? subject.host
    }

    private func path(_ text: String) -> String { inHome(expanded(text)) }

    private func inHome(_ text: String) -> String {
      guard text.hasPrefix("~/"), let home = subject.home else { return text }
      return home + text.dropFirst()
    }

    /// `%h`, `%n`, `%d`, `%u`, `%r`, `%p` and `%%` (ssh_config(5), *TOKENS*).
    private func expanded(_ text: String) -> String {
      var result = ""
      var isSign = false
      for character in text {
        guard isSign else {
          if character == "%" { isSign = true } else { result.append(character) }
          continue
        }
        isSign = false
        switch character {
        case "%": result.append("%")
        case "n": result += subject.host
        case "h": result += hostName
        case "d": result += subject.home ?? "~"
        case "u": result += subject.localUser
        case "r": result += subject.user ?? found.user ?? subject.localUser
        case "p": result += String(subject.port ?? found.port ?? 22)
        default: result += "%\(character)"
        }
      }
      return result
    }

    /// The files that match a pattern, in the order of their names.
    private func paths(_ word: String, isUsers: Bool) -> [String] {
      var pattern = path(word)
      if !pattern.hasPrefix("/") {
        guard let home = isUsers ? subject.home.map({ "\($0)/.ssh" }) : "/etc/ssh" else {
          return []
        }
        pattern = "\(home)/\(pattern)"
      }
      var found = glob_t()
      defer { globfree(&found) }
      guard glob(pattern, 0, nil, &found) == 0, let paths = found.gl_pathv else { return [] }
      return (0..<Int(found.gl_pathc)).compactMap { index in
        paths[index].map { String(cString: $0) }
      }
    }
  }
}
