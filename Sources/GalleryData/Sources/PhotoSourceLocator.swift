import FeedFormats
import Files
import Foundation
import GalleryDomain
import Glibc

/// Decides what `SOURCE` is: `-`, `exec:`, `clickhouse:` or a known preset's name before a colon, else a URL, else a
/// path, else a preset's name alone.
///
/// `./list` and `./500px:x` are paths, whatever else their names could mean; so is, with neither a scheme nor a preset
/// before it, `saved.json`. A path is never anything else, not even with `--preset`: a misspelt name must not be sent
/// to a service as a search term.
public struct PhotoSourceLocator: Sendable {
  private let workingDirectory: [UInt8]
  private let home: String?
  private let isPreset: @Sendable (String) -> Bool
  private let ask: @Sendable (FileReference) -> NamedKind
  private let mounts: @Sendable () -> MountTable
  /// How long to wait for a mount that may not answer, before the first frame.
  private let pause: Duration

  /// - Parameters:
  ///   - workingDirectory: An absolute path, for relative ones; nil for the process's own, and `/` if that is gone.
  ///   - home: The user's home folder, for `~` in words that no shell expands.
  ///   - isPreset: Whether there is a preset with a name (lower case); only called for possible names.
  package init(
    workingDirectory: FileReference? = nil,
    home: String? = getenv("HOME").map { String(cString: $0) },
    ask: @escaping @Sendable (FileReference) -> NamedKind = Self.kind(of:),
    mounts: @escaping @Sendable () -> MountTable = MountTable.now,
    pause: Duration = FileAnswer.pause, isPreset: @escaping @Sendable (String) -> Bool
  ) {
    self.ask = ask
    self.mounts = mounts
    self.pause = pause
    self.home = home
    self.workingDirectory = workingDirectory?.path ?? FilePath.workingDirectory
    self.isPreset = isPreset
  }

  /// - Parameters:
  ///   - argument: nil if no source was named. A name that isn't UTF-8 survives only as `RawArguments.bytes(of:)`.
  ///   - preset: `--preset`: how to read a file or a URL; without either, the argument is the preset's own.
  ///     `name:argument` names the server of a file.
  /// - Complexity: One stat(2); a file whose name doesn't say what it is is opened to read its first bytes.
  public func source(
    _ argument: [UInt8]?, preset: String? = nil
  ) throws(PhotoSourceLocatorError) -> PhotoSource {
    if let preset { return try source(argument, of: preset) }
    guard let argument else { return .sampleGallery }
    if argument == [UInt8(ascii: "-")] { return .paths }
    switch FeedAddress.prefix(of: argument) {
    case "file":
      guard let file = FeedAddress.file(String(decoding: argument, as: UTF8.self)) else {
        throw .noSuchFile(name: TextCleaner.line(bytes: argument))
      }
      return try source(at: file, typed: argument)
    case let scheme? where Self.isRemoteFolder(argument, scheme: scheme):
      let folder = try remoteFolder(argument, scheme: scheme)
      // Decided by the name, since no server is asked here; a folder with such a name needs a slash.
      guard let file = folder.fileParts, FileNameKind(file.name[...]).isListed else {
        return .remoteFolder(folder)
      }
      return .remoteFolder(file.folder, selecting: FolderPhotoID.id(ofPath: file.name))
    case "exec":
      do throws(Complaint) {
        return .program(
          try ProgramCall(
            argument.dropFirst("exec:".utf8.count), workingDirectory: workingDirectory,
            home: home))
      } catch {
        throw .refused(error)
      }
    case "clickhouse":
      do throws(Complaint) {
        let rest = argument.dropFirst("clickhouse:".utf8.count)
        return .clickHouse(try ClickHouseAddress(String(decoding: rest, as: UTF8.self)))
      } catch {
        throw .refused(error)
      }
    case let scheme? where Self.isAddress(argument, scheme: scheme):
      return .address(try address(argument, scheme: scheme))
    case let name? where isPreset(name):
      let rest = argument.dropFirst(name.utf8.count + 1)
      return .preset(name: name, argument: String(decoding: rest, as: UTF8.self))
    default:
      do throws(PhotoSourceLocatorError) {
        return try source(at: path(argument), typed: argument)
      } catch {
        guard case .noSuchFile = error, !Self.beginsAsPath(argument),
          let found = try presetAlone(argument)
        else { throw error }
        return found
      }
    }
  }

