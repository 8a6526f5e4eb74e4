import GalleryDomain
import Synchronization

/// Collections in memory, by the ids of their photos.
public final class MemoryCollections: CollectionRepository {
  public let lists = Mutex<[String: [Photo.ID]]>([:])
  /// Why nothing can be changed.
  public let error = Mutex<CollectionError?>(nil)

  public init() {}

  public var names: [String] { lists.withLock { $0.keys.sorted() } }
  public func collection(named name: String) -> any EditableCollection {
    MemoryCollection(memory: self, name: name)
  }
  public func ids(_ name: String) -> [Photo.ID] { lists.withLock { $0[name] ?? [] } }
}

private struct MemoryCollection: EditableCollection {
  let memory: MemoryCollections
  let name: String

  private func change(
    isRemoval: Bool, _ change: (inout [Photo.ID]) -> Int
  ) throws(CollectionError) -> CollectionChange {
    if let error = memory.error.withLock({ $0 }) { throw error }
    return memory.lists.withLock { lists in
      let before = lists[name] ?? []
      var ids = before
      let count = change(&ids)
      lists[name] = ids
      return CollectionChange(
        count: count, before: Array(before.joined(separator: "\n").utf8), isRemoval: isRemoval)
    }
  }

  func add(_ photos: [Photo]) throws(CollectionError) -> CollectionChange {
    var change = try change(isRemoval: false) { ids in
      let new = photos.map(\.id).filter { !ids.contains($0) }
      ids += new
      return new.count
    }
    change.unchangedCount = photos.count - change.count
    return change
  }

  func remove(_ photos: [Photo]) throws(CollectionError) -> CollectionChange {
    try change(isRemoval: true) { ids in
      let count = ids.count
      ids.removeAll { id in photos.contains { $0.id == id } }
      return count - ids.count
    }
  }

  func undo(_ change: CollectionChange) throws(CollectionError) {
    memory.lists.withLock {
      $0[name] = String(decoding: change.before, as: UTF8.self).split(separator: "\n")
        .map(String.init)
    }
  }
}
