import PictureKit
import PictureProtocol
import TerminalKit

extension PictureKey {
  /// A picture made of characters.
  static func stub(_ path: String = "/a.jpg", columns: UInt32 = 4, rows: UInt32 = 2) -> PictureKey {
    PictureKey(
      file: PictureFile(path: path),
      look: PictureLook(
        target: PictureTarget(columns: columns, rows: rows), output: .symbols(SymbolOptions())))
  }

  /// The same, enlarged by whole pixels, of which there is no preview.
  static func enlarged(_ path: String, columns: UInt32 = 4) -> PictureKey {
    var key = stub(path, columns: columns)
    key.look.enlargement = 2
    return key
  }
}

extension CellPicture {
  /// Letters in place of colours, so that tests can read them.
  static func stub(_ lines: String..., color: PictureColor = .terminalDefault) -> CellPicture {
    CellPicture(
      columns: UInt32(lines[0].count), rows: UInt32(lines.count),
      cells: lines.joined().unicodeScalars.map {
        PictureCell(scalar: $0.value, foreground: color)
      })
  }
}

extension Picture {
  static func stub(id: ID = 1, _ payload: PicturePayload, columns: Int, rows: Int) -> Picture {
    Picture(
      id: id, payload: payload, size: Size(columns: columns, rows: rows), format: .jpeg,
      sourceSize: PixelSize(width: 400, height: 300))
  }

  static func cells(_ cells: CellPicture) -> Picture {
    stub(.cells(cells), columns: Int(cells.columns), rows: Int(cells.rows))
  }

  /// A picture with this many bytes in addition to its fixed part.
  static func bytes(_ count: Int, id: ID = 1) -> Picture {
    stub(id: id, .encoded(.stub(columns: 1, rows: 1, byteCount: count)), columns: 1, rows: 1)
  }
}

extension EncodedPicture {
  static func stub(columns: UInt32, rows: UInt32, byteCount: Int = 4) -> EncodedPicture {
    EncodedPicture(
      coding: .png, pixelWidth: columns * 10, pixelHeight: rows * 20, columns: columns, rows: rows,
      bytes: [UInt8](repeating: UInt8(ascii: "A"), count: byteCount))
  }
}
