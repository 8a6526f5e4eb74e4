import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Sources that contradict themselves, under every input in any order.
struct HostileSourceTests {
  /// With these, pages took each other away, or the focus was behind the last row.
  private static let onceHarmful = [48, 246, 340, 421, 601, 949, 984, 1380, 1595, 1630, 1886, 1930]

  @Test(arguments: Array(0..<28) + onceHarmful)
  func `nothing traps, nothing loops, and the selection is a row`(seed: Int) throws {
    var random = SplitMix64(state: UInt64(seed))
    let service = PagingService()
    let sut = PhotoListViewModel(apiService: service, pageSize: 5)
    let history = History(sut)
    let answersAtOnce = seed % 2 == 0

    func page() -> PhotoPage {
      let totals: [Int?] = [nil, 0, 3, 12, 30, 31, 1_000, Int.max, -4]
      let anchors: [Int?] = [nil, 0, 7, 29, -1, Int.max]
      return PhotoPage(
        number: .random(in: -1...9, using: &random),
        photos: Photo.stubs(
          [0, 1, 4, 5, 5, 5, 7].randomElement(using: &random) ?? 5,
          from: .random(in: 0...30, using: &random), needsDetails: .random(using: &random)),
        totalCount: totals.randomElement(using: &random) ?? nil,
        hasMorePages: .random(using: &random),
        skipped: SkippedItems(count: .random(in: -1...2, using: &random)),
        anchorRow: anchors.randomElement(using: &random) ?? nil)
    }
    if answersAtOnce { service.source = { _ in page() } }

    for step in 0..<300 {
      let row = Int.random(in: -2...40, using: &random)
      let loadCount = service.loads.count
      switch Int.random(in: 0..<12, using: &random) {
      case 0: sut.initFetch()
      case 1: sut.refresh()
      case 2: sut.focus(row)
      case 3: sut.press(row)
      case 4: sut.focusMoved(to: nil)
      case 5: service.openLoads.last?.fail(.noNetwork)
      case 6: service.openLoads.last?.cached(page())
      case 7: service.announce(photoCount: row * 3, isComplete: .random(using: &random))
      case 8: service.details.randomElement(using: &random)?.answer(.unstated)
      case 9: service.loads.randomElement(using: &random)?.answer(page())
      case 10: service.openLoads.last?.answer(page())
      default: sut.willDisplay(rows: row..<(row + .random(in: 0...12, using: &random)))
      }
      #expect(service.loads.count - loadCount < 40)
      if let focused = sut.focusedIndexPath?.row {
        #expect((0..<sut.numberOfCells).contains(focused))
      }
      for row in stride(from: step % 6 - 1, to: 60, by: 6) { _ = sut.title(row) }
      #expect(sut.numberOfCells >= 0 && !sut.countText.isEmpty || sut.state != .photos)
    }
    sut.willDisplay(rows: (Int.max - 1)..<Int.max)
    sut.refresh()
    service.openLoads.last?.answer(page())
    for (earlier, later) in zip(history.loading, history.loading.dropFirst()) {
      #expect(earlier != later)
    }
  }
}
