import ExpectationSupport
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
      open: { opened($1 ? "bookmark \($0)" : $0) }, openSampleGallery: { opened("sample") },
      tell: told)
  }

  @Test func `bookmarks come first, and are not listed as recent too`() {
    repository.summaries = [
      "openverse:sea": SourceSummary(photoCount: 12_345), "/tmp": SourceSummary(),
    ]
    let sut = viewModel()

    expectEqual(
      sut.places.map(\.title),
      [
        "Open: a folder, a URL or a service", "openverse:sea", "/tmp", "~/Pictures", "/home/anna",
        "Sample gallery",
      ])
    // What rows show is read with them, not for each frame.
    repository.recentSources = []
    expectEqual(sut.places.map(sut.age), ["", "2 hours ago", "", "2 hours ago", "", ""])
    expectEqual(sut.places.compactMap(\.key), ["s", "t"])
    expectEqual(sut.places.map(\.detail)[1...3], ["12,345 photos", "", ""])
  }

  @Test func `rows and keys open their source`() {
    var opened: [String] = []
    let sut = viewModel(opened: { opened.append($0) })
    for row in [3, 5, 9, -1] { sut.open(row) }

    #expect(sut.open(bookmark: "t"))
    #expect(!sut.open(bookmark: "x"))
    // A bookmark is distinguished from a recent source: only a bookmark may run a program, if the user agrees.
    expectEqual(opened, ["/home/ann/Pictures", "sample", "bookmark /tmp"])
  }

  @Test func `a bookmark that another window removed isn't opened, and says so`() {
    var (opened, told): ([String], [String]) = ([], [])
    let sut = viewModel(opened: { opened.append($0) }, told: { told.append($0) })
    repository.bookmarks.removeAll { $0.key == "t" }
    repository.recentSources = []

    sut.open(2)
    expectEqual(told, ["/tmp isn't there any more"])
    #expect(!sut.places.contains { $0.title == "/tmp" })
    sut.open(1)

    expectEqual(opened, ["bookmark openverse:sea"])
  }

  @Test func `what another window removed goes when a place is opened`() {
    var opened: [String] = []
    let sut = viewModel(opened: { opened.append($0) })
    var titles: [[String]] = []
    sut.onChange = { [unowned sut] in titles.append(sut.places.map(\.title)) }
    repository.bookmarks.removeAll { $0.key == "s" }

    sut.open(2)

    expectEqual(titles, [sut.places.map(\.title)])
    expectEqual(titles[0][1], "/tmp")
    expectEqual(opened, ["bookmark /tmp"])
  }

  @Test func `bookmarks and recent sources can be removed, nothing else`() {
    var told: [String] = []
    let sut = viewModel(told: { told.append($0) })
    var changes = 0
    sut.onChange = { changes += 1 }
    expectEqual(sut.places.map(\.isRemovable), [false, true, true, true, true, false])
    // The bookmark, which is a recent source again then.
    sut.remove(1)
    expectEqual(sut.places.map(\.title)[1...3], ["/tmp", "~/Pictures", "openverse:sea"])
    sut.remove(3)
    expectEqual(sut.places.count, 5)
    sut.remove(4)
    #expect(sut.places.count == 5 && told.isEmpty)
    repository.isFull = true
    sut.remove(1)
    expectEqual(told.last, "Not saved: the state folder can't be written")
    repository.isOfNewer = true
    sut.remove(1)
    expectEqual(told.last, "Not saved: state.sqlite is from a newer Vitrine; update Vitrine")
    expectEqual(sut.places.count, 5)
    expectEqual(changes, 4)
  }

  @Test func `saved searches say what they find, open, and can be removed`() {
    let search = SavedSearch(
      name: "best", text: "/home/ann/Pictures", filter: FilterText.reading("rating:>=4").expression,
      sort: PhotoSort(name: "-date"))
    repository.savedSearches = [search]
    repository.recentSources.append(
      RecentSource(text: "library:best", openedAt: Date(timeIntervalSince1970: 1_000)))
    var opened: [String] = []
    let sut = viewModel(opened: { opened.append($0) })

    expectEqual(
      sut.places.map(\.title)[1...5],
      ["openverse:sea", "/tmp", "best", "~/Pictures", "/home/anna"])
    expectEqual(sut.places[3].detail, "rating:>=4 · newest first · ~/Pictures")
    expectEqual(sut.age(of: sut.places[3]), "2 hours ago")
    let question = PlacesText.removal(of: sut.places[3])
    expectEqual(question?.title, "Remove this saved search?")
    expectEqual(question?.message, "best: rating:>=4 · newest first · ~/Pictures")
    sut.open(3)
    expectEqual(opened, ["library:best"])
    sut.remove(3)
    #expect(repository.savedSearches.isEmpty)
    // It is among the recent sources then, and says that it is gone when it is opened.
    #expect(sut.places.map(\.title).contains("library:best"))
  }

  @Test func `collections open by their names, and are not removed with a key`() {
    repository.collectionNames = ["summer"]
    repository.recentSources.append(
      RecentSource(text: "library:summer", openedAt: Date(timeIntervalSince1970: 1_000)))
    repository.summaries = ["library:summer": SourceSummary(photoCount: 12)]
    var opened: [String] = []
    let sut = viewModel(opened: { opened.append($0) })

    expectEqual(sut.places.map(\.title).filter { $0.contains("summer") }, ["summer"])
    expectEqual(sut.places[3].title, "summer")
    expectEqual(sut.places[3].detail, "12 photos")
    expectEqual(sut.age(of: sut.places[3]), "2 hours ago")
    sut.open(3)
    expectEqual(opened, ["library:summer"])
    #expect(!sut.places[3].isRemovable)
    sut.remove(3)
    expectEqual(sut.places[3].title, "summer")
  }

  @Test(arguments: [
    ("/s3://foo/bar", "s3://foo/bar"), ("//tmp/x", "/tmp/x"), ("/tmp/x", "/tmp/x"), ("//", "/"),
    ("/tmp//s3://x", "/tmp//s3://x"), ("/a b://c", "/a b://c"), ("~/x", "~/x"), ("", ""),
    ("sftp://host//x", "sftp://host//x"),
  ])
  func `a path or an address may follow the slash that the key typed`(
    text: String, source: String
  ) {
    expectEqual(PlacesText.source(typed: text), source)
  }
}
