import Foundation
import GalleryDomain

/// Folders of an SFTP server, listed a level at a time.
///
/// SFTP has no text for a listing: what is read here are the lines that servers send beside each name (`longname`,
/// draft-ietf-secsh-filexfer-02, 7), `ls -l`'s in all but name. They are libcurl's listing. Where they say nothing, as the draft
/// allows, names alone are asked for, and all of them count as files.
public struct SFTPFormat: RemoteFolderFormat {
  /// What a transport calls a listing of names alone, in the `Accept` of a request and the `Content-Type` of an answer.
  package static let namesType = "text/x-names"

  private let folder: ServerFolder
  private let zone: TimeZone
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - url: Of the scheme sftp; a path that begins with `/~/` is relative to the user's home, which is also meant by
  ///     none and by `/`. A password in it is left out.
  ///   - zone: Of the times that servers tell, which is their own and not told: this computer's is the best guess, and
  ///     cameras' times are read so, too.
  /// - Throws: `.notFound` for what is no address of a folder.
  public init(
    url: URL, zone: TimeZone = .current, now: @escaping @Sendable () -> Date = { Date() }
  ) throws(PhotoSourceError) {
    folder = try ServerFolder(Self.address(url))
    self.zone = zone
    self.now = now
  }

  private static func address(_ url: URL) -> URL {
    guard ["", "/"].contains(url.path(percentEncoded: true)),
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return url }
    components.percentEncodedPath = "/~/"
    return components.url ?? url
  }

  public var title: String { folder.title }
  public var sourceID: String { "sftp \(WebAddress.id(folder.url))" }
  public var listsRecursively: Bool { false }

  public func request(
    for folder: [UInt8], isRecursive: Bool, after token: String?
  ) throws(PhotoSourceError) -> HTTPRequest {
    HTTPRequest(
      url: try self.folder.listingURL(of: folder),
      headers: token == nil ? [:] : ["Accept": Self.namesType])
  }

  public func decode(
    _ response: HTTPResponse, of folder: [UInt8]
  ) throws(PhotoSourceError) -> RemoteListing {
    guard response.isSuccess else { throw error(of: response) }
    var reader = SFTPListingReader(in: folder, zone: zone, now: now())
    if response.headers["Content-Type"] == Self.namesType {
      reader.readNames(response.body)
      return reader.listing
    }
    reader.readLines(response.body)
    // The names are all that this server tells.
    if reader.understoodCount == 0, reader.listing.skippedCount > 0 {
      return RemoteListing(entries: [], next: "names")
    }
    return reader.listing
  }

  private func error(of response: HTTPResponse) -> PhotoSourceError {
    let name = WebAddress.shown(response.url)
    return switch response.status {
    case 403: .permissionDenied(name: name)
    // What is asked for as a folder, and is none.
    case 405: .notAFeed(name: name, beginning: "file", content: .file)
    default: PhotoSourceError(status: response)
    }
  }

  public func url(of path: [UInt8]) -> URL? {
    folder.url(of: path)
  }

  public func fileRequest(for url: URL) -> HTTPRequest {
    HTTPRequest(url: url)
  }
}

/// Reads a listing, a line of which is an entry.
private struct SFTPListingReader {
  private(set) var listing = RemoteListing()
  /// Lines of a known form, those of `.` and `..` and of what is neither a file nor a folder included.
  private(set) var understoodCount = 0

  private let folder: [UInt8]
  private let zone: TimeZone
  private let now: Date
  /// Of `now`, in the zone.
  private let year: Int
  /// Files of a folder are often of the same minute.
  private var lastDate: (text: [UInt8], date: Date?) = ([], nil)

  /// OpenSSH has room for 1,024 bytes of a line.
  private static let nameByteLimit = 1_024
  /// Words of a line before its name: nine, and more where users or groups have spaces.
  private static let wordLimit = 24

  init(in folder: [UInt8], zone: TimeZone, now: Date) {
    self.folder = folder
    self.zone = zone
    self.now = now
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    year = calendar.component(.year, from: now)
  }

  mutating func readNames(_ bytes: [UInt8]) {
    var names: [[UInt8]] = []
    let limits = RemoteEntries.Limits()
    var byteCount = 0
    Self.forEachLine(of: bytes) { line in
      guard !Self.isSelfOrParent(line), let name = usable(line) else { return }
      guard names.count < limits.entryCount, byteCount + name.count <= limits.byteCount else {
        return listing.entries.leaveOut()
      }
      names.append(name)
      byteCount += name.count
    }
    // The scan keeps the order of what comes in several answers.
    for name in NaturalOrder.sorted(names) { add(name) { _ in } }
  }

  mutating func readLines(_ bytes: [UInt8]) {
    Self.forEachLine(of: bytes) { read($0) }
  }

