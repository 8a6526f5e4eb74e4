import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import Testing

@testable import ContactSheet

/// Where an export is proposed, and what a sheet says of a photo.
@MainActor
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

  @Test func `a sheet says stars, label and price`() {
    var photo = Photo(id: "a", name: "a")
    (photo.rating, photo.label) = (3, PhotoLabel(.red))
    photo.saleStatus = .forSale
    photo.price = Price(amount: "80", currency: "EUR")

    let entry = SheetEntry(photo: photo, thumbnail: nil)

    expectEqual(entry.details.first, "★★★ · Red")
    #expect(!entry.price.isEmpty)
  }
}
