import ExpectationSupport
import FolderFormats
import Foundation
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryData

/// The same folder, on the disk and as a server's.
@Suite(.timeLimit(.minutes(10)))
struct FolderSourceTests {
  private let folder = TemporaryFolder.made()
  private let store = FolderImageStore()

  private func repository(
    isOnServer: Bool, reader: (any PhotoMetadataReader)? = nil,
    marks: (any SaleMarkReader)? = nil
  ) -> FolderRepository {
    guard isOnServer else {
      return FolderRepository(folder: folder.reference, reader: reader, marks: marks)
    }
    let files = SharedFolder(path: folder.path)
    return FolderRepository(
      files,
      images: RemoteImageRepository(files: files, store: store, areOwn: true),
      reader: reader, marks: marks)
  }

  /// What a page shows, with companions relative to the folder.
  private struct Shown: Equatable {
    var photos: [[String]]
    var sections: PhotoPageSections
    var totalCount: Int?
    var hasMore: Bool
    var anchorRow: Int?
  }

  private func shown(_ request: PageRequest, isOnServer: Bool) async throws -> Shown {
    let repository = repository(isOnServer: isOnServer)
    // Then the listing is complete.
    var whole = PageRequest(.everything, pageSize: 100)
    whole.readsAll = true
    _ = try await repository.page(for: whole)
    let page = try await repository.page(for: request)
    return Shown(
      photos: page.photos.map { photo in
        let companions = photo.companionPaths.map {
          String(decoding: $0, as: UTF8.self).replacing("\(folder.path)/", with: "")
        }
        return [photo.id, photo.name] + companions
      },
      sections: page.sections, totalCount: page.totalCount, hasMore: page.hasMorePages,
      anchorRow: page.anchorRow)
  }

  @Test(arguments: [
    PageRequest(.everything, pageSize: 100), PageRequest(.everything, pageSize: 3),
    PageRequest(.everything, page: 2, pageSize: 3, anchor: "d/shot.CR2"),
    PageRequest(.everything, page: 9, pageSize: 3),
  ])
  func `a folder has the same rows on the disk and on a server`(request: PageRequest) async throws {
    for name in [
      "img10.jpg", "IMG2.jpg", "b/2.png", "b/1.png", "a/z.webp", "a/a/x.svg", ".hidden.jpg",
      "note.txt", "c/.e.jpg", "d/shot.CR2", "d/shot.JPG", "d/live.MOV", "d/live.HEIC",
      "d/other.MOV", "é/a b#c?.jpg",
    ] { try folder.write(name) }

    let onDisk = try await shown(request, isOnServer: false)

    expectEqual(onDisk.totalCount, 9)
    try await expectEqual(shown(request, isOnServer: true), onDisk)
  }

  @Test(arguments: [false, true])
  func `a photo is read once, and again when its file or its sidecar has changed`(
    isOnServer: Bool
  ) async throws {
    try folder.write("a.jpg", [0xFF, 0xD8, 0xFF])
    let reader = StubMetadataReader(PhotoMetadata { $0.title = "Title" })
    let repository = repository(isOnServer: isOnServer, reader: reader)
    let photo = try await firstPhoto(repository)
    #expect(photo.needsDetails)

    for _ in 0..<2 { await expectEqual(repository.details(of: photo).name, "Title") }
    expectEqual(reader.askedCount, 1)
    try await expectEqual(
      repository.page(for: PageRequest(.everything)).photos.first?.name, "Title")

    let larger = (1...2).map { [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: $0 * 300_000) }
    let changes = larger.map { ("a.jpg", $0) } + [("a.jpg.xmp", Array("<x/>".utf8))]
    var thumbnails = [photo.thumbnailURL]
    for (number, change) in changes.enumerated() {
      try folder.write(change.0, change.1)
      let listed = try await firstPhoto(repository, PageRequest(.everything, isRefresh: true))
      #expect(listed.needsDetails)
      #expect(await !repository.details(of: listed).needsDetails)
      expectEqual(reader.askedCount, number + 2)
      thumbnails.append(listed.thumbnailURL)
    }
    // A small picture on a server is its own; the address of another's changes with the picture.
    expectEqual(thumbnails[0], nil)
    if isOnServer { expectEqual(Set(thumbnails.prefix(3)).count, 3) }
  }

