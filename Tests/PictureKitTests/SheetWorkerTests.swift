import ExpectationSupport
import Glibc
import PictureProtocol
import Synchronization
import Testing

@testable import PictureKit

/// Documents and JPEGs by the real worker.
@Suite(.timeLimit(.minutes(10))) struct SheetWorkerTests {
  private let document = SheetDocument(width: 595, height: 842, title: "Popular")

  /// Starts real workers and remembers them.
  private final class Launcher: WorkerLauncher {
    let processes = Mutex<[Int32]>([])

    func launch() throws(WorkerProblem) -> LaunchedWorker {
      let worker = try ProcessLauncher().launch()
      if let process = worker.processID { processes.withLock { $0.append(process) } }
      return worker
    }
  }

  private static func fixture(_ name: String, file: StaticString = #filePath) -> PictureFile {
    let folder = "\(file)".split(separator: "/").dropLast(2).joined(separator: "/")
    return PictureFile(path: "/\(folder)/PictureWorkerTests/Fixtures/\(name)")
  }

  @Test func `a document is typeset step by step in a process of its own`() async throws {
    let launcher = Launcher()
    let worker = SheetWorker(launcher: launcher)
    let page = SheetPage(
      texts: [
        SheetText(
          rect: SheetRect(x: 9, y: 9, width: 99, height: 20), text: "couple", size: 9)
      ])

    var bytes = try await worker.perform(.begin(document))
    for _ in 0..<3 { bytes += try await worker.perform(.page(page)) }
    bytes += try await worker.perform(.end)

    #expect(bytes.starts(with: "%PDF-".utf8))
    expectEqual(bytes.suffix(6), Array("%%EOF\n".utf8)[...])
    expectEqual(launcher.processes.withLock { $0.count }, 1)
  }

  @Test
  func
    `a worker that is killed in the middle ends its document, and the next one has a new worker`()
    async throws
  {
    let launcher = Launcher()
    let worker = SheetWorker(launcher: launcher)
    _ = try await worker.perform(.begin(document))

    for process in launcher.processes.withLock({ $0 }) { kill(process, SIGKILL) }
    await #expect(throws: PictureFailure.workerDied) {
      try await worker.perform(.page(SheetPage()))
    }
    await #expect(throws: PictureFailure.workerDied) { try await worker.perform(.end) }

    _ = try await worker.perform(.begin(document))
    #expect(try await !worker.perform(.end).isEmpty)
    expectEqual(launcher.processes.withLock { $0.count }, 2)
  }

  @Test func `without a worker there is no document`() async {
    let locator = WorkerLocator(environment: ["VITRINE_PICTURES": "/proc/nonexistent"])
    let worker = SheetWorker(launcher: ProcessLauncher(locator: locator))

    await #expect(throws: PictureFailure.workerDied) {
      try await worker.perform(.begin(document))
    }
  }

  @Test func `a JPEG is made for a photo, and is not cached`() async throws {
    let loader = PictureLoader()
    defer { loader.shutDown() }

    let jpeg = try await loader.jpeg(of: Self.fixture("quarters.png"), side: 32)

    #expect(jpeg.isWhole)
    #expect((jpeg.width, jpeg.height) == (32, 24))
    expectEqual(loader.cache.byteCount, 0)
  }

  @Test func `a bad picture fails alone`() async throws {
    let loader = PictureLoader()
    defer { loader.shutDown() }

    await #expect(throws: PictureFailure.notAPicture) {
      try await loader.jpeg(of: Self.fixture("make.sh"), side: 32)
    }
    #expect(try await loader.jpeg(of: Self.fixture("quarters.jpg"), side: 32).isWhole)
  }

  @Test func `killing a worker costs at most one photo`() async throws {
    let launcher = Launcher()
    let loader = PictureLoader(launcher: launcher)
    defer { loader.shutDown() }
    let names = ["quarters.jpg", "quarters.png", "quarters.gif", "quarters.webp", "gray.png"]
    var whole = 0

    for (place, name) in names.enumerated() {
      if let jpeg = try? await loader.jpeg(of: Self.fixture(name), side: 32), jpeg.isWhole {
        whole += 1
      }
      if place == 1 {
        for process in launcher.processes.withLock({ $0 }) { kill(process, SIGKILL) }
      }
    }

    #expect(whole >= names.count - 1)
  }
}
