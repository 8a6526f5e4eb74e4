import Foundation
import GalleryDomain
import GalleryPresentation
import PictureProtocol

/// What a contact sheet shows for one photo.
struct SheetEntry: Hashable, Sendable {
  /// One line.
  var title: String
  /// Empty if the source states none.
  var price = ""
  /// Stars and label, author, date and id: enough to find the photo again.
  var details: [String] = []
  /// The photo's page; http or https only.
  var link = ""
  /// Nil if there is no picture.
  var thumbnail: JPEGPicture?
}

extension SheetEntry {
  init(
    photo: Photo, timeZone: TimeZone = .current, thumbnail: JPEGPicture?
  ) {
    let words = PhotoText(photo: photo, timeZone: timeZone)
    let sale = words.saleInShort
    self.init(
      title: Self.line(words.title),
      // The sign is for screens, where it has a colour.
      price: sale.hasPrefix("● ") ? String(sale.dropFirst(2)) : sale,
      details: [
        words.rating, photo.author, String(words.date.prefix(10)), photo.pathText ?? photo.id,
      ]
      .compactMap { $0.map(Self.line) }.filter { !$0.isEmpty },
      link: Self.link(photo.pageURL), thumbnail: thumbnail)
  }

  /// The address for printers and browsers; empty for schemes other than http and https.
  static func link(_ url: URL?) -> String {
    guard let url, let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      url.host() != nil
    else { return "" }
    let text = url.absoluteString
    return text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && text.utf8.count <= 2_000
      ? text : ""
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
