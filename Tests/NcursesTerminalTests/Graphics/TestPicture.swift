import Foundation
import PseudoTerminalSupport
import TerminalKit

@testable import NcursesTerminal

extension Surface {
  /// A blank one with pictures, and where they are.
  init(size: Size, placing placements: [(Graphic, Int, Int)]) {
    self.init(size: size)
    for (graphic, column, row) in placements {
      place(graphic, at: Point(column: column, row: row))
    }
  }
}

extension GraphicsWriter {
  /// The bytes before and after those of ncurses, which are `text`.
  mutating func frame(_ surface: Surface, text: String = "", byteLimit: Int = 1 << 20) -> String {
    let before = begin(surface, byteLimit: byteLimit).bytes
    let after = finish(surface, text: Array(text.utf8), byteLimit: byteLimit)
    return PseudoTerminal.readable((before + after)[...])
  }
}

/// A picture whose data identify it and say how many cells it takes; a cell has ten by twenty pixels.
struct TestPicture {
  let id: UInt32
  let size: Size

  init(id: UInt32, size: Size) {
    self.id = id
    self.size = size
  }

  /// Reads what `text(padding:)` wrote; the end may be missing.
  init?(described text: Substring) {
    let fields = text.prefix { $0 != "~" }.split(separator: "x")
    guard fields.count == 3, let id = UInt32(fields[0]), let columns = Int(fields[1]),
      let rows = Int(fields[2])
    else { return nil }
    self.init(id: id, size: Size(columns: columns, rows: rows))
  }

  func text(padding: Int) -> String {
    "\(id)x\(size.columns)x\(size.rows)~" + String(repeating: "?", count: padding) + "!"
  }

  func graphic(_ kind: Kind, padding: Int = 20, subject: Int? = nil) -> Graphic {
    let plain = Array(text(padding: padding).utf8)
    let content: Graphic.Content =
      switch kind {
      case .pixels: .pixels(plain)
      case .png: .png(base64: Array(Data(plain).base64EncodedData()))
      case .jpeg: .jpeg(base64: Array(Data(plain).base64EncodedData()))
      case .sixel: .sixel(plain)
      }
    return Graphic(
      id: id, size: size, pixelSize: PixelSize(width: size.columns * 10, height: size.rows * 20),
      content: content, subject: subject)
  }

  enum Kind {
    case pixels, png, jpeg, sixel
  }

  static let marks = PlaceholderMarks.all

  /// Base64 as text, whose end may be missing; empty if it isn't valid.
  static func decoded(_ text: Substring) -> String {
    let whole = text.prefix(text.utf8.count / 4 * 4)
    return Data(base64Encoded: String(whole)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

/// Memory that the model shares with the writer, in place of the system's.
final class TestMemory {
  private(set) var objects: [String: [UInt8]] = [:]
  private(set) var count = 0

  func add(_ pixels: [UInt8]) -> String {
    count += 1
    objects["/test-\(count)"] = pixels
    return "/test-\(count)"
  }

  /// Reads and removes, as kitty does.
  func take(_ name: String) -> String {
    objects.removeValue(forKey: name).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  func removeAll() { objects.removeAll() }
}

struct TestSharing: PixelSharing {
  let memory: TestMemory

  mutating func share(_ pixels: [UInt8]) -> String? { memory.add(pixels) }
  mutating func removeAll() { memory.removeAll() }
}
