import ExpectationSupport
import Files
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryStore

/// Pictures that can't be kept last as long as the program.
@Suite(.timeLimit(.minutes(10)))
struct TemporaryPicturesTests {
  private let home: TemporaryFolder
  private let log = RecordedLog()
  private let urls = (0..<4).map { URL(string: "https://pictures.example/\($0).jpg")! }

  init() throws {
    home = try TemporaryFolder()
    for name in ["cache", "tmp"] { try home.makeFolder(name) }
  }

  private func store(cache: String?, places: [String] = ["tmp"]) -> SQLiteStore {
    SQLiteStore(
      folder: cache.map { "\(home.path)/\($0)" },
      temporaryFolders: places.map { $0.hasPrefix("/") ? $0 : "\(home.path)/\($0)" },
      logger: log.logger)
  }

  private func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: "\(home.path)/\(folder)")) ?? []
  }

  private func save(
    _ bytes: String, for url: URL, in store: SQLiteStore
  ) async throws -> FileReference {
    let file = try #require(await store.images.makeFile())
    expectEqual(write(file.descriptor, bytes, bytes.utf8.count), bytes.utf8.count)
    return try #require(
      await store.images.save(file, for: url, validators: HTTPValidators(entityTag: "1")))
  }

  private func path(of file: FileReference) -> String { String(decoding: file.path, as: UTF8.self) }

  private func content(_ file: FileReference?) -> String? {
    file.flatMap { try? String(contentsOfFile: path(of: $0), encoding: .utf8) }
  }

  @Test func `without a cache they are in a folder of their own, of which nothing remains`()
    async throws
  {
    let store = store(cache: nil)
    await expectEqual(store.images.image(at: urls[0]), nil)
    #expect(names(in: "tmp").isEmpty)

    let file = try await save("one", for: urls[0], in: store)
    expectEqual(names(in: "tmp").count, 1)
    expectEqual(home.mode("tmp/\(names(in: "tmp")[0])"), 0o700)
    let image = await store.images.image(at: urls[0])
    expectEqual(image?.file, file)
    expectEqual(image?.validators.entityTag, "1")
    let part = try #require(await store.images.makeFile())
    expectEqual(part.byteLimit, 128 << 20)

    store.removeTemporaryFiles()
    #expect(names(in: "tmp").isEmpty)
    await expectEqual(store.images.image(at: urls[0]), nil)
    // A picture that comes later has a folder again.
    _ = try await save("two", for: urls[0], in: store)
    expectEqual(names(in: "tmp").count, 1)
    store.removeTemporaryFiles()
    #expect(log.lines.isEmpty)
  }

  @Test func `a cache whose folder can't be made is replaced by the temporary folder`() async throws
  {
    try home.write("file")
    let store = store(cache: "file/vitrine", places: ["/proc/nonexistent", "tmp"])

    let file = try await save("one", for: urls[0], in: store)

    await expectEqual(content(store.images.image(at: urls[0])?.file), "one")
    #expect(path(of: file).hasPrefix("\(home.path)/tmp/"))
    store.removeTemporaryFiles()
    #expect(names(in: "tmp").isEmpty)
  }

  @Test func `a picture that the database can't hold is kept while the program runs`() async throws
  {
    // Something else has the database's name.
    try home.makeFolder("cache/store.sqlite")
    let store = store(cache: "cache")

    let old = try await save("one", for: urls[0], in: store)
    let new = try await save("two", for: urls[0], in: store)
    #expect(old != new)
    expectEqual(content(old), nil)
    await expectEqual(content(store.images.image(at: urls[0])?.file), "two")
    expectEqual(log.lines.count, 1)

    store.removeTemporaryFiles()
    expectEqual(content(new), nil)
    #expect(home.imageFiles.isEmpty)
  }

  @Test func `those that were not used for the longest time go first`() async throws {
    let store = store(cache: nil)
    let size = 50 << 20
    func saveLarge(_ url: URL) async throws {
      let file = try #require(await store.images.makeFile())
      // Without blocks on the disk.
      expectEqual(ftruncate(file.descriptor, off_t(size)), 0)
      _ = await store.images.save(file, for: url, validators: HTTPValidators())
    }
    for url in urls.prefix(2) { try await saveLarge(url) }
    #expect(await store.images.image(at: urls[0]) != nil)

    try await saveLarge(urls[2])

    await expectEqual(store.images.image(at: urls[1]), nil)
    #expect(await store.images.image(at: urls[0]) != nil)
    #expect(await store.images.image(at: urls[2]) != nil)
    store.removeTemporaryFiles()
  }

  @Test func `if nothing can be written there is no file`() async {
    await expectEqual(store(cache: nil, places: []).images.makeFile() == nil, true)
    await expectEqual(
      store(cache: nil, places: ["/proc/nonexistent"]).images.makeFile() == nil, true)
  }

  @Test func `only the remains of a killed program are removed`() async throws {
    let current = try #require(ProcessIdentity.current)
    func name(_ system: UInt64, _ process: pid_t) -> String {
      let identity = ProcessIdentity(
        system: system, process: process, startTime: current.startTime)
      return "vitrine-pictures-\(getuid())-\(identity.text)-abcdef"
    }
    // No process has a number beyond the kernel's limit of 2^22 (proc(5)).
    let dead = name(current.system, 4_194_999)
    let others = [
      name(current.system, getpid()), "vitrine-picturesque", "photos",
      // In a container, whose numbers mean nothing here.
      name(current.system ^ 1, 4_194_999),
      "vitrine-pictures-\(getuid())-4194999-abcdef", "vitrine-pictures-\(getuid())-x-abcdef",
    ]
    let link = name(current.system, 4_194_998)
    for name in [dead] + others { try home.write("tmp/\(name)/1", "1") }
    expectEqual(symlink("\(home.path)/cache", "\(home.path)/tmp/\(link)"), 0)

    _ = try await save("one", for: urls[0], in: store(cache: nil))

    #expect(!names(in: "tmp").contains(dead))
    #expect(Set(names(in: "tmp")).isSuperset(of: others + [link]))
  }
}
