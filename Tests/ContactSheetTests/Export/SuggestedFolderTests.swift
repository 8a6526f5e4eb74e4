import ExpectationSupport
import GalleryDomain
import GalleryFiles
import GalleryPresentation
import GalleryTestSupport
import Testing

@testable import ContactSheet

/// Where an export is proposed.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct SuggestedFolderTests {
  @Test func `the first folder that is not among the photos is proposed`() throws {
    let folder = try TemporaryFolder()
    let photos = folder.path("photos")
    for name in ["photos", "photos/2024", "work", "photos-2"] { try folder.makeFolder(name) }
    func suggested(_ names: String...) -> String? {
      DefaultExportService.suggestedFolder(
        among: names.map { folder.path($0) } + ["/nowhere", nil], outside: photos)
    }

    expectEqual(suggested("work", "photos"), folder.path("work"))
    expectEqual(suggested("photos", "work"), folder.path("work"))
    expectEqual(suggested("photos/2024", "photos-2"), folder.path("photos-2"))
    expectEqual(suggested("photos/2024", "photos")?.hasSuffix("photos"), false)
    expectEqual(DefaultExportService.suggestedFolder(among: [photos], outside: nil), photos)
  }

  @Test func `the next export is proposed where the last one went`() async throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("Prints")
    let service = DefaultExportService(
      of: StubPages(photos: []), thumbnail: { _ in nil }, original: { _ in nil },
      files: LocalFileOperationRepository(environment: [:]), home: folder.path)

    let result = await withCheckedContinuation { continuation in
      _ = service.export(
        .photos(Photo.stubs(1)), to: "~/Prints/a.html", replaces: false, progress: { _ in },
        completion: { continuation.resume(returning: $0) })
    }

    try expectEqual(result.get().count, 1)
    expectEqual(service.suggestedPath, "~/Prints/contact-sheet.html")
  }
}
