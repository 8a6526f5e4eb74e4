import ExpectationSupport
import Foundation
import Testing

/// `vitrine edit`, on files.
@Suite struct EditCommandTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder(pictures: ["a.jpg", "b.jpg"], of: "lake.jpg")
  }

  @discardableResult
  private func run(
    _ script: String, environment: [String: String] = [:]
  ) throws -> CommandResult {
    try CommandResult("cd '\(folder.path)' || exit\n\(script)", environment: environment)
  }

  /// What the list says of a photo.
  private func photo(_ name: String = "a.jpg") throws -> [String: Any] {
    let lines = try run("vitrine list . --json").outputLines
    let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
    return try #require(
      objects.compactMap { $0 as? [String: Any] }.first { $0["id"] as? String == name })
  }

  @Test func `fields are set, emptied and found at once, and the picture stays as it is`() throws {
    let picture = try Data(contentsOf: URL(filePath: folder.path("a.jpg")))

    let result = try run(
      """
      vitrine edit --set 'title=Low tide' --set $'caption=One\\ntwo' --set 'creator=Ana Sol' \
      --set 'copyright=© 2026 Ana Sol' --set 'alt=A boat' --add keyword=boat --add keyword=sea a.jpg
      """)

    expectEqual(result.status, 0)
    expectEqual(result.errorText, "")
    let photo = try photo()
    let texts = ["title", "description", "author", "copyright", "alt"].map { photo[$0] as? String }
    expectEqual(texts, ["Low tide", "One\ntwo", "Ana Sol", "© 2026 Ana Sol", "A boat"])
    #expect(Set(photo["tags"] as? [String] ?? []).isSuperset(of: ["boat", "sea"]))
    try expectEqual(Data(contentsOf: URL(filePath: folder.path("a.jpg"))), picture)
    for filter in ["creator:ana", "alt:*", "copyright:2026", "keyword:=boat", "tide", "-alt:lake"] {
      try #expect(run("vitrine list . --filter='\(filter)'").ids.contains("a.jpg"), "\(filter)")
    }
    try expectEqual(run("vitrine list . --filter='-alt:*'").ids, ["b.jpg"])

    // What the picture itself says is hidden, too.
    try run("vitrine edit --set title= --set caption= --set keywords= a.jpg")
    let emptied = try self.photo()
    expectEqual(emptied["title"] as? String, "a")
    #expect(emptied["description"] is NSNull)
    expectEqual(emptied["tags"] as? [String], [])
    try expectEqual(run("vitrine list . --filter='-title:* -keyword:*'").ids, ["a.jpg"])
    expectEqual(try self.photo("b.jpg")["title"] as? String, "호수의 아침")
  }

  @Test(arguments: [
    "printf 'a.jpg\\nb.jpg\\n' | vitrine edit --add keyword=new -",
    "printf 'a.jpg\\r\\nb.jpg\\r\\n' | vitrine edit --add keyword=new -",
    "printf 'a.jpg\\0b.jpg\\0' | vitrine edit -0 --add keyword=new",
    "vitrine edit --add keyword=old --remove keyword=old --add keyword=new a.jpg b.jpg",
  ])
  func `paths are arguments, lines, or end with zero bytes`(script: String) throws {
    let result = try run(script)

    expectEqual(result.status, 0)
    expectEqual(result.errorText, "")
    try expectEqual(run("vitrine list . --filter=tag:=new").ids, ["a.jpg", "b.jpg"])
  }

  @Test func `a keyword with a comma is in quotes`() throws {
    try run("vitrine edit --set 'keywords=sea, \"Lisboa, Portugal\"' a.jpg")

    expectEqual(try photo()["tags"] as? [String], ["sea", "Lisboa, Portugal"])
  }

  @Test func `what can't be edited is told, and the rest is edited`() throws {
    try folder.write("text", to: "note.txt")
    try folder.write("<rdf:RDF", to: "b.jpg.xmp")
    mkdir(folder.path("sub"), 0o755)
    symlink("loop.jpg", folder.path("loop.jpg"))

    let result = try run(
      "vitrine edit --add keyword=new sub loop.jpg nowhere.jpg note.txt b.jpg sftp://h.example/a.jpg a.jpg"
    )

    expectEqual(
      result.errorLines,
      [
        "vitrine: sub is a folder; name its pictures, e.g. with 'fd -e jpg'",
        "vitrine: can't read loop.jpg (too many levels of symbolic links)",
        "vitrine: no such file or folder: nowhere.jpg",
        "vitrine: note.txt is not a picture",
        "vitrine: b.jpg: Left b.jpg.xmp unchanged: unexpected end of file inside <rdf:RDF>",
        "vitrine: sftp://h.example/a.jpg: servers are only read, nothing is written there",
      ])
    expectEqual(result.status, 1)
    #expect(FileManager.default.fileExists(atPath: folder.path("a.jpg.xmp")))
    #expect(!FileManager.default.fileExists(atPath: folder.path("note.txt.xmp")))
  }

  @Test func `without a worker it says why nothing is edited`() throws {
    let result = try run(
      "vitrine edit --set title=Tide a.jpg b.jpg",
      environment: ["VITRINE_PICTURES": "/proc/nonexistent"])

    result.expect(
      status: 1,
      errors: [
        "vitrine: a.jpg can't be read, and is left as it is",
        "vitrine: b.jpg can't be read, and is left as it is",
        "vitrine: nothing could be read from the files: VITRINE_PICTURES is not a program: /proc/nonexistent",
      ])
  }

  @Test func `interrupted, it says how many were edited, and names none of the others`() throws {
    let result = try run(
      """
      for i in $(seq 400); do ln a.jpg p$i.jpg; done
      "$vitrine" edit --set title=Tide p*.jpg & edit=$!
      until ls p*.jpg.xmp >/dev/null 2>&1; do kill -0 $edit || exit 99; done
      kill -TERM $edit; wait $edit
      """)

    expectEqual(result.status, 143)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("."))
    let count = files.count { $0.hasSuffix(".jpg.xmp") }
    #expect(count < 400)
    expectEqual(result.errorLines, ["vitrine: interrupted: \(count) of 400 photos edited"])
  }

  private static let long = String(repeating: "x", count: 101)
  private static let tooLong = "expected at most 100 characters"

  @Test(
    arguments: [
      ("a.jpg", "nothing to change: use --set, --add or --remove"),
      ("--add keyword=a", "missing PHOTO"),
      (
        "--set titel=a a.jpg",
        "the value 'titel=a' is invalid for '--set <field=text>': expected title=, caption=, keywords=, creator=, copyright=, alt="
      ),
      (
        "--add sea a.jpg",
        "the value 'sea' is invalid for '--add <keyword=word>': expected keyword= and a word"
      ),
      (
        "--set title=a --set title=b a.jpg",
        "the value 'title=b' is invalid for '--set <field=text>': expected each field once"
      ),
      (
        "--add keyword=\(long) a.jpg",
        "the value 'keyword=\(long.prefix(32))…' is invalid for '--add <keyword=word>': \(tooLong)"
      ),
      (
        "--set keywords=sea,\(long) a.jpg",
        "the value 'keywords=sea,\(long.prefix(27))…' is invalid for '--set <field=text>': \(tooLong)"
      ),
    ] as [(String, String)])
  func `mistakes are usage errors, and nothing is written`(arguments: String, words: String) throws
  {
    let result = try run("vitrine edit \(arguments)")

    expectEqual(result.errorLines, ["vitrine: \(words); see 'vitrine edit --help'"])
    expectEqual(result.status, 64)
    #expect(!FileManager.default.fileExists(atPath: folder.path("a.jpg.xmp")))
  }

  @Test func `programs that edit one photo at once lose nothing`() throws {
    let words = (0..<6).map { "word\($0)" }
    let edits = words.map { "vitrine edit --add keyword=\($0) a.jpg & " }.joined()

    let result = try run("\(edits) vitrine edit --set title=Tide a.jpg & wait")

    expectEqual(result.errorText, "")
    let photo = try photo()
    expectEqual(photo["title"] as? String, "Tide")
    #expect(Set(photo["tags"] as? [String] ?? []).isSuperset(of: words))
  }

  // MARK: Other programs

  private static let exiftool = """
    exiftool -s3 -sep '; ' -Title -Creator -Rights -AltTextAccessibility -Subject a.jpg.xmp
    exiftool -q -overwrite_original -XMP-dc:Title=Theirs -XMP-dc:Subject+=theirs a.jpg.xmp
    """
  private static let exiv2 = """
    for tag in dc.title dc.creator dc.rights iptc.AltTextAccessibility dc.subject
    do exiv2 -K Xmp.$tag -Pv a.jpg.xmp | sed 's/lang="x-default" //; s/, /; /g'; done
    exiv2 -M'set Xmp.dc.title lang=x-default Theirs' -M'set Xmp.dc.subject theirs' a.jpg.xmp
    """

  @Test(
    arguments: [("exiftool", exiftool), ("exiv2", exiv2)].filter { tool, _ in
      (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .contains { access("\($0)/\(tool)", X_OK) == 0 }
    })
  func `other programs read what is written, and what they write is read and edited`(
    tool: String, script: String
  ) throws {
    let edit = """
      vitrine edit --set 'title=Low tide' --set 'creator=Ana Sol; B' --set 'copyright=© Ana' \
      --set 'alt=A boat' --set keywords=sea,boat a.jpg
      """

    let environment = ProcessInfo.processInfo.environment.filter {
      ["PATH", "PERL5LIB"].contains($0.key)
    }
    let result = try run("\(edit)\n\(script)", environment: environment)

    expectEqual(result.errorText, "")
    expectEqual(
      result.outputLines, ["Low tide", "Ana Sol; B", "© Ana", "A boat", "sea; boat"])
    let theirs = try photo()
    expectEqual(theirs["title"] as? String, "Theirs")
    expectEqual(Set(theirs["tags"] as? [String] ?? []), ["sea", "boat", "theirs"])
    expectEqual(theirs["alt"] as? String, "A boat")

    try expectEqual(run("vitrine edit --set title=Mine --remove keyword=theirs a.jpg").status, 0)
    let mine = try photo()
    expectEqual(mine["title"] as? String, "Mine")
    expectEqual(Set(mine["tags"] as? [String] ?? []), ["sea", "boat"])
  }
}
