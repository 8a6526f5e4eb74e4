import ExpectationSupport
import FeedServerSupport
import Foundation
import Glibc
import Testing

extension CommandTests {
  /// `vitrine list` with a server on loopback: what the user sees, and how many requests there were.
  struct NetworkSourceTests {
    /// Separate caches for each test, so that none finds what another one stored.
    private let folder = ScratchFolder()

    private func list(
      _ arguments: String, environment: [String: String] = [:]
    ) throws -> CommandResult {
      try folder.run("vitrine list \(arguments)", environment: environment)
    }

    @Test func `a list without any readable photo is a failure`() throws {
      let shop = #"[7,"x",null]"#
      let server = try FeedServer { _ in .text(shop, type: "application/json") }

      let result = try list("woocommerce:\(server.address)")

      expectEqual(result.outputText, "")
      #expect(result.errorText.contains("3 "))
      expectEqual(result.status, 1)
    }

    @Test func `a preset's name alone needs its argument, and an unknown preset is reported`()
      throws
    {
      let alone = try list("woocommerce")
      expectEqual(alone.status, 1)
      expectEqual(
        alone.errorText, "vitrine: woocommerce needs an argument: the shop, e.g. shop.example\n")

      let mistyped = try list("opnverse:lighthouse")
      expectEqual(mistyped.status, 1)
      expectEqual(
        mistyped.errorText,
        "vitrine: no preset 'opnverse' and no file 'opnverse:lighthouse'; "
          + "'vitrine sources' lists the presets\n")
    }