  // MARK: Sidecars

  /// Knows of a photo what its sidecar says: stars, or a price.
  private struct SidecarReader: PhotoMetadataReader, SaleMarkReader {
    func metadata(
      of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
    ) async -> PhotoMetadata? {
      let text = sidecar.flatMap { try? String(contentsOfFile: $0.shownPath, encoding: .utf8) }
      return PhotoMetadata { $0.rating = text.flatMap { Int($0) } }
    }

    func mark(of photo: FileReference) async -> SaleMark? { nil }

    func mark(in sidecar: [UInt8]) async -> SaleMark? {
      String(decoding: sidecar, as: UTF8.self).hasSuffix("EUR") ? SaleMark(status: .forSale) : nil
    }
  }

  @Test func `a sidecar on a server is shown with its photo, also after a refresh that fails`()
    async throws
  {
    for name in ["a.jpg", "b.jpg"] { try folder.write(name, [0xFF, 0xD8, 0xFF]) }
    for (name, text) in [("a.jpg.xmp", "3"), ("b.xmp", "12 EUR"), ("c.xmp", "nobody's")] {
      try folder.write(name, text)
    }
    let repository = repository(isOnServer: true, reader: SidecarReader(), marks: SidecarReader())
    let photos = try await repository.page(for: PageRequest(.everything)).photos
    expectEqual(photos.map(\.id), ["a.jpg", "b.jpg"])

    rename(folder.path, folder.path + "-away")
    await #expect(throws: PhotoSourceError.self) {
      try await repository.page(for: PageRequest(.everything, isRefresh: true))
    }
    rename(folder.path + "-away", folder.path)

    await expectEqual(repository.details(of: photos[0]).rating, 3)
    await expectEqual(repository.details(of: photos[1]).saleStatus, .forSale)
  }
}

/// A folder of the disk in the place of a server's.
private struct SharedFolder: RemoteFileSystem, RemoteFolder, RemoteFiles {
  let path: String

  var folder: any RemoteFolder { self }
  var files: any RemoteFiles { self }
  var title: String { "shared" }
  var sourceID: String { "shared" }
  var parallelReads: Int { 4 }

  func list(
    _ folder: [UInt8], isRecursive: Bool, after token: String?
  ) async throws(PhotoSourceError) -> RemoteListing {
    let directory = URL(filePath: path).appending(path: String(decoding: folder, as: UTF8.self))
    let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
    guard let names else { throw .notFound(name: directory.lastPathComponent) }
    return RemoteListing(
      entries: names.map { name in
        let stamp = FileReference(path: directory.appending(path: name).path)
          .flatMap { FileStamp(of: $0) }
        return RemoteEntry(
          path: FilePath.join(folder, Array(name.utf8)[...]), isFolder: stamp == nil,
          byteCount: stamp?.byteCount)
      })
  }

  func url(of path: [UInt8]) -> URL? {
    URL(string: "http://shared.example")?.appending(path: String(decoding: path, as: UTF8.self))
  }

  private func bytes(of url: URL) throws(PhotoSourceError) -> [UInt8] {
    let data = FileManager.default.contents(atPath: path + url.path(percentEncoded: false))
    guard let data else { throw .notFound(name: url.lastPathComponent) }
    return Array(data)
  }

  func beginning(
    of url: URL, byteCount: Int
  ) async throws(PhotoSourceError) -> FilePart {
    FilePart(bytes: Array(try bytes(of: url).prefix(byteCount)))
  }

  func contents(of url: URL, byteLimit: Int) async throws(PhotoSourceError) -> FilePart {
    FilePart(bytes: try bytes(of: url))
  }

  func download(
    _ url: URL, unlessMatches validators: HTTPValidators?, to descriptor: Int32,
    byteLimit: Int, progress: @escaping @Sendable (ImageProgress) -> Void
  ) async throws(PhotoSourceError) -> HTTPValidators? {
    throw .notFound(name: url.lastPathComponent)
  }
}
