import CQrencode
import GalleryDomain

/// QR codes, by libqrencode.
public enum QRCode {
  /// The version of libqrencode.
  public static var libraryVersion: String {
    QRcode_APIVersionString().map { String(cString: $0) } ?? ""
  }

  /// The smallest code that holds a text as UTF-8 bytes, with error correction of level L (7 %): screens are not
  /// scratched, and fewer modules fit into smaller terminals.
  ///
  /// - Returns: nil for an empty text, one with a zero byte, and one that is too long for a code (over 2,953 bytes).
  public static func matrix(of text: String) -> QRMatrix? {
    guard !text.isEmpty, !text.utf8.contains(0),
      let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L)
    else { return nil }
    defer { QRcode_free(code) }
    let size = Int(code.pointee.width)
    guard size > 0, let data = code.pointee.data else { return nil }
    // The lowest bit is the module's colour; the others say which part of the code it belongs to.
    return QRMatrix(size: size, modules: (0..<size * size).map { data[$0] & 1 == 1 })
  }
}
