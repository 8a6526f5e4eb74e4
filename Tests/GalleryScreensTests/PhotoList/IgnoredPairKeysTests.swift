import ExpectationSupport
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// `|`: what users see and type.
struct IgnoredPairKeysTests {
  /// Ignores by paths, at once.
  private final class StubUseCase: IgnorePairsUseCase {
    private(set) var pairs: Set<Set<Photo.ID>> = []
    var error: IgnoredPairsError?

    func execute(
      _ photos: [Photo],
      completion: @escaping (Result<IgnoredPairsChange, IgnoredPairsError>) -> Void
    ) {
      if let error { return completion(.failure(error)) }
      let wanted = Set(
        photos.flatMap { one in photos.map { Set([one.id, $0.id]) } }.filter { $0.count == 2 })
      let isIgnored = !wanted.isSubset(of: pairs)
      pairs = isIgnored ? pairs.union(wanted) : pairs.subtracting(wanted)
      completion(.success(change(wanted, isIgnored)))
    }

    func undo(
      _ change: IgnoredPairsChange,
      completion: @escaping (Result<Bool, IgnoredPairsError>) -> Void
    ) {
      if let error { return completion(.failure(error)) }
      let changed = Set(
        change.pairs.map { pair in
          Set([pair.one, pair.other].map { String(decoding: $0.path, as: UTF8.self) })
        })
      pairs = change.isIgnored ? pairs.subtracting(changed) : pairs.union(changed)
      completion(.success(true))
    }

    private func change(_ ids: Set<Set<Photo.ID>>, _ isIgnored: Bool) -> IgnoredPairsChange {
      func photo(_ id: Photo.ID) -> IgnoredPhoto {
        IgnoredPhoto(digest: [], byteCount: 0, fingerprint: nil, path: Array(id.utf8))
      }
      return IgnoredPairsChange(
        ids.map { ids in
          let ids = ids.sorted()
          return IgnoredPair(photo(ids[0]), photo(ids[1]), ignoredAt: .distantPast)
        }, isIgnored: isIgnored)
    }
  }

  private let useCase = StubUseCase()

  /// Six photos that all look alike, but for those that are ignored.
  private func folder(
    isCompared: Bool = true, columns: Int = 80, rows: Int = 24
  ) -> (GalleryRun, ScriptedService) {
    let service = ScriptedService()
    service.capabilities.isReadWhole = true
    service.capabilities.holdsOwnFiles = true
    service.capabilities.comparesPictures = isCompared
    service.answer = { [useCase] request in
      var photos = (1...6).map { Photo(id: "\($0)", name: "Photo \($0)") }
      if let similar = request.query.similarTo {
        photos = photos.filter { !useCase.pairs.contains([$0.id, similar.id]) }
        let one = photos.partition { $0.id != similar.id }
        photos[one...].sort { $0.id < $1.id }
      }
      return .success(PhotoPage(photos: photos, totalCount: photos.count))
    }
    let history = UndoHistory()
    let run = GalleryRun(
      service: service, columns: columns, rows: rows,
      extraCommands: { [useCase] run in
        guard let presenter = run.presenter else { return [] }
        return IgnoredPairCommands(
          useCase: isCompared ? useCase : nil, history: history, presenter: presenter,
          theme: .standard()
        ).commands + [.undo(history, presenter: presenter)]
      })
    return (run, service)
  }

  @Test func `among what looks like a photo, the one in focus is not like it`() {
    let (run, _) = folder(columns: 100)
    run.type("j~")
    #expect(run.line(0).contains("6 photos"))
    #expect(run.line(23).contains("( closer  ) wider  | not alike"))

    run.type("jj|")
    #expect(run.line(0).contains("5 photos"))
    #expect(run.line(23).contains("Not alike: 2 photos · u to undo"))
    expectEqual(useCase.pairs, [["2", "3"]])
    #expect(!run.screen.contains("Photo 3"))

    run.type("u")
    #expect(run.line(23).contains("Undone: that 2 photos are not alike"))
    #expect(run.line(0).contains("6 photos"))
    expectEqual(useCase.pairs, [])
  }

  @Test func `each pair of the selected photos, and the same key takes it back`() {
    let (run, _) = folder(columns: 40, rows: 12)
    run.type("tjt|")
    #expect(run.screen.contains("Not alike: 2 photos · u to undo"))
    expectEqual(useCase.pairs, [["1", "3"]])

    run.type("|")
    #expect(run.screen.contains("Alike again: 2 photos · u to undo"))
    expectEqual(useCase.pairs, [])

    run.type("u")
    expectEqual(useCase.pairs, [["1", "3"]])
    run.type("jt|")
    expectEqual(useCase.pairs.count, 3)
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `the pair that is compared, whatever the list shows`(columns: Int, rows: Int) {
    let (run, _) = folder(columns: columns, rows: rows)
    run.type("jC|")
    #expect(run.navigator.topScreen is CompareScreen)
    #expect(run.screen.contains("Not alike: 2 photos · u to undo"))
    expectEqual(useCase.pairs, [["2", "3"]])

    run.type("|")
    #expect(run.screen.contains("Alike again: 2 photos · u to undo"))
    run.type("u")
    #expect(run.screen.contains("Undone: that 2 photos are alike again"))
    expectEqual(useCase.pairs, [["2", "3"]])

    // Each pair of three.
    run.type("qtttC")
    #expect(run.navigator.topScreen is CompareScreen)
    run.type("|")
    #expect(run.screen.contains("Not alike: 3 photos"))
    expectEqual(useCase.pairs.count, 3)
  }

  @Test func `a comparison of a source that isn't compared says why`() {
    let (run, _) = folder(isCompared: false)
    run.type("C")
    #expect(run.navigator.topScreen is CompareScreen)
    #expect(!run.screen.contains("not alike"))
    run.type("|")
    #expect(run.screen.contains("Only pictures in folders on this computer are compared"))
  }

  @Test func `one photo isn't a pair`() {
    let (run, _) = folder()
    run.type("|")
    #expect(run.line(23).contains("Select photos that aren't alike, or press ~ and then this"))
    run.type("~|")
    #expect(run.line(23).contains("This is the photo that the others look like"))
    expectEqual(useCase.pairs, [])
  }

  @Test func `what can't be kept says so, and there is nothing to undo`() {
    let (run, _) = folder()
    useCase.error = .notStored(path: "/s/state.sqlite")
    run.type("tt|")
    #expect(run.screen.contains("Can't keep that in /s/state.sqlite: disk full"))
    run.press(.escape)
    run.type("u")
    #expect(run.screen.contains("Nothing to undo"))
  }

  @Test func `a source that isn't compared says why`() {
    let (run, _) = folder(isCompared: false)
    run.type("tt|")

    #expect(run.screen.contains("Only pictures in folders on this computer are compared"))
    expectEqual(useCase.pairs, [])
  }
}
