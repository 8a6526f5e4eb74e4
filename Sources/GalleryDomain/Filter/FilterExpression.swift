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

  /// Whether photos have to be read before it is known whether they match: a file can change every field but `id`.
  public var needsDetails: Bool {
    terms.contains {
      if case .text(.id, _) = $0.condition { false } else { true }
    }
  }
}
