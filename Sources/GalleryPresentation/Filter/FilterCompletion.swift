import Foundation
import GalleryDomain

/// Finds completions for a filter's text: the names of fields, and the values that occur in photos, with their counts.
public struct FilterCompletion {
  /// The currencies of the photos in memory, the most frequent first.
  private let currencies: [String]
  /// Whether all photos of the source are counted, and not only those in memory.
  private let countsSource: Bool
  /// The counts for the text that is being completed; nil until they are known.
  public var counts: FacetCounts?

  /// How many values are offered; typing narrows them down.
  private static let valueLimit = 50
  /// How many values are named beside a field.
  private static let namedLimit = 3

  public init(currencies: [String] = [], countsSource: Bool = false) {
    self.currencies = currencies
    self.countsSource = countsSource
  }

  /// What a text is counted by: the properties of the values that are offered for it.
  ///
  /// - Parameters:
  ///   - text: What was typed before the cursor.
  ///   - offersAll: Whether all fields are offered when nothing is typed.
  public static func facets(for text: String, offersAll: Bool) -> Set<PhotoFacet> {
    let tail = FilterTail(text)
    guard let field = tail.field else {
      return Set(fields(tail, offersAll).compactMap { facet(of: $0) })
    }
    let first = facet(of: field, tail.typed)
    return Set([first, first == .year ? .month : nil].compactMap(\.self))
  }

  /// The terms before the one that is typed: the photos among which values are counted.
  public static func terms(before text: String) -> FilterExpression {
    FilterText.reading(FilterTail(text).before).expression
  }

  /// - Parameters:
  ///   - text: What was typed before the cursor.
  ///   - offersAll: Whether all fields are offered when nothing is typed.
  public func suggestions(for text: String, offersAll: Bool) -> [PromptChoice] {
    let tail = FilterTail(text)
    if let field = tail.field { return values(of: field, tail) }
    let fields = Self.fields(tail, offersAll).map { field in
      PromptChoice(
        label: "\(field.rawValue):  \(named(field) ?? FilterText.form(field))",
        text: tail.completed(with: field))
    }
    return fields + states(tail)
  }

  /// What a photo may be is offered by its own name, too: `rej` finds `is:rejected`.
  private func states(_ tail: FilterTail) -> [PromptChoice] {
    guard tail.field == nil, tail.mayBeName, !tail.typed.isEmpty else { return [] }
    let typed = tail.typed.lowercased()
    let named = PhotoState.allCases.map { ($0.rawValue, FilterField.state, $0.rawValue) }
    // `unrated` is not one of the states: `rating:0` finds these photos.
    let found = (named + [("unrated", .rating, "0")]).filter { $0.0.hasPrefix(typed) }
    return found.map { name, field, value in
      PromptChoice(
        label: "\(field.rawValue):\(value)" + (value == name ? "" : "  \(name)"),
        text: "\(tail.completed(with: field))\(value) ")
    }
  }

  private static func fields(_ tail: FilterTail, _ offersAll: Bool) -> [FilterField] {
    guard tail.field == nil, tail.mayBeName, offersAll || !tail.typed.isEmpty else { return [] }
    return FilterField.beginning(with: tail.typed)
  }

  /// The property whose values are offered for a field.
  ///
  /// - Parameter typed: Of a date the years come first, or the months of the only year; then the months of a year that is
  ///   typed, and the days of a month.
  private static func facet(of field: FilterField, _ typed: String = "") -> PhotoFacet? {
    switch field {
    case .date: typed.count < 4 ? .year : typed.count < 7 ? .month : .day
    // Of what a photo may be, its rating says whether it is rejected.
    case .state: .rating
    default: PhotoFacet.allCases.first { $0.field == field }
    }
  }

