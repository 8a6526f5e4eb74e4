import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// An answer of a service, as recorded or written after a recorded one, and everything that is read from it.
///
/// They are in `Answers`, in a file for each preset, in one for RSS and Atom, in one for what `vitrine list --json` prints, and in one for
/// the language of presets, where an answer has a preset of its own (`list URL`, `items`, and lines of TOML: `head`, `fields`, `rest`). A line that begins with `#` says what an answer
/// shows, those with `>` how it is requested and what surrounds it (`joined URL JSON` is another answer that it needs), and those with
/// `=` what is read, or sent if it is `asked` only; the others are the answer. An answer without lines of the last kind fails with
/// them.
struct RecordedAnswer: CustomTestStringConvertible, Sendable {
  private let preset: String
  private let sentence: String
  private var settings: [(name: String, value: String)] = []
  private var body: [String] = []
  private(set) var expected: [String] = []

  var testDescription: String { "\(preset): \(sentence)" }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Answers")

  private static let feed = "rss"
  private static let language = "language"
  private static let lines = "lines"

  static let all: [RecordedAnswer] =
    (PresetFixture.library.presets.map(\.name) + [feed, language, lines]).flatMap { name in
      let file = folder.appending(path: "\(name).txt")
      return of(name, (try? String(contentsOf: file, encoding: .utf8)) ?? "")
    }

  private static func of(_ preset: String, _ text: String) -> [RecordedAnswer] {
    var answers: [RecordedAnswer] = []
    for line in text.split(separator: "\n").map(String.init) {
      let rest = String(line.dropFirst(2))
      switch line.prefix(2) {
      case "# ": answers.append(RecordedAnswer(preset: preset, sentence: rest))
      case "> ":
        let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
        answers[answers.count - 1].settings.append((words[0], words.count > 1 ? words[1] : ""))
      case "= ": answers[answers.count - 1].expected.append(rest)
      default: answers[answers.count - 1].body.append(line)
      }
    }
    return answers
  }

  private func setting(_ name: String) -> String? { settings.first { $0.name == name }?.value }

  private func lines(_ name: String) -> String {
    settings.filter { $0.name == name }.map(\.value).joined(separator: "\n")
  }

  private func service() throws -> Preset {
    guard preset == Self.language else { return try PresetFixture.preset(preset) }
    return try PresetFixture.preset(
      items: setting("items") ?? "\"items\"",
      url: setting("list") ?? "https://x.example/list?page={page}", head: lines("head"),
      fields: lines("fields"), rest: lines("rest"))
  }

  private func number(_ name: String) -> Int? { setting(name).flatMap { Int($0) } }

  private func format() throws -> PresetFormat {
    let service = try service()
    guard folder == nil else {
      return PresetFormat(preset: service, file: "feed.json") { _ in nil }
    }
    return try PresetFormat(preset: service, argument: setting("argument")) { _ in setting("key") }
  }

  private var request: FeedPageRequest {
    let next = setting("token").map { FeedPosition.continuation(.token($0)) }
    return FeedPageRequest(
      position: next ?? .number(number("page") ?? 1),
      size: number("size") ?? PageRequest.defaultPageSize,
      query: PhotoQuery(search: setting("search")), zone: .gmt)
  }

  private func printed(_ text: String) -> FeedPage {
    let mapping = PrintedPhotoMapping(directory: folder, zone: .gmt)
    var printed = PrintedPhotos(mapping: mapping)
    printed.append(text.utf8)
    printed.end()
    return FeedPage(
      photos: (0..<printed.count).compactMap(printed.photo(at:)), skipped: printed.removeSkipped())
  }

  private var folder: [UInt8]? { setting("folder").map { Array($0.utf8) } }

  /// - Returns: Also which other answers are asked for.
  private func page() throws -> (page: FeedPage, asked: [String]) {
    let text = body.joined(separator: "\n")
    if preset == Self.lines { return (printed(text), []) }
    guard preset != Self.feed else {
      let feed =
        switch setting("in") {
        case "rss": SyndicationFixture.rss(text)
        case "atom": SyndicationFixture.atom(text)
        default: text
        }
      let page = try SyndicationFixture.page(
        feed, url: setting("url"), directory: folder,
        now: setting("now").flatMap { Double($0) }.map(Date.init(timeIntervalSince1970:))
          ?? PresetFixture.now)
      return (page, [])
    }
    let format = try format()
    var headers = HTTPHeaders()
    for case ("header", let field) in settings {
      let sides = field.split(separator: ":", maxSplits: 1).map(String.init)
      headers[sides[0]] = sides[1].trimmingCharacters(in: .whitespaces)
    }
    let url = setting("url") ?? (folder == nil ? "https://x.example/list" : "file:///feed.json")
    let response = try PresetFixture.response(
      text, status: number("status") ?? 200, headers: headers, url: url)
    var context = FeedContext(
      url: folder == nil ? response.url : nil, directory: folder, zone: .gmt,
      now: PresetFixture.now)
    for case ("joined", let answer) in settings {
      let sides = answer.split(separator: " ", maxSplits: 1).map(String.init)
      context.joined[try #require(URL(string: sides[0]))] = Array(sides[1].utf8)
    }
    let asked = format.joins(of: response, on: request, in: context).map(\.url.absoluteString)
    return (try format.decode(response, of: request, in: context), asked)
  }

  /// What is read, a line each for the page, what was skipped, and the photos; or the error.
  func read() throws -> [String] {
    if setting("asked") != nil {
      let request = try format().request(for: request)
      let body = String(decoding: request.body ?? [], as: UTF8.self)
        .split(separator: "\n").map(String.init)
      return ["\(request.method.rawValue) \(request.url)"]
        + request.headers.fields.map { "\($0.name): \($0.value)" } + body
    }
    do {
      let (page, asked) = try page()
      return try Self.facts(page, asked)
    } catch let error as PhotoSourceError {
      return ["error: \(error)"]
    }
  }

  private static func facts(_ page: FeedPage, _ asked: [String]) throws -> [String] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let facts = [
      page.title.map { "title: \($0)" }, page.totalCount.map { "total: \($0)" },
      page.itemCount == page.photos.count ? nil : "items: \(page.itemCount)",
      "next: \(next(page.next))", page.orderRoute.map { "order: \($0)" },
      page.skipped.count == 0
        ? nil
        : "skipped: \(page.skipped.count), \(page.skipped.picturelessCount) without a picture",
    ]
    return try facts.compactMap(\.self) + asked.map { "asks: \($0)" }
      + page.skipped.items.map { "\($0.name): \($0.reason)" }
      + page.photos.map { photo in
        String(decoding: try encoder.encode(StoredPhoto(photo)), as: UTF8.self)
      }
  }

  private static func next(_ next: FeedPage.Next) -> String {
    switch next {
    case .end: "none"
    case .number: "the next number"
    case .continuation(.url(let url)): url.absoluteString
    case .continuation(.token(let token)): "token \(token)"
    }
  }
}

@Suite struct RecordedAnswerTests {
  @Test(arguments: RecordedAnswer.all)
  func `everything in an answer is read as it was`(answer: RecordedAnswer) throws {
    let read = try answer.read()

    #expect(
      read == answer.expected, "it is read as\n\(read.map { "= \($0)" }.joined(separator: "\n"))")
  }

  @Test func `each service has an answer`() {
    let names = Set(RecordedAnswer.all.map { $0.testDescription.prefix { $0 != ":" } })
    let presets = PresetFixture.library.presets.map { $0.name[...] }

    #expect(names.isSuperset(of: presets + ["rss", "language", "lines"]))
  }
}
