import Foundation
import GalleryDomain

/// The values of a preset's variables: from the source (`?currency=EUR` after its argument), then the environment, then defaults.
struct PresetSettings {
  private(set) var values: [String: String] = [:]
  private(set) var secrets: [String: String] = [:]
  /// Required but not set.
  private(set) var missing: [PresetVariable] = []

  init(of preset: Preset, stated: [String: String], environment: (String) -> String?) {
    for variable in preset.variables {
      let own = variable.isSecret ? nil : stated[variable.name]
      let raw = own ?? variable.environment.flatMap(environment) ?? variable.fallback
      let value = raw.flatMap(Self.usable)
      if value == nil, variable.isRequired { missing.append(variable) }
      if variable.isSecret {
        secrets[variable.name] = value
      } else {
        values[variable.name] = value
      }
    }
  }

  /// Trimmed; nil if it contains anything that could end a header or a line of a request.
  private static func usable(_ raw: String) -> String? {
    let text = raw.trimmingCharacters(in: .whitespacesAndNewlines)
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    return text.isEmpty || !isPlain || text.utf8.count > 8_192 ? nil : text
  }

  // MARK: In a source

  /// The items of a query that the preset knows.
  static func stated(_ query: [QueryItem], for preset: Preset) -> [String: String] {
    let names = preset.variables.filter { !$0.isSecret }.map(\.name)
    return query.reduce(into: [:]) { stated, item in
      guard names.contains(item.name), item.value?.isEmpty == false else { return }
      stated[item.name] = CleanText.line(item.decodedValue)
    }
  }

  /// Splits off the settings; a question mark before anything else belongs to the argument.
  static func split(
    _ argument: String?, for preset: Preset
  ) -> (subject: String?, stated: [String: String]) {
    guard let argument, !argument.isEmpty else { return (nil, [:]) }
    guard let question = argument.lastIndex(of: "?") else { return (argument, [:]) }
    let items = [QueryItem](query: argument[argument.index(after: question)...])
    let stated = stated(items, for: preset)
    guard !stated.isEmpty, stated.count == Set(items.map(\.name)).count else {
      return (argument, [:])
    }
    return (question == argument.startIndex ? nil : String(argument[..<question]), stated)
  }

  /// Represents the settings in a source's id in the store.
  static func identity(_ stated: [String: String]) -> String {
    let items = stated.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return items.isEmpty ? "" : "?" + items.joined(separator: "&")
  }
}
