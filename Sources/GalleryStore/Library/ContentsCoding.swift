import Foundation
import GalleryData
import GalleryDomain

/// What a file says, as bytes: a checksum, the metadata, the sale mark.
enum ContentsCoding {
  /// By the byte that stores them; changing their order requires a new `PhotoMetadata.version`.
  private static let statuses: [SaleStatus?] = [nil, .unstated, .forSale, .notForSale]

  static func bytes(of contents: LibraryContents) -> [UInt8] {
    var body = ByteWriter()
    body.append(bytes: contents.metadata.bytes)
    body.append(byte: UInt8(clamping: statuses.firstIndex(of: contents.mark?.status) ?? 0))
    if let price = contents.mark?.price {
      body.append(price.amount)
      body.append(price.currency ?? "")
      body.append(byte: price.isLowest ? 1 : 0)
    }
    var writer = ByteWriter()
    writer.append(fixed: checksum(body.bytes))
    writer.append(contentsOf: body.bytes)
    return writer.bytes
  }

  /// - Throws: `DamagedBytes` for bytes that were not written by `bytes(of:)`.
  static func contents(_ bytes: [UInt8]) throws(DamagedBytes) -> LibraryContents {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(DamagedBytes) in try read(bytes) }
    }
    return try result.get()
  }

  private static func read(_ bytes: UnsafeRawBufferPointer) throws(DamagedBytes) -> LibraryContents
  {
    var reader = ByteReader(bytes)
    guard try reader.readFixed32() == checksum(bytes.dropFirst(4)) else { throw DamagedBytes() }
    let metadata = try PhotoMetadata(bytes: try reader.readBytes())
    let status = Int(try reader.readByte())
    guard statuses.indices.contains(status) else { throw DamagedBytes() }
    var mark = statuses[status].map { SaleMark(status: $0) }
    if reader.remainingCount > 0 {
      let (amount, currency) = (try reader.readText(), try reader.readText())
      mark?.price = Price(
        amount: amount, currency: currency.isEmpty ? nil : currency,
        isLowest: try reader.readByte() == 1)
    }
    return LibraryContents(metadata: metadata, mark: mark)
  }

  /// FNV-1a: a byte that a disk has changed is noticed. SQLite notices only what damages its own structure.
  static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
