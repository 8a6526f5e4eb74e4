import ExpectationSupport
import Files
import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import GalleryData

/// Pictures that last as long as the program.
@Suite(.timeLimit(.minutes(10)))
struct TemporaryImageStoreTests {
  private let folder: TemporaryFolder
  private let urls = (0..<4).map { URL(string: "https://pictures.example/\($0).jpg")! }

  init() throws {
    folder = try TemporaryFolder()
  }

  private var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
  }

  private func save(_ byteCount: Int, for url: URL, in store: TemporaryImageStore) async throws
    -> FileReference
  {
    let file = try #require(await store.makeFile())
    let bytes = [UInt8](repeating: 1, count: byteCount)
    _ = bytes.withUnsafeBytes { write(file.descriptor, $0.baseAddress, $0.count) }
    return try #require(await store.save(file, for: url, validators: HTTPValidators()))
  }

  @Test func `nothing is created before the first picture, and nothing remains`() async throws {
    let store = TemporaryImageStore(places: [folder.path])
    #expect(names.isEmpty)

    let file = try await save(10, for: urls[0], in: store)
    expectEqual(names.count, 1)
    var status = stat()
    expectEqual(stat("\(folder.path)/\(names[0])", &status), 0)
    expectEqual(status.st_mode & 0o777, 0o700)

    store.removeFolder()
    #expect(names.isEmpty)
    expectEqual(FileStamp(of: file), nil)
    _ = try await save(10, for: urls[0], in: store)
    expectEqual(names.count, 1)
  }

  @Test func `the least recently used picture is deleted first`() async throws {
    let store = TemporaryImageStore(places: [folder.path], byteLimit: 50)
    for url in urls.prefix(2) { _ = try await save(10, for: url, in: store) }
    #expect(await store.image(at: urls[0]) != nil)

    _ = try await save(10, for: urls[2], in: store)

    await expectEqual(store.image(at: urls[1]), nil)
    #expect(await store.image(at: urls[0]) != nil)
    #expect(await store.image(at: urls[2]) != nil)
  }

  @Test func `a picture that is larger than the limit is kept alone`() async throws {
    let store = TemporaryImageStore(places: [folder.path], byteLimit: 50)
    _ = try await save(10, for: urls[0], in: store)

    let file = try await save(40, for: urls[1], in: store)

    await expectEqual(store.image(at: urls[0]), nil)
    expectEqual(FileStamp(of: file)?.byteCount, 40)
  }

  @Test func `downloads take half of the limit together, and release it`() async throws {
    let store = TemporaryImageStore(places: [folder.path], byteLimit: 100)
    let first = try #require(await store.makeFile())
    let second = try #require(await store.makeFile())

    #expect(first.allowance.allows(byteCount: 30))
    #expect(second.allowance.allows(byteCount: 20))
    #expect(!second.allowance.allows(byteCount: 21))
    #expect(!first.allowance.allows(byteCount: 31))

    await store.discard(first)
    #expect(second.allowance.allows(byteCount: 50))
    #expect(!second.allowance.allows(byteCount: 51))
    // It begins again after a lost connection.
    #expect(second.allowance.allows(byteCount: 0))
    #expect(second.allowance.allows(byteCount: 50))
    #expect(!first.allowance.allows(byteCount: 1))
    await store.discard(second)
  }

  @Test func `a name is never reused`() async throws {
    let store = TemporaryImageStore(places: [folder.path])
    let old = try await save(10, for: urls[0], in: store)

    let new = try await save(11, for: urls[0], in: store)

    #expect(new != old)
    expectEqual(FileStamp(of: old), nil)
    expectEqual(FileStamp(of: new)?.byteCount, 11)
  }

  @Test func `a folder that can't be written is skipped`() async throws {
    let store = TemporaryImageStore(places: ["/proc/nonexistent", folder.path])

    _ = try await save(10, for: urls[0], in: store)

    expectEqual(names.count, 1)
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
    for name in [dead] + others { try folder.write("\(name)/1", "x") }
    folder.link(link, to: folder.path)

    _ = try await save(10, for: urls[0], in: TemporaryImageStore(places: [folder.path]))

    #expect(!names.contains(dead))
    #expect(Set(names).isSuperset(of: others + [link]))
  }
}