  /// One after the other: of an answer that is nothing but ends of lines, a list would be larger than the answer.
  private static func forEachLine(of bytes: [UInt8], _ body: (ArraySlice<UInt8>) -> Void) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      if end > rest.startIndex { body(rest[..<end]) }
      rest = rest[end...].dropFirst()
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>) {
    guard let entry = Line(line) else {
      listing.skippedCount += 1
      return
    }
    understoodCount += 1
    guard let kind = entry.kind, !Self.isSelfOrParent(entry.name),
      let name = usable(entry.name)
    else { return }
    let modified = kind == .folder ? nil : date(of: entry)
    add(name) {
      $0.isFolder = kind == .folder
      // A link's size is that of the path in it.
      $0.byteCount = kind == .file ? entry.byteCount : nil
      $0.modified = kind == .file ? modified : nil
    }
  }

  private static func isSelfOrParent(_ name: ArraySlice<UInt8>) -> Bool {
    name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8)
  }

  private mutating func usable(_ name: ArraySlice<UInt8>) -> [UInt8]? {
    guard name.count <= Self.nameByteLimit, ServerFolder.isName(name) else {
      listing.skippedCount += 1
      return nil
    }
    return Array(name)
  }

  private mutating func add(_ name: [UInt8], _ change: (inout RemoteEntry) -> Void) {
    var entry = RemoteEntry(path: folder.isEmpty ? name : FilePath.join(folder, name))
    change(&entry)
    listing.add(entry)
  }

  /// The time without its year is one of the last months (OpenSSH: half a year).
  private mutating func date(of entry: Line) -> Date? {
    let text = Array(entry.dateText)
    if text == lastDate.text { return lastDate.date }
    let date = date(entry.month, entry.day, entry.clock)
    lastDate = (text, date)
    return date
  }

  private func date(_ month: Int, _ day: Int, _ clock: Line.Clock) -> Date? {
    var fields = DateFields(year: year, month: month, day: day)
    switch clock {
    case .year(let year): fields.year = year
    case .time(let hour, let minute): (fields.hour, fields.minute) = (hour, minute)
    }
    func date() -> Date? {
      fields.isValid ? DateReading.date(fields, offset: nil, zone: zone) : nil
    }
    guard case .time = clock else { return date() }
    // A zone further east may have tomorrow already.
    if let found = date(), found <= now.addingTimeInterval(86_400) { return found }
    fields.year -= 1
    return date()
  }

  /// `-rw-r--r--    1 anna     users       45781 Nov 23 12:37 IMG 1.jpg`
  ///
  /// Users and groups may have spaces in their names, so the columns are found from the date, which stands behind the size.
  /// Its month comes first (OpenSSH, ProFTPD, Go's servers), or its day (paramiko's).
  private struct Line {
    enum Kind { case file, folder, link }
    enum Clock {
      case time(hour: Int, minute: Int)
      case year(Int)
    }

    /// nil for a pipe, a device and so on.
    let kind: Kind?
    var byteCount: Int?
    var month = 0
    var day = 0
    var clock = Clock.year(0)
    var dateText: ArraySlice<UInt8> = []
    var name: ArraySlice<UInt8>

    /// - Returns: nil for a line of another form.
    init?(_ line: ArraySlice<UInt8>) {
      guard let first = line.first, "-dlbcpsDw".utf8.contains(first),
        line.dropFirst().prefix(9).count == 9,
        // Windows' OpenSSH has asterisks where it does not know.
        line.dropFirst().prefix(9).allSatisfy({ "rwxsStT-*".utf8.contains($0) })
      else { return nil }
      kind =
        switch first {
        case UInt8(ascii: "-"): .file
        case UInt8(ascii: "d"): .folder
        case UInt8(ascii: "l"): .link
        default: nil
        }
      name = []
      let words = Self.words(of: line.dropFirst(10))
      guard words.count >= 5,
        let size = words.indices.dropLast(3).first(where: { index in
          Self.isNumber(words[index]) && words[index].startIndex > line.startIndex + 10
            && Self.date(words[index + 1], words[index + 2]) != nil
            && Self.clock(words[index + 3]) != nil
        }), let found = Self.date(words[size + 1], words[size + 2]),
        let clock = Self.clock(words[size + 3])
      else { return nil }
      byteCount = Self.number(words[size])
      (month, day) = found
      self.clock = clock
      dateText = line[words[size + 1].startIndex..<words[size + 3].endIndex]
      // One space; others belong to the name.
      name = line[words[size + 3].endIndex...].dropFirst()
      if kind == .link, let arrow = name.firstRange(of: Array(" -> ".utf8)) {
        name = name[..<arrow.lowerBound]
      }
    }

    private static func words(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
      var words: [ArraySlice<UInt8>] = []
      var rest = text
      while words.count < wordLimit {
        rest = rest.drop { $0 == UInt8(ascii: " ") }
        let word = rest.prefix { $0 != UInt8(ascii: " ") }
        guard !word.isEmpty else { break }
        words.append(word)
        rest = rest[word.endIndex...]
      }
      return words
    }

    private static let months = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ].map { Array($0.utf8) }

    private static func date(
      _ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>
    ) -> (month: Int, day: Int)? {
      for (word, other) in [(first, second), (second, first)] {
        guard word.count == 3, let month = months.firstIndex(of: word.map { $0 | 0x20 }),
          let day = number(other), (1...31).contains(day)
        else { continue }
        return (month + 1, day)
      }
      return nil
    }

    private static func clock(_ word: ArraySlice<UInt8>) -> Clock? {
      let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      if parts.count == 2, word.count <= 5, let hour = number(parts[0]), hour < 24,
        let minute = number(parts[1]), minute < 60
      {
        return .time(hour: hour, minute: minute)
      }
      guard parts.count == 1, word.count == 4, let year = number(word) else { return nil }
      return .year(year)
    }

    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
      !word.isEmpty && word.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func number(_ word: ArraySlice<UInt8>) -> Int? {
      isNumber(word) && word.count <= 19 ? Int(String(decoding: word, as: UTF8.self)) : nil
    }
  }
}
