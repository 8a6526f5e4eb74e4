import FeedFormats
import Foundation
import GalleryDomain

/// The files and folders that a server lists, each name once, in the server's order.
///
/// Stored in rows of fixed size and one buffer of bytes: about 90 bytes an entry, where an array of `RemoteEntry` takes
/// 300. Anything beyond the limits is dropped and counted, so that no answer takes more memory than they allow.
public struct RemoteEntries: RandomAccessCollection, Sendable {
  /// How much of an answer is kept.
  public struct Limits: Hashable, Sendable {
    /// Entries.
    public var entryCount: Int
    /// Bytes of paths and entity tags together.
    public var byteCount: Int

    /// The defaults take 40 MB if both are reached.
    public init(entryCount: Int = 350_000, byteCount: Int = 24 << 20) {
      self.entryCount = entryCount
      self.byteCount = Swift.min(byteCount, Int(UInt32.max))
    }
  }

  /// What happened to an entry.
  public enum Outcome: Hashable, Sendable {
    case added
    /// A file, or a folder, with that path exists already.
    case isDuplicate
    /// There is no room for it.
    case isLeftOut
  }

  private struct Row {
    /// Where the path begins in `bytes`; the entity tag follows it.
    var start: UInt32
    var pathCount: UInt16
    /// The length of the entity tag; `noTag` without one.
    var tagCount: UInt16
    var isFolder: Bool
    /// -1 for none.
    var byteCount: Int
    /// Seconds since 2001, as `Date` stores them; NaN for none.
    var modified: Double
    /// 0 for none.
    var previewID: UInt64
  }

  private static let noTag = UInt16.max
  /// The most that a file system allows (`PATH_MAX`).
  private static let pathByteLimit = 4_096
  private static let tagByteLimit = 1_024

  private let limits: Limits
  private var rows: [Row] = []
  private var bytes: [UInt8] = []
  private var index = RowIndex()
  /// How many entries didn't fit.
  public private(set) var leftOutCount = 0

  public init(limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Bytes that the entries take, without spare capacity.
  var storedByteCount: Int { rows.count * (MemoryLayout<Row>.stride + 8) + bytes.count }

  public var startIndex: Int { 0 }
  public var endIndex: Int { rows.count }

  public subscript(position: Int) -> RemoteEntry {
    let row = rows[position]
    return RemoteEntry(
      path: Array(path(at: position)), isFolder: row.isFolder,
      byteCount: row.byteCount < 0 ? nil : row.byteCount,
      modified: row.modified.isNaN ? nil : Date(timeIntervalSinceReferenceDate: row.modified),
      entityTag: tag(of: row), previewID: row.previewID == 0 ? nil : row.previewID)
  }

  /// The path of an entry, without copying it.
  package func path(at position: Int) -> ArraySlice<UInt8> {
    let row = rows[position]
    return bytes[Int(row.start)..<Int(row.start) + Int(row.pathCount)]
  }

  package func isFolder(at position: Int) -> Bool { rows[position].isFolder }

  private func tag(of row: Row) -> String? {
    guard row.tagCount != Self.noTag else { return nil }
    let start = Int(row.start) + Int(row.pathCount)
    return String(decoding: bytes[start..<start + Int(row.tagCount)], as: UTF8.self)
  }

  /// The position of a file or folder with a path; nil if there is none.
  package func position(of path: some Collection<UInt8>, isFolder: Bool) -> Int? {
    index.row(hash: Self.hash(path, isFolder)) { row in
      rows[row].isFolder == isFolder && self.path(at: row).elementsEqual(path)
    }
  }

  private static func hash(_ path: some Collection<UInt8>, _ isFolder: Bool) -> Int {
    RowIndex.hash(path) ^ (isFolder ? 1 : 0)
  }

  /// Appends an entry.
  @discardableResult
  public mutating func append(_ entry: RemoteEntry) -> Outcome {
    let hash = Self.hash(entry.path, entry.isFolder)
    guard position(of: entry.path, isFolder: entry.isFolder) == nil else { return .isDuplicate }
    let tag = entry.entityTag.map { $0.utf8.prefix(Self.tagByteLimit) }
    let count = entry.path.count + (tag?.count ?? 0)
    guard rows.count < limits.entryCount, bytes.count + count <= limits.byteCount,
      entry.path.count <= Self.pathByteLimit
    else {
      leftOutCount += 1
      return .isLeftOut
    }
    let row = Row(
      start: UInt32(bytes.count), pathCount: UInt16(entry.path.count),
      tagCount: tag.map { UInt16($0.count) } ?? Self.noTag, isFolder: entry.isFolder,
      byteCount: entry.byteCount ?? -1,
      modified: entry.modified?.timeIntervalSinceReferenceDate ?? .nan,
      previewID: entry.previewID ?? 0)
    bytes += entry.path
    if let tag { bytes += tag }
    rows.append(row)
    index.insert(rows.count - 1, hash: hash) { [rows, bytes] number in
      let row = rows[number]
      let start = Int(row.start)
      return Self.hash(bytes[start..<start + Int(row.pathCount)], row.isFolder)
    }
    return .added
  }

  /// Adds what a second mention of an entry says and the first did not.
  mutating func complete(at position: Int, byteCount: Int?, modified: Date?) {
    if rows[position].byteCount < 0, let byteCount { rows[position].byteCount = byteCount }
    if rows[position].modified.isNaN, let modified {
      rows[position].modified = modified.timeIntervalSinceReferenceDate
    }
  }
}

extension RemoteEntries: Hashable {
  public static func == (left: RemoteEntries, right: RemoteEntries) -> Bool {
    left.leftOutCount == right.leftOutCount && left.elementsEqual(right)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for entry in self { hasher.combine(entry) }
  }
}

extension RemoteEntries: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: RemoteEntry...) {
    self.init()
    for element in elements { append(element) }
  }
}
