import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryPresentation
import PseudoTerminalSupport
import Testing

@testable import vitrine

extension InterfaceTests {
  /// Collections in the program: opened, listed, put together.
  struct CollectionTests {
    private let folder: ScratchFolder
    private let state: ScratchFolder

    init() throws {
      folder = ScratchFolder()
      state = ScratchFolder()
      for name in ["shoot/a.jpg", "shoot/b.jpg", "shoot/c.jpg", "other/d.jpg"] {
        try folder.addPicture("aurora.jpg", as: name)
      }
    }

    private func write(_ text: String) throws -> String {
      let path = folder.path("shoot/sent.photos")
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return path
    }

    private func command(_ line: String) throws -> CommandResult {
      try CommandResult(
        "cd '\(folder.path("shoot"))'; \(line)", environment: ["XDG_STATE_HOME": state.path])
    }

    @Test func `a collection is listed in its order; what it may not name is left out, and said`()
      throws
    {
      _ = try write("# mine\nc.jpg\tlast\na.jpg\n")
      let listed = try command("vitrine list sent.photos")
      listed.expect(ids: ["c.jpg", "a.jpg"])
      expectEqual(try command("vitrine list sent.photos --sort name").ids, ["a.jpg", "c.jpg"])
      _ = try write("../other/d.jpg\na.jpg\nhttp://127.0.0.1:9/x.jpg\n")
      let refused = try command("vitrine list sent.photos")
      refused.expect(
        status: 1, ids: ["a.jpg"],
        errors: [
          "vitrine: 2 unreadable",
          "vitrine: \(folder.path("other/d.jpg")): outside the collection's folder",
          "vitrine: http://127.0.0.1:9/x.jpg: a host in the local network",
        ])
      // What the user names is another matter.
      let named = try command("vitrine list - <sent.photos")
      named.expect(ids: ["../other/d.jpg", "a.jpg", "http://127.0.0.1:9/x.jpg"])

      // What is printed is a collection.
      _ = try command("vitrine list . --sort -name > made.photos")
      expectEqual(try command("vitrine list made.photos").ids, ["c.jpg", "b.jpg", "a.jpg"])
    }

    @Test
    func `passwords in it are said and logged by nothing, of addresses only hosts are logged`()
      throws
    {
      _ = try write(
        """
        http://ann:secret@127.0.0.1:9/x.jpg
        http://127.0.0.1:9/hidden/y.jpg
        https://ann:\(String(repeating: "secret", count: 50))@h.example/x.jpg
        https://h.example?key=hidden
        http://ann:sec/secret@h.example/x.jpg
        //ann:secret@h.example/x.jpg
        ann:secret@h.example/x.jpg
        https:/ann:secret@h.example/x.jpg
        a.jpg

        """)
      let listed = try command(
        "vitrine list sent.photos; vitrine library read sent.photos >/dev/null")
      listed.expect(status: 1, ids: ["a.jpg"])
      #expect(
        listed.errorText.contains(
          "http://…@127.0.0.1:9/x.jpg: an address with a user's name or a password"))
      #expect(!listed.errorText.contains("secret"))
      let log = try String(decoding: state.read("vitrine/vitrine.log"), as: UTF8.self)
      #expect(log.contains("skipped 127.0.0.1:9: "))
      #expect(!log.contains("secret") && !log.contains("hidden"))
      let piped = try command("vitrine list - <sent.photos")
      #expect(!piped.errorText.contains("secret"))
    }

    @Test func `several folders are one list`() throws {
      let listed = try command("vitrine list . ../other --sort -name")
      listed.expect(ids: ["other/d.jpg", "shoot/c.jpg", "shoot/b.jpg", "shoot/a.jpg"])
      expectEqual(
        try command("vitrine list . ../other --count-by format").outputLines, ["4\tjpg"])
      let picture = try command("vitrine list . a.jpg")
      picture.expect(status: 1, errors: ["vitrine: a.jpg is not a folder"])
      let missing = try command("vitrine list ../other ../nowhere")
      missing.expect(status: 1, ids: ["other/d.jpg"])
      #expect(missing.errorText.contains("nowhere: no such file or directory"))
    }

