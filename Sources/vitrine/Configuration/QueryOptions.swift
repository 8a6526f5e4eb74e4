import ArgumentParser
import FeedFormats
import GalleryData
import GalleryDomain
import GalleryPresentation

/// Which photos of the source to show, and in which order.
struct QueryOptions: ParsableArguments {
  // A term that excludes photos starts with a minus sign.
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Only photos that match: 'camera:nikon price:<100'.", valueName: "filter"),
    completion: CommandLineCompletion.filters)
  var filter: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("Order; -date reverses.", valueName: "order"))
  var sort: PhotoSort?

  @Option(help: ArgumentHelp(valueName: "sections"))
  var group: PhotoGrouping?

  var expression: FilterExpression {
    filter.map { FilterText.reading($0).expression } ?? .everything
  }

  /// With what a saved search asks for.
  func query(at place: Place) -> PhotoQuery {
    let asked = PhotoQuery(filter: expression, sort: sort, grouping: group)
    return place.search?.query(and: asked) ?? asked
  }

  /// A script must not get other photos than it asked for: a filter with a mistake ends the program. The interface
  /// shows the mistake and continues.
  func validate() throws {
    guard let filter, let fault = FilterText.reading(filter).faults.first else { return }
    let term = FilterText.term(of: fault, in: FilterText.line(filter))
    throw ValidationError(term, for: "--filter <filter>", FilterText.advice(fault.reason))
  }
}

extension ValidationError {
  /// A value that an option doesn't take, in the parser's own words, with what is expected.
  init(_ value: some CustomStringConvertible, for option: String, _ expected: String) {
    self.init("The value '\(value)' is invalid for '\(option)': \(expected).")
  }
}

/// A whole number in a range, for the `transform` of an option.
func number(from least: Int, through most: Int = .max) -> @Sendable (String) throws -> Int {
  { text in
    // The next option was taken for it.
    if text.hasPrefix("--") { throw ValidationError("a number is missing") }
    guard let number = Int(text), (least...most).contains(number) else {
      throw ValidationError(
        "expected a whole number, \(most == .max ? "\(least) or more" : "\(least) to \(most)")")
    }
    return number
  }
}

extension PhotoGrouping: ExpressibleByArgument {}

extension PhotoFacet: ExpressibleByArgument {}

extension PhotoSort: ExpressibleByArgument {
  public init?(argument: String) { self.init(name: argument) }

  public static var allValueStrings: [String] { PhotoSort.Key.allCases.map(\.rawValue) }
  public static var defaultCompletionKind: CompletionKind {
    .list(allValueStrings + allValueStrings.map { "-\($0)" })
  }
}