    @Test func `a misspelt file is never sent to a service as search words`() throws {
      let server = try FeedServer { _ in .json(#"{"items":[]}"#) }
      try folder.write(
        """
        name = "museum"
        title = "Museum"
        about = "A museum"
        argument = { kind = "search" }
        items = "items"
        [list]
        url = "\(server.address)/search?q={query}"
        [fields]
        id = "id"
        image = "image"
        """, to: "config/vitrine/presets/museum.toml")

      for path in ["./holiday/saved.json", "holiday/saved.json", "~/saved.xml"] {
        for options in ["", "--preset museum"] {
          let result = try list("'\(path)' \(options)")
          expectEqual(result.status, 1)
          expectEqual(result.errorText, "vitrine: no such file: \(path)\n")
        }
      }
      try expectEqual(
        list("/proc/nonexistent/photos").errorText,
        "vitrine: no such file or folder: /proc/nonexistent/photos\n")
      try expectEqual(
        list(". --preset museum").errorText,
        "vitrine: . is not a feed file; --preset museum reads one\n")
      expectEqual(server.requestCount, 0)
      _ = try list("lighthouse --preset museum")
      expectEqual(server.requests.map { $0.queryValue("q") }, ["lighthouse"])
    }

    @Test func `--limit stops in the middle of a page and requests no other`() throws {
      let feed = GeneratedFeed(photoCount: 1_000_000, photosPerPage: 100)
      let server = try FeedServer { feed.answer(to: $0) }

      let result = try list("500px:\(server.address) --limit 150 --json")

      expectEqual(result.status, 0)
      expectEqual(result.outputLines.count, 150)
      expectEqual(server.requestCount, 2)
    }

    @Test func `stored photos are listed offline, and reported as old`() throws {
      let feed = GeneratedFeed(photoCount: 150, photosPerPage: 100)
      let address: String
      do {
        let server = try FeedServer { feed.answer(to: $0) }
        address = "'\(server.address)/v1/photos'"
        try expectEqual(list(address).outputLines.count, 150)
        server.stop()
      }

      let offline = try list(address)

      expectEqual(offline.outputLines.count, 150)
      expectEqual(offline.status, 0)
      expectEqual(offline.errorLines.count, 1)
      #expect(
        offline.errorText.contains(
          "(connection refused); showing the copy stored just now"))
      #expect(offline.errorText.hasPrefix("vitrine: can't connect to 127.0.0.1:"))
    }

    @Test func `photos that were never stored are one line and status 1`() throws {
      let server = try FeedServer { _ in .status(404) }
      let address = server.address
      server.stop()

      let result = try list("\(address)/feed")

      expectEqual(result.status, 1)
      #expect(result.output.isEmpty)
      let host = address.dropFirst("http://".count)
      expectEqual(result.errorText, "vitrine: can't connect to \(host) (connection refused)\n")
    }

    @Test func `anything that is not a feed is reported as what it is`() throws {
      let picture = try SampleGallery.bytes(of: "lake.jpg")
      let server = try FeedServer { request in
        switch request.path {
        case "/html": .html("<!DOCTYPE html>\u{1B}[31m<title>Sign in</title><img src='/a.jpg'>")
        case "/garbage": .bytes([0xFF, 0x00, 0x1B, 0x5D, 0x41, 0x42])
        case "/empty": .text("")
        case "/a.jpg": .bytes(picture, type: "image/jpeg")
        case "/files/": .html("<html><head><title>Index of /files/</title></head><body>")
        case "/rss": .text("<?xml version='1.0'?><rss version='2.0'/>", type: "application/rss+xml")
        default: .status(404)
        }
      }
      let host = "127.0.0.1:\(server.port)"

      for (source, message) in [
        (
          "/html",
          "\(host)/html is a web page, not a feed. "
            + "Give its feed's URL, or use a preset ('vitrine sources')"
        ),
        ("/garbage", nil),
        ("/empty", "\(host)/empty is empty. Choose a folder or a feed, or use --preset"),
        (
          "/none", "\(host)/none does not exist. Check the name, or choose another source"
        ),
        ("/a.jpg", "\(host)/a.jpg is a picture, not a feed. Use 'vitrine show' to draw it"),
        (
          "/files/ --preset openverse",
          "127.0.0.1 is a list of files, not a feed. Omit --preset to open it as a folder"
        ),
        (
          "/rss --preset openverse",
          "127.0.0.1 is XML, but preset openverse reads JSON. Try --preset rss, or omit --preset"
        ),
      ] {
        let result = try list(server.address + source)
        expectEqual(result.status, 1)
        expectEqual(result.errorLines.count, 1)
        if let message { expectEqual(result.errorText, "vitrine: \(message)\n") }
        #expect(!result.errors.contains(0x1B))
      }
    }

    @Test func `a missing or refused key is reported with its variable`() throws {
      let missing = try list("pexels:alps")
      expectEqual(missing.status, 1)
      expectEqual(missing.errorLines.count, 1)
      #expect(missing.errorText.contains("PEXELS_API_KEY"))

      let server = try FeedServer { _ in .status(401) }
      let refused = try list(
        "immich:\(server.address)", environment: ["IMMICH_API_KEY": "s3cret"])
      expectEqual(refused.status, 1)
      #expect(refused.errorText.contains("IMMICH_API_KEY"))
      #expect(!refused.errorText.contains("s3cret"))
      expectEqual(server.requestCount, 1)
    }

    @Test func `a mistake in the user's preset is reported with its file`() throws {
      try folder.write(
        """
        [preset]
        name = "mine"
        """, to: "config/vitrine/presets/mine.toml")
      let broken = try list("mine:x")
      expectEqual(broken.status, 1)
      #expect(broken.errorText.contains("mine.toml"))
    }

    @Test func `a saved response is recognised, or read with the given preset`() throws {
      let feed =
        #"{"items":[{"id":"1","title":"Fog","image":"https://a.example/1.jpg"}],"#
        + #""version":"https://jsonfeed.org/version/1.1","title":"Blog"}"#
      try folder.write(feed, to: "feed.json")

      #expect(try list(folder.path("feed.json")).outputText.contains("Fog"))
      #expect(try list("--preset jsonfeed \(folder.path("feed.json"))").outputText.contains("Fog"))
    }

    @Test func `a folder and a local feed open neither a database nor a connection`() throws {
      try folder.write(#"{"photos":[{"id":1,"image_url":"a"}]}"#, to: "feed.json")
      try expectEqual(list(folder.path("feed.json")).status, 0)
      #expect(!FileManager.default.fileExists(atPath: folder.path("cache/vitrine")))
      #expect(!FileManager.default.fileExists(atPath: folder.path("state/vitrine")))
    }

    @Test func `Ctrl-C immediately ends a listing whose server hangs`() throws {
      let gate = Gate()
      defer { gate.open() }
      let pidFile = folder.path("pid")
      let server = try FeedServer { _ in
        // The program is waiting for this response.
        let pid = (try? String(contentsOfFile: pidFile, encoding: .utf8)).flatMap {
          pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        if let pid { kill(pid, SIGINT) }
        return .text("{").delivered(.hang(gate))
      }

      let result = try CommandResult(
        "bash -c 'echo $$ >\(pidFile); exec \"$vitrine\" list \(server.address)/feed'; exit $?")

      expectEqual(result.status, 130)
      expectEqual(server.requestCount, 1)
    }
  }
}
