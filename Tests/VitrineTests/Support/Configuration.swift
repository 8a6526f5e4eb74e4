@testable import vitrine

/// The settings of a `config.toml`, and what is said about its mistakes.
func configuration(_ text: String) -> (Settings, [String]) {
  var (settings, complaints) = (Settings(), [String]())
  settings.read(toml: text) { complaints.append($0) }
  return (settings, complaints)
}
