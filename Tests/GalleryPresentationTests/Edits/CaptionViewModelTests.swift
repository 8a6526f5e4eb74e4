import ExpectationSupport
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// Captions of one photo and of several: what the fields show, what is written and undone.
@Suite(.timeLimit(.minutes(10)))
@MainActor struct CaptionViewModelTests {
  private let run = EditRun()
  private let service = PagingService()
  private let list: PhotoListViewModel

  private static let lake = photo(
    "lake", title: "The lake", tags: ["sea", "boat"], creator: "Ana Sol", copyright: "© Ana Sol")
  private static let hill = photo(
    "hill", title: "The hill", tags: ["hill"], creator: "Ana Sol", copyright: "© 2020")

  init() {
    service.source = { _ in
      PhotoPage(photos: [
        .stub(id: "1", tags: ["Seaside", "sea", "seal"]), .stub(id: "2", tags: ["Seaside"]),
      ])
    }
    list = PhotoListViewModel(apiService: service)
    list.initFetch()
  }

  private static func photo(
    _ id: String, title: String, tags: [String] = [], creator: String? = nil,
    copyright: String? = nil
  ) -> Photo {
    var photo = Photo.stub(
      id: id, name: title, author: creator, file: FileReference(path: "/pictures/\(id).jpg"),
      tags: tags)
    photo.copyright = copyright
    return photo
  }

  private func open(
    _ photos: Photo..., in other: PhotoListViewModel? = nil
  ) throws -> CaptionViewModel {
    var opened: CaptionViewModel?
    run.edits.captionPressed(PhotoGathering(photos), in: other ?? list) { opened = $0 }
    return try #require(opened)
  }

  private func type(
    _ text: String, into field: PhotoCaption.Field, of form: CaptionViewModel
  ) {
    form.move(to: field)
    form.textChanged(to: text, isAtEnd: true)
  }

  /// What the fields say, in their order.
  private func texts(_ form: CaptionViewModel) -> [String?] {
    PhotoCaption.Field.allCases.map { form.text(of: $0) }
  }

  private var written: [PhotoCaption] { run.sidecars.calls.map { PhotoCaption(of: $0.photo) } }

  @Test func `a photo says what it has, is changed as a whole, and undo takes all of it back`()
    throws
  {
    let form = try open(Self.lake)
    expectEqual(form.title, "The lake")
    expectEqual(texts(form), ["The lake", "", "sea, boat", "Ana Sol", "© Ana Sol", ""])
    #expect(!form.hasChanges)

    type("Dusk", into: .title, of: form)
    type("One⏎two", into: .caption, of: form)
    type("boat, \"Lisboa, Portugal\"; quay", into: .keywords, of: form)
    type("", into: .creator, of: form)
    type("A boat", into: .alt, of: form)
    form.submit()

    var expected = PhotoCaption(of: Self.lake)
    (expected.title, expected.description) = ("Dusk", "One\ntwo")
    expected.keywords = ["boat", "Lisboa, Portugal", "quay"]
    (expected.creator, expected.altText) = (nil, "A boat")
    expectEqual(written, [expected])
    expectEqual(run.rows["lake"]?.name, "Dusk")
    expectEqual(
      run.notices, ["Wrote title, caption, keywords, creator, alt text of The lake · u to undo"])
    run.succeed(0..<1)
    expectEqual(run.undo(), "Undone: captioning The lake")
    expectEqual(written.last, PhotoCaption(of: Self.lake))
  }

  @Test func `what several photos share is shown, what differs is left, and undo is one step`()
    throws
  {
    let form = try open(Self.lake, Self.hill)
    expectEqual(form.title, "2 photos")
    expectEqual(texts(form), [nil, "", nil, "Ana Sol", nil, ""])

    type("Bea Ray", into: .creator, of: form)
    // What is typed and deleted leaves a mixed field as it was.
    type("x", into: .title, of: form)
    type("", into: .title, of: form)
    form.submit()
    run.succeed(0..<2)

    expectEqual(written.map(\.title), ["The lake", "The hill"])
    expectEqual(written.map(\.creator), ["Bea Ray", "Bea Ray"])
    expectEqual(written.map(\.keywords), [["sea", "boat"], ["hill"]])
    expectEqual(run.undo(), "Undone: captioning 2 photos")
    run.succeed(2..<4)
    expectEqual(Array(written[2...]), [Self.lake, Self.hill].map { PhotoCaption(of: $0) })
  }

