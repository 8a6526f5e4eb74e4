import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// The words of a command, and which words are refused.
struct UserCommandTests {
  /// Names that a shell would split, obey, or not read at all.
  private static let hostile: [[UInt8]] =
    [
      "/a b.jpg", "/it's \"x\".jpg", "/$(id).jpg", "/`id`;rm -rf ~.jpg", "/two\nlines.jpg",
      "/-rf.jpg", "/{}.jpg", "/{urls}", "/*?[x].jpg", "/\u{1B}[31m.jpg", "/é.jpg",
    ].map { Array($0.utf8) } + [[0x2F, 0xFF, 0xFE, 0x2E, 0x6A]]

  private func photo(_ path: [UInt8]) -> Photo {
    .stub(id: "\(path)", file: FileReference(path: path))
  }

  private func texts(_ run: UserCommandRun) -> [String] {
    run.arguments.map { String(decoding: $0, as: UTF8.self) }
  }

  private func expanded(_ words: [String], _ paths: [String], each: Bool = false) throws
    -> [[String]]
  {
    var command = try UserCommand(name: "c", words: words)
    command.runsForEach = each
    let photos = paths.map { photo(Array($0.utf8)) }
    return command.runs(for: photos, focus: photos.first).map(texts)
  }

  @Test(
    arguments: [
      (["gimp", "{}"], ["gimp", "/a", "/b"]),
      (["p", "-x", "{}", "end"], ["p", "-x", "/a", "/b", "end"]),
      (["p", "--in={}"], ["p", "--in=/a", "--in=/b"]),
      (["p", "{}.bak"], ["p", "/a.bak", "/b.bak"]),
      (["p", "{}", "{}"], ["p", "/a", "/b", "/a", "/b"]),
      (["p", "{urls}"], ["p", "file:///a", "file:///b"]),
      (["p", "{}={urls}"], ["p", "/a=file:///a", "/b=file:///b"]),
      (["p", ""], ["p", ""]), (["p"], ["p"]),
      (["p", "{url}", "{ }", "{{x}}"], ["p", "{url}", "{ }", "{{x}}"]),
    ] as [([String], [String])])
  func `a word with a placeholder is repeated for each photo`(
    _ words: [String], _ expected: [String]
  ) throws {
    try expectEqual(expanded(words, ["/a", "/b"]), [expected])
  }

  @Test func `each runs once for each photo`() throws {
    try expectEqual(
      expanded(["jpegtran", "-outfile", "{}", "{}"], ["/a", "/b"], each: true),
      [
        ["jpegtran", "-outfile", "/a", "/a"], ["jpegtran", "-outfile", "/b", "/b"],
      ])
  }

  @Test(arguments: hostile)
  func `a name is one argument, byte for byte`(_ path: [UInt8]) throws {
    var command = try UserCommand(name: "c", words: ["p", "{}", "--x={}", "{urls}"])
    command.readsPaths = true

    let run = try #require(command.runs(for: [photo(path)], focus: nil).first)

    expectEqual(run.arguments.prefix(3), [Array("p".utf8), path, Array("--x=".utf8) + path])
    expectEqual(run.arguments.count, 4)
    #expect(run.arguments[3].allSatisfy { (0x21...0x7E).contains($0) })
    expectEqual(run.input, path + [0])
    expectEqual(run.variables["VITRINE_FILE"], path)
  }

  @Test func `the variables describe the photo in focus, with each the photo of the run`() throws {
    var command = try UserCommand(name: "c", words: ["p", "{}"])
    let photos = ["/x/a", "/b"].map { photo(Array($0.utf8)) }
    let focus = Photo.stub(name: "far", imageURL: URL(string: "https://x.example/f.jpg"))

    let all = command.runs(for: photos, focus: focus)[0].variables
    command.runsForEach = true
    let each = command.runs(for: photos, focus: focus).map(\.variables)

    func text(_ value: [UInt8]??) -> String? {
      (value ?? nil).map { String(decoding: $0, as: UTF8.self) }
    }
    expectEqual(text(all["VITRINE_COMMAND"]), "c")
    expectEqual(text(all["VITRINE_COUNT"]), "2")
    expectEqual(text(all["VITRINE_TITLE"]), "far")
    expectEqual(text(all["VITRINE_URL"]), "https://x.example/f.jpg")
    // Missing, even if this program has one itself.
    expectEqual(all["VITRINE_FILE"], .some(nil))
    expectEqual(all["VITRINE_FOLDER"], .some(nil))
    expectEqual(each.map { text($0["VITRINE_FOLDER"]) }, ["/x", "/"])
    expectEqual(each.map { text($0["VITRINE_COUNT"]) }, ["1", "1"])
  }

