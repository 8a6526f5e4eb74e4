import ExpectationSupport
import GalleryData
import GalleryDomain
import GalleryTestSupport
import PictureProtocol
import Testing

@testable import GalleryFiles

/// Titles, captions, keywords and the like in sidecars, as they are written and undone.
@Suite(.timeLimit(.minutes(10))) struct CaptionEditTests {
  private let folder: TemporaryFolder
  private let sut: FileSidecarRepository

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a picture", to: "a.jpg")
    sut = Self.repository(folder)
  }

  private static func repository(
    _ folder: TemporaryFolder, reader: (any PhotoMetadataReader)? = nil
  ) -> FileSidecarRepository {
    FileSidecarRepository(
      folder: FolderRepository(folder: folder.file("."), reader: nil), reader: reader)
  }

  private struct FailingReader: PhotoMetadataReader {
    func metadata(
      of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
    ) async -> PhotoMetadata? { nil }
  }

  private var sidecar: String? { folder.text("a.jpg.xmp") }

  private func document() throws -> SidecarDocument {
    try SidecarReader.document(Array(try #require(sidecar).utf8))
  }

  /// The photo as it is shown with its sidecar.
  private func photo() throws -> Photo {
    var photo = Photo(id: "a.jpg", name: "a", file: folder.file("a.jpg"))
    photo.isFileName = true
    guard sidecar != nil else { return photo }
    let document = try document()
    photo.rating = document.stated().rating.map(Int.init)
    return CaptionEdit(
      texts: [
        .title: document.localized(.title) ?? "", .caption: document.localized(.caption) ?? "",
        .creator: document.items(of: .creator)?.joined(separator: "; ") ?? "",
        .copyright: document.localized(.copyright) ?? "",
        .alt: document.localized(.altText) ?? "",
      ], keywords: document.items(of: .subject) ?? []
    ).applied(to: photo)
  }

  /// - Returns: The photo before and afterwards.
  @discardableResult
  private func write(_ edit: CaptionEdit) async throws -> (former: Photo, now: Photo) {
    let former = try photo()
    return (former, try await sut.write(edit.applied(to: former), over: former))
  }

  private func write(_ field: PhotoCaption.Field, _ text: String) async throws {
    try await write(CaptionEdit(texts: [field: text]))
  }

  private static let everything = CaptionEdit(
    texts: [
      .title: "Low <tide> & \"wind\"", .caption: "Two lines:\nlow's tide", .creator: "Ana Sol; B",
      .copyright: "© 2026 Ana Sol", .alt: "A boat on the sand",
    ], addedKeywords: ["Ebbe", "boat"], removedKeywords: ["sea"])

  // MARK: Bytes

  @Test func `a new sidecar has each field in the form that IPTC gives it`() async throws {
    try await write(Self.everything)

    expectEqual(
      sidecar,
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Vitrine">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
          xmlns:dc="http://purl.org/dc/elements/1.1/">
         <dc:title>
          <rdf:Alt>
           <rdf:li xml:lang="x-default">Low &lt;tide&gt; &amp; &quot;wind&quot;</rdf:li>
          </rdf:Alt>
         </dc:title>
         <dc:description>
          <rdf:Alt>
           <rdf:li xml:lang="x-default">Two lines:&#10;low's tide</rdf:li>
          </rdf:Alt>
         </dc:description>
         <dc:rights>
          <rdf:Alt>
           <rdf:li xml:lang="x-default">© 2026 Ana Sol</rdf:li>
          </rdf:Alt>
         </dc:rights>
         <dc:creator>
          <rdf:Seq>
           <rdf:li>Ana Sol</rdf:li>
           <rdf:li>B</rdf:li>
          </rdf:Seq>
         </dc:creator>
         <dc:subject>
          <rdf:Bag>
           <rdf:li>Ebbe</rdf:li>
           <rdf:li>boat</rdf:li>
          </rdf:Bag>
         </dc:subject>
        </rdf:Description>
        <rdf:Description rdf:about=""
          xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">
         <Iptc4xmpCore:AltTextAccessibility>
          <rdf:Alt>
           <rdf:li xml:lang="x-default">A boat on the sand</rdf:li>
          </rdf:Alt>
         </Iptc4xmpCore:AltTextAccessibility>
        </rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>

      """)
  }

  /// Those with one list of keywords, or none.
  private static let fixtures =
    SidecarFixture.all.filter { $0.name != SidecarFixture.twoSubjects.name } + [
      .rated, .ratedInElements,
    ]

  @Test(arguments: fixtures)
  func `an edit changes its fields and no other byte, and undo restores the file`(
    fixture: SidecarFixture
  ) async throws {
    try folder.write(fixture.text, to: "a.jpg.xmp")

    let (former, now) = try await write(Self.everything)

    let shown = try photo()
    expectEqual(PhotoCaption(of: shown), PhotoCaption(of: now))
    expectEqual(PhotoCaption(of: now), PhotoCaption(of: Self.everything.applied(to: former)))
    let text = try #require(sidecar)
    // What other programs keep there is still there, as it was.
    for line in fixture.text.split(separator: "\n") where !Self.isCaption(line) {
      #expect(text.contains(line), "\(line)")
    }

    try await sut.write(former, over: now)
    expectEqual(sidecar, fixture.text)
  }

  private static func isCaption(_ line: Substring) -> Bool {
    ["sea", "dc:", "Baltic", "q:subject", "<rdf:Alt", "rdf:RDF"].contains(where: line.contains)
  }

  @Test(arguments: fixtures, [UInt64](1...4))
  func `whatever is edited, the file says what is shown, and coming back restores it`(
    fixture: SidecarFixture, seed: UInt64
  ) async throws {
    var numbers = SplitMix64(state: seed)
    try folder.write(fixture.text, to: "a.jpg.xmp")
    let origin = try photo()
    var steps = [origin]
    let words = ["sea", "Ebbe", "a|b", "c/d", "<&>\"'", "日本"]
    for _ in 0..<Int.random(in: 1...8, using: &numbers) {
      var edit = CaptionEdit()
      let field = PhotoCaption.Field.allCases.randomElement(using: &numbers) ?? .title
      if field == .keywords {
        edit.addedKeywords = [words.randomElement(using: &numbers) ?? ""]
        edit.removedKeywords = [words.randomElement(using: &numbers) ?? ""]
      } else {
        edit.texts[field] = (words + [""]).randomElement(using: &numbers)
      }
      var now = edit.applied(to: steps[steps.count - 1])
      if Bool.random(using: &numbers) { now.rating = Int.random(in: 0...5, using: &numbers) }
      guard now != steps.last else { continue }
      try await sut.write(now, over: steps[steps.count - 1])
      try expectEqual(PhotoCaption(of: photo()), PhotoCaption(of: now))
      steps.append(now)
    }

    while steps.count > 1 {
      let now = steps.removeLast()
      try await sut.write(steps[steps.count - 1], over: now)
    }

    expectEqual(sidecar, fixture.text)
  }

  // MARK: Forms

  /// A sidecar with elements of Dublin Core and of other programs.
  private func writeSidecar(_ elements: String, _ attributes: String = "") throws {
    try folder.write(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:lr="http://ns.adobe.com/lightroom/1.0/"
       xmlns:digiKam="http://www.digikam.org/ns/1.0/" xmlns:MicrosoftPhoto="http://ns.microsoft.com/photo/1.0"
       xmlns:mediapro="http://ns.iview-multimedia.com/mediapro/1.0/" xmlns:acdsee="http://ns.acdsee.com/iptc/1.0/"
       \(attributes)>\(elements)</rdf:Description>
      </rdf:RDF></x:xmpmeta>
      """, to: "a.jpg.xmp")
  }

  private static func element(_ property: String, _ kind: String, _ items: [String]) -> String {
    let items = items.map { $0.hasPrefix("<") ? $0 : "<rdf:li>\($0)</rdf:li>" }
    return "<\(property)><rdf:\(kind)>\(items.joined())</rdf:\(kind)></\(property)>"
  }

  private func list(_ property: String, _ kind: String, _ items: String...) -> String {
    Self.element(property, kind, items)
  }

  private static func item(_ language: String, _ text: String) -> String {
    "<rdf:li xml:lang=\"\(language)\">\(text)</rdf:li>"
  }

  private static let (tide, low) = (item("x-default", "Tide"), item("x-default", "Low tide"))
  private static let (german, french) = (item("de", "Ebbe"), item("fr", "Marée"))

  @Test(arguments: [
    // A copy of the former default text is no translation.
    (
      element("dc:title", "Alt", [tide, item("en-GB", "Tide"), german]), "Tide",
      [low, item("en-GB", "Low tide"), german]
    ),
    // The name of a language is written as it was.
    (
      element("dc:title", "Alt", [tide, item("x-a&amp;&lt;b", "Tide")]), "Tide",
      [low, item("x-a&amp;&lt;b", "Low tide")]
    ),
    (element("dc:title", "Alt", [german, french]), "Ebbe", [low, german, french]),
  ])
  func `a default text is replaced, or put before its translations, which are kept`(
    former: String, shown: String, items: [String]
  ) async throws {
    try writeSidecar(former)
    try expectEqual(photo().name, shown)

    try await write(.title, "Low tide")

    #expect(try #require(sidecar).contains(Self.element("dc:title", "Alt", items)))
  }

  @Test func `a title with a language and without a list is a translation`() async throws {
    try writeSidecar("<dc:title xml:lang='de'>Ebbe</dc:title>")

    try await write(.title, "Low tide")

    let text = try #require(sidecar)
    #expect(text.contains(Self.low) && text.contains(Self.german))
  }

  @Test(arguments: [
    ("<rdf:li xml:lang='x-default'>Sea</rdf:li><rdf:li xml:lang='x-default'>Tide</rdf:li>", "Tide"),
    ("<rdf:li xml:lang='X-Default'>Tide</rdf:li><rdf:li xml:lang='de'>Ebbe</rdf:li>", "Tide"),
    ("<rdf:li>Tide</rdf:li><rdf:li xml:lang='de'>Ebbe</rdf:li>", "Tide"),
    ("<rdf:li xml:lang='de'>Tide</rdf:li><rdf:li xml:lang='de'>Ebbe</rdf:li>", "Ebbe"),
  ])
  func `of several texts of a language the last counts, and one without a language is the default`(
    items: String, title: String
  ) async throws {
    try writeSidecar("<dc:title><rdf:Alt>\(items)</rdf:Alt></dc:title>")
    try expectEqual(photo().name, title)

    try await write(.title, "Low")

    try expectEqual(photo().name, "Low")
    expectEqual(sidecar?.contains("Sea"), false)
    expectEqual(sidecar?.contains("Ebbe"), items.contains("Ebbe"))
  }

  @Test(arguments: ["Alt", "Bag", "Seq"])
  func `a list stays of its kind, with what others say about its items`(kind: String) async throws {
    let items = [
      Self.item("en", "sea"),
      "<rdf:li rdf:parseType='Resource'><rdf:value>boat</rdf:value><q:a/></rdf:li>",
    ]
    try writeSidecar(list("dc:subject", kind, items[0], items[1], "old"), "xmlns:q='http://a.b/'")

    try await write(CaptionEdit(addedKeywords: ["new"], removedKeywords: ["old"]))

    #expect(try #require(sidecar).contains(list("dc:subject", kind, items[0], items[1], "new")))
    try expectEqual(photo().tags, ["sea", "boat", "new"])
  }

  @Test(arguments: ["<digiKam:TagsList/>", "<digiKam:TagsList></digiKam:TagsList>"])
  func `an empty list of digiKam's keywords becomes the kind that digiKam writes`(
    tags: String
  ) async throws {
    try writeSidecar(tags)

    try await write(CaptionEdit(addedKeywords: ["sea"]))

    let text = try #require(sidecar).filter { !$0.isWhitespace }
    #expect(text.contains(list("digiKam:TagsList", "Seq", "sea")))
    #expect(text.contains(list("dc:subject", "Bag", "sea")))
  }

  @Test(arguments: ["", "<rdf:li xml:lang='x-default'/><rdf:li xml:lang='de'/>"])
  func `a list without a text says nothing, and doesn't contradict the picture`(
    items: String
  ) async throws {
    for title in ["Low tide", ""] {
      try writeSidecar("<dc:title><rdf:Alt>\(items)</rdf:Alt></dc:title>")
      let shown = CaptionEdit(texts: [.title: "The picture's"]).applied(to: try photo())

      try await Self.repository(folder).write(
        CaptionEdit(texts: [.title: title]).applied(to: shown), over: shown)

      try expectEqual(document().localized(.title), title)
    }
  }

  @Test func `creators are separated by semicolons, whatever blanks are around them`() async throws
  {
    let (_, now) = try await write(CaptionEdit(texts: [.creator: "Ana Sol;B ; ;C; "]))
    expectEqual(now.author, "Ana Sol; B; C")
    try expectEqual(document().items(of: .creator), ["Ana Sol", "B", "C"])

    // Two in one item, as some programs write them, are those that are shown.
    try writeSidecar(list("dc:creator", "Seq", "A;B"))
    var shown = try photo()
    shown.author = "A;B"
    try await Self.repository(folder).write(
      CaptionEdit(texts: [.creator: "A; C"]).applied(to: shown), over: shown)
    try expectEqual(document().items(of: .creator), ["A", "C"])
  }

  @Test(arguments: ["dc", "Iptc4xmpCore", "lr", "digiKam", "MicrosoftPhoto", "mediapro"])
  func `a sidecar with another namespace's prefix is left unchanged`(prefix: String) async throws {
    try folder.write(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description xmlns:\(prefix)="http://somebody.else/" \(prefix):title="Tide"/></rdf:RDF></x:xmpmeta>
      """, to: "a.jpg.xmp")
    let former = sidecar
    var shown = Photo(id: "a.jpg", name: "a", file: folder.file("a.jpg"))
    shown.isFileName = true

    await #expect(
      throws: SidecarError.notUnderstood(
        name: "a.jpg.xmp", reason: "its prefix \(prefix) is another namespace's")
    ) {
      try await sut.write(
        CaptionEdit(texts: [.title: "Low"]).applied(to: shown), over: shown)
    }

    expectEqual(sidecar, former)
  }

  @Test func `an emptied field is empty in all languages, and still there`() async throws {
    try writeSidecar(
      list("dc:title", "Alt", Self.tide, Self.german)
        + list("dc:subject", "Bag", "sea"))

    try await write(CaptionEdit(texts: [.title: "", .alt: ""], removedKeywords: ["sea"]))

    let text = try #require(sidecar)
    #expect(text.contains(list("dc:title", "Alt", Self.item("x-default", ""))))
    #expect(text.contains(list("dc:subject", "Bag")))
    #expect(!text.contains("AltText"))
    try expectEqual(photo().name, "a")
  }

  @Test func `a field that is emptied of a picture's own text hides that`() async throws {
    var shown = try photo()
    (shown.description, shown.tags) = ("The picture's", ["own"])

    try await sut.write(
      CaptionEdit(texts: [.caption: ""], removedKeywords: ["own"]).applied(to: shown), over: shown)

    try expectEqual(document().localized(.caption), "")
    try expectEqual(document().items(of: .subject), [])
    try await sut.write(shown, over: try photo())
    expectEqual(sidecar, nil)
  }

  @Test func `undone, a text that only the picture has isn't written into the sidecar`()
    async throws
  {
    var shown = try photo()
    (shown.name, shown.isFileName) = ("The picture's", false)
    (shown.author, shown.tags) = ("Ana Sol", ["own"])
    var rated = shown
    rated.rating = 3
    try await sut.write(rated, over: shown)
    let before = sidecar
    let edit = CaptionEdit(
      texts: [.title: "New", .creator: "B"], addedKeywords: ["sea"], removedKeywords: ["own"])

    let edited = try await sut.write(edit.applied(to: rated), over: rated)
    #expect(sidecar != before)
    try await sut.write(rated, over: edited)

    expectEqual(sidecar, before)
  }

  @Test func `the first keyword is written with those of the picture, which its list replaces`()
    async throws
  {
    var shown = try photo()
    shown.tags = ["own", "picture"]

    try await sut.write(
      CaptionEdit(addedKeywords: ["new"], removedKeywords: ["own"]).applied(to: shown), over: shown)

    try expectEqual(document().items(of: .subject), ["picture", "new"])
  }

  @Test func `lists of categories are kept in step where they are`() async throws {
    let others =
      list("dc:subject", "Bag", "sea", "Wien") + list("digiKam:TagsList", "Seq", "what/sea", "Wien")
      + list("MicrosoftPhoto:LastKeywordXMP", "Bag", "what/sea", "Wien")
      + list("mediapro:CatalogSets", "Bag", "what|sea", "Wien")
    try writeSidecar(
      others + list("lr:hierarchicalSubject", "Bag", "what|sea", "what|sea|deep", "sea", "Wien"))

    try await write(CaptionEdit(addedKeywords: ["boat"], removedKeywords: ["sea"]))

    let text = try #require(sidecar)
    for part in [
      list("dc:subject", "Bag", "Wien", "boat"), list("digiKam:TagsList", "Seq", "Wien", "boat"),
      list("lr:hierarchicalSubject", "Bag", "what|sea|deep", "Wien", "boat"),
      list("MicrosoftPhoto:LastKeywordXMP", "Bag", "Wien", "boat"),
      list("mediapro:CatalogSets", "Bag", "Wien", "boat"),
    ] { #expect(text.contains(part), "\(part)") }
    let lightroom = try #require(MarkTag.categorized.first).tag
    // A keyword that is in a category already is not repeated beside it.
    try await write(CaptionEdit(addedKeywords: ["deep"]))
    try expectEqual(document().items(of: lightroom), ["what|sea|deep", "Wien", "boat"])
    try expectEqual(document().items(of: .digiKamKeywords), ["Wien", "boat", "deep"])
    // What separates categories would make one of a keyword.
    try await write(CaptionEdit(addedKeywords: ["a|b", "c/d"]))
    try expectEqual(document().items(of: lightroom), ["what|sea|deep", "Wien", "boat", "c/d"])
    try expectEqual(document().items(of: .digiKamKeywords), ["Wien", "boat", "deep", "a|b"])
    try expectEqual(document().items(of: .subject), ["Wien", "boat", "deep", "a|b", "c/d"])
  }

  @Test func `the last keyword of digiKam's goes from all lists, and comes back`() async throws {
    try writeSidecar(
      list("dc:subject", "Bag", "sea") + list("digiKam:TagsList", "Seq", "what/sea")
        + list("MicrosoftPhoto:LastKeywordXMP", "Bag", "what/sea")
        + list("lr:hierarchicalSubject", "Bag", "what|sea")
        + list("mediapro:CatalogSets", "Bag", "what|sea"))
    let before = sidecar

    let (former, now) = try await write(CaptionEdit(removedKeywords: ["sea"]))

    #expect(try #require(sidecar).contains("sea") == false)
    try await sut.write(former, over: now)
    expectEqual(sidecar, before)
  }

  @Test(arguments: [
    ("", "dc:title='Tide' dc:subject='sea' dc:creator='B'"),
    ("<dc:title>Tide</dc:title><dc:subject>sea</dc:subject><dc:creator>B</dc:creator>", ""),
    ("<dc:title/><dc:subject/><dc:creator/>", ""),
    (
      "<dc:title rdf:parseType='Resource'><rdf:value>Tide</rdf:value></dc:title>"
        + "<dc:subject rdf:parseType='Resource'><rdf:value>sea</rdf:value></dc:subject>"
        + "<dc:creator rdf:value='B'/>", ""
    ),
  ])
  func `texts without a list around them are read and edited`(
    elements: String, attributes: String
  ) async throws {
    try writeSidecar(elements, attributes)
    let text = sidecar

    let (former, now) = try await write(
      CaptionEdit(texts: [.title: "It's low", .creator: "A; C"], addedKeywords: ["boat"]))

    try expectEqual(PhotoCaption(of: photo()), PhotoCaption(of: now))
    expectEqual(now.tags.last, "boat")
    try await sut.write(former, over: now)
    expectEqual(sidecar, text)
  }

  @Test(arguments: [
    ("<dc:title><rdf:Alt><rdf:li xml:lang='x-default'><b/></rdf:li></rdf:Alt></dc:title>", ""),
    ("<dc:title>a</dc:title>", "dc:title='b'"),
    ("<dc:title><rdf:value>a</rdf:value><dc:b/></dc:title>", ""),
    ("<dc:title rdf:value='a' dc:b='c'/>", ""),
    ("<title xmlns='http://purl.org/dc/elements/1.1/'>a</title>", ""),
  ])
  func `an unknown form is left unchanged`(elements: String, attributes: String) async throws {
    try writeSidecar(elements, attributes)
    let former = sidecar

    await #expect(
      throws: SidecarError.notUnderstood(
        name: "a.jpg.xmp", reason: "its form is not supported")
    ) { try await write(.title, "Tide") }

    expectEqual(sidecar, former)
  }

  @Test(arguments: [
    (
      PhotoCaption.Field.title, "title",
      element("dc:title", "Alt", [item("x-default", String(repeating: "long ", count: 100))])
    ),
    (.creator, "creator", element("dc:creator", "Seq", (0..<30).map { "Creator \($0)" })),
  ])
  func `a text that is longer than what is shown of it is left unchanged`(
    field: PhotoCaption.Field, name: String, element: String
  ) async throws {
    try writeSidecar(element)

    await #expect(
      throws: SidecarError.notUnderstood(
        name: "a.jpg.xmp", reason: "its \(name) is too long to be edited here")
    ) { try await write(field, "Tide") }
  }

  // MARK: Others that write

  @Test func `what another program has written of the same field since is kept, and told`()
    async throws
  {
    try await write(.title, "Tide")
    let shown = try photo()
    try folder.write(
      try #require(sidecar).replacing("Tide", with: "Ebbe"), to: "a.jpg.xmp")
    let theirs = sidecar
    let edited = CaptionEdit(texts: [.title: "Low tide"]).applied(to: shown)

    // A program that has just begun goes by what it has read, as one that has written before, also if it can't check theirs.
    for sut in [
      sut, Self.repository(folder), Self.repository(folder, reader: FailingReader()),
    ] {
      await #expect(
        throws: SidecarError.changedElsewhere(name: "a.jpg.xmp", now: try photo())
      ) { try await sut.write(edited, over: shown) }
      expectEqual(sidecar, theirs)
    }
    // Over theirs it is what the user wants.
    try await write(.title, "Low tide")
    try expectEqual(photo().name, "Low tide")
  }

  @Test func `what another program has written is told, also if its former text was read again`()
    async throws
  {
    func replace(_ text: String, with other: String) throws {
      try folder.write(try #require(sidecar).replacing(text, with: other), to: "a.jpg.xmp")
    }
    try await write(.title, "Tide")
    try replace("Tide", with: "Ebbe")
    let shown = try photo()
    try replace("Ebbe", with: "Theirs")

    await #expect(throws: SidecarError.changedElsewhere(name: "a.jpg.xmp", now: try photo())) {
      try await sut.write(
        CaptionEdit(texts: [.title: "Low tide"]).applied(to: shown), over: shown)
    }

    try expectEqual(photo().name, "Theirs")
  }

  @Test func `keywords and fields that others have changed since are merged`() async throws {
    let shown = try photo()
    try writeSidecar(
      list("dc:subject", "Bag", "theirs") + list("dc:rights", "Alt", Self.item("x-default", "© B")))

    let now = try await sut.write(
      CaptionEdit(texts: [.title: "Tide"], addedKeywords: ["mine"]).applied(to: shown), over: shown)

    expectEqual(now.tags, ["theirs", "mine"])
    expectEqual(now.copyright, "© B")
    try expectEqual(PhotoCaption(of: photo()), PhotoCaption(of: now))

    // Undo takes back what was added, and nothing else.
    let former = CaptionEdit(texts: [.title: ""], removedKeywords: ["mine"]).applied(to: now)
    try await sut.write(former, over: now)
    try expectEqual(document().localized(.copyright), "© B")
    try expectEqual(document().items(of: .subject), ["theirs"])
  }

  @Test func `two programs that write different fields at once write both`() async throws {
    let shown = try photo()
    let others = (0..<4).map { _ in Self.repository(folder) }
    let edits: [CaptionEdit] = [
      CaptionEdit(texts: [.title: "Tide"]), CaptionEdit(texts: [.caption: "Low"]),
      CaptionEdit(addedKeywords: ["sea"]), CaptionEdit(addedKeywords: ["boat"]),
    ]

    await withTaskGroup { group in
      for (sut, edit) in zip(others, edits) {
        group.addTask { _ = try? await sut.write(edit.applied(to: shown), over: shown) }
      }
    }

    let now = try photo()
    expectEqual(now.name, "Tide")
    expectEqual(now.description, "Low")
    expectEqual(Set(now.tags), ["sea", "boat"])
  }

  @Test func `a keyword may say that a photo is for sale, unless a mark says otherwise`()
    async throws
  {
    var (_, now) = try await write(CaptionEdit(addedKeywords: ["for sale"]))
    expectEqual(now.saleStatus, .forSale)
    (_, now) = try await write(CaptionEdit(addedKeywords: ["sold"]))
    expectEqual(now.saleStatus, .notForSale)
  }
}
