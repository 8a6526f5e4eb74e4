/// Which photos are wanted, in the words that people type:
/// `camera:nikon price:<100 date:2017 tag:sea -portrait "exact words"`.
///
/// A photo passes when all terms hold. Printing gives a normal form that reads as the same expression.
public struct FilterExpression: Hashable, Sendable {
  public var terms: [FilterTerm]

  public init(_ terms: [FilterTerm] = []) {
    self.terms = terms
  }

  /// Nothing is left out.
  public static let everything = FilterExpression()

  /// Only what the source says is for sale; what it says nothing of is left out.
  public static let forSale = FilterExpression([.forSale])

  public var isEmpty: Bool { terms.isEmpty }

  /// Whether it is asked for that photos are for sale: `sale:yes`.
  public var isForSaleOnly: Bool {
    get { terms.contains(.forSale) }
    set {
      guard newValue != isForSaleOnly else { return }
      if newValue { terms.append(.forSale) } else { terms.removeAll { $0 == .forSale } }
    }
  }

  /// Whether photos have to be read before it is known whether they pass: what a file tells may be
  /// anything but its name in the source.
  public var needsDetails: Bool {
    terms.contains {
      if case .text(.id, _) = $0.condition { false } else { true }
    }
  }
}
