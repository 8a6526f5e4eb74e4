import Foundation

/// UIKit's words for a place in a table, which Foundation lacks on Linux.
///
/// This is the one public declaration in the package: two of them would make a third module's use
/// ambiguous.
extension IndexPath {
  public init(row: Int, section: Int) {
    self.init(indexes: [section, row])
  }

  /// Counts from 0; -1, which is no row, for a path that names none.
  public var row: Int {
    get { count > 1 ? self[1] : -1 }
    set { self = IndexPath(row: newValue, section: section) }
  }

  /// Counts from 0; the only one there is for a path that names none.
  public var section: Int {
    get { isEmpty ? 0 : self[0] }
    set { self = IndexPath(row: row, section: newValue) }
  }
}
