import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Every order of events in a list, up to a length.
struct ExhaustiveHistoryTests {
  /// Four events are some seconds of work, each more ten times as much: `VITRINE_HISTORY_LENGTH=6`.
  static let length =
    ProcessInfo.processInfo.environment["VITRINE_HISTORY_LENGTH"].flatMap { Int($0) } ?? 4

  @Test(arguments: [SmallGallery.remote, .local])
  func `whatever happens in whatever order, the rows are those of the query and loads end`(
    gallery: SmallGallery
  ) {
    var failures: [String] = []
    var count = 0
    follow([], gallery, &count, &failures)

    #expect(failures.joined(separator: "\n").isEmpty)
    #expect(count > 1_000)
  }

  @Test(arguments: 0..<80)
  func `so they are after any long series of events`(seed: UInt64) {
    var random = SplitMix64(state: seed)
    var gallery: SmallGallery = seed.isMultiple(of: 2) ? .remote : .local
    gallery.photoCount = 25
    let run = ListRun(gallery, keepsRows: false)
    var events: [ListEvent] = []
    while events.count < 150, run.complaints.isEmpty,
      let event = run.possibleEvents(of: ListEvent.allCases).randomElement(using: &random)
    {
      events.append(event)
      run.happens(event)
    }
    if run.complaints.isEmpty { run.settle() }

    #expect(run.complaints.isEmpty, "\(events.suffix(20).map { "\($0)" })")
  }

  /// Plays a history from its beginning, and then all that continue it.
  private func follow(
    _ events: [ListEvent], _ gallery: SmallGallery, _ count: inout Int,
    _ failures: inout [String]
  ) {
    guard failures.count < 3 else { return }
    let run = ListRun(gallery)
    events.forEach(run.happens)
    count += 1
    let next = run.possibleEvents(of: ListEvent.few)
    if events.count == Self.length { run.settle() }
    guard run.complaints.isEmpty else {
      failures.append("\(events.map { "\($0)" }): \(run.complaints)")
      return
    }
    guard events.count < Self.length else { return }
    for event in next { follow(events + [event], gallery, &count, &failures) }
  }
}
