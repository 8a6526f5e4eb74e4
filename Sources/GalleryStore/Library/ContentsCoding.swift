import Foundation
import GRDB
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
    return CheckedBytes.bytes(body)
  }

  /// - Throws: `DamagedBytes` for bytes that were not written by `bytes(of:)`.
  static func contents(_ bytes: [UInt8]) throws(DamagedBytes) -> LibraryContents {
    try CheckedBytes.read(bytes) { reader throws(DamagedBytes) in
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
  }
}

/// Bytes after a checksum (FNV-1a): a byte that a disk has changed is noticed. SQLite notices only what damages its own structure.
private enum CheckedBytes {
  static func bytes(_ body: ByteWriter) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(fixed: checksum(body.bytes))
    writer.append(contentsOf: body.bytes)
    return writer.bytes
  }

  static func read<Value>(
    _ bytes: some ContiguousBytes,
    _ body: (inout ByteReader) throws(DamagedBytes) -> Value
  ) throws(DamagedBytes) -> Value {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(DamagedBytes) in
        var reader = ByteReader(bytes)
        let stated = try reader.readFixed(UInt32.self)
        guard stated == checksum(bytes[reader.position...]) else { throw DamagedBytes() }
        return try body(&reader)
      }
    }
    return try result.get()
  }

  private static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}

/// What a picture looks like, as bytes: a checksum, the differences, the contrast, the colours. No bytes for a picture that
/// has no fingerprint.
enum FingerprintCoding {
  private static let byteCount = 4 + 8 + 1 + PhotoFingerprint.colorCount

  /// - Returns: nil for what has not been read.
  static func bytes(of state: FingerprintState) -> [UInt8]? {
    switch state {
    case .unread: return nil
    case .missing: return []
    case .known(let fingerprint):
      var body = ByteWriter()
      body.append(fixed: fingerprint.differences)
      body.append(byte: fingerprint.contrast)
      body.append(contentsOf: fingerprint.colors)
      return CheckedBytes.bytes(body)
    }
  }

  /// - Throws: `DamagedBytes` for bytes that were not written by `bytes(of:)`.
  static func state(_ bytes: Data) throws(DamagedBytes) -> FingerprintState {
    guard !bytes.isEmpty else { return .missing }
    guard bytes.count == byteCount else { throw DamagedBytes() }
    return try CheckedBytes.read(bytes) { reader throws(DamagedBytes) in
      let (differences, contrast) = (try reader.readFixed(UInt64.self), try reader.readByte())
      var colors: [UInt8] = []
      while reader.remainingCount > 0 { colors.append(try reader.readByte()) }
      let fingerprint = PhotoFingerprint(
        differences: differences, contrast: contrast, colors: colors)
      guard let fingerprint else { throw DamagedBytes() }
      return .known(fingerprint)
    }
  }
}

// What pictures look like.
extension SQLiteLibrary {
  static let digestByteCount = 32

  @concurrent
  public func pictures(
    of files: [LibraryFile], in directory: LibraryDirectory
  ) async -> [LibraryPicture] {
    let found = await database.read { database -> [LibraryPicture] in
      guard let id = try Self.id(of: directory, in: database) else { return [] }
      let statement = try database.cachedStatement(
        sql: """
          SELECT fingerprint, digest FROM picture WHERE directory = ? AND name = ? AND stamp = ?
          """)
      return try files.map { file in
        let row = try Row.fetchOne(statement, arguments: [id, Data(file.name), Data(file.stamp)])
        return row.map(Self.picture) ?? LibraryPicture()
      }
    }
    guard let found, found.count == files.count else {
      return [LibraryPicture](repeating: LibraryPicture(), count: files.count)
    }
    return found
  }

  /// What is damaged is read again, and replaced.
  private static func picture(_ row: Row) -> LibraryPicture {
    let fingerprint = row.bytes("fingerprint").flatMap { try? FingerprintCoding.state($0) }
    let digest = row.bytes("digest").map { Array($0) }
    return LibraryPicture(
      fingerprint ?? .unread, digest: digest?.count == digestByteCount ? digest : nil)
  }

  /// Adds to what is known of a picture that has not changed.
  static func write(
    _ picture: LibraryPicture, of file: LibraryFile, inDirectory id: Int64, to database: Database
  ) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO picture (directory, name, stamp, fingerprint, digest) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (directory, name) DO UPDATE SET
          fingerprint = CASE WHEN stamp = excluded.stamp
            THEN coalesce(excluded.fingerprint, fingerprint) ELSE excluded.fingerprint END,
          digest = CASE WHEN stamp = excluded.stamp
            THEN coalesce(excluded.digest, digest) ELSE excluded.digest END,
          stamp = excluded.stamp
        """)
    let fingerprint = FingerprintCoding.bytes(of: picture.fingerprint).map { Data($0) }
    try statement.execute(
      arguments: [
        id, Data(file.name), Data(file.stamp), fingerprint, picture.digest.map { Data($0) },
      ])
  }
}
