import ExpectationSupport
import Foundation
import Glibc
import Testing
import WaitSupport

extension CommandTests {
  /// `vitrine list` in a pipe.
  struct ListCommandTests {
    private static let keys = [
      "id", "title", "description", "author", "date", "camera", "lens", "thumbnail_url",
      "image_url", "page_url", "for_sale", "price", "currency", "licence", "width", "height",
      "tags", "date_text", "price_from", "licence_url", "path", "size", "rating",
      "label", "companions", "utc_offset", "date_is_upload", "places", "date_is_file",
      "price_until", "headline", "copyright", "alt",
    ]

    @Test func `vitrine(1) names every key`() throws {
      let page = try ManualPage("vitrine.1").part("JSON OUTPUT")
      let named = page.filter { $0.hasPrefix(".Cm ") }.flatMap { $0.split(separator: " ") }

      expectEqual(Self.keys.filter { !named.contains($0[...]) }, [])
    }

    /// The keys of an object in order; no value in these tests contains `","` before a key.
    private func keys(of line: String) -> [String] {
      line.matches(of: /[{,]"([a-z_]+)":/).map { String($0.1) }
    }

    private func object(_ line: String) throws -> [String: Any] {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(object as? [String: Any])
    }

    @Test func `missing named files are reported, and the exit status is a failure`() throws {
      let folder = try ScratchFolder(pictures: ["a.jpg"], of: "lake.jpg")
      try folder.write("text", to: "note.txt")
      mkfifo(folder.path("fifo.jpg"), 0o600)
      func list(_ names: String) throws -> CommandResult {
        try CommandResult("cd '\(folder.path)' && printf '\(names)' | vitrine list -")
      }

      let found = try list("a.jpg\\nnote.txt\\na.jpg\\n")
      expectEqual(found.outputLines.count, 1)
      expectEqual(found.status, 0)
      let missing = try list("a.jpg\\nnowhere.jpg\\nfifo.jpg\\n")
      expectEqual(missing.outputLines.count, 1)
      expectEqual(
        missing.errorLines.suffix(2),
        [
          "vitrine: nowhere.jpg: no such file or directory", "vitrine: fifo.jpg: not a file",
        ])
      expectEqual(missing.status, 1)
    }

    @Test func `without a worker the rows lack what it reads, and a line says why`() throws {
      let folder = try ScratchFolder(pictures: ["a.jpg", "b.jpg"], of: "lake.jpg")
      func list(_ source: String) throws -> CommandResult {
        try CommandResult(
          "vitrine list \(source)", environment: ["VITRINE_PICTURES": "/proc/nonexistent"])
      }

      let result = try list("'\(folder.path)'")
      expectEqual(result.outputLines.count, 2)
      result.expect(errors: [
        "vitrine: nothing could be read from the files (date taken, camera …): "
          + "VITRINE_PICTURES is not a program: /proc/nonexistent"
      ])
      // Where no worker is needed, none is missed.
      try expectEqual(list("--sample --limit 1").errorText, "")
    }

    @Test func `the sample as JSON has exactly the documented keys in order`() throws {
      let result = try CommandResult("vitrine list --sample --json | cat")

      expectEqual(result.status, 0)
      #expect(result.errors.isEmpty)
      expectEqual(result.outputLines.count, SampleGallery.photoCount)
      for line in result.outputLines {
        expectEqual(keys(of: line), Self.keys)
        let photo = try object(line)
        #expect(photo["id"] is String)
        #expect(photo["tags"] is [String])
        #expect(photo["width"] is Int)
        #expect(photo["price"] is String || photo["price"] is NSNull)
      }
    }

    @Test(arguments: [
      ("Asia/Tokyo", "+09:00"), (":Asia/Tokyo", "+09:00"), ("JST-9", "+09:00"),
      ("<-0330>3:30", "-03:30"),
    ])
    func `the date of a file is in the zone of TZ, in each of its forms`(
      _ zone: String, _ offset: String
    ) throws {
      let folder = ScratchFolder()
      try folder.write(
        "<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'/>", to: "a.svg")

      let result = try CommandResult(
        "vitrine list --json '\(folder.path)'", environment: ["TZ": zone])

      let date = try object(try #require(result.outputLines.first))["date"] as? String
      expectEqual(date?.hasSuffix(offset), true, "\(result.outputText)")

      try writeProgram("#!/bin/sh\necho '{\"id\":\"'$TZ'\"}'\n", to: folder.path("zone"))
      let started = try CommandResult(
        "vitrine list 'exec:\(folder.path("zone"))'", environment: ["TZ": zone])
      expectEqual(started.ids, [zone], "programs get what was set")
    }

    @Test func `a folder lists what its files and their sidecars say`() throws {
      let folder = ScratchFolder()
      let keywords = [
        "a.jpg": ["for sale", "sea"], "b.jpg": ["sold"], "c.jpg": ["wholesale"],
        "d.jpg": ["For-Sale", "Sold"], "e.jpg": [],
      ]
      for (name, words) in keywords {
        try folder.addPicture("lake.jpg", as: name)
        if !words.isEmpty { try folder.addSidecar("\(name).xmp", keywords: words) }
      }
      try folder.addPicture("lake.jpg", as: "f.jpg")
      try folder.addSidecar("f.xmp", keywords: ["print available"])

      let result = try CommandResult("vitrine list --json '\(folder.path)'")
      let photos = try result.outputLines.map(object)

      expectEqual(result.status, 0)
      expectEqual(
        photos.map { $0["id"] as? String }, ["a", "b", "c", "d", "e", "f"].map { $0 + ".jpg" })
      expectEqual(photos.map { $0["for_sale"] as? Bool }, [true, false, nil, false, nil, true])
      let first = try #require(photos.first)
      #expect(first["title"] as? String == "호수의 아침")
      #expect(first["camera"] as? String == "SONY ILCE-7RM3")
      #expect(first["image_url"] as? String == "file://\(folder.path)/a.jpg")
      expectEqual((first["tags"] as? [String])?.contains("sea"), true)
      expectEqual((first["date"] as? String)?.hasPrefix("2019-10-05T"), true)
      for line in result.outputLines { expectEqual(keys(of: line), Self.keys) }
    }

    @Test func `control characters in names are removed in lines`() throws {
      let folder = ScratchFolder()
      try folder.addPicture("agate.jpg", as: "a\u{1B}]0;OWNED\u{7}\nb.jpg")

      let result = try CommandResult("vitrine list '\(folder.path)'")

      expectEqual(result.outputLines.count, 1)
      #expect(!result.output.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 })
    }

    @Test func `without a source it lists the working directory, like the interface`()
      throws
    {
      let folder = try ScratchFolder(pictures: ["trip/a.jpg"], of: "lake.jpg")

      let result = try CommandResult("cd '\(folder.path)' && vitrine list")

      expectEqual(result.status, 0, "\(result.errorText)")
      expectEqual(result.outputLines.map { $0.split(separator: "\t").first }, ["trip/a.jpg"])
    }

    @Test func `in a folder without pictures a source is required, otherwise it is wrong usage`()
      throws
    {
      let folder = ScratchFolder()
      try folder.write("no picture", to: "README")

      let result = try CommandResult("cd '\(folder.path)' && vitrine list --json")
      let sample = try CommandResult("cd '\(folder.path)' && vitrine list --sample")

      expectEqual(result.status, 64)
      #expect(result.output.isEmpty)
      expectEqual(result.errorLines.first?.contains("missing SOURCE"), true)
      #expect(result.errorText.contains("--sample"))
      expectEqual(sample.status, 0)
      expectEqual(sample.outputLines.count, SampleGallery.photoCount)
    }

    /// What a line of `vitrine list --json` says of a property, as a plain scan reads it.
    private func values(_ facet: String, of photo: [String: Any]) -> [String] {
      let path = photo["id"] as? String ?? ""
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      let date = photo["date_is_file"] as? Bool == true ? nil : photo["date"] as? String
      func text(_ key: String) -> [String] { (photo[key] as? String).map { [$0] } ?? [] }
      return switch facet {
      case "rating": ["\(photo["rating"] as? Int ?? 0)"]
      case "keyword": Array(Set((photo["tags"] as? [String] ?? []).map { $0.lowercased() }))
      case "place": photo["places"] as? [String] ?? []
      case "sale": [(photo["for_sale"] as? Bool).map { $0 ? "yes" : "no" } ?? "unstated"]
      case "folder": [path.contains("/") ? String(path.dropLast(name.utf8.count + 1)) : "."]
      case "format": [String(name.drop { $0 != "." }.dropFirst())]
      case "year": date.map { [String($0.prefix(4))] } ?? []
      case "month": date.map { [String($0.prefix(7))] } ?? []
      case "day": date.map { [String($0.prefix(10))] } ?? []
      default: text(facet)
      }
    }

    @Test func `counts are those of the photos that are printed, read or remembered`() throws {
      let folder = ScratchFolder()
      let pictures = "\(try SampleGallery.folder())/pictures"
      let names = try FileManager.default.contentsOfDirectory(atPath: pictures).sorted()
      for path in ["2024/a b", "é"] { try folder.makeFolder(path) }
      for number in 0..<90 {
        let directory = ["", "2024/", "2024/a b/", "é/"][number * 7 % 4]
        let name = "\(directory)\(number).\(number % 5 == 0 ? "jpeg" : "jpg")"
        symlink("\(pictures)/\(names[number * 11 % names.count])", folder.path(name))
        guard number % 3 == 0 else { continue }
        let words = [["for sale", "sea"], ["Sea", "sold"], ["sky", "SEA"], []][number / 3 % 4]
        try folder.addSidecar(
          "\(name).xmp", keywords: words, city: ["Wien", "Lisboa", nil][number % 9 / 3])
      }
      let facets = [
        "camera", "lens", "author", "licence", "place", "rating", "label", "keyword", "sale",
        "folder", "format", "year", "month", "day",
      ]
      for filter in ["", "--filter 'tag:sea -ext:jpeg'"] {
        for _ in 0..<2 {
          let result = try CommandResult(
            """
            vitrine list '\(folder.path)' --json \(filter); echo
            for facet in \(facets.joined(separator: " "))
            do vitrine list '\(folder.path)' --json --count-by $facet \(filter); echo; done
            """,
            environment: ["XDG_CACHE_HOME": folder.path(".cache"), "TZ": "UTC"])
          let parts = result.outputText.split(
            separator: "\n\n", omittingEmptySubsequences: false)
          let photos = try parts[0].split(separator: "\n").map { try object(String($0)) }
          #expect(result.errorText == "")
          #expect(photos.count == (filter.isEmpty ? 90 : 18))
          #expect(photos.contains { values("place", of: $0) == ["Wien"] })

          for (facet, part) in zip(facets, parts.dropFirst()) {
            var expected: [String: Int] = [:]
            for photo in photos {
              let values = values(facet, of: photo)
              for value in values.isEmpty ? ["null"] : values { expected[value, default: 0] += 1 }
            }
            var found: [String: Int] = [:]
            for line in part.split(separator: "\n") {
              let count = try object(String(line))
              let value = count[facet].map { $0 is NSNull ? "null" : "\($0)" } ?? "missing"
              found[facet == "keyword" ? value.lowercased() : value] = count["count"] as? Int
            }
            #expect(found == expected, "\(facet) \(filter)")
          }
        }
      }
    }

    @Test
    func `the sample gallery states the zone of each date, so that it looks the same everywhere`()
      throws
    {
      let feed = try JSONSerialization.jsonObject(with: SampleGallery.feed()) as? [String: Any]
      let photos = feed?["photos"] as? [[String: Any]] ?? []
      expectEqual(photos.count, SampleGallery.photoCount)
      #expect(photos.allSatisfy { $0["utc_offset"] is Int })
    }
  }
}
