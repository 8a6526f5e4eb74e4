import GalleryDomain
import TOMLKit

/// Parses a preset file.
package enum PresetReader {
  /// - Parameters:
  ///   - file: For error messages.
  ///   - stem: The required name of the preset.
  package static func preset(
    toml text: String, file: String, stem: String
  ) throws(PresetProblem) -> Preset {
    let toml: TOMLText
    do throws(TOMLText.Fault) {
      toml = try TOMLText(text)
    } catch {
      throw PresetProblem(
        file: file, line: error.line, reason: TextCleaner.line(error.reason, limit: .field))
    }
    // TOMLKit's own tree is neither `Sendable` nor a value.
    let json = toml.table.convert(
      to: .json, options: [.allowUnicodeStrings, .quoteDateAndTimes, .quoteInfinitesAndNaNs])
    guard let members = JSONValue(bytes: Array(json.utf8))?.members else {
      throw PresetProblem(file: file, reason: "too deep or too large for a preset")
    }
    let problems = PresetTable.Problems()
    let root = PresetTable(members, problems: problems)
    let preset = Preset(root)
    root.noteMisspeltKeys()
    if preset.name != stem { root.note("name", "must be \"\(stem)\", like the file name") }
    guard var problem = problems.first else { return preset }
    problem.file = file
    problem.line = problem.key.flatMap(toml.line)
    throw problem
  }
}
