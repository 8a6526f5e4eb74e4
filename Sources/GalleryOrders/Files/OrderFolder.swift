import Foundation
import GalleryData
import GalleryDomain
import Glibc

/// The folder of all orders: `V-20261121-7F3K.json` and `.txt`, for their owner only.
struct OrderFolder: Sendable {
  let path: String?

  /// Writes an order whole or not at all, and over no file but its own of an earlier try.
  ///
  /// - Throws: `.unwritable` with the path.
  func keep(
    _ document: OrderDocument, as outcome: OrderRecord.Outcome
  ) throws(OrderError) -> OrderRecord {
    guard let path, NewFile.makeFolder(path) else { throw unwritable(path) }
    for number in document.numbers {
      let jsonPath = "\(path)/\(number).json"
      let textPath = "\(path)/\(number).txt"
      switch owner(of: jsonPath) {
      case .some(let id) where id != document.order.id: continue
      case let owner:
        let isOwn = owner != nil
        let text = document.text(number: number).lines + outcome.lines
        let json = document.json(number: number, placed: outcome.json)
        let first = NewFile.write(json, to: jsonPath, replaces: isOwn)
        if first == .exists { continue }
        guard first == .written else { throw unwritable(jsonPath) }
        let second = NewFile.write(
          text.joined(separator: "\n") + "\n", to: textPath, replaces: isOwn)
        guard second == .written else {
          if !isOwn { unlink(jsonPath) }
          if second == .exists { continue }
          throw unwritable(textPath)
        }
        guard let json = FileReference(path: jsonPath), let text = FileReference(path: textPath)
        else { throw unwritable(path) }
        return OrderRecord(number: number, json: json, text: text, textName: "\(number).txt")
      }
    }
    throw unwritable(path)
  }

  /// What the source was called when the order was first tried.
  func source(of document: OrderDocument) -> String? {
    guard let path else { return nil }
    for number in document.numbers {
      guard let bytes = NewFile.contents(of: "\(path)/\(number).json", byteLimit: Self.byteLimit)
      else { return nil }
      guard let root = JSONValue(bytes: bytes), id(in: root) == document.order.id else { continue }
      return CleanText.line(root["source"]?.lenientText, limit: .title)
    }
    return nil
  }

  /// - Returns: nil where nothing is there; an id that no order has for what is no order of ours.
  private func owner(of path: String) -> UUID? {
    guard let bytes = NewFile.contents(of: path, byteLimit: Self.byteLimit) else { return nil }
    return JSONValue(bytes: bytes).flatMap(id) ?? Self.nobody
  }

  private func id(in root: JSONValue) -> UUID? {
    root["id"]?.lenientText.flatMap { UUID(uuidString: $0) }
  }

  /// An order of many thousand photos has some megabytes.
  private static let byteLimit = 16 << 20

  private static let nobody = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  private func unwritable(_ path: String?) -> OrderError {
    .unwritable(path: TextCleaner.line(path ?? "orders", limit: .paragraphs))
  }
}