  /// The most frequent values of a field: `NIKON D500 · X100V · 12 more`; nil if they say no more than its form, or aren't known.
  private func named(_ field: FilterField) -> String? {
    guard ![.sale, .state, .rating].contains(field), let facet = Self.facet(of: field),
      let found = counts?.values[facet]
    else { return nil }
    let values = Self.offered(found, of: facet)
    guard !values.isEmpty else { return nil }
    let rest = values.count - Self.namedLimit
    return
      (values.prefix(Self.namedLimit).compactMap(\.value)
      + (rest > 0 ? ["\(CountText.grouped(rest)) more"] : [])).joined(separator: " · ")
  }

  private func values(of field: FilterField, _ tail: FilterTail) -> [PromptChoice] {
    let all = allValues(of: field, tail)
    let typed = FoldedText(tail.typed)
    let fitting = all.filter { count in
      guard let value = count.value, !tail.typed.isEmpty else { return true }
      return field == .date ? value.hasPrefix(tail.typed) : typed.isContained(in: value)
    }
    // A word that is part of another value would find that, too. Sources that aren't read whole may not tell them apart.
    let isWhole = countsSource && counts != nil && field.kind == .text
    return fitting.prefix(Self.valueLimit).compactMap { count in
      // A value that is already complete is not offered.
      guard let value = count.value, value != tail.typed else { return nil }
      return PromptChoice(
        label: value, text: tail.completed(with: value, isWhole: isWhole),
        count: count.count < 0 ? nil : count.count)
    }
  }

  /// Negative counts are not known.
  private func allValues(of field: FilterField, _ tail: FilterTail) -> [PhotoCount] {
    if field == .currency { return currencies.map { PhotoCount($0, -1) } }
    guard let facet = Self.facet(of: field, tail.typed) else { return [] }
    let found = Self.offered(values(of: facet), of: facet)
    let rejected = values(of: facet).first { $0.value == PhotoFacet.rejected }?.count
    switch field {
    case .date where found.count == 1 && facet == .year:
      let months = Self.offered(values(of: .month), of: .month)
      return months.isEmpty ? found : months
    case .sale:
      return ["yes", "no", "unstated"].map { name in
        PhotoCount(name, found.isEmpty ? -1 : found.first { $0.value == name }?.count ?? 0)
      }
    case .state:
      return PhotoState.allCases.map { state in
        PhotoCount(state.rawValue, state == .rejected && counts != nil ? rejected ?? 0 : -1)
      }
    case .rating:
      // As many as there are, and at the end.
      return found + (rejected.map { [PhotoCount(PhotoState.rejected.rawValue, $0)] } ?? [])
    case .label:
      let names = Set(found.map(\.value))
      let colors = PhotoLabel.Color.allCases.map(\.rawValue).filter { !names.contains($0) }
      return found + (counts == nil ? colors.map { PhotoCount($0, -1) } : [])
    default: return found
    }
  }

  /// The values that a term can find, the most useful first.
  private static func offered(_ found: [PhotoCount], of facet: PhotoFacet) -> [PhotoCount] {
    let known = found.filter { $0.value != nil }
    switch facet {
    case .year, .month, .day: return known.reversed()
    case .rating: return known.filter { $0.value != PhotoFacet.rejected }
    case .folder: return folders(known)
    default: return known
    }
  }

  /// With their subfolders, as `path:=2024/` finds them; the source's own folder is everything.
  private static func folders(_ found: [PhotoCount]) -> [PhotoCount] {
    // Spellings that only differ in case are found together.
    var counts: [String: PhotoCount] = [:]
    for folder in found {
      guard let path = folder.value.map({ $0 + "/" }), folder.value != PhotoFacet.ownFolder
      else { continue }
      for index in path.indices where path[index] == "/" {
        let part = String(path[...index])
        counts[FoldedText.folded(part), default: PhotoCount(part, 0)].count += folder.count
      }
    }
    return counts.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.value)
  }

  private func values(of facet: PhotoFacet) -> [PhotoCount] { counts?.values[facet] ?? [] }
}
