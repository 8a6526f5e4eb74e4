import GalleryDomain

/// The rows among which a query finds photos: those of some directories.
public struct PhotoScope: Sendable {
  /// A directory of the listing.
  public struct Directory: Sendable {
    public var id: Int64
    public let path: [UInt8]
    /// The text before the file's name in a path, folded and with a separator at its end; empty for the listing's own folder.
    let text: String

    /// - Parameter path: Relative to the listing's folder; empty for that itself.
    public init(id: Int64, path: [UInt8]) {
      (self.id, self.path) = (id, path)
      text =
        path.isEmpty ? "" : FoldedText.folded(TextCleaner.line(bytes: path, limit: .field)) + "/"
    }
  }

  /// In the order of the listing.
  public var directories: [Directory]
  /// Their paths by their numbers.
  let paths: [Int64: [UInt8]]
  let share: Share
  /// Rows that aren't shown, such as raw files that belong to a picture.
  var hiddenRows: [Int64]
  /// Rows that are added later aren't in the listing.
  let lastRow: Int64?
  /// The rows in the order of the listing, if they are no more than these or in another order than that of their paths.
  var listedRows: [Int64]?

  /// How many of all rows the directories have.
  public enum Share: Sendable {
    /// An index of directories finds them.
    case few
    /// From a quarter on, it gains nothing.
    case many
  }

  public init(
    _ directories: [Directory], share: Share, hiddenRows: [Int64] = [], lastRow: Int64? = nil,
    listedRows: [Int64]? = nil
  ) {
    (self.directories, self.share) = (directories, share)
    (self.hiddenRows, self.listedRows) = (hiddenRows, listedRows)
    self.lastRow = lastRow
    paths = Dictionary(
      directories.map { ($0.id, $0.path) }, uniquingKeysWith: { first, _ in first })
  }
}