    @Test func `a saved search becomes a contact sheet`() throws {
      _ = try write("c.jpg\na.jpg\n../other/d.jpg\n")
      let places = Places(folder: "\(state.path)/vitrine")
      #expect(
        places.save(
          SavedSearch(
            name: "most", text: folder.path("shoot"),
            filter: FilterText.reading("-path:b.jpg").expression, sort: PhotoSort(name: "-name"))))

      let sheet = try command("vitrine sheet library:most -o most.html")
      sheet.expect(errors: ["vitrine: saved 2 photos to most.html"])
      let again = try command("vitrine sheet library:most --filter path:a.jpg -o most.html")
      again.expect(status: 1, errors: ["vitrine: most.html exists; --replace replaces it"])
      let replaced = try command(
        "vitrine sheet library:most --filter path:a.jpg -o most.html --replace")
      expectEqual(replaced.errorLines, ["vitrine: saved 1 photo to most.html"])
      let page = try command("vitrine sheet sent.photos -o sent.html; head -c 15 sent.html")
      expectEqual(page.outputText, "<!DOCTYPE html>")
      #expect(page.errorLines.contains("vitrine: saved 2 photos to sent.html"))
      for (arguments, reason) in [
        ("library:most -o no/x.html", "no such folder"),
        ("library:most --filter path:zzz -o x.html", "no photos to export"),
      ] {
        let failed = try command("vitrine sheet \(arguments)")
        expectEqual(failed.status, 1)
        #expect(failed.errorLines.last?.contains(reason) ?? false, "\(failed.errorLines)")
      }
    }

    /// The ids and names of a feed that was written.
    private func published(_ name: String) throws -> [(id: String, name: String)] {
      struct Feed: Decodable {
        struct Photo: Decodable { var id, name: String }
        var photos: [Photo]
      }
      let data = try Data(contentsOf: URL(filePath: folder.path("shoot/\(name)/feed.json")))
      return try JSONDecoder().decode(Feed.self, from: data).photos.map { ($0.id, $0.name) }
    }

    @Test func `what has a name in the library is published; what can't be is said`() throws {
      try folder.addPicture("aurora.jpg", as: "other/a.jpg")
      let places = Places(folder: "\(state.path)/vitrine")
      let own = "\(state.path)/vitrine/collections"
      try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
      let names = ["shoot/c.jpg", "other/a.jpg", "shoot/a.jpg", "shoot/gone.jpg"]
      try (names.map { "\(folder.path($0))\n" }.joined() + "https://photos.example/x.jpg\n").write(
        toFile: "\(own)/summer.photos", atomically: true, encoding: .utf8)
      for (name, text) in [("one", folder.path("shoot")), ("mine", "\(own)/summer.photos")] {
        let search = SavedSearch(
          name: name, text: text, filter: FilterText.reading("-path:b.jpg").expression,
          sort: PhotoSort(name: "-path"))
        #expect(places.save(search))
      }
      let leftOut = [
        "vitrine: 1 photo on servers skipped: a feed has copies of your own files only",
        "vitrine: 1 unreadable",
        "vitrine: \(folder.path("shoot/gone.jpg")): no such file or directory",
      ]

      let summer = try command("vitrine feed library:summer -o ../summer --size 320")
      summer.expect(
        status: 1,
        errors: ["vitrine: 3 photos in the feed, 0 for sale; 6 pictures made, 0 removed"] + leftOut)
      let ids = try published("../summer").map(\.id)
      expectEqual(
        ids.map { $0.replacing(/-[0-9a-f]{16}/, with: "") },
        ["shoot/c.jpg", "other/a.jpg", "shoot/a.jpg"])
      let text = String(decoding: try folder.read("summer/feed.json"), as: UTF8.self)
      #expect(!text.contains("/tmp/"), "no path is published")
      expectEqual(try command("vitrine list library:summer --sort name").status, 1)
      let again = try command("vitrine feed library:mine -o ../summer --size 320")
      expectEqual(
        again.errorLines,
        ["vitrine: 3 photos in the feed, 0 for sale; 0 pictures made, 0 removed"] + leftOut)
      expectEqual(try published("../summer").map(\.id), [ids[0], ids[2], ids[1]])

      expectEqual(try command("vitrine feed library:one -o ../one --size 320").status, 0)
      expectEqual(try published("../one").map(\.id), ["c.jpg", "a.jpg"])
      let several = try command("vitrine feed . ../other -o ../several --size 320")
      expectEqual(several.status, 0)
      expectEqual(Set(try published("../several").map(\.id)).count, 5)
      expectEqual(try published("../several").map(\.id).filter(ids.contains).count, 3)

      _ = try write("../other/d.jpg\na.jpg\n")
      let sent = try command("vitrine feed sent.photos -o ../sent --size 320")
      expectEqual(try published("../sent").map(\.id), ["a.jpg"])
      expectEqual(sent.status, 1)
      #expect(sent.errorLines.last?.contains("outside the collection's folder") ?? false)
      for (arguments, reason) in [
        ("picsum", "picsum is not a folder or a collection of yours"),
        (". a.jpg", "a.jpg is not a folder"), (". ../other", "inside the photo folder"),
        (". ../nowhere", "no such file or folder: nowhere"),
      ] {
        let failed = try command("vitrine feed \(arguments) -o none")
        expectEqual(failed.status, 1)
        #expect(failed.errorText.contains(reason), "\(failed.errorText)")
      }
      try "\(folder.path("gone"))\n".write(
        toFile: "\(own)/summer.photos", atomically: true, encoding: .utf8)
      let nothing = try command("vitrine feed library:summer -o ../summer")
      nothing.expect(
        status: 1, errors: ["vitrine: none of the photos is there; nothing was written"])
      expectEqual(try published("../summer").count, 3)
      let sheet = try command("vitrine sheet . ../other ../nowhere -o all.html")
      sheet.expect(
        status: 1,
        errors: [
          "vitrine: saved 5 photos to all.html", "vitrine: 1 unreadable",
          "vitrine: nowhere: no such file or directory",
        ])
    }

    private func started(_ arguments: String, showing text: String) throws -> GallerySession {
      try GallerySession.started(
        arguments, environment: ["XDG_STATE_HOME": state.path], columns: 120,
        directory: folder.path("shoot"), showing: text)
    }

    @Test func `photos are gathered under a name, and taken out of it again`() throws {
      let own = "\(state.path)/vitrine/collections/best.photos"
      let gallery = try started(".", showing: "/3 ")
      try gallery.send("jmcbest\r", showing: "Added 1 photo to library:best")
      try gallery.send("Amc\r", showing: "Added 2 photos to library:best · 1 already there")
      expectEqual(
        try String(contentsOfFile: own, encoding: .utf8),
        ["b", "a", "c"].map { "\(folder.path("shoot"))/\($0).jpg\n" }.joined())
      try gallery.leave("Uq")

      expectEqual(
        try command("vitrine list library:best").ids,
        ["b", "a", "c"].map { "\(folder.path("shoot"))/\($0).jpg" })
      let unknown = try command("vitrine list library:bes")
      expectEqual(
        unknown.errorLines, ["vitrine: no saved search or collection 'bes'; there are: best"])

      let opened = try started("library:best", showing: "/3 ")
      try opened.wait(for: " best ")
      try opened.send("mx", showing: "Removed 1 photo from the collection")
      try opened.wait(for: "/2 ")
      try opened.send("u", showing: "/3 ")
      try opened.send("mx", showing: "/2 ")
      // The two share their names.
      try opened.send("&path:shoot\r", showing: "path:shoot ×")
      try opened.send("msbest\r", showing: "best is a collection")
      try opened.send("\u{15}other\r", showing: "Saved as library:other")
      try opened.send("'", showing: "Collections")
      try opened.send("q", showing: "/2 ")
      try opened.leave()
      expectEqual(
        try String(contentsOfFile: own, encoding: .utf8),
        ["b", "c"].map { "\(folder.path("shoot"))/\($0).jpg\n" }.joined())
      #expect(FileManager.default.fileExists(atPath: folder.path("shoot/a.jpg")))
    }
  }
}