  @Test(
    arguments: [
      ("+sky, -boat", [["sea", "sky"], ["hill", "sky"]]),
      ("sky, -boat", [["sea", "sky"], ["hill", "sky"]]),
      ("sky, boat", [["boat", "sky"], ["sky", "boat"]]),
      ("+", [["sea", "boat"], ["hill"]]), (" -, +;", [["sea", "boat"], ["hill"]]),
      ("-, +sky", [["sea", "boat", "sky"], ["hill", "sky"]]),
      ("\"+\"", [["+"], ["+"]]),
      ("\"-18 °C\", sky", [["-18 °C", "sky"], ["-18 °C", "sky"]]),
      (" ", [[], []]), ("", [["sea", "boat"], ["hill"]]),
      ("+\"Porto, Foz\"; -sea", [["boat", "Porto, Foz"], ["hill", "Porto, Foz"]]),
    ])
  func `keywords that differ are added to, taken from or replaced`(
    line: String, keywords: [[String]]
  ) throws {
    let form = try open(Self.lake, Self.hill)

    type(line, into: .keywords, of: form)
    type("A", into: .alt, of: form)
    form.submit()
    run.succeed(0..<2)

    expectEqual(written.map(\.keywords), keywords)
  }

  @Test(
    arguments: [
      ("sea, boat, quay", ["sea", "boat", "quay"]), ("boat, +quay", ["boat", "quay"]),
      ("sea, boat, -sea", ["boat"]), ("+quay", ["sea", "boat", "quay"]), ("-sea", ["boat"]),
      ("", []),
    ])
  func `keywords that are shown are what is left of the line, unless it is only signs`(
    line: String, keywords: [String]
  ) throws {
    let form = try open(Self.lake)

    type(line, into: .keywords, of: form)
    form.submit()

    expectEqual(written.map(\.keywords), [keywords])
  }

  @Test(
    arguments: [
      ["a", "b c"], ["Lisboa, Portugal", "x"], ["-18", "+1", "a-b"], ["5\" reel", "\"q\""],
      ["a; b"],
    ])
  func `any keywords can be read again from their line`(_ words: [String]) {
    expectEqual(KeywordLine.parts(KeywordLine.text(words)).map(\.word), words)
    expectEqual(KeywordLine.parts(KeywordLine.text(words)).filter { !$0.sign.isEmpty }.count, 0)
  }

  @Test(arguments: ["boat, sea", "boat; sea, boat", "+boat"])
  func `the same keywords in another order are no change`(line: String) throws {
    let form = try open(Self.lake)
    type(line, into: .keywords, of: form)
    form.submit()

    #expect(run.sidecars.calls.isEmpty)
    expectEqual(run.notices, ["Nothing to change"])
    expectEqual(run.undo(), "Nothing to undo")
  }

  @Test func `only photos that are changed are told`() throws {
    let form = try open(Self.lake, Self.hill)
    type("+sea", into: .keywords, of: form)
    form.submit()

    expectEqual(written.map(\.keywords), [["hill", "sea"]])
    expectEqual(run.notices, ["Wrote keywords of The hill · u to undo"])
  }

  @Test func `a keyword that is too long is told, and nothing is written`() throws {
    let form = try open(Self.lake)
    var closeCount = 0
    form.closeClosure = { closeCount += 1 }
    type("sea, \(String(repeating: "x", count: 101))", into: .keywords, of: form)
    expectEqual(form.noteText, "a keyword has at most 100 characters")
    form.move(to: .title)
    form.submit()

    #expect(run.sidecars.calls.isEmpty && closeCount == 0)
    expectEqual(form.focus, .keywords)
    type("sea, \(String(repeating: "x", count: 100))", into: .keywords, of: form)
    form.submit()
    expectEqual(written.map(\.keywords.count), [2])
    expectEqual(closeCount, 1)
  }

  @Test func `keywords that are counted late are suggested where the cursor is then`() throws {
    service.capabilities.isReadWhole = true
    let list = PhotoListViewModel(apiService: service)
    list.initFetch()
    #expect(list.isReadWhole)
    let form = try open(Self.lake, in: list)
    type("boat, se", into: .keywords, of: form)
    form.textChanged(to: "boat, se", isAtEnd: false)
    var counts = FacetCounts()
    counts.values[.keyword] = [PhotoCount("seal", 2)]
    let count = try #require(service.counting.first)
    count.1(counts)

    expectEqual(form.suggestions.count, 0)
    form.textChanged(to: "boat, se", isAtEnd: true)
    expectEqual(form.suggestions.compactMap(\.value), ["seal"])
    withExtendedLifetime(list) {}
  }

