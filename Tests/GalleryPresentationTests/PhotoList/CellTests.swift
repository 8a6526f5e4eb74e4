import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

struct CellTests {
  let sut = PhotoListViewModel(
    apiService: TutorialService(), timeZone: TimeZone(secondsFromGMT: 0) ?? .current)

  private func descText(camera: String?, description: String?) -> String {
    sut.createCellViewModel(photo: .stub(description: description, camera: camera)).descText
  }

  @Test func `an invalid date is shown as it was written`() {
    let cell = sut.createCellViewModel(photo: .stub(author: "W H", dateText: "about 1890"))

    expectEqual(cell.dateText, "about 1890")
    expectEqual(sut.words(of: .stub(dateText: "about 1890")).moment, "about 1890")
  }

  @Test func `camera and description are joined, and missing parts skipped`() {
    expectEqual(descText(camera: "camera", description: "desc"), "camera - desc")
    expectEqual(descText(camera: nil, description: "desc"), "desc")
    expectEqual(descText(camera: "camera", description: nil), "camera")
    #expect(descText(camera: nil, description: nil).isEmpty)
    expectEqual(descText(camera: "", description: "desc"), "desc")
  }

  @Test func `the date is that of the zone`() {
    let date = Date(timeIntervalSince1970: 1_506_902_399)
    let tokyo = PhotoListViewModel(
      apiService: TutorialService(), timeZone: TimeZone(secondsFromGMT: 9 * 3600) ?? .current)

    expectEqual(sut.createCellViewModel(photo: .stub(createdAt: date)).dateText, "2017-10-01")
    expectEqual(tokyo.createCellViewModel(photo: .stub(createdAt: date)).dateText, "2017-10-02")
  }

  @Test func `the day is that of the camera's clock if it is known`() {
    // 12 January, 21:38 in California; 13 January, 05:38 in UTC.
    let date = Date(timeIntervalSince1970: 1_768_282_680)
    let photo = Photo.stub(createdAt: date, utcOffset: -28_800)

    expectEqual(sut.createCellViewModel(photo: photo).dateText, "2026-01-12")
    expectEqual(PhotoText(photo: photo, timeZone: .gmt).date, "2026-01-12 21:38")
    expectEqual(sut.createCellViewModel(photo: .stub(createdAt: date)).dateText, "2026-01-13")
  }

  @Test func `a file's date is marked, and can't be taken for the photo's`() {
    var photo = Photo.stub(author: "W H", createdAt: Date(timeIntervalSince1970: 1_580_601_600))
    photo.isFileDate = true

    let cell = sut.createCellViewModel(photo: photo)

    expectEqual(cell.dateText, "2020-02-02 (file)")
    expectEqual(sut.words(of: photo).moment, "(2 Feb 2020)")
    expectEqual(PhotoText(photo: photo, timeZone: .gmt).date, "2020-02-02 00:00 (file)")
  }

  @Test func `the zone is the local one unless a test says otherwise`() {
    let local = PhotoListViewModel(apiService: TutorialService())
    let date = Date(timeIntervalSince1970: 1_506_902_399)
    let parts = Calendar.current.dateComponents([.year, .month, .day], from: date)

    let expected = String(
      format: "%d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    expectEqual(local.createCellViewModel(photo: .stub(createdAt: date)).dateText, expected)
  }

  @Test(arguments: [1e300, -1e300, .infinity, -.infinity, .nan])
  func `an impossible date is skipped`(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)

    #expect(sut.createCellViewModel(photo: .stub(createdAt: date)).dateText.isEmpty)
  }

  @Test func `the image's address is a text, empty when there is none`() {
    let photo = Photo.stub(imageURL: URL(string: "url"))

    expectEqual(sut.createCellViewModel(photo: photo).imageUrl, "url")
    #expect(sut.createCellViewModel(photo: .stub()).imageUrl.isEmpty)
  }

  @Test func `the tutorial's four texts make a cell`() {
    let cell = PhotoListCellViewModel(
      titleText: "title", descText: "desc", imageUrl: "url", dateText: "2017-10-01")

    #expect(!cell.isPlaceholder)
  }

  @Test func `a column has the minute of this year's photos, and the year of others`() {
    let now = Date(timeIntervalSince1970: 1_732_838_400)
    let list = PhotoListViewModel(
      apiService: TutorialService(), timeZone: .gmt, now: { now })
    func words(_ seconds: Double, utcOffset: Int? = nil, isUpload: Bool = false) -> PhotoText {
      var photo = Photo.stub(
        createdAt: Date(timeIntervalSince1970: seconds), utcOffset: utcOffset)
      photo.isUploadDate = isUpload
      return list.words(of: photo)
    }
    func moment(_ seconds: Double, utcOffset: Int? = nil, isUpload: Bool = false) -> String {
      words(seconds, utcOffset: utcOffset, isUpload: isUpload).moment
    }

    expectEqual(moment(1_732_800_120), "28 Nov 13:22")
    expectEqual(moment(1_732_800_120, utcOffset: -28_800), "28 Nov 05:22")
    expectEqual(moment(1_506_816_000), "1 Oct 2017")
    expectEqual(moment(1_506_816_000, isUpload: true), "(1 Oct 2017)")
    #expect(moment(1e300).isEmpty)
    expectEqual(words(1_732_800_120).minute, "28 Nov 13:22")
    expectEqual(words(1_506_816_000).minute, "2017-10-01 00:00")
    expectEqual(words(1_506_816_000, isUpload: true).minute, "2017-10-01 00:00 (uploaded)")
  }

  @Test func `author, camera and exposure are joined`() {
    let exposure = Exposure(focalLength: "50", aperture: "1.8")
    let photo = Photo.stub(camera: "NIKON D500", exposure: exposure, author: "W H")

    expectEqual(sut.words(of: photo).details, "W H · NIKON D500 · 50 mm · ƒ/1.8")
    expectEqual(sut.words(of: .stub(author: "W H")).details, "W H")
  }
}
