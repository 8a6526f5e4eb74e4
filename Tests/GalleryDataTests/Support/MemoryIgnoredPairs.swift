import GalleryDomain
import Synchronization

/// Ignored pairs that live as long as a test.
final class MemoryIgnoredPairs: IgnoredPairStore {
  private let all = Mutex<[IgnoredPair]>([])
  /// What reading them throws.
  let fault = Mutex<IgnoredPairsError?>(nil)

  func pairs() async throws(IgnoredPairsError) -> [IgnoredPair] {
    if let fault = fault.withLock(\.self) { throw fault }
    return all.withLock(\.self)
  }

  func add(_ pairs: [IgnoredPair]) async throws(IgnoredPairsError) -> [IgnoredPair] {
    all.withLock { all in
      let added = pairs.filter { pair in !all.contains { $0.isSame(as: pair) } }
      all += added
      return added
    }
  }

  func remove(_ pairs: [IgnoredPair]) async throws(IgnoredPairsError) -> [IgnoredPair] {
    all.withLock { all in
      let removed = pairs.filter { pair in all.contains { $0.isSame(as: pair) } }
      all.removeAll { pair in removed.contains { $0.isSame(as: pair) } }
      return removed
    }
  }
}
