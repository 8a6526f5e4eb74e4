import Foundation

/// UIKit's properties for a row of a table, which Foundation lacks on Linux.
///
/// No other target of the package may declare these as public: their use in a third module would be ambiguous.
extension IndexPath {
  public init(row: Int, section: Int) {
    self.init(indexes: [section, row])
  }

  /// Counts from 0; -1 for a path without a row.
  public var row: Int {
    get { count > 1 ? self[1] : -1 }
    set { self = IndexPath(row: newValue, section: section) }
  }

  /// Counts from 0; 0 for an empty path.
  public var section: Int {
    get { isEmpty ? 0 : self[0] }
    set { self = IndexPath(row: row, section: newValue) }
  }
}
