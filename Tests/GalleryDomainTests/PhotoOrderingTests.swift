import Foundation
import Testing

@testable import GalleryDomain

struct PhotoOrderingTests {
  private func order(_ photos: [Photo], _ name: String) throws -> String {
    let sort = try #require(PhotoSort(name: name))
    return PhotoOrdering(sort: sort).order(of: photos).map { photos[$0].id }.joined()
  }

  @Test func `titles are in natural order, those without one last`() throws {
    let photos = [
      Photo(id: "a", name: Photo.untitled, isUntitled: true), Photo(id: "b", name: "IMG 10"),
      Photo(id: "c", name: "img 9"),
      Photo(id: "d", name: "Älpler"), Photo(id: "e", name: "img 9"),
    ]
    #expect(try order(photos, "title") == "cebda")
    #expect(try order(photos, "-title") == "dbcea")
  }

  @Test func `dates go either way, what has none stays behind`() throws {
    let photos = [
      Photo(id: "a", name: "a"),
      Photo(id: "b", name: "b", createdAt: Date(timeIntervalSince1970: 5)),
      Photo(id: "c", name: "c", createdAt: Date(timeIntervalSince1970: 1)),
      Photo(id: "d", name: "d", createdAt: Date(timeIntervalSince1970: 5)),
    ]
    #expect(try order(photos, "date") == "cbda")
    #expect(try order(photos, "-date") == "bdca")
  }

  @Test func `a year counts from its beginning, words do not count`() throws {
    let photos = [
      Photo(id: "a", name: "a", dateText: "about 1890"),
      Photo(id: "b", name: "b", dateText: "1966"),
      Photo(id: "c", name: "c", createdAt: Date(timeIntervalSince1970: -200_000_000)),
      Photo(id: "d", name: "d", dateText: "1966-07"), Photo(id: "e", name: "e", dateText: "1963"),
    ]
    #expect(try order(photos, "date") == "ecbda")
    #expect(try order(photos, "-date") == "dbcea")
  }

  @Test func `prices are in order within their currency, which is never converted`() throws {
    func photo(_ id: String, _ amount: String, _ currency: String?) -> Photo {
      Photo(id: id, name: id, price: Price(amount: amount, currency: currency))
    }
    let photos = [
      Photo(id: "a", name: "a"), photo("b", "5", "USD"), photo("c", "1000", "EUR"),
      photo("d", "9.5", "EUR"), photo("e", "9.50", "EUR"), photo("f", "1", nil),
      photo("g", "40", "USD"),
    ]
    #expect(try order(photos, "price") == "decbgfa")
    #expect(try order(photos, "-price") == "cdegbfa")
  }

  @Test func `ratings go from rejected to five stars, labels from red to purple`() throws {
    let photos = [
      Photo(id: "a", name: "", rating: 2, label: PhotoLabel("winner")),
      Photo(id: "b", name: "", label: PhotoLabel(.blue)), Photo(id: "c", name: "", rating: 5),
      Photo(id: "d", name: "", rating: PhotoRating.rejected, label: PhotoLabel("SELECT")),
      Photo(id: "e", name: "", rating: 0, label: PhotoLabel(.red)),
    ]
    #expect(try order(photos, "rating") == "dbeac")
    #expect(try order(photos, "-rating") == "cabed")
    #expect(try order(photos, "label") == "debac")
    #expect(try order(photos, "-label") == "abdec")
  }

  @Test func `cameras are grouped as the source has their photos`() throws {
    let photos = [
      Photo(id: "a", name: "a", camera: "nikon d90"), Photo(id: "b", name: "b"),
      Photo(id: "c", name: "c", camera: "NIKON D500"),
      Photo(id: "d", name: "d", camera: "Nikon D90"),
      Photo(id: "e", name: "e", camera: ""),
    ]
    #expect(try order(photos, "camera") == "adcbe")
  }

  @Test func `nothing and one are in order`() throws {
    #expect(try order([], "price") == "")
    #expect(try order([Photo(id: "a", name: "a")], "-camera") == "a")
    #expect(PhotoSort(name: "size") == nil)
    #expect(PhotoSort(name: "--date") == nil)
  }
}
