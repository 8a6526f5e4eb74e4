import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// The sections of a list as its pages report them.
struct SectionListTests {
  private func section(_ name: String, _ start: Int, _ count: Int) -> PhotoSection {
    PhotoSection(.folder(Array(name.utf8)), start: start, count: count)
  }

  private func page(_ number: Int, _ count: Int, _ sections: PhotoPageSections) -> PhotoPage {
    let first = (number - 1) * 10
    var page = PhotoPage(
      number: number, photos: (first..<(first + count)).map { .stub(id: "\($0)", name: "\($0)") },
      totalCount: 30, hasMorePages: number < 3)
    page.sections = sections
    return page
  }

  @Test func `sections of the whole list are those of the last answer`() {
    var pages = PhotoPages(pageSize: 10)
    pages.insert(page(1, 10, .whole([section("a", 0, 12)])), at: 1)
    expectEqual(pages.sections, [section("a", 0, 12)])
    pages.insert(page(2, 10, .whole([section("a", 0, 12), section("b", 12, 18)])), at: 2)

    expectEqual(pages.sections, [section("a", 0, 12), section("b", 12, 18)])
    pages.insert(page(1, 10, .none), at: 1)
    #expect(pages.sections.isEmpty)
  }

  @Test func `sections of pages are joined, and continue across their borders`() {
    var pages = PhotoPages(pageSize: 10, isFiltered: true)
    func filtered(_ number: Int, _ count: Int, _ sections: [PhotoSection]) -> PhotoPage {
      var page = page(number, count, .page(sections))
      page.filteredCount = 10 - count
      return page
    }
    pages.insert(filtered(1, 3, [section("a", 0, 2), section("b", 2, 1)]), at: 1)
    pages.insert(filtered(2, 2, [section("b", 0, 1), section("c", 1, 1)]), at: 2)
    pages.insert(filtered(3, 0, []), at: 3)

    expectEqual(pages.sections, [section("a", 0, 2), section("b", 2, 2), section("c", 4, 1)])
    // Read again, a page has fewer.
    pages.insert(filtered(1, 1, [section("a", 0, 1)]), at: 1)
    expectEqual(pages.sections, [section("a", 0, 1), section("b", 1, 1), section("c", 2, 1)])
  }

  @Test func `when a folder has been read to its end, its sections are requested again`() {
    let service = PagingService()
    service.capabilities = SourceCapabilities(holdsOwnFiles: true)
    var known = [section("a", 0, 100)]
    service.source = { request in
      var page = PhotoPage.of(100, for: request)
      page.sections = .whole(known)
      return page
    }
    let sut = PhotoListViewModel(apiService: service, pageSize: 100)
    sut.willDisplay(rows: 0..<10)
    sut.initFetch()
    expectEqual(sut.sections, known)
    known.append(section("b", 100, 50))
    let asked = service.loads.count
    for isComplete in [false, true] {
      service.announce(photoCount: 150, steps: 2, isComplete: isComplete)
    }

    expectEqual(service.loads.count, asked + 1)
    expectEqual(sut.sections, known)
  }

  @Test func `photos of the folder itself alone have no section`() {
    let service = PagingService()
    service.source = { request in
      var page = PhotoPage.of(3, for: request)
      page.sections = .whole([section("", 0, 3)])
      return page
    }
    let sut = PhotoListViewModel(apiService: service, pageSize: 100)
    sut.initFetch()

    #expect(sut.sections.isEmpty)
  }

  @Test(arguments: [
    (PhotoSection.Key.folder([]), "shoot"), (.folder(Array("2024/\u{1B}[2Jx".utf8)), "2024/x"),
    (.date(year: 2024, month: 5, day: 1), "2024-05-01"),
    (.date(year: 987, month: 12, day: nil), "0987-12"), (.camera("NIKON"), "NIKON"),
    (.rating(3), "★★★"), (.rating(0), "no stars"), (.rating(-1), "rejected"), (.unknown, "unknown"),
  ])
  func `headers show what their photos have in common`(key: PhotoSection.Key, title: String) {
    let section = PhotoSection(key, start: 0, count: 1_234)

    expectEqual(SectionText.title(section, source: "shoot"), title)
    expectEqual(SectionText.count(section), "1,234")
  }
}
