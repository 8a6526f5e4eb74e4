import ExpectationSupport
import GalleryData
import GalleryDomain
import Glibc
import Testing

@testable import GalleryFiles

/// Stars and labels in sidecars, as they are written and undone.
@Suite(.timeLimit(.minutes(10))) struct SidecarRatingTests {
  private let folder: PhotoFolder
  private let sut: FileSidecarRepository

  init() throws {
    folder = try PhotoFolder()
    try folder.write("not decoded here", to: "a.jpg")
    sut = FileSidecarRepository(
      folder: FolderRepository(folder: folder.file("."), reader: nil), reader: nil)
  }

  private func photo(_ rating: PhotoRating) -> Photo {
    var photo = Photo(id: "a.jpg", name: "a", file: folder.file("a.jpg"))
    photo.userRating = rating
    return photo
  }

  @discardableResult
  private func write(_ rating: PhotoRating, over former: PhotoRating) async throws -> PhotoRating {
    try await sut.write(photo(rating), over: photo(former)).photo.userRating
  }

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
    try folder.write(RatedSidecar.digiKam.text, to: "a.xmp")

    // Another program has given 3 stars since the photo was read.
    try await write(
      PhotoRating(stars: 1, label: PhotoLabel(.green)),
      over: PhotoRating(stars: 1, label: PhotoLabel(.red)))

    expectEqual(folder.text("a.xmp"), RatedSidecar.digiKam.labelled)
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
    func stated() throws -> Int32? {
      try SidecarReader.document(Array((folder.text("a.jpg.xmp") ?? "").utf8)).stated().rating
    }
    try expectEqual(stated(), Int32(shown))

    for stars in [3, -1, 0] {
      try await write(PhotoRating(stars: stars), over: PhotoRating(stars: shown))
      try expectEqual(stated(), Int32(stars))
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
    func stated() throws -> String? {
      try SidecarReader.document(Array((folder.text("a.jpg.xmp") ?? "").utf8)).stated().label
    }
    let shown = PhotoRating(label: PhotoLabel(.green))
    try expectEqual(stated(), "Green")

    try await write(PhotoRating(label: PhotoLabel(.blue)), over: shown)
    try expectEqual(stated(), "Blue")
    try await write(PhotoRating(), over: PhotoRating(label: PhotoLabel(.blue)))
    try expectEqual(stated(), nil)
    #expect(folder.text("a.jpg.xmp")?.contains("<rdf:li>0</rdf:li>") == true)

    try await write(shown, over: PhotoRating())
    expectEqual(folder.text("a.jpg.xmp"), text)
  }

  @Test func `a sidecar's label is removed`() async throws {
    try folder.write(RatedSidecar.digiKam.text, to: "a.jpg.xmp")
    let former = PhotoRating(stars: 3, label: PhotoLabel(.red))

    try await write(PhotoRating(stars: 3), over: former)
    expectEqual(
      folder.text("a.jpg.xmp"),
      RatedSidecar.digiKam.text.replacing("\n   xmp:Label=\"Red\"", with: ""))
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
    #expect(folder.text("a.jpg.xmp")?.contains("Rating=\"5\"") != true)
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

  @Test func `what another program has given since and the row shows is replaced`() async throws {
    try await write(PhotoRating(stars: 2), over: PhotoRating())
    try folder.write(
      try #require(folder.text("a.jpg.xmp")).replacing("\"2\"", with: "\"5\""), to: "a.jpg.xmp")

    try await write(PhotoRating(stars: 3), over: PhotoRating(stars: 5))

    expectEqual(folder.text("a.jpg.xmp")?.contains("xmp:Rating=\"3\""), true)
  }

  @Test func `a photo that isn't the user's own gets no rating`() async throws {
    await #expect(throws: SidecarError.notOwn) {
      var photo = Photo(id: "b", name: "b")
      photo.rating = 1
      try await sut.write(photo, over: Photo(id: "b", name: "b"))
    }
  }
}
