import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryDomain

@Suite(.timeLimit(.minutes(10)))
struct PhotoFacetTests {
  private let zone = TimeZone(identifier: "Europe/Vienna") ?? .gmt

  private func tally(_ facet: PhotoFacet, _ photos: [Photo]) -> [PhotoCount] {
    var tally = PhotoTally(facet, zone: zone)
    for photo in photos { tally.add(photo) }
    return tally.photoCounts
  }

  private func texts(_ facet: PhotoFacet, _ photos: [Photo]) -> [String] {
    tally(facet, photos).map { "\($0.count) \($0.value ?? "-")" }
  }

  @Test func `a file's date is neither counted nor filtered as when the photo was taken`() {
    var copy = Photo.stub(id: "copy", createdAt: Date(timeIntervalSince1970: 1_580_601_600))
    copy.isFileDate = true
    let photos = [copy, .stub(id: "own", createdAt: Date(timeIntervalSince1970: 1_580_601_600))]

    for facet in [PhotoFacet.year, .month, .day] {
      expectEqual(tally(facet, photos).map(\.count), [1, 1])
      expectEqual(tally(facet, [copy]), [PhotoCount(nil, 1)])
    }
    let matcher = FilterMatcher(FilterReading("date:2020").expression, zone: zone)
    expectEqual(photos.filter(matcher.matches).map(\.id), ["own"])
    let counts = FacetCounts(daysOf: photos.enumerated().map { ($0, $1) }, zone: zone)
    expectEqual(counts.days.map(\.row), [1])
    expectEqual(counts.undatedCount, 1)
  }

  /// The photos with a value, as a plain scan finds them.
  private func photos(_ photos: [Photo], with value: String, of facet: PhotoFacet) -> [Photo] {
    if facet == .folder {
      return photos.filter { photo in
        guard let path = photo.pathText else { return false }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        return folder == value
      }
    }
    let quoted = FilterCondition.quoted(value, .value)
    let isText = facet.field.kind == .text
    let term =
      value == PhotoFacet.rejected && facet == .rating
      ? "is:rejected" : "\(facet.field.rawValue):\(isText ? "=" : "")\(quoted)"
    let reading = FilterReading(term)
    #expect(reading.faults.isEmpty, "\(term)")
    let matcher = FilterMatcher(reading.expression, zone: zone)
    return photos.filter(matcher.matches)
  }

  @Test(arguments: PhotoFacet.allCases)
  func `a count is that of the photos that its term finds`(facet: PhotoFacet) {
    for seed: UInt64 in 1...5 {
      var made = RandomPhotos(seed: seed)
      let photos = made.photos(200)
      let counts = tally(facet, photos)

      #expect(!counts.isEmpty)
      for count in counts {
        guard let value = count.value else { continue }
        let found = self.photos(photos, with: value, of: facet)
        #expect(found.count == count.count, "\(facet.rawValue) \(value)")
      }
      let unknown = photos.count { facet.values(of: $0, in: .gmt).isEmpty }
      expectEqual(counts.last { $0.value == nil }?.count ?? 0, unknown)
    }
  }

  @Test func `the most frequent value comes first, stars, dates and folders in their order`() {
    func photo(_ id: String, _ change: (inout Photo) -> Void) -> Photo {
      var photo = Photo(id: id, name: "x", file: FileReference(path: "/p/\(id)"))
      change(&photo)
      return photo
    }
    let photos = [
      photo("b10/1.jpg") { ($0.camera, $0.rating, $0.tags) = ("nikon D1", 5, ["Sea", "sea"]) },
      photo("b9/2.JPG") { ($0.camera, $0.rating, $0.tags) = ("NIKON D1", -1, ["sea", "sky"]) },
      photo("3.png") { ($0.camera, $0.rating, $0.tags) = ("NIKON D1", 4, ["sea"]) },
      photo("4") { ($0.camera, $0.dateText) = ("Canon", "1966") },
      photo("b9/c/5.jpg") { ($0.camera, $0.createdAt) = ("", Date(timeIntervalSince1970: 0)) },
    ]
    // Two folders on the disk, where case counts.
    let others = [photo("b9/2.jpg") { _ in }, photo("B9/2.jpg") { _ in }]

    expectEqual(texts(.camera, photos), ["3 NIKON D1", "1 Canon", "1 -"])
    expectEqual(texts(.rating, photos), ["1 5", "1 4", "2 0", "1 rejected"])
    expectEqual(texts(.keyword, photos), ["3 sea", "1 sky", "2 -"])
    expectEqual(texts(.folder, photos), ["2 .", "1 b9", "1 b9/c", "1 b10"])
    expectEqual(texts(.folder, others + others.prefix(1)), ["1 B9", "2 b9"])
    expectEqual(texts(.format, photos), ["3 jpg", "1 png", "1 -"])
    expectEqual(texts(.year, photos), ["1 1966", "1 1970", "3 -"])
    expectEqual(texts(.month, photos), ["1 1970-01", "4 -"])
    expectEqual(texts(.day, []), [])
  }

  @Test func `a day is that of the camera's clock, else the local one`() {
    // 22:30 in Vienna on the last day of the year.
    let date = Date(timeIntervalSince1970: 1_735_680_600)
    let photos = [nil, 0, 10_800].enumerated().map { index, offset in
      Photo(id: "\(index)", name: "x", createdAt: date, utcOffset: offset)
    }

    expectEqual(texts(.day, photos), ["2 2024-12-31", "1 2025-01-01"])
    let impossible = [1e300, -1e300, .infinity, .nan].map {
      Photo(id: "\($0)", name: "x", createdAt: Date(timeIntervalSince1970: $0))
    }
    expectEqual(texts(.year, impossible), ["4 -"])
  }
}
