/// A filter as the user types it: `camera:nikon price:<100 date:2017 tag:sea -portrait "exact words"`.
///
/// A photo passes if it meets all terms. The description is a normal form that parses to the same expression.
public struct FilterExpression: Hashable, Sendable {
  public var terms: [FilterTerm]

  public init(_ terms: [FilterTerm] = []) {
    self.terms = terms
  }

  /// Lets every photo pass.
  public static let everything = FilterExpression()

  /// Only photos that the source says are for sale; photos that it says nothing about don't pass.
  public static let forSale = FilterExpression([.forSale])

  /// The same without what it says of stars and rejections.
  public var withoutRatings: FilterExpression {
    FilterExpression(
      terms.filter { term in
        switch term.condition {
        case .number(.rating, _): false
        case .state(let states): !states.contains(.rejected)
        default: true
        }
      })
  }

  public var isEmpty: Bool { terms.isEmpty }

  /// Whether the filter asks for photos for sale only: `sale:yes`.
  public var isForSaleOnly: Bool {
    get { self[.forSale] }
    set { self[.forSale] = newValue }
  }

  /// Whether the filter asks for selected photos only: `is:selected`.
  public var isSelectedOnly: Bool {
    get { self[.selected] }
    set { self[.selected] = newValue }
  }

  private subscript(term: FilterTerm) -> Bool {
    get { terms.contains(term) }
    set {
      if !newValue { terms.removeAll { $0 == term } } else if !self[term] { terms.append(term) }
    }
  }

  /// Whether the result depends on which photos are selected.
  public var dependsOnSelection: Bool {
    terms.contains {
      if case .state(let states) = $0.condition { states.contains(.selected) } else { false }
    }
  }

  /// The states that are known only when the pictures of the source have been compared.
  public var comparedStates: Set<PhotoState> {
    Set(
      terms.flatMap { term -> [PhotoState] in
        if case .state(let states) = term.condition { states } else { [] }
      }.filter { $0.question != nil })
  }

  /// Whether photos have to be read before it is clear whether they match: a file can change every field except those
  /// that identify the file.
  public var needsDetails: Bool {
    terms.contains {
      switch $0.condition {
      case .text(.id, _), .text(.path, _), .text(.fileExtension, _): false
      case .state(let states): states.contains(.rejected)
      default: true
      }
    }
  }
}
