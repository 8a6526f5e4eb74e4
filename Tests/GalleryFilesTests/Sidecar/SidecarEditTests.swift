import ExpectationSupport
import Files
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryFiles

/// Sale marks, stars and labels in sidecars, as they are written and undone.
@Suite(.timeLimit(.minutes(10))) struct SidecarEditTests {
  private let folder: TemporaryFolder
  private let sut: FileSidecarRepository

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("a picture", to: "a.jpg")
    sut = FileSidecarRepository(
      folder: FolderRepository(folder: folder.file("."), reader: nil), reader: nil)
  }

  private var photo: FileReference { folder.file("a.jpg") }

  private func photo(_ mark: SaleMark, _ rating: PhotoRating = PhotoRating()) -> Photo {
    var photo = Photo(id: "a.jpg", name: "a", file: self.photo)
    (photo.saleMark, photo.userRating) = (mark, rating)
    return photo
  }

  private func mark(_ mark: SaleMark, over former: SaleMark = .unstated) async throws {
    try await sut.write(photo(mark), over: photo(former))
  }

  private func photo(_ rating: PhotoRating) -> Photo { photo(.unstated, rating) }

  private func document() throws -> SidecarDocument {
    try SidecarReader.document(Array(try #require(folder.text("a.jpg.xmp")).utf8))
  }

  @discardableResult
  private func write(_ rating: PhotoRating, over former: PhotoRating) async throws -> PhotoRating {
    try await sut.write(photo(rating), over: photo(former)).userRating
  }

  @Test func `a mark makes a sidecar, and undoing its removal restores that`() async throws {
    try await mark(.forSale("120.00"))
    expectEqual(folder.names, ["a.jpg", "a.jpg.xmp"])
    await expectEqual(SidecarMarkReader().mark(of: photo), .forSale("120.00"))
    let text = folder.text("a.jpg.xmp")

    try await mark(.unstated, over: .forSale("120.00"))
    expectEqual(folder.names, ["a.jpg"])
    try await mark(.forSale("120.00"), over: .unstated)

    expectEqual(folder.text("a.jpg.xmp"), text)
  }

  @Test func `Lightroom's sidecar is written if there is no other`() async throws {
    try folder.write(SidecarFixture.lightroom.text, to: "a.xmp")

    try await mark(.forSale("120.00"))

    expectEqual(folder.names, ["a.jpg", "a.xmp"])
    await expectEqual(SidecarMarkReader().mark(of: photo), .forSale("120.00"))
    try await mark(.unstated, over: .forSale("120.00"))
    expectEqual(folder.text("a.xmp"), SidecarFixture.lightroom.text)
  }

  @Test func `the same mark again writes nothing`() async throws {
    try await mark(.forSale("120.00"))

    let written = FileStamp(of: folder.file("a.jpg.xmp"))
    try await mark(.forSale("120.00"), over: .forSale("120.00"))

    #expect(written != nil && written == FileStamp(of: folder.file("a.jpg.xmp")))
  }

  @Test func `mode and link of a sidecar are kept`() async throws {
    try folder.write(SidecarFixture.darktable.text, to: "true.xmp")
    expectEqual(symlink("true.xmp", folder.path("a.jpg.xmp")), 0)
    expectEqual(chmod(folder.path("true.xmp"), 0o640), 0)

    try await mark(.notForSale)

    var status = stat()
    expectEqual(lstat(folder.path("a.jpg.xmp"), &status), 0)
    expectEqual(status.st_mode & S_IFMT, S_IFLNK)
    expectEqual(stat(folder.path("true.xmp"), &status), 0)
    expectEqual(status.st_mode & 0o7777, 0o640)
    expectEqual(folder.text("true.xmp")?.contains("notForSale"), true)
  }

  @Test func `a broken sidecar is refused and left unchanged`() async throws {
    try folder.write("<rdf:RDF", to: "a.jpg.xmp")

    await #expect(
      throws: SidecarError.notUnderstood(
        name: "a.jpg.xmp", reason: "unexpected end of file inside <rdf:RDF>")
    ) { try await mark(.forSale()) }

    expectEqual(folder.text("a.jpg.xmp"), "<rdf:RDF")
    expectEqual(folder.names, ["a.jpg", "a.jpg.xmp"])
    await expectEqual(SidecarMarkReader().mark(of: photo), nil)
  }

  @Test func `a photo that is gone is not marked`() async throws {
    await #expect(throws: SidecarError.gone(name: "b.jpg")) {
      let photo = Photo(id: "b.jpg", name: "b", file: folder.file("b.jpg"))
      try await sut.write(photo, over: photo)
    }
    expectEqual(folder.names, ["a.jpg"])
  }

  @Test func `a folder in place of the sidecar is refused`() async throws {
    expectEqual(mkdir(folder.path("a.jpg.xmp"), 0o755), 0)

    await #expect(
      throws: SidecarError.notUnderstood(name: "a.jpg.xmp", reason: "it is not a regular file")
    ) {
      try await mark(.forSale())
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func `a file that may not be written is refused`() async throws {
    try folder.write(SidecarFixture.digiKam.text, to: "a.jpg.xmp")
    expectEqual(chmod(folder.path("a.jpg.xmp"), 0o444), 0)

    await #expect(throws: SidecarError.readOnly(name: "a.jpg.xmp")) { try await mark(.forSale()) }
  }

  // MARK: Others that write

  /// Another program writes between reading and writing, as often as it likes.
  private func rate(_ otherProgram: (Int) -> Void) async throws -> Int {
    var count = 0
    _ = try await SidecarWriter().edit(sidecarOf: photo) { (document) throws(SidecarFault) in
      count += 1
      otherProgram(count)
      return try XMPEditor.edited(document, [.text(.rating, "1")])
    }
    return count
  }

  @Test(arguments: [SidecarFixture.digiKam.text, nil])
  func `what another program writes in between is kept`(former: String?) async throws {
    if let former { try folder.write(former, to: "a.jpg.xmp") }

    let count = try await rate {
      if $0 == 1 { _ = try? folder.write(SidecarFixture.darktable.text, to: "a.jpg.xmp") }
    }

    expectEqual(count, 2)
    expectEqual(
      folder.text("a.jpg.xmp"),
      SidecarFixture.darktable.text.replacing("xmp:Rating=\"4\"", with: "xmp:Rating=\"1\""))
    expectEqual(folder.names, ["a.jpg", "a.jpg.xmp"])
  }

  @Test func `a file that keeps changing is left to the other program`() async throws {
    try folder.write(SidecarFixture.digiKam.text, to: "a.jpg.xmp")
    var count = 0

    await #expect(throws: SidecarError.busy(name: "a.jpg.xmp")) {
      _ = try await rate {
        count = $0
        _ = try? folder.write(
          SidecarFixture.digiKam.text + String(repeating: "\n", count: $0), to: "a.jpg.xmp")
      }
    }
    expectEqual(count, SidecarWriter.attemptLimit)
    expectEqual(folder.names, ["a.jpg", "a.jpg.xmp"])
  }

  @Test func `undo keeps what was written since`() async throws {
    try folder.write(SidecarFixture.digiKam.text, to: "a.jpg.xmp")
    try await mark(.forSale("80"))
    try await mark(.forSale("120.00"), over: .forSale("80"))
    let text = try #require(folder.text("a.jpg.xmp"))
    let later = text.replacing("digiKam:PickLabel=\"3\"", with: "digiKam:PickLabel=\"1\"")
    try folder.write(later, to: "a.jpg.xmp")

    try await mark(.forSale("80"), over: .forSale("120.00"))
    await expectEqual(SidecarMarkReader().mark(of: photo), .forSale("80"))
    try await mark(.unstated, over: .forSale("80"))

    expectEqual(
      folder.text("a.jpg.xmp"),
      SidecarFixture.digiKam.text.replacing(
        "digiKam:PickLabel=\"3\"", with: "digiKam:PickLabel=\"1\""))
  }

  @Test func `undo keeps the mark that another program has set since, and says so`() async throws {
    try await mark(.forSale("120"))
    let theirs = try #require(folder.text("a.jpg.xmp")).replacing("\"120\"", with: "\"99\"")
    try folder.write(theirs, to: "a.jpg.xmp")

    await #expect(
      throws: SidecarError.changedElsewhere(name: "a.jpg.xmp", now: photo(.forSale("99")))
    ) {
      try await mark(.unstated, over: .forSale("120"))
    }
    expectEqual(folder.text("a.jpg.xmp"), theirs)

    try await mark(.unstated, over: .forSale("99"))
    await expectEqual(SidecarMarkReader().mark(of: photo), nil)
  }

  // MARK: Stars and labels

  @Test func `a photo without a sidecar gets one, which is deleted when the rating is undone`()
    async throws
  {
    let none = PhotoRating()
    try await write(PhotoRating(stars: 0), over: none)
    expectEqual(folder.text("a.jpg.xmp")?.contains("xmp:Rating=\"0\""), true)

    try await write(PhotoRating(stars: 4, label: PhotoLabel(.red)), over: PhotoRating(stars: 0))
    expectEqual(folder.text("a.jpg.xmp")?.contains("xmp:Rating=\"4\"\n   xmp:Label=\"Red\""), true)

    try await write(none, over: PhotoRating(stars: 4, label: PhotoLabel(.red)))
    expectEqual(folder.names, ["a.jpg"])
  }

  @Test func `only what has changed is written`() async throws {
    try folder.write(SidecarFixture.rated.text, to: "a.xmp")

    // Another program has given 3 stars since the photo was read.
    try await write(
      PhotoRating(stars: 1, label: PhotoLabel(.green)),
      over: PhotoRating(stars: 1, label: PhotoLabel(.red)))

    expectEqual(folder.text("a.xmp"), SidecarFixture.rated.text.replacing("Red", with: "Green"))
  }

  @Test func `undoing back to the picture's own rating doesn't write it down`()
    async throws
  {
    let own = PhotoRating(stars: 5, label: PhotoLabel(.blue))
    let other = PhotoRating(stars: 1, label: PhotoLabel(.red))
    try await write(other, over: own)
    expectEqual(folder.names, ["a.jpg", "a.jpg.xmp"])

    try await write(own, over: other)

    expectEqual(folder.names, ["a.jpg"])
  }

  @Test func `a label that is the picture's own cannot be removed, and an error says so`() async {
    let fault = SidecarError.notUnderstood(
      name: "a.jpg.xmp", reason: "the label is in the picture itself")
    await #expect(throws: fault) {
      try await write(PhotoRating(), over: PhotoRating(label: PhotoLabel(.blue)))
    }
    expectEqual(folder.names, ["a.jpg"])
  }

  @Test(arguments: [
    (SidecarFixture.foreign("xmp:CreatorTool=\"a\" MicrosoftPhoto:Rating=\"75\""), 4),
    (SidecarFixture.foreign("xmp:Rating=\"2\" xmpDM:pick=\"-1\""), -1),
    (SidecarFixture.foreign("xmp:Rating=\"2\" xmpDM:pick=\"-1\" xmpDM:good=\"false\""), -1),
    (SidecarFixture.foreign("xmp:Rating=\"2\" xmpDM:good=\"false\" digiKam:PickLabel=\"1\""), -1),
    (SidecarFixture.foreign("xmp:Rating=\"2\" digiKam:PickLabel=\"1\""), -1),
    (SidecarFixture.foreign("digiKam:PickLabel=\"1\"", "\n   <xmpDM:pick>-1</xmpDM:pick>"), -1),
    (SidecarFixture.foreign("xmp:Rating=\"2\" xmpDM:pick=\"0\" xmpDM:good=\"false\""), 2),
  ])
  func `stars win over what other programs say, and undo restores their bytes`(
    text: String, shown: Int
  ) async throws {
    try folder.write(text, to: "a.jpg.xmp")
    try expectEqual(document().stated().rating, Int32(shown))

    for stars in [3, -1, 0] {
      try await write(PhotoRating(stars: stars), over: PhotoRating(stars: shown))
      try expectEqual(document().stated().rating, Int32(stars))
      // Only what contradicts the stars has changed.
      let written = folder.text("a.jpg.xmp") ?? ""
      for kept in ["MicrosoftPhoto:Rating=\"75\"", "xmpDM:good=\"false\""] {
        expectEqual(written.contains(kept), text.contains(kept))
      }
      try await write(PhotoRating(stars: shown), over: PhotoRating(stars: stars))
      expectEqual(folder.text("a.jpg.xmp"), text)
    }
  }

  @Test func `a label wins over another program's, can be removed, and undo restores the bytes`()
    async throws
  {
    let text = SidecarFixture.foreign(
      "digiKam:ColorLabel=\"4\"",
      "\n   <darktable:colorlabels><rdf:Seq><rdf:li>0</rdf:li></rdf:Seq></darktable:colorlabels>")
    try folder.write(text, to: "a.jpg.xmp")
    let shown = PhotoRating(label: PhotoLabel(.green))
    try expectEqual(document().stated().label, "Green")

    try await write(PhotoRating(label: PhotoLabel(.blue)), over: shown)
    try expectEqual(document().stated().label, "Blue")
    try await write(PhotoRating(), over: PhotoRating(label: PhotoLabel(.blue)))
    try expectEqual(document().stated().label, nil)
    #expect(folder.text("a.jpg.xmp")?.contains("<rdf:li>0</rdf:li>") == true)

    try await write(shown, over: PhotoRating())
    expectEqual(folder.text("a.jpg.xmp"), text)
  }

  @Test func `a sidecar's label is removed`() async throws {
    try folder.write(SidecarFixture.rated.text, to: "a.jpg.xmp")
    let former = PhotoRating(stars: 3, label: PhotoLabel(.red))

    try await write(PhotoRating(stars: 3), over: former)
    expectEqual(
      folder.text("a.jpg.xmp"),
      SidecarFixture.rated.text.replacing("\n   xmp:Label=\"Red\"", with: ""))
  }

  @Test(arguments: [PhotoRating(), PhotoRating(stars: 1), PhotoRating(stars: 4)])
  func `undo keeps the stars that another program has given since, and says so`(
    undone: PhotoRating
  ) async throws {
    if undone.stars == 4 { try await write(PhotoRating(stars: 4), over: PhotoRating()) }
    let former = undone.stars == 4 ? undone : PhotoRating()
    try await write(PhotoRating(stars: 2), over: former)
    let theirs = try #require(folder.text("a.jpg.xmp")).replacing(
      "xmp:Rating=\"2\"", with: "xmp:Rating=\"5\"")
    try folder.write(theirs, to: "a.jpg.xmp")

    // The row may show theirs by now; undo goes by what was written here.
    await #expect(
      throws: SidecarError.changedElsewhere(
        name: "a.jpg.xmp", now: photo(PhotoRating(stars: 5)))
    ) {
      try await write(undone, over: PhotoRating(stars: 2))
    }
    expectEqual(folder.text("a.jpg.xmp"), theirs)

    // Over theirs it is what the user wants.
    try await write(undone, over: PhotoRating(stars: 5))
    let rating = try folder.text("a.jpg.xmp") == nil ? nil : document().stated().rating
    expectEqual(rating, undone.stars.map(Int32.init))
  }

  @Test func `undo of stars keeps the label that another program has given since`() async throws {
    try await write(PhotoRating(stars: 2), over: PhotoRating())
    try await write(PhotoRating(stars: 4), over: PhotoRating(stars: 2))
    let theirs = try #require(folder.text("a.jpg.xmp")).replacing(
      "xmp:Rating=\"4\"", with: "xmp:Rating=\"4.0\" xmp:Label=\"Red\"")
    try folder.write(theirs, to: "a.jpg.xmp")

    let now = try await write(PhotoRating(stars: 2), over: PhotoRating(stars: 4))

    expectEqual(now, PhotoRating(stars: 2, label: PhotoLabel(.red)))
    expectEqual(
      folder.text("a.jpg.xmp"), theirs.replacing("xmp:Rating=\"4.0\"", with: "xmp:Rating=\"2\""))
  }

  @Test func `a photo that isn't the user's own gets no rating`() async throws {
    await #expect(throws: SidecarError.notOwn) {
      var photo = Photo(id: "b", name: "b")
      photo.rating = 1
      try await sut.write(photo, over: Photo(id: "b", name: "b"))
    }
  }

  // MARK: Marks and ratings

  @Test func `taking back a rating keeps the mark that was set after it, whatever the row shows`()
    async throws
  {
    let (rated, none) = (PhotoRating(stars: 3), PhotoRating())
    _ = try await sut.write(photo(.unstated, rated), over: photo(.unstated, none))
    _ = try await sut.write(photo(.forSale("5"), rated), over: photo(.unstated, rated))

    // A row from before the mark.
    _ = try await sut.write(photo(.unstated, none), over: photo(.unstated, rated))

    await expectEqual(SidecarMarkReader().mark(of: photo), .forSale("5"))
    expectEqual(folder.text("a.jpg.xmp")?.contains("Rating"), false)
  }

  /// Version 1.0 added a keyword to the list of another program.
  @Test func `undo restores a former mark with its keyword`() async throws {
    let text = try #require(try marked(SidecarFixture.digiKam.text, .forSale("80")))
      .replacing("vitrine:Price=", with: "vitrine:Keyword=\"sea\"\n   vitrine:Price=")
    try folder.write(text, to: "a.jpg.xmp")

    try await mark(.notForSale, over: .forSale("80"))
    expectEqual(folder.text("a.jpg.xmp")?.contains("<rdf:li>sea</rdf:li>"), false)
    try await mark(.forSale("80"), over: .notForSale)

    expectEqual(folder.text("a.jpg.xmp"), text)
  }

  @Test(arguments: SidecarFixture.all, [UInt64](1...8))
  func `whatever is edited, coming back to what was there restores the file`(
    fixture: SidecarFixture, seed: UInt64
  ) async throws {
    var numbers = SplitMix64(state: seed)
    try folder.write(fixture.text, to: "a.jpg.xmp")
    let rating = try document().stated().rating.map(Int.init)
    let origin = photo(.unstated, PhotoRating(stars: rating))
    var now = origin
    for _ in 0..<Int.random(in: 1...8, using: &numbers) {
      let former = now
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: now.rating = Int.random(in: -1...5, using: &numbers)
      case 1: now.label = PhotoLabel(PhotoLabel.Color.allCases.randomElement(using: &numbers)!)
      case 2: now.saleMark = .forSale("\(Int.random(in: 1...99, using: &numbers))")
      default: now.saleMark = .notForSale
      }
      guard now != former else { continue }
      _ = try await sut.write(now, over: former)
      let written = try document()
      expectEqual(written.mark ?? .unstated, now.saleMark)
      expectEqual(written.stated().rating.map(Int.init), now.rating)
    }

    // In steps, as undo does.
    for step in [
      photo(now.saleMark, PhotoRating(stars: origin.rating, label: now.label)),
      photo(now.saleMark, origin.userRating), origin,
    ]
    where step != now {
      _ = try await sut.write(step, over: now)
      now = step
    }

    expectEqual(folder.text("a.jpg.xmp"), fixture.text)
  }
}
