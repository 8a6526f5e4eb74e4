import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats
@testable import GalleryData

/// Pages that need other answers in addition to their own.
@Suite(.timeLimit(.minutes(10))) struct RemoteJoinTests {
  private func repository(
    _ transport: ScriptedTransport, store: MemoryPageStore = MemoryPageStore(),
    url: String = "{@base}/albums/{album}", rest: String = ""
  ) throws -> RemotePhotoRepository {
    let preset = try PresetReader.preset(
      toml: """
        name = "x"
        title = "X"
        about = "A test"
        argument = { kind = "address", meaning = "the server" }
        items = ""
        [list]
        url = "{base}/list"
        [[join]]
        url = "\(url)"
        as = "album_answer"
        \(rest)
        [fields]
        id = "id"
        image = "image"
        title = "album_answer.name"
        """, file: "x.toml", stem: "x")
    return RemotePhotoRepository(
      format: try PresetFormat(preset: preset, argument: "feed.example") { _ in nil },
      transport: transport, store: store, zone: .gmt, now: { Date(timeIntervalSince1970: 0) })
  }

  private static func list(_ count: Int) -> String {
    let items = (1...count).map {
      #"{"id":\#($0),"image":"https://i.example/\#($0).jpg","album":\#($0)}"#
    }
    return "[\(items.joined(separator: ","))]"
  }

  @Test func `answers are joined, and a failed one affects only itself`() async throws {
    let transport = ScriptedTransport { request throws(PhotoSourceError) in
      switch request.url.lastPathComponent {
      case "list": return .text(Self.list(6), for: request)
      case "2": throw .serverFailed(host: "feed.example", status: 500)
      case "3": return .text("gone", for: request, status: 404)
      case "4": return .text("no json", for: request)
      case let album: return .text(#"{"name":"Album \#(album)"}"#, for: request)
      }
    }
    let store = MemoryPageStore()

    let page = try await repository(transport, store: store).page(for: PageRequest())

    let untitled = Photo.untitled
    expectEqual(
      page.photos.map(\.name), ["Album 1", untitled, untitled, untitled, "Album 5", "Album 6"])
    expectEqual(transport.requestCount, 7)
    let stored = try await repository(transport, store: store).storedPage(for: PageRequest())
    expectEqual(stored?.photos.first?.name, "Album 1")
    expectEqual(transport.requestCount, 7)
  }

  @Test func `an answer may name further requests, once`() async throws {
    let transport = ScriptedTransport { request throws(PhotoSourceError) in
      switch request.url.lastPathComponent {
      case "list": return .text(Self.list(3), for: request)
      case "2": return .text("gone", for: request, status: 404)
      case let name where request.url.path().contains("/albums/"):
        return .text(#"{"more":"https://feed.example/names/\#(name)"}"#, for: request)
      case "1": return .text("gone", for: request, status: 404)
      case let name:
        return .text(#"{"name":"Name \#(name)","more":"https://feed.example/z"}"#, for: request)
      }
    }
    let repository = try repository(
      transport, rest: "[[join]]\nurl = \"album_answer.more\"\nas = \"album_answer\"")

    let page = try await repository.page(for: PageRequest())

    expectEqual(page.photos.map(\.name), [Photo.untitled, Photo.untitled, "Name 3"])
    // The list, three albums, and two names; neither is asked for again, and nothing for a third time.
    expectEqual(transport.requestCount, 6)
  }

  @Test func `answers beyond 64 MB are dropped`() async throws {
    let padding = String(repeating: "x", count: 4_000_000)
    let transport = ScriptedTransport { request throws(PhotoSourceError) in
      request.url.lastPathComponent == "list"
        ? .text(Self.list(20), for: request)
        : .text(#"{"name":"Album","padding":"\#(padding)"}"#, for: request)
    }

    let page = try await repository(transport).page(for: PageRequest())

    expectEqual(page.photos.count, 20)
    expectEqual(page.photos.count { $0.name == "Album" }, 16)
  }

  @Test func `four are running at a time`() async throws {
    let gate = TestGate()
    let transport = ScriptedTransport { request throws(PhotoSourceError) in
      if request.url.lastPathComponent == "list" { return .text(Self.list(9), for: request) }
      try await gate.pass()
      return .text(#"{"name":"x"}"#, for: request)
    }
    let repository = try repository(transport)

    let page = Task { try await repository.page(for: PageRequest()) }
    await gate.arrived(4)
    // A fifth request has had all the time that the list took.
    for _ in 0..<100 { await Task.yield() }
    expectEqual(transport.requestCount, 5)
    gate.open()

    try await expectEqual(page.value.photos.count, 9)
    expectEqual(transport.requestCount, 10)
  }

  @Test func `a server outside can't open the local network`() async throws {
    let transport = ScriptedTransport { request throws(PhotoSourceError) in
      .text(
        request.url.lastPathComponent == "list"
          ? #"[{"id":1,"image":"https://i.example/1.jpg","album":"http://192.168.0.1/a"}]"# : "{}",
        for: request)
    }

    _ = try await repository(transport, url: "album").page(for: PageRequest())

    expectEqual(
      transport.requests.map(\.url.absoluteString),
      ["https://feed.example/list", "https://192.168.0.1/a"])
    expectEqual(transport.requests.map(\.reach), [.anyHost, .publicHosts])
  }
}
