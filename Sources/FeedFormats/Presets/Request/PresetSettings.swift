import Foundation
import GalleryDomain

/// Values that the user gave with a source: `?currency=EUR` after its argument.
struct PresetSettings {
  var values: [String: String] = [:]

  init() {}

  /// The query items of a URL that the preset knows.
  init(url: URL, variables: [PresetVariable]) {
    let names = variables.filter { !$0.isSecret }.map(\.name)
    for item in PresetAddress.items(of: url) where names.contains(item.name) {
      values[item.name] = CleanText.line(PresetAddress.decoded(item.value))
    }
  }

  /// Represents the settings in a source's id in the store.
  var identity: String {
    values.isEmpty
      ? ""
      : "?"
        + values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
  }

  /// Splits off the settings; a question mark before anything else belongs to the argument.
  static func split(
    _ argument: String?, variables: [PresetVariable]
  ) -> (subject: String?, settings: PresetSettings) {
    var settings = PresetSettings()
    guard let argument, !argument.isEmpty else { return (nil, settings) }
    guard let question = argument.lastIndex(of: "?") else { return (argument, settings) }
    let names = variables.filter { !$0.isSecret }.map(\.name)
    for item in argument[argument.index(after: question)...].split(separator: "&") {
      let sides = item.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2, names.contains(sides[0]) else { return (argument, PresetSettings()) }
      settings.values[sides[0]] = PresetAddress.decoded(sides[1])
    }
    guard !settings.values.isEmpty else { return (argument, settings) }
    let subject = String(argument[..<question])
    return (subject.isEmpty ? nil : subject, settings)
  }

  /// The values of a preset's variables.
  struct Known {
    var values: [String: String] = [:]
    var secrets: [String: String] = [:]
    /// Required but not set.
    var missing: [PresetVariable] = []
  }

  /// The values of a preset's variables: from the settings, then the environment, then defaults.
  static func values(
    of preset: Preset, settings: PresetSettings, environment: (String) -> String?
  ) -> Known {
    var known = Known()
    for variable in preset.variables {
      let stated = variable.isSecret ? nil : settings.values[variable.name]
      let value = stated ?? variable.environment.flatMap(environment) ?? variable.fallback
      guard let value = value.flatMap(usable) else {
        if variable.isRequired { known.missing.append(variable) }
        continue
      }
      if variable.isSecret {
        known.secrets[variable.name] = value
      } else {
        known.values[variable.name] = value
      }
    }
    return known
  }

  /// Trimmed; nil if it contains anything that could end a header or a line of a request.
  private static func usable(_ raw: String) -> String? {
    let text = raw.trimmingCharacters(in: .whitespacesAndNewlines)
    let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    return text.isEmpty || !isPlain || text.utf8.count > 8_192 ? nil : text
  }
}
