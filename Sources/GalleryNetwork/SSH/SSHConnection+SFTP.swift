import CSSH
import FeedFormats
import FolderFormats
import Foundation
import GalleryData
import GalleryDomain
import Glibc

/// SFTP, version 3 (draft-ietf-secsh-filexfer-02). Paths end with a NUL; `name` is what errors call them.
extension SSHConnection {
  /// What is known about a file without reading it.
  struct Facts: Sendable {
    var isFolder: Bool
    /// In bytes; nil if the server doesn't say.
    var byteCount: Int?
    var validators: HTTPValidators
  }

  /// In bytes. Servers may send less at a time.
  private static let pieceByteCount = 32 << 10
  /// Pieces that are requested ahead: 2 MB, for connections of 100 Mbit/s and 160 ms.
  private static let pieceLimit = 64
  /// Names on a disk have at most 255.
  private static let nameByteLimit = 1_024

  /// Lists a folder: its own entries, without those of the folders below.
  func entries(
    of path: [UInt8], name: String, _ add: (SFTPFolder.Item) -> Void
  ) throws(TransportFailure) {
    beginRequest()
    guard let folder = withPath(path, { library.sftp_opendir(sftp, $0) }) else {
      throw failureToOpenFolder(path, name)
    }
    defer {
      beginRequest()
      _ = library.sftp_closedir(folder)
    }
    while true {
      beginRequest()
      guard let attributes = library.sftp_readdir(sftp, folder) else { break }
      defer { library.sftp_attributes_free(attributes) }
      guard let text = attributes.pointee.name else { continue }
      let count = strnlen(text, Self.nameByteLimit + 1)
      add(
        SFTPFolder.Item(
          name: UnsafeRawBufferPointer(start: text, count: count).map { $0 },
          isTooLong: count > Self.nameByteLimit,
          permissions: attributes.pointee.has(SSH_FILEXFER_ATTR_PERMISSIONS)
            ? attributes.pointee.permissions : nil,
          byteCount: attributes.pointee.has(SSH_FILEXFER_ATTR_SIZE)
            ? Int(exactly: attributes.pointee.size) : nil,
          modified: attributes.pointee.has(SSH_FILEXFER_ATTR_ACMODTIME)
            ? Date(timeIntervalSince1970: Double(attributes.pointee.mtime)) : nil))
    }
    guard folder.pointee.eof != 0 else { throw failure(name) }
  }

  /// Opening a file as a folder gets an error of its own.
  private func failureToOpenFolder(_ path: [UInt8], _ name: String) -> TransportFailure {
    let failure = failure(name)
    guard case .notFound = failure.error, let facts = try? facts(of: path, name: name),
      !facts.isFolder
    else { return failure }
    return TransportFailure(.notAFeed(name: name, beginning: "file", content: .file))
  }

  func facts(of path: [UInt8], name: String) throws(TransportFailure) -> Facts {
    beginRequest()
    guard let attributes = withPath(path, { library.sftp_stat(sftp, $0) }) else {
      throw failure(name)
    }
    defer { library.sftp_attributes_free(attributes) }
    return Facts(attributes.pointee)
  }

  /// Reads the beginning of a file, or all of a shorter one.
  func beginning(
    of path: [UInt8], byteCount: Int, name: String
  ) throws(TransportFailure) -> FilePart {
    let file = try open(path, name)
    defer { close(file) }
    var bytes: [UInt8] = []
    // Getting the length would cost another round trip.
    try read(file, upTo: byteCount, name, nil) { bytes += $0 }
    return FilePart(bytes: bytes)
  }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - tag: The tag of the known version; nil for none.
  ///   - begin: Called with the file's length, if the server gives it, before any data arrives.
  /// - Returns: nil if the known version is still current.
  func whole(
    of path: [UInt8], name: String, unlessMatches tag: String?,
    begin: (Int?) throws(PhotoSourceError) -> Void,
    take: (UnsafeRawBufferPointer) throws(PhotoSourceError) -> Void
  ) throws(TransportFailure) -> HTTPValidators? {
    let file = try open(path, name)
    defer { close(file) }
    let facts = try facts(of: file, name)
    if let tag, facts.validators.entityTag == tag { return nil }
    do throws(PhotoSourceError) {
      try begin(facts.byteCount)
    } catch {
      throw TransportFailure(error)
    }
    try read(file, upTo: .max, name, facts.byteCount, take)
    return facts.validators
  }

  // MARK: Reading

  private func open(_ path: [UInt8], _ name: String) throws(TransportFailure) -> sftp_file {
    beginRequest()
    guard let file = withPath(path, { library.sftp_open(sftp, $0, O_RDONLY, 0) }) else {
      throw failure(name)
    }
    return file
  }

  private func close(_ file: sftp_file) {
    beginRequest()
    _ = library.sftp_close(file)
  }

  private func facts(of file: sftp_file, _ name: String) throws(TransportFailure) -> Facts {
    beginRequest()
    guard let attributes = library.sftp_fstat(file) else { throw failure(name) }
    defer { library.sftp_attributes_free(attributes) }
    return Facts(attributes.pointee)
  }

