import FeedFormats
import Files
import Foundation
import GalleryData
import GalleryDomain
import Glibc

/// The records of all orders, one file each: `V-20261121-7F3K.record` in the state folder, readable for its owner only.
///
/// A record is complete or absent, and it is on the disk before anything that it describes is done. Records are changed
/// under a lock that is held from an order's first record to its outcome. So two instances of Vitrine never send at the
/// same time, and neither overlooks what the other sent.
public struct OrderRecords: Sendable {
  let folder: String?
  var calls = FileSystemCalls()

  /// - Parameter folder: `orders` in Vitrine's state folder; nil if there is none.
  public init(folder: String?) {
    self.folder = folder
  }

  /// What the folder holds.
  public struct Contents: Sendable {
    /// The latest first.
    public var orders: [RecordedOrder] = []
    /// The cleaned names of order files that can't be read.
    public var unreadable: [String] = []
  }

  public func contents() -> Contents {
    let (records, unreadable) = read()
    return Contents(orders: records.map(\.order), unreadable: unreadable)
  }

  /// Removes orders with all their files.
  ///
  /// - Throws: `.busy` while an order is being sent; `.unwritable` with the first file that can't be removed.
  public func forget(_ orders: [RecordedOrder]) async throws(OrderError) {
    guard folder != nil, !orders.isEmpty else { return }
    let lock = try await lock()
    defer { lock.release() }
    for order in orders { try remove(order.number) }
  }

  // MARK: - Reading

  func record(of id: UUID) -> OrderRecord? {
    read().records.first { $0.order.id == id }
  }

  /// Orders without an answer that may have been placed at a server, or at a source.
  func unanswered(host: String, sourceID: String?) -> [OrderRecord] {
    read().records.filter { record in
      guard case .unanswered(let other) = record.order.state else { return false }
      return other == host || (sourceID != nil && record.order.sourceID == sourceID)
    }
  }

  private func read() -> (records: [OrderRecord], unreadable: [String]) {
    guard let folder else { return ([], []) }
    var records: [OrderRecord] = []
    var unreadable: [String] = []
    for name in FolderEntries.names(in: folder).sorted()
    where name.hasPrefix("V-") && name.hasSuffix(Self.ending) {
      if let record = bytes(name).flatMap({ OrderRecord(stored: $0) }) {
        records.append(record)
      } else {
        unreadable.append(TextCleaner.line(name, limit: .field))
      }
    }
    records.sort { ($0.order.createdAt, $0.order.number) > ($1.order.createdAt, $1.order.number) }
    return (records, unreadable)
  }

  /// - Returns: nil if there is no such file; no bytes if it isn't a regular file, is too large or can't be read.
  private func bytes(_ name: String) -> [UInt8]? {
    guard let folder else { return nil }
    do throws(FileReader.Failure) {
      return try FileReader.read(
        "\(folder)/\(name)".utf8, byteLimit: Self.byteLimit, followsLink: false
      ).bytes
    } catch {
      return error == .failed(ENOENT) ? nil : []
    }
  }

  /// An order of many thousand photos takes a few megabytes.
  private static let byteLimit = 64 << 20
  private static let ending = ".record"
  /// The endings of an order's files, the record first. 1.0 and earlier wrote the text of an order to a file, too.
  private static let endings = [ending, ".json", ".txt", ".eml"]

  // MARK: - Writing, under the lock

  /// The shortest number for an order that no other order has; the one that it already has, if any.
  ///
  /// - Throws: `.unwritable` if all are taken.
  func number(for document: OrderDocument) throws(OrderError) -> String {
    for number in document.numbers where isFree(number, for: document.order.id) { return number }
    throw unwritable(folder)
  }

  /// Whether no file of that name is another order's, or no order.
  private func isFree(_ number: String, for id: UUID) -> Bool {
    for ending in Self.endings {
      guard let bytes = bytes(number + ending) else { continue }
      return JSONValue(bytes: bytes)?["id"]?.lenientText.flatMap { UUID(uuidString: $0) } == id
    }
    return true
  }

  /// - Throws: `.unwritable` with the path.
  func write(_ record: OrderRecord) throws(OrderError) {
    guard let folder, let text = record.stored else { throw unwritable(folder) }
    try write(text, to: "\(folder)/\(record.order.number)\(Self.ending)")
  }

  private func write(_ text: String, to path: String) throws(OrderError) {
    do throws(SystemCallError) {
      try AtomicFile.write(Array(text.utf8), to: path.utf8, mode: 0o600, calls)
    } catch {
      throw unwritable(path)
    }
  }

  /// The order as its two files.
  func writeDocuments(
    _ document: OrderDocument, number: String, recipient: String?
  ) throws(OrderError) -> (json: FileReference, mail: FileReference) {
    let path = "\(folder ?? "")/\(number)"
    let json = document.json(number: number)
    let draft = OrderDraft(
      recipient: recipient, subject: "Order \(number) · \(TextCleaner.line(document.source))",
      text: document.text(number: number), json: json, jsonName: "\(number).json")
    for (content, file) in [(json, "\(path).json"), (draft.file, "\(path).eml")] {
      try write(content, to: file)
    }
    guard let json = FileReference(path: "\(path).json"),
      let mail = FileReference(path: "\(path).eml")
    else { throw unwritable(folder) }
    return (json, mail)
  }

  /// Removes an order with all its files; the record last, so that what remains is still known to be an order.
  func remove(_ number: String) throws(OrderError) {
    guard let folder else { return }
    for ending in Self.endings.reversed() {
      let path = "\(folder)/\(number)\(ending)"
      guard unlink(path) == 0 || errno == ENOENT else { throw unwritable(path) }
    }
  }

  private func unwritable(_ path: String?) -> OrderError {
    .unwritable(path: TextCleaner.line(path ?? "orders", limit: .paragraphs))
  }

  // MARK: - The lock

  /// Waits a second for another Vitrine, or for an order of this one that was just cancelled.
  ///
  /// - Throws: `.busy` if it is held for longer, `.unwritable` if there is no folder.
  func lock() async throws(OrderError) -> FileLock {
    guard let folder, FilePath.makeFolders(folder.utf8) else { throw unwritable(folder) }
    for _ in 0..<Self.lockTries {
      do throws(FileLock.Fault) {
        let lock = try FileLock("\(folder)/lock".utf8)
        removeUnfinished(in: folder)
        return lock
      } catch {
        guard error == .isHeld else { throw unwritable(folder) }
      }
      do {
        try await Task.sleep(for: .milliseconds(10))
      } catch {
        throw .cancelled
      }
    }
    throw .busy
  }

  private static let lockTries = 100

  /// Files of a program that ended while writing them; 1.0 named them `V-….record.4711`. Only the holder of the lock writes.
  private func removeUnfinished(in folder: String) {
    HiddenPart.removeUnfinished(in: folder.utf8)
    for name in FolderEntries.names(in: folder)
    where name.wholeMatch(of: #/V-.+\.[^.]+\.[0-9]+/#) != nil {
      unlink("\(folder)/\(name)")
    }
  }
}