  /// A file on a file server, whatever its name, with the folder around it.
  ///
  /// - Returns: nil if it isn't the URL of such a file.
  public func remoteFile(_ argument: [UInt8]) throws(PhotoSourceLocatorError) -> PhotoSource? {
    guard let scheme = FeedAddress.prefix(of: argument),
      Self.isRemoteFolder(argument, scheme: scheme),
      let file = try remoteFolder(argument, scheme: scheme).fileParts
    else { return nil }
    return .remoteFolder(file.folder, selecting: FolderPhotoID.id(ofPath: file.name))
  }

  private static func isRemoteFolder(_ argument: [UInt8], scheme: String) -> Bool {
    (scheme == "s3" || scheme == "sftp" || webDAV[scheme] != nil)
      && isAddress(argument, scheme: scheme)
  }

  private func remoteFolder(
    _ argument: [UInt8], scheme: String
  ) throws(PhotoSourceLocatorError) -> RemoteFolderAddress {
    switch scheme {
    case "s3": try bucket(argument)
    case "sftp": .sftp(try sftpFolder(argument))
    default:
      .webDAV(try folder(argument, scheme: scheme, requestedBy: Self.webDAV[scheme] ?? "https"))
    }
  }

  /// For an argument that isn't a file: `picsum`, or an unknown name before a colon.
  private func presetAlone(
    _ argument: [UInt8]
  ) throws(PhotoSourceLocatorError) -> PhotoSource? {
    if let name = FeedAddress.prefix(of: argument) {
      let file = TextCleaner.line(bytes: argument)
      throw .refused(
        "no preset '\(TextCleaner.line(name))' and no file '\(file)'; 'vitrine sources' lists the presets"
      )
    }
    guard let name = String(validating: argument, as: UTF8.self)?.lowercased(), isPreset(name)
    else { return nil }
    return .preset(name: name, argument: "")
  }

  private func source(
    _ argument: [UInt8]?, of preset: String
  ) throws(PhotoSourceLocatorError) -> PhotoSource {
    let name = preset.lowercased()
    guard isPreset(name) else {
      // What follows a colon may hold a password.
      let shown = TextCleaner.line(preset).prefix { $0 != ":" }
      throw .refused("no preset '\(shown)'; 'vitrine sources' lists them")
    }
    guard let argument else { return .preset(name: name, argument: "") }
    if let scheme = FeedAddress.prefix(of: argument) {
      if scheme != "file", Self.isAddress(argument, scheme: scheme) {
        return .address(try address(argument, scheme: scheme), preset: name)
      }
      if scheme == name { return try source(argument) }
    }
    let isPath = Self.beginsAsPath(argument) || Self.endsAsFile(argument)
    let found: PhotoSource?
    do throws(PhotoSourceLocatorError) {
      found = try source(argument)
    } catch {
      if isPath { throw error }
      // If it isn't a file, the preset interprets it.
      found = nil
    }
    switch found {
    case .feedFile(let file, _): return .feedFile(file, preset: name)
    case .folder where isPath, .picture where isPath:
      throw .refused(
        "\(TextCleaner.line(bytes: argument)) is not a feed file; --preset \(name) reads one")
    default: return .preset(name: name, argument: String(decoding: argument, as: UTF8.self))
    }
  }

  /// `/a`, `./a`, `../a`, `~/a` (which a shell leaves alone in quotes), `.` and `..`, and a file's URL.
  private static func beginsAsPath(_ argument: [UInt8]) -> Bool {
    if argument.first == FilePath.separator || argument.first == UInt8(ascii: "~") { return true }
    if FeedAddress.prefix(of: argument) == "file" { return true }
    return argument.starts(with: "./".utf8) || argument.starts(with: "../".utf8)
      || argument.elementsEqual(".".utf8) || argument.elementsEqual("..".utf8)
  }

  private static func endsAsFile(_ argument: [UInt8]) -> Bool {
    let ending = String(decoding: argument.suffix(5), as: UTF8.self).lowercased()
    return ending == ".json" || ending.hasSuffix(".xml")
  }

