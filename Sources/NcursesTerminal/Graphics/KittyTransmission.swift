import Foundation
import TerminalKit

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

  /// - Parameters:
  ///   - memoryName: The name of the shared memory that contains the pixels, if they are shared.
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

  /// The approximate number of bytes on the line.
  static func cost(of graphic: Graphic, isShared: Bool) -> Int {
    if case .pixels(let pixels) = graphic.content { return isShared ? 100 : pixels.count / 3 * 4 }
    return graphic.byteCount
  }

  static func isPossible(_ graphic: Graphic) -> Bool {
    switch graphic.content {
    case .pixels, .png: true
    case .jpeg, .sixel: false
    }
  }
}
