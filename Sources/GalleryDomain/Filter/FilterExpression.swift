/// Which photos are wanted, as the user types it: `camera:nikon price:<100 date:2017 tag:sea -portrait "exact words"`.
///
/// A photo passes when all terms hold. Printing gives a normal form that reads as the same expression.
public struct FilterExpression: Hashable, Sendable {
  public var terms: [FilterTerm]

  public init(_ terms: [FilterTerm] = []) {
    self.terms = terms
  }

  /// Leaves nothing out.
  public static let everything = FilterExpression()

  /// Only photos that the source says are for sale; those that it says nothing about are left out.
  public static let forSale = FilterExpression([.forSale])

  public var isEmpty: Bool { terms.isEmpty }

  /// Whether only photos for sale are wanted: `sale:yes`.
  public var isForSaleOnly: Bool {
    get { terms.contains(.forSale) }
    set {
      guard newValue != isForSaleOnly else { return }
      if newValue { terms.append(.forSale) } else { terms.removeAll { $0 == .forSale } }
    }
  }

  /// Whether only selected photos are wanted: `is:selected`.
  public var isSelectedOnly: Bool {
    get { terms.contains(.selected) }
    set {
      guard newValue != isSelectedOnly else { return }
      if newValue { terms.append(.selected) } else { terms.removeAll { $0 == .selected } }
    }
  }

  /// Whether what is selected decides which photos match.
  public var dependsOnSelection: Bool {
    terms.contains {
      if case .state(let states) = $0.condition { states.contains(.selected) } else { false }
    }
  }

  /// Whether photos have to be read before it is known whether they match: a file can change every field but those that say which
  /// file it is.
  public var needsDetails: Bool {
    terms.contains {
      switch $0.condition {
      case .text(.id, _), .text(.path, _), .text(.fileExtension, _), .state([.selected]): false
      default: true
      }
    }
  }
}