  private static func isAddress(_ argument: [UInt8], scheme: String) -> Bool {
    argument.dropFirst(scheme.utf8.count).starts(with: "://".utf8)
  }

  private func address(
    _ argument: [UInt8], scheme: String
  ) throws(PhotoSourceLocatorError) -> URL {
    guard scheme == "http" || scheme == "https" else {
      throw .refused(
        "can't read \(scheme):// URLs; use http, https, davs, sftp, s3, file or clickhouse:")
    }
    guard let url = FeedAddress.web(String(decoding: argument, as: UTF8.self)),
      WebAddress.isWeb(url)
    else { throw Self.malformed(argument) }
    return url
  }

  private static func malformed(_ argument: [UInt8]) -> PhotoSourceLocatorError {
    .refused("'\(TextCleaner.line(bytes: FeedAddress.withoutUser(argument)))' is not a URL")
  }

  private static func secret(in scheme: String) -> PhotoSourceLocatorError {
    .refused(
      "a key or a password in an address (\(scheme)://) is seen by all users of this computer; see 'man vitrine', SECRETS"
    )
  }

  /// Schemes of folders on WebDAV servers, as GNOME and KDE write them, and what they mean.
  private static let webDAV = [
    "dav": "http", "davs": "https", "webdav": "http", "webdavs": "https",
  ]

  /// `davs://host/path`, optionally with a user before the host.
  ///
  /// - Parameter scheme: http or https, as which it is read.
  private func folder(
    _ argument: [UInt8], scheme: String, requestedBy webScheme: String
  ) throws(PhotoSourceLocatorError) -> URL {
    try refusePassword(in: argument, scheme: scheme)
    do throws(PhotoSourceLocatorError) {
      return try address(
        Array(webScheme.utf8) + argument.dropFirst(scheme.utf8.count), scheme: webScheme)
    } catch {
      throw Self.malformed(argument)
    }
  }

  /// Searches the text as typed, before any error could show it.
  private func refusePassword(
    in argument: [UInt8], scheme: String
  ) throws(PhotoSourceLocatorError) {
    // Also finds a character that should have been encoded.
    let authority = argument.dropFirst(scheme.utf8.count + "://".utf8.count).prefix {
      $0 != UInt8(ascii: "/")
    }
    if let end = authority.lastIndex(of: UInt8(ascii: "@")),
      authority[..<end].contains(UInt8(ascii: ":"))
    {
      throw Self.secret(in: scheme)
    }
  }

  /// `sftp://host/path`, optionally with a user before the host. Characters that begin a query or fragment in other
  /// URLs belong to the path.
  private func sftpFolder(_ argument: [UInt8]) throws(PhotoSourceLocatorError) -> URL {
    let scheme = "sftp"
    let escaped = argument.flatMap { byte in
      switch byte {
      case UInt8(ascii: "?"): Array("%3F".utf8)
      case UInt8(ascii: "#"): Array("%23".utf8)
      default: [byte]
      }
    }
    let address = try folder(escaped, scheme: scheme, requestedBy: "https")
    guard let url = URL(string: scheme + address.absoluteString.dropFirst("https".count)) else {
      throw Self.malformed(argument)
    }
    guard url.password() == nil else { throw Self.secret(in: scheme) }
    return url
  }

  /// `s3://bucket/folder`. The text after the bucket is a key, not a URL: nothing in it is encoded.
  private func bucket(_ argument: [UInt8]) throws(PhotoSourceLocatorError) -> RemoteFolderAddress {
    let parts = argument.dropFirst("s3://".utf8.count)
      .split(separator: FilePath.separator, maxSplits: 1, omittingEmptySubsequences: false)
    guard let bucket = parts.first.flatMap({ String(validating: $0, as: UTF8.self) }),
      !bucket.isEmpty,
      let folder = String(validating: parts.dropFirst().first ?? [], as: UTF8.self)
    else { throw Self.malformed(argument) }
    guard !bucket.contains("@") else { throw Self.secret(in: "s3") }
    return .s3(bucket: bucket, folder: folder)
  }

