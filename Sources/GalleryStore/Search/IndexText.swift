import Foundation
import GalleryDomain

/// What is indexed of a text, and of a search: both are treated the same, or nothing would be found.
///
/// Chinese, Japanese and Thai have no spaces between words, so a tokenizer makes one token of a sentence. Here each of
/// their characters becomes a word, and one of their words a phrase, which finds any part of a sentence, even a single
/// character. (SQLite's trigram tokenizer needs three, and a second index.)
enum IndexText {
  static func text(_ text: String) -> String {
    // The usual case: nothing to do.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var result = String.UnicodeScalarView()
    // Normalizes full-width letters, half-width katakana and letters with marks.
    for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars {
      if isWrittenWithoutSpaces(scalar) {
        result.append(" ")
        result.append(scalar)
        result.append(" ")
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  static func text(_ text: String?) -> String {
    text.map { Self.text($0) } ?? ""
  }

  /// Scripts of Unicode 16 that don't separate words by spaces, and Korean, whose words include their endings.
  private static func isWrittenWithoutSpaces(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF,  // Thai, Lao
      0x1000...0x109F,  // Myanmar
      0x1780...0x17FF,  // Khmer
      0x3005...0x3007,  // ideographic iteration mark, closing mark, zero
      0x3040...0x30FF,  // Hiragana, Katakana
      0x3100...0x312F,  // Bopomofo
      0x31F0...0x31FF,  // Katakana extensions
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,  // Han
      0xAC00...0xD7AF,  // Hangul syllables
      0x20000...0x3FFFF:  // Han, supplementary planes
      true
    default: false
    }
  }
}

/// What is indexed of a photo.
struct IndexedText: Sendable {
  let photoID: Photo.ID
  let isForSale: Bool
  /// Title, description, author, camera with lens and places, tags: the columns, in order. Rows that were added by Vitrine 1.0 are
  /// without lenses and places until their page is fetched again.
  let columns: [String]

  init(_ photo: Photo) {
    photoID = photo.id
    isForSale = photo.saleStatus == .forSale
    columns = [
      IndexText.text(photo.name), IndexText.text(photo.description), IndexText.text(photo.author),
      IndexText.text(
        ([photo.camera, photo.lens].compactMap(\.self) + photo.places).joined(separator: " · ")),
      IndexText.text(photo.tags.joined(separator: " · ")),
    ]
  }

  /// Roughly its size in the file, text and index: measured with 100,000 photos (decision 20).
  var indexByteCount: Int {
    columns.reduce(64 + 2 * photoID.utf8.count) { $0 + 2 * $1.utf8.count }
  }
}

/// The position of a photo in the full-text index as one number, which sorts by page and then by place. So results are
/// ordered, filtered and counted without reading another table.
struct IndexedPhoto: Hashable, Sendable {
  let page: Int64
  /// Within its page, from 0; less than `placeLimit`.
  let place: Int
  let isForSale: Bool

  /// More photos than an answer of 64 MB can hold.
  static let placeLimit = 1 << 20

  init(page: Int64, place: Int, isForSale: Bool) {
    self.page = page
    self.place = place
    self.isForSale = isForSale
  }

  init(code: Int64) {
    page = code >> 21
    place = Int(code >> 1) & (Self.placeLimit - 1)
    isForSale = code & 1 == 1
  }

  var code: Int64 { page << 21 | Int64(place) << 1 | (isForSale ? 1 : 0) }

  /// All codes of a page.
  static func codes(ofPage page: Int64) -> ClosedRange<Int64> {
    page << 21...(page << 21 | (1 << 21 - 1))
  }
}