  /// Reads a file, with some pieces requested ahead.
  ///
  /// - Parameter fileByteCount: If known.
  private func read(
    _ file: sftp_file, upTo limit: Int, _ name: String, _ fileByteCount: Int?,
    _ take: (UnsafeRawBufferPointer) throws(PhotoSourceError) -> Void
  ) throws(TransportFailure) {
    var buffer = [UInt8](repeating: 0, count: Self.pieceByteCount)
    var pieceByteCount = Self.pieceByteCount
    var pending: [(id: UInt32, count: Int)] = []
    var (asked, done) = (0, 0)
    var ahead = 2
    while done < limit {
      while pending.count < ahead, asked < limit {
        let count = min(pieceByteCount, limit - asked)
        let id = library.sftp_async_read_begin(file, UInt32(count))
        guard id >= 0 else {
          let failure = truncated(done > 0, name)
          drain(file, pending, &buffer)
          throw failure
        }
        pending.append((UInt32(bitPattern: id), count))
        asked += count
      }
      // As much as the file may still have: small files are not requested beyond their end.
      ahead = min(ahead + 2, Self.pieceLimit)
      let next = pending.removeFirst()
      beginRequest()
      let got = Int(library.sftp_async_read(file, &buffer, UInt32(next.count), next.id))
      guard got >= 0 else {
        // First, because draining changes what the library says of the failure.
        let failure = truncated(done > 0, name)
        drain(file, pending, &buffer)
        throw failure
      }
      if got == 0 {
        drain(file, pending, &buffer)
        // The file has become shorter since its size was read.
        if let fileByteCount, done < fileByteCount {
          throw TransportFailure(.truncated(host: host.shownName), mayPass: true)
        }
        return
      }
      let taken = buffer.withUnsafeBytes { bytes -> Result<Void, PhotoSourceError> in
        do throws(PhotoSourceError) {
          return .success(try take(UnsafeRawBufferPointer(rebasing: bytes[..<got])))
        } catch {
          return .failure(error)
        }
      }
      if case .failure(let error) = taken {
        drain(file, pending, &buffer)
        throw TransportFailure(error)
      }
      done += got
      guard got < next.count else { continue }
      // Either the file ends here, or the server sends less at a time, contrary to the draft: then the pieces requested
      // ahead leave a gap.
      let isAskedBeyond = !pending.isEmpty
      let mayEnd = drain(file, pending, &buffer) && isUsable
      pending = []
      // Where nothing was requested beyond this piece and the size is unknown, one more request decides.
      if mayEnd, isAskedBeyond || fileByteCount != nil, done >= fileByteCount ?? done { return }
      pieceByteCount = max(got, 1_024)
      asked = done
      _ = library.sftp_seek64(file, UInt64(done))
      file.pointee.eof = 0
    }
    drain(file, pending, &buffer)
  }

  /// Reads the outstanding answers, so that they aren't mistaken for others.
  ///
  /// - Returns: Whether they were empty.
  @discardableResult
  private func drain(
    _ file: sftp_file, _ pending: [(id: UInt32, count: Int)], _ buffer: inout [UInt8]
  ) -> Bool {
    var isEmpty = true
    for next in pending where isUsable {
      file.pointee.eof = 0
      beginRequest()
      if library.sftp_async_read(file, &buffer, UInt32(next.count), next.id) != 0 {
        isEmpty = false
      }
    }
    return isEmpty
  }

  // MARK: Failures

  private func withPath<Value>(
    _ path: [UInt8], _ body: (UnsafePointer<CChar>?) -> Value
  ) -> Value {
    path.withUnsafeBytes { body($0.baseAddress?.assumingMemoryBound(to: CChar.self)) }
  }

  private func truncated(_ hasBegun: Bool, _ name: String) -> TransportFailure {
    guard hasBegun, !isUsable, !isGivenUp else { return failure(name) }
    return TransportFailure(.truncated(host: host.shownName), mayPass: true)
  }

  /// What the last call's failure means.
  private func failure(_ name: String) -> TransportFailure {
    // Newer versions of libssh notice the answer to a request that wasn't made, and read on at the next call.
    if message.hasPrefix("Unknown request ID") { giveUp(.flooded) }
    guard isUsable, let sftp else { return lost() }
    return switch library.sftp_get_error(sftp) {
    case SSH_FX_NO_SUCH_FILE, SSH_FX_NO_SUCH_PATH: TransportFailure(.notFound(name: name))
    case SSH_FX_PERMISSION_DENIED: TransportFailure(.permissionDenied(name: name))
    case SSH_FX_NO_CONNECTION, SSH_FX_CONNECTION_LOST: lost()
    // The server gives no further reason (SSH_FX_FAILURE).
    default: TransportFailure(.unreadable(name: name, code: EIO))
    }
  }
}

extension SSHConnection.Facts {
  fileprivate init(_ attributes: sftp_attributes_struct) {
    isFolder = SFTPFolder.Item.isFolder(attributes.permissions)
    byteCount = attributes.has(SSH_FILEXFER_ATTR_SIZE) ? Int(exactly: attributes.size) : nil
    validators = HTTPValidators()
    if attributes.has(SSH_FILEXFER_ATTR_ACMODTIME) {
      validators.entityTag = "\"\(attributes.mtime)-\(byteCount ?? -1)\""
    }
  }
}

extension sftp_attributes_struct {
  fileprivate func has(_ flag: Int32) -> Bool { flags & UInt32(bitPattern: flag) != 0 }
}