  private func path(_ argument: [UInt8]) throws(PhotoSourceLocatorError) -> FileReference {
    let path = FilePath.absolute(argument, in: workingDirectory)
    // A separator behind a file and a folder that isn't there are faults, as for the system.
    let real =
      path.last == FilePath.separator
      ? nil
      : FileAnswer.within(pause, at: path, mounts: mounts()) { FilePath.realWithoutDots(path) }
        ?? FilePath.normal(path)
    guard !argument.isEmpty, let file = FileReference(path: real ?? path) else {
      throw .noSuchFile(name: TextCleaner.line(bytes: argument))
    }
    return file
  }

  /// - Parameter argument: Errors name the source as it was typed.
  private func source(
    at file: FileReference, typed argument: [UInt8]
  ) throws(PhotoSourceLocatorError) -> PhotoSource {
    let name = TextCleaner.line(bytes: argument)
    let ask = ask
    let answer = FileAnswer.within(pause, at: file.path, mounts: mounts()) {
      let kind = ask(file)
      guard case .missing(ENOENT) = kind,
        let path = FilePath.spelledOtherwise(file.path, in: []),
        let other = FileReference(path: path)
      else { return (kind: kind, file: file) }
      return (kind: ask(other), file: other)
    }
    let file = answer?.file ?? file
    switch answer?.kind ?? Self.likelyKind(of: file) {
    case .missing(let code): throw PhotoSourceLocatorError(code: code, name: name)
    case .folder: return .folder(file)
    case .other: throw .unavailable(.notAFileOrFolder(name: name))
    case .collection: return .collection(file)
    case .picture:
      guard let folder = FileReference(path: FilePath.directory(of: file.path)) else {
        return .feedFile(file)
      }
      let lastComponent = Array(FilePath.lastComponent(file.path))
      return .picture(FolderPhotoID.id(ofPath: lastComponent), folder: folder)
    case .document: return .feedFile(file)
    }
  }

  /// What a path names.
  package enum NamedKind: Hashable, Sendable {
    /// An errno.
    case missing(Int32)
    case folder
    case collection
    case picture
    case document
    /// A FIFO, a socket, a device.
    case other
  }

  /// stat(2), and the first bytes of a file whose name doesn't say what it is.
  @Sendable package static func kind(of file: FileReference) -> NamedKind {
    guard let status = stat(of: file.path) else { return .missing(errno) }
    if status.isDirectory { return .folder }
    guard status.isRegularFile else { return .other }
    let name = FilePath.lastComponent(file.path)
    if isCollection(name) { return .collection }
    let kind = FileNameKind(name)
    let isPicture =
      kind.isListed || kind.isSniffed && ContentSniffer.isPicture(file.path, in: AT_FDCWD)
    return isPicture ? .picture : .document
  }

  /// The same by the name alone, for a mount that doesn't answer yet; most of what is named there are folders.
  private static func likelyKind(of file: FileReference) -> NamedKind {
    let name = FilePath.lastComponent(file.path)
    if isCollection(name) { return .collection }
    let kind = FileNameKind(name)
    if kind.isListed { return .picture }
    return kind == .other || endsAsFile(Array(name)) ? .document : .folder
  }

  private static func isCollection(_ name: ArraySlice<UInt8>) -> Bool {
    String(decoding: name, as: UTF8.self).lowercased()
      .hasSuffix(".\(PhotoCollection.fileExtension)")
  }
}

/// The process's arguments as raw bytes; `CommandLine.arguments` replaces anything that isn't UTF-8, which breaks the
/// names of files.
public enum RawArguments {
  /// - Parameter argument: As `CommandLine.arguments` has it.
  /// - Returns: The bytes of the first argument with this text; the text's own if there is none.
  public static func bytes(of argument: String) -> [UInt8] {
    let text = Array(argument.utf8)
    guard argument.unicodeScalars.contains("\u{FFFD}") else { return text }
    let path = Array("/proc/self/cmdline".utf8)
    guard let file = FileReference(path: path),
      let content = try? FileBytes.read(file, byteLimit: 16 * 1_024 * 1_024).bytes
    else { return text }
    let match = content.split(separator: 0, omittingEmptySubsequences: false)
      .first { String(decoding: $0, as: UTF8.self) == argument }
    return match.map(Array.init) ?? text
  }
}
