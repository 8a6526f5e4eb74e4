import FeedFormats
import Files
import Foundation
import GalleryDomain

/// Presets from folders.
extension PresetLibrary {
  /// A file with a megabyte of settings isn't a preset.
  private static let byteLimit = 1 << 20
  private static let fileLimit = 500

  /// - Parameters:
  ///   - shipped: The folder with the program's presets.
  ///   - own: The user's folder, `$XDG_CONFIG_HOME/vitrine/presets`; a missing one counts as empty.
  /// - Complexity: Reads every file, 20 of some kilobytes each.
  public init(shipped: FileReference?, own: FileReference?) {
    var byName: [String: Preset] = [:]
    var problems: [PresetProblem] = []
    for (folder, isOwn) in [(shipped, false), (own, true)] {
      guard let folder else { continue }
      for file in Self.files(in: folder) {
        do throws(PresetProblem) {
          var preset = try Self.read(file)
          preset.isOwn = isOwn
          byName[preset.name] = preset
        } catch {
          problems.append(error)
        }
      }
    }
    self.init(presets: byName.values.sorted { $0.name < $1.name }, problems: problems)
  }

  /// The `.toml` files of a folder by name.
  private static func files(in folder: FileReference) -> [FileReference] {
    FolderEntries.names(in: folder.path)
      .filter { $0.suffix(5).elementsEqual(".toml".utf8) && $0.first != UInt8(ascii: ".") }
      .sorted { $0.lexicographicallyPrecedes($1) }.prefix(fileLimit)
      .compactMap { FileReference(path: FilePath.join(folder.path, $0)) }
  }

  static func read(_ file: FileReference) throws(PresetProblem) -> Preset {
    let name = FilePath.shownName(file)
    let bytes: [UInt8]
    do throws(PhotoSourceError) {
      bytes = try FileBytes.read(file, byteLimit: byteLimit).bytes
    } catch {
      throw PresetProblem(file: name, reason: reason(error))
    }
    let stem = FilePath.stem(FilePath.lastComponent(file.path))
    return try PresetReader.preset(
      toml: String(decoding: bytes, as: UTF8.self), file: name,
      stem: String(decoding: stem, as: UTF8.self))
  }

  private static func reason(_ error: PhotoSourceError) -> String {
    switch error {
    case .permissionDenied: "permission denied"
    case .tooLarge: "larger than 1 MB"
    case .notFound: "no such file"
    default: "can't read it"
    }
  }
}