  @Test(
    arguments: [
      (nil, "https://x.example/p.jpg", "https://x.example/", "https://x.example/p.jpg"),
      (nil, nil, "https://x.example/", "https://x.example/"),
      ("/a b", "https://x.example/p.jpg", nil, "file:///a%20b"),
      (nil, "https://me:secret@x.example/p.jpg", nil, "https://x.example/p.jpg"),
      (nil, "ftp://x.example/p.jpg", nil, nil), (nil, "javascript:alert(1)", nil, nil),
      (nil, nil, nil, nil),
    ] as [(String?, String?, String?, String?)])
  func `an address is the file's, the picture's or the page's, and cannot be an option`(
    _ file: String?, _ image: String?, _ page: String?, _ expected: String?
  ) {
    let photo = Photo.stub(
      imageURL: image.flatMap(URL.init(string:)), pageURL: page.flatMap(URL.init(string:)),
      file: file.flatMap(FileReference.init(path:)))

    expectEqual(UserCommand.address(of: photo), expected)
  }

  private static let code: Complaint =
    "a file name could be read as code; give {} as a word of its own"

  @Test(
    arguments: [
      ([], "names no program"), ([""], "names no program"),
      (["{}"], "would run the photo; a program comes first"),
      (["/bin/{}"], "would run the photo; a program comes first"),
      (["{urls}", "x"], "would run the photo; a program comes first"),
      (["p", "a\0"], "can't hold a zero byte"),
      (["sh", "-c", "rm {}"], code),
      (["sh", "-c", "{}"], code),
      (["/usr/bin/env", "bash", "-ec", "{}"], code),
      (["python3.11", "-c", "{}"], code),
      (["perl", "-e", "{urls}"], code),
      (["ssh", "host", "rm", "{}"], code),
      (["p", "'{}'"], code),
      (["p", "$({})"], code),
      (["p", "a {urls}"], code),
    ] as [([String], Complaint)])
  func `words in which a file name would be code are refused`(
    _ words: [String], _ fault: Complaint
  ) {
    #expect(throws: fault) { try UserCommand(name: "c", words: words) }
  }

  @Test(
    arguments: [
      ["sh", "-c", "exec convert \"$@\" out.pdf", "sh", "{}"], ["convert", "{}", "{}.png"],
      ["exiftool", "-overwrite_original", "-Comment<={}", "{}"],
      ["rsync", "-a", "--from0", "--files-from=-", "/", "host:photos/"],
      ["sed", "-n", "p", "{}"],
    ])
  func `words in which it is an argument are not`(_ words: [String]) throws {
    try expectEqual(UserCommand(name: "c", words: words).words, words)
  }

  @Test(
    arguments: [
      (UserCommandOutcome(doneCount: 1, totalCount: 1), 0, 0, "c: done"),
      (UserCommandOutcome(doneCount: 1, totalCount: 1, lastLine: "ok"), 2, 0, "c: ok · 2 skipped"),
      (
        UserCommandOutcome(doneCount: 3, totalCount: 5, failure: .status(1), lastLine: "bad"), 0, 0,
        "c failed on 2 of 5 photos (status 1): bad"
      ),
      (
        UserCommandOutcome(doneCount: 2, totalCount: 5, failure: .stopped), 0, 0,
        "c stopped after 2 of 5 photos"
      ),
      (
        UserCommandOutcome(totalCount: 1, failure: .notStarted(reason: "Permission denied")), 0, 0,
        "c failed: p: Permission denied"
      ),
      (UserCommandOutcome(doneCount: 3, totalCount: 3), 0, 3, "c: done · 3 photos not shown"),
      (
        UserCommandOutcome(doneCount: 3, totalCount: 3, lastLine: "ok"), 2, 3,
        "c: ok · 3 photos not shown · 2 skipped"
      ),
      (
        UserCommandOutcome(doneCount: 2, totalCount: 5, failure: .status(1)), 0, 3,
        "c failed on 3 of 5 photos (status 1) · 3 photos not shown"
      ),
    ])
  func `the result is one line, which names photos that the list hides`(
    _ outcome: UserCommandOutcome, _ leftOutCount: Int, _ hiddenCount: Int, _ text: String
  ) throws {
    let command = try UserCommand(name: "c", words: ["p", "{}"])

    expectEqual(
      UserCommandText.done(command, outcome, leftOutCount: leftOutCount, hiddenCount: hiddenCount),
      text)
  }
}
