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
    help: ArgumentHelp(
      "Only photos that match, e.g. 'camera:nikon price:<100 -portrait'.",
      valueName: "filter"),
    completion: CommandLineCompletion.filters)
  var filter: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      """
      Sort by date, title, price, camera, rating, label, name, size or path; with a minus sign (-date) in reverse.
      """,
      valueName: "order"))
  var sort: SortOption?

  @Option(
    help: ArgumentHelp(
      "Group photos by folder, day, month, camera, rating or none.", valueName: "property"))
  var group: GroupOption?

  var expression: FilterExpression {
    filter.map { FilterText.reading($0).expression } ?? .everything
  }

  /// With what a saved search asks for.
  func query(at place: Place) -> PhotoQuery {
    let asked = PhotoQuery(filter: expression, sort: sort?.sort, grouping: group?.grouping)
    return place.search?.query(and: asked) ?? asked
  }

  /// A script must not get other photos than it asked for: a filter with a mistake ends the program. The interface
  /// shows the mistake and continues.
  func validate() throws {
    guard let filter, let fault = FilterText.reading(filter).faults.first else { return }
    let term = FilterText.term(of: fault, in: FilterText.line(filter))
    throw ValidationError(
      "The value '\(term)' is invalid for '--filter <filter>': \(FilterText.advice(fault.reason)).")
  }
}

/// `--group`: a raw value of `PhotoGrouping`.
struct GroupOption: ExpressibleByArgument {
  let grouping: PhotoGrouping

  init?(argument: String) {
    guard let grouping = PhotoGrouping(rawValue: argument) else { return nil }
    self.grouping = grouping
  }

  static let allValueStrings = PhotoGrouping.allCases.map(\.rawValue)
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// `--sort`: a name of `PhotoSort`.
struct SortOption: ExpressibleByArgument {
  let sort: PhotoSort

  init?(argument: String) {
    guard let sort = PhotoSort(name: argument) else { return nil }
    self.sort = sort
  }

  static let allValueStrings = PhotoSort.Key.allCases.map(\.rawValue)
  static var defaultCompletionKind: CompletionKind {
    .list(allValueStrings + allValueStrings.map { "-\($0)" })
  }
}

/// `--count-by`: a raw value of `PhotoFacet`.
struct CountOption: ExpressibleByArgument {
  let facet: PhotoFacet

  init?(argument: String) {
    guard let facet = PhotoFacet(rawValue: argument) else { return nil }
    self.facet = facet
  }

  static let allValueStrings = PhotoFacet.allCases.map(\.rawValue)
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}

/// A currency in the settings.
struct CurrencySetting: Equatable, ExpressibleByArgument {
  /// ISO 4217, in capitals.
  let code: String

  /// The expected form, in words.
  static let form = "an ISO 4217 currency, e.g. EUR"

  init?(argument: String) {
    guard let code = PriceParser.currency(argument) else { return nil }
    self.code = code
  }

  var defaultValueDescription: String { code }
}
