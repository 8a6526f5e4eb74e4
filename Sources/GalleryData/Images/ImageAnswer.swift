import Foundation
import GalleryDomain

/// What a server's answer to a request for a picture means.
enum ImageAnswer {
  /// Why a file that came with a success is no picture, judged by its first bytes: an error page that says
  /// 200, a format that is not taken from the network, nothing at all. Nil where it looks like one.
  static func fault(_ beginning: [UInt8], of url: URL) -> PhotoSourceError? {
    guard ImageSignature(beginning) == nil else { return nil }
    return .notAPicture(
      name: ImageName.text(url), beginning: TextCleaner.line(bytes: beginning, limit: .field))
  }
}