  @Test func `known keywords are suggested by their beginning, the most used first`() throws {
    let form = try open(Self.lake)
    type("boat, SEA", into: .keywords, of: form)
    expectEqual(form.suggestions.compactMap(\.value), ["Seaside", "sea", "seal"])
    expectEqual(form.noteText, "→ Seaside 2 · sea 1 · seal 1")

    form.accept()
    expectEqual(form.text(of: .keywords), "boat, Seaside, ")
    expectEqual(form.focus, .keywords)
    type("boat, -seal", into: .keywords, of: form)
    // One that is known itself isn't overtaken by a longer one.
    type("boat, sea", into: .keywords, of: form)
    expectEqual(form.suggestions.compactMap(\.value), ["Seaside", "seal"])
    form.accept()

    expectEqual(form.text(of: .keywords), "boat, sea")
    expectEqual(form.focus, .creator)
    form.textChanged(to: "sea", isAtEnd: true)
    expectEqual(form.suggestions.count, 0)
  }

  @Test func `Enter goes from field to field, and writes after the last one`() throws {
    let form = try open(Self.lake)
    var closeCount = 0
    form.closeClosure = { closeCount += 1 }
    var fields = [form.focus]
    type("Dusk", into: .title, of: form)
    for _ in 0..<5 {
      form.accept()
      fields.append(form.focus)
    }
    expectEqual(fields, PhotoCaption.Field.allCases)
    #expect(run.sidecars.calls.isEmpty)

    form.accept()

    expectEqual(closeCount, 1)
    expectEqual(written.map(\.title), ["Dusk"])
  }

  @Test func `nothing is written of what is as it was`() throws {
    let form = try open(Self.lake)
    type("Dusk", into: .title, of: form)
    type("The lake", into: .title, of: form)
    form.submit()

    #expect(run.sidecars.calls.isEmpty && run.notices.isEmpty)
    expectEqual(run.undo(), "Nothing to undo")
  }

  @Test func `what comes from an editor is what is in the fields`() throws {
    let form = try open(Self.lake, Self.hill)
    type("+sky, -sea", into: .keywords, of: form)
    expectEqual(
      form.caption,
      CaptionEdit(
        texts: [.caption: "", .creator: "Ana Sol", .alt: ""], addedKeywords: ["sky"],
        removedKeywords: ["sea"]))

    form.fill(
      with:
        CaptionEdit(texts: [.title: "", .caption: "One\ntwo"], addedKeywords: ["-18", "b"]))

    expectEqual(texts(form), ["", "One⏎two", "+\"-18\", +b", "Ana Sol", nil, ""])
    form.submit()
    run.succeed(0..<2)
    expectEqual(written.map(\.title), [nil, nil])
    expectEqual(written.map(\.description), ["One\ntwo", "One\ntwo"])
    expectEqual(written.map(\.keywords), [["sea", "boat", "-18", "b"], ["hill", "-18", "b"]])
  }

  @Test func `a caption that can't be written is taken back and named`() throws {
    let form = try open(Self.lake, Self.hill)
    type("Bea", into: .creator, of: form)
    form.submit()
    expectEqual(run.runner.unwrittenText, "Can't write 2 captions: The lake, The hill")

    run.sidecars.calls[0].fail(.readOnly(name: "lake.jpg.xmp"))
    run.sidecars.calls[1].succeed()

    expectEqual(run.failures, ["Can't caption The lake. No permission to write lake.jpg.xmp"])
    expectEqual(run.rows.mapValues(\.author), ["lake": "Ana Sol", "hill": "Bea"])
    expectEqual(run.undo(), "Undone: captioning The hill · nothing left of 1 more")
  }

  @Test func `what can't be written is in the fields again the next time, once`() throws {
    let form = try open(Self.lake)
    type("Dusk", into: .title, of: form)
    type("One", into: .caption, of: form)
    form.submit()
    run.sidecars.calls[0].fail(.readOnly(name: "lake.jpg.xmp"))
    expectEqual(run.failures, ["Can't caption The lake. No permission to write lake.jpg.xmp"])

    let again = try open(Self.lake)
    expectEqual(again.text(of: .caption), "One")
    #expect(again.hasChanges)
    again.cancel()
    try #expect(!open(Self.lake).hasChanges)
  }

