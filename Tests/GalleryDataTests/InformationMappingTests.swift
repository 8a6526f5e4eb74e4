import ExpectationSupport
import GalleryDomain
import Testing

@testable import GalleryData

/// The files' information, cleaned on its way in.
@Suite(.timeLimit(.minutes(10)))
struct InformationMappingTests {
  private func information(_ details: [(PhotoDetail.Kind, String)]) -> [PhotoDetail] {
    InformationMapping.information(
      PhotoMetadata { $0.details = details.map { PhotoDetail(kind: $0, text: $1) } }
    ).details
  }

  @Test func `escapes, overrides and line breaks are removed`() {
    let details = information([(.artist, "\u{1B}[31mred\u{202E}\u{07}\ntext")])

    expectEqual(details, [PhotoDetail(kind: .artist, text: "red text")])
  }

  @Test func `texts of a megabyte are cut, and blank ones dropped`() throws {
    let long = String(repeating: "ab", count: 500_000)
    let details = information([(.software, long), (.city, " \t "), (.credit, long)])

    expectEqual(details.map(\.kind), [.credit, .software])
    expectEqual(details.map(\.text.count), [200, 200])
  }

  @Test func `each kind occurs once, in order`() {
    let details = information([
      (.format, "JPEG"), (.flash, "Fired"), (.flash, "Off"),
    ])

    expectEqual(
      details,
      [
        PhotoDetail(kind: .flash, text: "Fired"), PhotoDetail(kind: .format, text: "JPEG"),
      ])
  }

  @Test func `a folder's reader is asked, and without one there is no information`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("a.jpg", "x")
    let reader = StubMetadataReader(
      PhotoMetadata { $0.details = [PhotoDetail(kind: .flash, text: "Fired")] })
    let file = try #require(FileReference(path: folder.path + "/a.jpg"))
    let photo = Photo(id: "a.jpg", name: "a", file: file)

    func information(_ reader: StubMetadataReader?) async throws -> PhotoInformation {
      let root = try #require(FileReference(path: folder.path))
      return await FolderRepository(folder: root, reader: reader).information(of: photo)
    }

    try await expectEqual(information(reader).details, [PhotoDetail(kind: .flash, text: "Fired")])
    try await expectEqual(information(nil), PhotoInformation(byteCount: 1))
  }
}
