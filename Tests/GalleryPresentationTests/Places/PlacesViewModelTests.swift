import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

struct PlacesViewModelTests {
  private let repository = MemoryPlaces(
    recentSources: [
      RecentSource(text: "/home/ann/Pictures", openedAt: Date(timeIntervalSince1970: 1_000)),
      RecentSource(text: "openverse:sea", openedAt: Date(timeIntervalSince1970: 500)),
      RecentSource(text: "/home/anna"),
    ],
    bookmarks: [Bookmark(key: "s", text: "openverse:sea"), Bookmark(key: "t", text: "/tmp")])

  private func viewModel(
    opened: @escaping (String) -> Void = { _ in }, told: @escaping (String) -> Void = { _ in }
  ) -> PlacesViewModel {
    PlacesViewModel(
      reason: .goTo, repository: repository, home: "/home/ann",
      now: { Date(timeIntervalSince1970: 8_200) },
      actions: PlacesViewModelActions(
        openBookmark: { opened("bookmark \($0)") }, openRecent: opened,
        openSampleGallery: { opened("sample") }, tell: told))
  }

  @Test func `bookmarks come first, and are not listed as recent too`() {
    let sut = viewModel()

    #expect(
      sut.places.map(sut.title) == [
        "openverse:sea", "/tmp", "~/Pictures", "/home/anna", "Sample gallery",
      ])
    #expect(sut.places.map(sut.age) == ["2 hours ago", "", "2 hours ago", "", ""])
    #expect(sut.places.compactMap(sut.key) == ["s", "t"])
  }

  @Test func `rows and keys open their source`() {
    var opened: [String] = []
    let sut = viewModel(opened: { opened.append($0) })
    for row in [2, 4, 9, -1] { sut.open(row) }

    #expect(sut.open(bookmark: "t"))
    #expect(!sut.open(bookmark: "x"))
    // A bookmark is distinguished from a recent source: only a bookmark may run a program, if the user agrees.
    #expect(opened == ["/home/ann/Pictures", "sample", "bookmark /tmp"])
  }

  @Test func `rows can be removed, except the sample gallery`() {
    var told: [String] = []
    let sut = viewModel(told: { told.append($0) })
    var changes = 0
    sut.onChange = { changes += 1 }
    // The bookmark, which is a recent source again then.
    sut.remove(0)
    #expect(sut.places.map(sut.title).prefix(3) == ["/tmp", "~/Pictures", "openverse:sea"])
    sut.remove(2)
    #expect(sut.places.count == 4)
    sut.remove(3)
    #expect(told == [PlacesText.sampleStays])
    repository.isFull = true
    sut.remove(0)
    #expect(told.last == PlacesText.notStored)
    #expect(sut.places.count == 4)
    #expect(changes == 3)
  }
}