  /// Answers a write as files are written: what is added and removed is merged with what another program has made of the keywords.
  private func merge(_ index: Int, into theirs: [String]) {
    let call = run.sidecars.calls[index]
    let removed = Set(call.former.tags).subtracting(call.photo.tags)
    var now = call.photo
    now.tags = theirs.filter { !removed.contains($0) }
    now.tags += call.photo.tags.filter {
      !call.former.tags.contains($0) && !now.tags.contains($0)
    }
    call.complete(.success(now))
  }

  @Test func `undo takes back what was done to keywords, and leaves another program's`() throws {
    let form = try open(Self.lake)
    type("quay, sea", into: .keywords, of: form)
    form.submit()
    merge(0, into: ["sea", "theirs", "boat"])
    expectEqual(run.rows["lake"]?.tags, ["sea", "theirs", "quay"])

    expectEqual(run.undo(), "Undone: captioning The lake")
    expectEqual(written.last?.keywords, ["sea", "theirs", "boat"])
  }

  @Test func `an edit of keywords that waits leaves those that another program has added`() throws {
    for line in ["+quay", "+sky"] {
      let form = try open(Self.lake)
      type(line, into: .keywords, of: form)
      form.submit()
    }
    merge(0, into: ["sea", "boat", "theirs"])

    expectEqual(written.last?.keywords, ["sea", "boat", "theirs", "quay", "sky"])
    expectEqual(run.sidecars.calls[1].former.tags, ["sea", "boat", "theirs", "quay"])
    merge(1, into: ["sea", "boat", "theirs", "quay"])
    _ = run.undo()
    merge(2, into: ["sea", "boat", "theirs", "quay", "sky"])
    _ = run.undo()
    expectEqual(written.last?.keywords, ["sea", "boat", "theirs"])
  }

  @Test(arguments: ["new, sea, boat", "sea, new, boat", "sea, boat, new", "boat, new"])
  func `undo takes back all of a caption, wherever a keyword was put`(line: String) throws {
    let form = try open(Self.lake)
    type("Dusk", into: .title, of: form)
    type(line, into: .keywords, of: form)
    form.submit()
    merge(0, into: Self.lake.tags)

    expectEqual(run.undo(), "Undone: captioning The lake")
    expectEqual(written.last?.title, "The lake")
    expectEqual(Set(written.last?.keywords ?? []), Set(Self.lake.tags))
  }

  @Test func `stars that have come meanwhile stay, and the words that were seen are edited`() throws
  {
    service.source = { _ in PhotoPage(photos: [Self.lake]) }
    let list = PhotoListViewModel(apiService: service)
    list.initFetch()
    let form = try open(Self.lake, in: list)
    type("Dusk", into: .title, of: form)
    var row = Self.lake
    (row.rating, row.copyright) = (5, "© Theirs")
    list.photosChanged([row])
    form.submit()

    let call = try #require(run.sidecars.calls.first)
    expectEqual([call.photo.rating, call.former.rating], [5, 5])
    expectEqual(call.former.copyright, "© Ana Sol")
    expectEqual(call.photo.name, "Dusk")
    withExtendedLifetime(list) {}
  }

  @Test func `what another program has written meanwhile stays, and stars go their own way`()
    throws
  {
    let form = try open(Self.lake)
    type("Dusk", into: .title, of: form)
    form.submit()
    run.edits.rated([Self.lake], stars: 4)
    var theirs = run.sidecars.calls[0].photo
    theirs.copyright = "© Theirs"
    run.sidecars.calls[0].complete(.success(theirs))

    expectEqual(run.rows["lake"]?.copyright, "© Theirs")
    expectEqual(run.rows["lake"]?.name, "Dusk")
    expectEqual(run.sidecars.calls[1].photo.copyright, "© Theirs")
    expectEqual(run.writtenStars, [nil, 4])
    run.succeed(1..<2)
    _ = run.undo()
    _ = run.undo()
    expectEqual(run.rows["lake"]?.name, "The lake")
    expectEqual(run.rows["lake"]?.copyright, "© Theirs")
  }

  @Test(
    arguments: [
      (.notOwn, "Only photos in your own folders can be captioned"),
      (.onServer, "Servers are only read: ratings, captions, sale marks aren't saved there"),
    ] as [(SidecarError, String)])
  func `where nothing can be written, it is said at once`(error: SidecarError, text: String) {
    let edits = SidecarEdits(editSidecar: nil, refusal: error, runner: run.runner)

    edits.captionPressed(PhotoGathering([Self.lake]), in: list) { _ in
      Issue.record("there is nothing to type")
    }

    expectEqual(run.notices, [text])
  }
}
