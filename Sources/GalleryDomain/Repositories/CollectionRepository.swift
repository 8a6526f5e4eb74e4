/// The collections that the user puts together here, by their names (`SavedSearch.isName`): lists of photos, wherever those are.
public protocol CollectionRepository: Sendable {
  /// Sorted.
  var names: [String] { get }
  /// The collection with a name, which comes into being with its first photo.
  func collection(named name: String) -> any EditableCollection
}

/// A collection that can be changed. Only the list changes, never a photo.
///
/// The list is a file of some lines; it is read and written synchronously.
public protocol EditableCollection: Sendable {
  /// Adds photos at the end, each once.
  func add(_ photos: [Photo]) throws(CollectionError) -> CollectionChange
  /// Takes photos out of the list; they are those of the opened collection.
  func remove(_ photos: [Photo]) throws(CollectionError) -> CollectionChange
  /// Takes a change back. What was changed since stays, as far as that is possible.
  func undo(_ change: CollectionChange) throws(CollectionError)
}

/// What was changed in a collection.
public struct CollectionChange: Hashable, Sendable {
  /// How many photos were added or removed.
  public var count: Int
  /// How many were there already; for those to be removed, how many have no line of their own.
  public var unchangedCount: Int
  /// How many have neither a file nor a web address by which a line could name them, or a name with a line break or a tab.
  public var namelessCount: Int
  /// The list before and after it, and the lines that were added or removed.
  public var before: [UInt8]
  public var after: [UInt8]
  public var lines: [UInt8]
  public var isRemoval: Bool

  public init(
    count: Int, unchangedCount: Int = 0, namelessCount: Int = 0, before: [UInt8] = [],
    after: [UInt8] = [], lines: [UInt8] = [], isRemoval: Bool
  ) {
    self.count = count
    self.unchangedCount = unchangedCount
    self.namelessCount = namelessCount
    self.before = before
    self.after = after
    self.lines = lines
    self.isRemoval = isRemoval
  }
}

/// Why a collection can't be changed.
public enum CollectionError: Error, Hashable, Sendable {
  /// It can't be read.
  case unreadable(PhotoSourceError)
  /// It can't be written; `code` is an errno.
  case notWritten(code: Int32)
  /// It is UTF-16.
  case notLines
  /// There is no folder for it.
  case noFolder
  /// Another program keeps changing it.
  case busy
}
