import ExpectationSupport
import Foundation
import GalleryDomain
import Glibc
import Testing
import WaitSupport

@testable import GalleryData
@testable import GalleryStore

@Suite(.timeLimit(.minutes(10))) struct FolderLibraryTests {
  private let folder: TemporaryFolder
  private let known: TestLibrary
  private var library: SQLiteLibrary { known.library }
  private let reader = StubMetadataReader(
    PhotoMetadata {
      $0.title = "T"
      $0.dates = [.init("2017:10:01 12:00:00")]
      $0.position = GeoPosition(latitude: 1, longitude: 2)
    })

  init() throws {
    folder = try TemporaryFolder()
    known = try TestLibrary()
  }

  /// The folder as another run of the program sees it, a minute after its files were written.
  private func run(
    _ subfolder: String? = nil, zone: TimeZone = utc, isRecursive: Bool = true,
    marks: (any SaleMarkReader)? = nil, minutes: Int64 = 1
  ) -> FolderRepository {
    FolderRepository(
      folder: subfolder.map(folder.file) ?? folder.reference, reader: reader, marks: marks,
      zone: zone,
      isRecursive: isRecursive, library: library,
      now: { DirectoryWatch.time() + minutes * 60_000_000_000 })
  }

  private func photos(_ repository: FolderRepository) async throws -> [Photo] {
    try await page(repository).photos
  }

  /// Reads all photos one by one, as for the screen.
  @discardableResult
  private func read(_ repository: FolderRepository) async throws -> [Photo] {
    var photos = try await photos(repository)
    for index in photos.indices { photos[index] = await repository.details(of: photos[index]) }
    await library.finishWriting()
    return photos
  }

  @Test func `a file that was read in a former run is not read again`() async throws {
    for name in ["a.jpg", "b/c.jpg", "b/d.jpg"] { try folder.write(name, "x") }
    let before = try await read(run())

    let after = try await read(run())
    let repository = run()
    let known = await repository.knownDetails(of: try await photos(repository))
    let page = await repository.details(of: try await photos(repository))

    expectEqual(before.map(\.name), ["T", "T", "T"])
    expectEqual(after, before)
    expectEqual(known, before)
    expectEqual(page, before)
    expectEqual(reader.askedCount, 3)
  }

  @Test func `the same file by another spelling of its folder is known`() async throws {
    try folder.write("b/c.jpg", "x")
    try await read(run("b"))

    try await read(run("./b//"))
    try await read(run())

    expectEqual(reader.askedCount, 1)
  }

  /// Restores the dates of a file after a change.
  private func keepingDates(of name: String, _ change: () throws -> Void) async throws {
    let path = folder.file(name).shownPath
    var before = stat()
    expectEqual(stat(path, &before), 0)
    // Changes within one tick of the system's clock have the same date.
    let changed = Int64(before.st_ctim.tv_sec) * 1_000_000_000 + Int64(before.st_ctim.tv_nsec)
    try await wait(for: "the next tick") { DirectoryWatch.time() > changed }
    try change()
    var times = [before.st_atim, before.st_mtim]
    expectEqual(utimensat(AT_FDCWD, path, &times, 0), 0)
    var after = stat()
    expectEqual(stat(path, &after), 0)
    #expect(after.st_mtim.tv_nsec == before.st_mtim.tv_nsec && after.st_size == before.st_size)
  }

  @Test(arguments: [false, true])
  func `a file that was changed in place, or replaced, with its size and its date is read again`(
    isReplaced: Bool
  ) async throws {
    try folder.write("a.jpg", "x")
    try await read(run())

    try await keepingDates(of: "a.jpg") {
      if isReplaced {
        try folder.write("new", "y")
        expectEqual(rename(folder.file("new").shownPath, folder.file("a.jpg").shownPath), 0)
      } else {
        let descriptor = open(folder.file("a.jpg").shownPath, O_WRONLY | O_TRUNC)
        expectEqual(write(descriptor, "y", 1), 1)
        close(descriptor)
      }
    }
    try await read(run())

    expectEqual(reader.askedCount, 2)
  }

  @Test(arguments: ["a.xmp", "a.jpg.xmp", "a.XMP"])
  func `a new, changed or removed sidecar has its photo read again`(name: String) async throws {
    try folder.write("a.jpg", "x")
    try await read(run())
    try folder.write(name, "1")
    try await read(run())
    try await read(run())
    expectEqual(reader.askedCount, 2)
    try await keepingDates(of: name) { try folder.write(name, "2") }
    try await read(run())
    expectEqual(reader.askedCount, 3)

    try folder.remove(name)
    try await read(run())

    expectEqual(reader.askedCount, 4)
  }

  @Test
  func `a file that has just changed is not remembered: it may change again at the same time`()
    async throws
  {
    let start = DirectoryWatch.time()
    try folder.write("a.jpg", "x")
    // However long this takes: a second later, and after a clock was set back.
    for seconds: Int64 in [1, -3_600] {
      let repository = FolderRepository(
        folder: folder.reference, reader: reader, library: library,
        now: { start + seconds * 1_000_000_000 })

      try await read(repository)

      #expect(known.paths.isEmpty)
    }
    try await read(run())

    expectEqual(known.paths, ["\(folder.path)/a.jpg"])
  }

  @Test func `a file that can't be read is not remembered`() async throws {
    try folder.write("a.jpg", "x")
    for reader in [nil, StubMetadataReader(nil)] {
      let repository = FolderRepository(
        folder: folder.reference, reader: reader, library: library, now: { .max })

      try await read(repository)

      #expect(known.paths.isEmpty)
    }
  }

  @Test func `dates without a zone are those of the zone in which they are shown`() async throws {
    try folder.write("a.jpg", "x")
    let before = try await read(run())

    let after = try await read(run(zone: try #require(TimeZone(secondsFromGMT: 3_600))))

    expectEqual(before[0].createdAt, Date(timeIntervalSince1970: 1_506_859_200))
    expectEqual(after[0].createdAt, Date(timeIntervalSince1970: 1_506_855_600))
    expectEqual(reader.askedCount, 1)
  }

  private struct Mark: SaleMarkReader {
    func mark(of photo: FileReference) async -> SaleMark? {
      SaleMark(status: .forSale, price: Price(amount: "3", currency: "EUR"))
    }
    func mark(in sidecar: [UInt8]) async -> SaleMark? { nil }
  }

  @Test func `a sale mark is remembered with its file`() async throws {
    try folder.write("a.jpg", "x")
    try folder.write("a.xmp", "x")
    try await read(run(marks: Mark()))

    let photo = try #require(try await read(run()).first)

    expectEqual(photo.saleStatus, .forSale)
    expectEqual(photo.price, Price(amount: "3", currency: "EUR"))
  }

  // MARK: Behind the screen

  /// The folder as a screen shows it, which observes its changes.
  private func shown(minutes: Int64 = 1) async -> (FolderRepository, AsyncStream<SourceChange>) {
    let repository = FolderRepository(
      folder: folder.reference, reader: reader, library: library,
      now: { DirectoryWatch.time() + minutes * 60_000_000_000 }, readingDelay: .zero)
    return (repository, await repository.changes())
  }

  @Test func `files are read behind the screen, and counted until all have been`() async throws {
    for number in 0..<250 { try folder.write("\(number % 3)/\(number).jpg", "x") }

    let (repository, changes) = await shown()
    var readings: [FileReading?] = []
    for await case .reading(let reading) in changes {
      readings.append(reading)
      if reading == nil { break }
    }

    expectEqual(known.paths.count, 250)
    expectEqual(readings.first, FileReading(readCount: 0, fileCount: 250))
    expectEqual(reader.askedCount, 250)
    _ = repository
  }

  @Test func `files on another computer are not read behind the screen, wherever they are named`()
    async throws
  {
    for name in ["here/a.jpg", "nas/b.jpg", "nas/c/d.jpg", "phone/e.jpg"] {
      try folder.write(name, "x")
    }
    folder.link("link", to: "nas")
    folder.link("here/near", to: "../phone")
    folder.link("here/file.jpg", to: "../nas/b.jpg")
    let collection = CollectionFile(folders: [folder.file("here"), folder.file("link")])
    let (nas, phone) = (folder.file("nas"), folder.file("phone"))
    let repository = FolderRepository(
      folder: collection.base, reader: reader, collection: collection, library: library,
      patience: WalkPatience(mounts: { mountTable([nas: "nfs4", phone: "fuse.jmtpfs"]) }),
      now: { DirectoryWatch.time() + 60_000_000_000 }, readingDelay: .zero)
    let changes = await repository.changes()
    for await change in changes where change == .reading(nil) { break }

    try await expectEqual(
      photos(repository).map(\.id),
      ["here/a.jpg", "here/file.jpg", "here/near/e.jpg", "link/b.jpg", "link/c/d.jpg"])
    expectEqual(known.paths.map { $0.replacing(folder.path, with: "") }, ["/here/a.jpg"])
    expectEqual(reader.askedCount, 1)
  }

  @Test(arguments: [["link"], ["here", "nas"], ["here"]])
  func `a folder of which a part is on another computer isn't watched there`(
    names: [String]
  ) async throws {
    for name in ["here/a.jpg", "nas/b.jpg"] { try folder.write(name, "x") }
    folder.link("link", to: "nas")
    folder.link("here/near", to: "../nas")
    let nas = folder.file("nas")
    let folders = names.map(folder.file)
    let collection = folders.count > 1 ? CollectionFile(folders: folders) : nil
    let repository = FolderRepository(
      folder: collection?.base ?? folders[0], reader: nil, collection: collection,
      patience: WalkPatience(mounts: { mountTable([nas: "fuse.sshfs"]) }))

    var changes = await repository.changes().makeAsyncIterator()

    await expectEqual(changes.next(), .watched(.thisComputerOnly))
  }

  @Test func `only what isn't known yet is read, and nothing is said if all is`() async throws {
    for number in 0..<30 { try folder.write("\(number).jpg", "x") }
    try await read(run())
    try folder.write("new.jpg", "x")
    do {
      let (repository, changes) = await shown()
      for await change in changes where change == .reading(nil) { break }
      await library.finishWriting()
      expectEqual(reader.askedCount, 31)
      _ = repository
    }

    let (repository, changes) = await shown()
    try folder.write("newer.jpg", "x")
    for await change in changes where change == .changed { break }
    _ = try await page(repository, isRefresh: true)

    try await wait(for: "the new file") { known.paths.count == 32 }
    // Twice if the folder was listed again before it was remembered.
    expectEqual(Set(reader.askedNames.dropFirst(31)), ["newer.jpg"])
  }

  @Test func `photos have the stamps that they have one by one, whatever lies beside them`() throws
  {
    var random = SystemRandomNumberGenerator()
    let stems = ["a", "B", "ä", "a.b"]
    let later = DirectoryWatch.time() + 60_000_000_000
    for _ in 0..<60 {
      let place = "\(UInt32.random(in: 0 ... .max, using: &random))"
      var photos: [FileReference] = []
      for stem in stems {
        photos.append(try folder.write("\(place)/\(stem).jpg", "x"))
        for suffix in [".xmp", ".XMP", ".jpg.xmp", ".JPG.XMP", ".Xmp", ".txt"]
        where Int.random(in: 0..<8, using: &random) == 0 {
          try folder.write("\(place)/\(stem)\(suffix)", "x")
        }
      }
      let directory = FilePath.directory(of: photos[0].path)
      let names = try #require(DirectorySidecars(in: directory, now: later))

      for photo in photos {
        expectEqual(
          PhotoStamp(of: photo.path, in: AT_FDCWD, sidecars: names), PhotoStamp(of: photo))
      }
      #expect(names.isCurrent(in: directory))
    }
    #expect(DirectorySidecars(in: Array("\(folder.path)".utf8), now: DirectoryWatch.time()) == nil)
    #expect(DirectorySidecars(in: Array("\(folder.path)/none".utf8), now: later) == nil)
  }

  // MARK: What is gone

  @Test func `files and folders that are gone are forgotten when they are listed again`()
    async throws
  {
    for name in ["a.jpg", "b.jpg", "c/d.jpg", "c/e.jpg", "f/g.jpg"] { try folder.write(name, "x") }
    try await read(run())
    expectEqual(known.paths.count, 5)
    try folder.remove("a.jpg")
    try folder.remove("c/e.jpg")
    try folder.remove("f")

    try await read(run())

    try await wait(for: "what is left") {
      known.paths == ["\(folder.path)/b.jpg", "\(folder.path)/c/d.jpg"]
    }
  }

  @Test func `an old listing forgets nothing of a file that has come since`() async throws {
    try folder.write("a.jpg", "x")
    try await read(run())
    let disk = FolderOnDisk(
      folder.reference, FolderOptions(reader: reader), library: library,
      mapping: MetadataMapping(zone: utc))
    let listing = disk.startListing()
    try await listing.wait(for: .everything)
    let index = listing.read(\.index)
    try folder.write("b.jpg", "x")
    try await read(run())
    try folder.remove("a.jpg")

    await disk.forgetGone(index, isWhole: true)

    expectEqual(known.paths, ["\(folder.path)/a.jpg", "\(folder.path)/b.jpg"])
  }

  @Test func `a folder by itself forgets nothing of the folders in it`() async throws {
    for name in ["a.jpg", "b.jpg", "c/d.jpg"] { try folder.write(name, "x") }
    try await read(run())
    try folder.remove("a.jpg")
    try folder.remove("c")

    let repository = run(isRecursive: false)
    try await read(repository)

    try await wait(for: "what is left") {
      known.paths == ["\(folder.path)/b.jpg", "\(folder.path)/c/d.jpg"]
    }
  }

  @Test func `what was on another disk is kept until that is back`() async throws {
    for name in ["a.jpg", "c/d.jpg"] { try folder.write(name, "x") }
    try await read(run())
    try known.moveToAnotherDisk()
    let others = known.paths
    try folder.write("b.jpg", "x")
    try folder.remove("a.jpg")
    try folder.remove("c")

    try await read(run())
    try folder.remove("b.jpg")
    try folder.write("e.jpg", "x")
    try await read(run())

    try await wait(for: "b.jpg to be forgotten") {
      known.paths == (others + ["\(folder.path)/e.jpg"]).sorted()
    }
  }

  @Test func `a folder that can't be read any more forgets nothing`() async throws {
    try folder.write("a/b.jpg", "x")
    try await read(run("a"))
    try folder.remove("a")

    let repository = run("a")
    await #expect(throws: PhotoSourceError.self) { try await photos(repository) }

    expectEqual(known.paths, ["\(folder.path)/a/b.jpg"])
  }

  @Test func `stamps are the same bytes only for the same files`() throws {
    let photo = try folder.write("a.jpg", "x")
    var stamps: [PhotoStamp] = []
    let stamp = try #require(PhotoStamp(of: photo))
    stamps.append(stamp)
    try folder.write("a.xmp", "x")
    let withSidecar = try #require(PhotoStamp(of: photo))
    stamps.append(withSidecar)
    // The same sidecar under another name.
    var other = withSidecar
    other.sidecars.swapAt(0, 2)
    stamps.append(other)
    for change: WritableKeyPath<PhotoStamp, Int64> in [\.file.modified, \.file.changed] {
      for value in [0, -1, .min, .max] as [Int64] {
        other = stamp
        other[keyPath: change] = value
        stamps.append(other)
      }
    }

    expectEqual(PhotoStamp(of: photo)?.bytes, withSidecar.bytes)
    expectEqual(Set(stamps.map(\.bytes)).count, Set(stamps).count)
    #expect(stamp.bytes.count < 36)
  }

  @Test func `the stamp of a file says when it was written, and how large it is`() throws {
    let photo = try folder.write("a.jpg", "four")
    let stamp = try #require(PhotoStamp(of: photo))
    let file = try #require(PhotoStamp.file(of: stamp.bytes))
    expectEqual(file.byteCount, 4)
    expectEqual(file.modified, stamp.modified)
    for count in 0..<stamp.bytes.count { _ = PhotoStamp.file(of: Array(stamp.bytes.prefix(count))) }
    #expect(PhotoStamp.file(of: []) == nil)
    #expect(PhotoStamp.file(of: [UInt8](repeating: 0xFF, count: 40)) == nil)
    #expect(PhotoStamp.file(of: [0] + [UInt8](repeating: 0xFF, count: 40)) == nil)
  }
}
