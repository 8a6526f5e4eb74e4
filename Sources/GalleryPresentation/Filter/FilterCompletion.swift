import Foundation
import GalleryDomain

/// A completion of a filter's text.
public struct FilterSuggestion: Hashable {
  /// As it is listed.
  public var label: String
  /// The whole text after completion.
  public var text: String
}

/// Finds completions for a filter's text: the names of fields, and the values that occur in photos.
public struct FilterCompletion {
  private let photos: [Photo]
  /// The values of a field, the most frequent first; computed when first needed.
  private var known: [FilterField: [String]] = [:]

  /// How many values are offered; typing narrows them down.
  private static let valueLimit = 50

  public init(photos: [Photo]) {
    self.photos = photos
  }

  /// - Parameters:
  ///   - text: What was typed before the cursor.
  ///   - offersAll: Whether all fields are offered when nothing is typed.
  public mutating func suggestions(for text: String, offersAll: Bool) -> [FilterSuggestion] {
    let tail = FilterTail(text)
    if let field = tail.field { return values(of: field, tail) }
    guard tail.mayBeName, offersAll || !tail.typed.isEmpty else { return [] }
    let typed = tail.typed.lowercased()
    return FilterField.allCases.filter { $0.rawValue.hasPrefix(typed) }.map {
      FilterSuggestion(
        label: "\($0.rawValue):  \(FilterText.form($0))", text: tail.completed(with: $0))
    }
  }

  private mutating func values(of field: FilterField, _ tail: FilterTail) -> [FilterSuggestion] {
    let all: [String]
    switch field {
    case .sale: all = ["yes", "no", "unstated"]
    case .state: all = PhotoState.allCases.map(\.rawValue)
    case .label:
      let known = values(of: field)
      all = known + PhotoLabel.Color.allCases.map(\.rawValue).filter { !known.contains($0) }
    case .tag, .camera, .lens, .author, .currency, .licence: all = values(of: field)
    default: return []
    }
    let fitting = all.filter { tail.typed.isEmpty || SearchText.holds($0, tail.typed) }
    // A value that is already complete is not offered.
    return fitting.prefix(Self.valueLimit).filter { $0 != tail.typed }
      .map { FilterSuggestion(label: $0, text: tail.completed(with: $0)) }
  }

  private mutating func values(of field: FilterField) -> [String] {
    if let values = known[field] { return values }
    var counts: [String: Int] = [:]
    for photo in photos {
      for value in Self.values(of: field, in: photo) { counts[value, default: 0] += 1 }
    }
    let values = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    known[field] = values
    return values
  }

  private static func values(of field: FilterField, in photo: Photo) -> [String] {
    switch field {
    case .tag: photo.tags
    case .camera: [photo.camera].compactMap { $0 }
    case .lens: [photo.lens].compactMap { $0 }
    case .author: [photo.author].compactMap { $0 }
    case .currency: [photo.price?.currency].compactMap { $0 }
    case .licence: [photo.licence?.name].compactMap { $0 }
    case .label:
      // In lower case, a colour is offered once, whatever its spelling.
      [photo.label.map { $0.color?.rawValue ?? $0.text }].compactMap { $0 }
    default: []
    }
  }
}
