import Foundation
import GalleryData
import GalleryDomain

/// What a file says, as bytes: a checksum, which properties it has, then their values in order.
enum ContentsCoding {
  /// Which properties follow, in the order in which they are written; changing that order requires a new
  /// `SQLiteLibrary.contentsVersion`.
  private struct Fields: OptionSet {
    let rawValue: UInt32

    /// Those after the first.
    static let furtherDates = Fields(rawValue: 1 << 15)
    static let keywords = Fields(rawValue: 1 << 16)
    static let mark = Fields(rawValue: 1 << 17)
    static let isForSale = Fields(rawValue: 1 << 18)
    static let isNotForSale = Fields(rawValue: 1 << 19)
    static let price = Fields(rawValue: 1 << 20)
    static let currency = Fields(rawValue: 1 << 21)
    static let isLowest = Fields(rawValue: 1 << 22)
    static let places = Fields(rawValue: 1 << 23)
  }

  /// In the order of their bits, from the first.
  private static let texts: [WritableKeyPath<RawPhotoMetadata, String?> & Sendable] = [
    \.title, \.description, \.author, \.licence, \.firstDate, \.firstOffset, \.cameraMake,
    \.cameraModel,
    \.lens, \.focalLength, \.aperture, \.shutterSpeed, \.iso, \.label,
  ]
  /// In the order of their bits, after `firstNumber`.
  private static let numbers: [WritableKeyPath<RawPhotoMetadata, Int?> & Sendable] = [
    \.rating, \.width, \.height,
  ]
  private static let firstNumber = 24

  static func bytes(of contents: LibraryContents) -> [UInt8] {
    var fields: Fields = []
    var values = ByteWriter()
    for (bit, path) in texts.enumerated() {
      guard let text = contents.metadata[keyPath: path] else { continue }
      fields.insert(Fields(rawValue: 1 << UInt32(bit)))
      values.append(text)
    }
    for (bit, path) in numbers.enumerated() {
      guard let number = contents.metadata[keyPath: path] else { continue }
      fields.insert(Fields(rawValue: 1 << UInt32(firstNumber + bit)))
      values.append(number)
    }
    if !contents.metadata.keywords.isEmpty {
      fields.insert(.keywords)
      values.append(count: contents.metadata.keywords.count)
      for keyword in contents.metadata.keywords { values.append(keyword) }
    }
    if !contents.metadata.places.isEmpty {
      fields.insert(.places)
      values.append(count: contents.metadata.places.count)
      for place in contents.metadata.places { values.append(place) }
    }
    if let mark = contents.mark {
      fields.insert(.mark)
      switch mark.status {
      case .forSale: fields.insert(.isForSale)
      case .notForSale: fields.insert(.isNotForSale)
      case .unstated: break
      }
      if let price = mark.price {
        fields.insert(.price)
        values.append(price.amount)
        if let currency = price.currency {
          fields.insert(.currency)
          values.append(currency)
        }
        if price.isLowest { fields.insert(.isLowest) }
      }
    }
    let furtherDates = contents.metadata.dates.dropFirst()
    if !furtherDates.isEmpty {
      fields.insert(.furtherDates)
      values.append(count: furtherDates.count)
      for date in furtherDates {
        values.append(date.text)
        values.append(date.offset ?? "")
      }
    }
    var body = ByteWriter()
    body.append(fixed: fields.rawValue)
    body.append(contentsOf: values.bytes)
    var writer = ByteWriter()
    writer.append(fixed: checksum(body.bytes))
    writer.append(contentsOf: body.bytes)
    return writer.bytes
  }

  /// - Throws: `DamagedBytes` for bytes that were not written by `bytes(of:)`.
  static func contents(_ bytes: Data) throws(DamagedBytes) -> LibraryContents {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(DamagedBytes) in try read(bytes) }
    }
    return try result.get()
  }

  private static func read(_ bytes: UnsafeRawBufferPointer) throws(DamagedBytes) -> LibraryContents
  {
    var reader = ByteReader(bytes)
    guard try reader.readFixed32() == checksum(bytes.dropFirst(4)) else { throw DamagedBytes() }
    let fields = Fields(rawValue: try reader.readFixed32())
    var metadata = RawPhotoMetadata()
    for (bit, path) in texts.enumerated()
    where fields.contains(Fields(rawValue: 1 << UInt32(bit))) {
      metadata[keyPath: path] = try reader.readText()
    }
    for (bit, path) in numbers.enumerated()
    where fields.contains(Fields(rawValue: 1 << UInt32(firstNumber + bit))) {
      metadata[keyPath: path] = try reader.readInt()
    }
    if fields.contains(.keywords) {
      for _ in 0..<(try reader.readCount()) { metadata.keywords.append(try reader.readText()) }
    }
    if fields.contains(.places) {
      for _ in 0..<(try reader.readCount()) { metadata.places.append(try reader.readText()) }
    }
    var mark: SaleMark?
    if fields.contains(.mark) {
      mark = SaleMark(
        status: fields.contains(.isForSale)
          ? .forSale : fields.contains(.isNotForSale) ? .notForSale : .unstated)
    }
    if fields.contains(.price) {
      let amount = try reader.readText()
      mark?.price = Price(
        amount: amount, currency: fields.contains(.currency) ? try reader.readText() : nil,
        isLowest: fields.contains(.isLowest))
    }
    if fields.contains(.furtherDates) {
      for _ in 0..<(try reader.readCount()) {
        let (text, offset) = (try reader.readText(), try reader.readText())
        metadata.dates.append(.init(text, offset: offset.isEmpty ? nil : offset))
      }
    }
    return LibraryContents(metadata: metadata, mark: mark)
  }

  /// FNV-1a: a byte that a disk has changed is noticed. SQLite notices only what damages its own structure.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}

extension RawPhotoMetadata {
  fileprivate var firstDate: String? {
    get { dates.first?.text }
    set { dates = newValue.map { [StatedDate($0)] } ?? [] }
  }

  fileprivate var firstOffset: String? {
    get { dates.first?.offset }
    set { if !dates.isEmpty { dates[0].offset = newValue } }
  }
}
