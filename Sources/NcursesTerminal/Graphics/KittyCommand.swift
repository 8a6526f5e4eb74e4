import Foundation
import TerminalKit

/// Commands of the kitty graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol).
nonisolated struct KittyCommand {
  /// 1: the terminal reports only failures; 2: nothing, because its answers would arrive as keys.
  let quiet: Int
  /// Whether tmux has to pass the commands on.
  let isPassedThrough: Bool

  /// The number of base64 bytes per command: *Remote clients*, at most 4096 and a multiple of 4.
  static let chunkSize = 4096

  /// One command: APC G, keys, data, ST.
  func bytes(_ keys: String, payload: ArraySlice<UInt8>? = nil) -> [UInt8] {
    var command = Array("\u{1B}_G\(keys)".utf8)
    if let payload {
      command.append(UInt8(ascii: ";"))
      command += payload
    }
    command += ControlSequence.stringEnd
    return isPassedThrough ? ControlSequence.passedThroughTmux(command) : command
  }

  /// *Display images on screen*: shows a part of a picture on cells without moving the cursor (`C=1`). A placement with
  /// the same two numbers is moved.
  func place(
    _ number: UInt32, as placement: Int, on cells: Rect, source: Graphic.Part?
  ) -> [UInt8] {
    var keys = "a=p,i=\(number),p=\(placement)"
    if let source {
      keys += ",x=\(source.x),y=\(source.y),w=\(source.width),h=\(source.height)"
    }
    keys += ",c=\(cells.size.columns),r=\(cells.size.rows),C=1,q=\(quiet)"
    return bytes(keys)
  }

  /// *Unicode placeholders*: the picture is shown in cells of U+10EEEE, wherever they are.
  func placeVirtually(_ number: UInt32, size: Size) -> [UInt8] {
    bytes("a=p,U=1,i=\(number),c=\(size.columns),r=\(size.rows),q=\(quiet)")
  }

  /// *Deleting images*: with a lower-case letter, the data is kept and only the placement is deleted.
  func unplace(_ number: UInt32, placement: Int? = nil) -> [UInt8] {
    bytes("a=d,d=i,i=\(number)" + (placement.map { ",p=\($0)" } ?? "") + ",q=2")
  }

  /// Removes all placements on the screen.
  func unplaceAll() -> [UInt8] { bytes("a=d,d=a,q=2") }

  /// Replaces a picture with a transparent pixel.
  func empty(_ number: UInt32) -> [UInt8] {
    unplace(number)
      + bytes("a=t,f=32,s=1,v=1,i=\(number),q=2", payload: Array("AAAAAA==".utf8)[...])
  }

  /// The last piece of an incomplete picture; the terminal discards the picture.
  func giveUp() -> [UInt8] { bytes("m=0,q=2", payload: []) }
}

/// A rectangle of a picture and its position.
nonisolated struct KittyPart: Hashable {
  let cells: Rect
  /// In pixels; nil for the whole picture.
  let source: Graphic.Part?

  init(_ cells: Rect, of placement: GraphicPlacement) {
    self.cells = cells
    guard cells != placement.rect else {
      source = placement.graphic.part
      return
    }
    let size = placement.graphic.size
    let pixels = placement.graphic.pixelSize
    let whole =
      placement.graphic.part
      ?? Graphic.Part(x: 0, y: 0, width: pixels.width, height: pixels.height)
    func edge(_ cell: Int, of count: Int, _ pixels: Int) -> Int {
      cell * max(0, min(pixels, 1 << 24)) / max(1, count)
    }
    let left = cells.minColumn - placement.origin.column
    let top = cells.minRow - placement.origin.row
    // At least a pixel: to the terminal, 0 is all of the picture.
    let x = min(edge(left, of: size.columns, whole.width), max(0, whole.width - 1))
    let y = min(edge(top, of: size.rows, whole.height), max(0, whole.height - 1))
    source = Graphic.Part(
      x: whole.x + x, y: whole.y + y,
      width: max(1, edge(left + cells.size.columns, of: size.columns, whole.width) - x),
      height: max(1, edge(top + cells.size.rows, of: size.rows, whole.height) - y))
  }
}

/// A picture on its way to a terminal, piece by piece.
///
/// No other graphics command may come between its pieces; text and cursor movements may.
nonisolated struct KittyTransmission {
  let graphic: Graphic
  private let keys: String
  private let payload: [UInt8]
  private let command: KittyCommand
  private var sent = 0
  private(set) var isFinished = false

  /// - Parameter memoryName: The name of the shared memory that contains the pixels, if they are shared.
  /// - Returns: nil for content that the protocol does not support.
  init?(_ graphic: Graphic, number: UInt32, memoryName: String?, command: KittyCommand) {
    self.graphic = graphic
    self.command = command
    let size = "s=\(graphic.pixelSize.width),v=\(graphic.pixelSize.height)"
    switch graphic.content {
    case .pixels(let pixels):
      if let memoryName {
        keys = "a=t,t=s,f=32,\(size),i=\(number),q=\(command.quiet)"
        payload = Array(Data(memoryName.utf8).base64EncodedData())
      } else {
        keys = "a=t,f=32,\(size),i=\(number),q=\(command.quiet)"
        payload = Array(Data(pixels).base64EncodedData())
      }
    case .png(let bytes):
      keys = "a=t,f=100,i=\(number),q=\(command.quiet)"
      payload = bytes
    case .jpeg, .sixel: return nil
    }
  }

  var remainingCount: Int { payload.count - sent }

  /// The next command.
  mutating func next() -> [UInt8] {
    let end = min(payload.count, sent + KittyCommand.chunkSize)
    let chunk = payload[sent..<end]
    let hasMore = end < payload.count
    let isFirst = sent == 0
    sent = end
    isFinished = !hasMore
    if isFirst { return command.bytes(hasMore ? keys + ",m=1" : keys, payload: chunk) }
    return command.bytes("m=\(hasMore ? 1 : 0),q=\(command.quiet)", payload: chunk)
  }

  /// The approximate number of bytes on the line; nil for content that the protocol does not support.
  static func cost(of graphic: Graphic, isShared: Bool) -> Int? {
    switch graphic.content {
    case .pixels(let pixels): isShared ? 100 : pixels.count / 3 * 4
    case .png(let bytes): bytes.count
    case .jpeg, .sixel: nil
    }
  }
}
