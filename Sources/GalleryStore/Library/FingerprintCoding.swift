import Foundation
import GRDB
import GalleryData
import GalleryDomain

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
      var writer = ByteWriter()
      writer.append(fixed: ContentsCoding.checksum(body.bytes))
      writer.append(contentsOf: body.bytes)
      return writer.bytes
    }
  }

  /// - Throws: `DamagedBytes` for bytes that were not written by `bytes(of:)`.
  static func state(_ bytes: Data) throws(DamagedBytes) -> FingerprintState {
    guard !bytes.isEmpty else { return .missing }
    guard bytes.count == byteCount else { throw DamagedBytes() }
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(DamagedBytes) in try read(bytes) }
    }
    return .known(try result.get())
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer
  ) throws(DamagedBytes) -> PhotoFingerprint {
    var reader = ByteReader(bytes)
    guard try reader.readFixed32() == ContentsCoding.checksum(bytes.dropFirst(4)) else {
      throw DamagedBytes()
    }
    let (differences, contrast) = (try reader.readFixed64(), try reader.readByte())
    let fingerprint = PhotoFingerprint(
      differences: differences, contrast: contrast, colors: Array(bytes[reader.position...]))
    guard let fingerprint else { throw DamagedBytes() }
    return fingerprint
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
