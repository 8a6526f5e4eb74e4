import Foundation
import GalleryDomain
import GalleryPresentation
import PictureProtocol

/// What a contact sheet shows of one photo.
public struct SheetEntry: Hashable, Sendable {
  /// In one line.
  public var title: String
  /// Empty where the source states none.
  public var price: String
  /// Author, date and id: what finds the photo again.
  public var details: [String]
  /// The photo's page; http or https only.
  public var link: String
  /// Nil where there is no picture.
  public var thumbnail: JPEGPicture?

  public init(
    title: String, price: String = "", details: [String] = [], link: String = "",
    thumbnail: JPEGPicture? = nil
  ) {
    self.title = title
    self.price = price
    self.details = details
    self.link = link
    self.thumbnail = thumbnail
  }

  public init(
    photo: Photo, prices: PriceText = PriceText(), timeZone: TimeZone = .current,
    thumbnail: JPEGPicture?
  ) {
    let words = PhotoText(photo: photo, timeZone: timeZone, prices: prices)
    let sale = words.saleInShort
    self.init(
      title: Self.line(words.title),
      // The sign is for screens, where a colour stands beside it.
      price: sale.hasPrefix("● ") ? String(sale.dropFirst(2)) : sale,
      details: [photo.author, String(words.date.prefix(10)), photo.id]
        .compactMap { $0.map(Self.line) }.filter { !$0.isEmpty },
      link: Self.link(photo.pageURL), thumbnail: thumbnail)
  }

  /// The address as printers and browsers take it; empty for any other scheme.
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

/// What stands above the photos.
public struct SheetHeading: Hashable, Sendable {
  /// What the source calls itself.
  public var title: String
  /// `2026-11-21`.
  public var date: String

  public init(title: String, date: String) {
    self.title = title
    self.date = date
  }
}
