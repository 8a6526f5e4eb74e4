import Foundation
import GalleryDomain

/// The available presets: built-in ones, and the user's own.
public struct PresetLibrary: Sendable {
  /// By name; the user's own replace built-in ones with the same name.
  public let presets: [Preset]
  /// Problems in files, one per file; the other presets are usable.
  public let problems: [PresetProblem]

  public init(presets: [Preset], problems: [PresetProblem] = []) {
    self.presets = presets
    self.problems = problems
  }

  public func preset(named name: String) -> Preset? {
    presets.first { $0.name == name }
  }

  /// The preset that matches a response or a file, by its URL and its structure; nil if none does.
  ///
  /// The URL is enough if the service has its own host, so that its errors are parsed correctly: no structure outweighs it. Otherwise
  /// the structure decides, and if several presets match, the one with the most requirements is used.
  ///
  /// - Parameters:
  ///   - bytes: The contents; may be empty.
  ///   - url: Where it came from; nil for a file.
  /// - Complexity: O(*bytes*) once for all presets, for the first 4 MB.
  public func recognise(_ bytes: [UInt8], url: URL?) -> Preset? {
    let beginning = PresetWrapping.looksLikeJSON(bytes) ? PresetDocument.beginning(of: bytes) : nil
    var best: (preset: Preset, score: Int)?
    for preset in presets {
      for rule in preset.recognition {
        let shape = beginning.flatMap { rule.shapeScore($0, items: preset.items) }
        let score = rule.addressScore(url) + (shape ?? 0)
        if score > best?.score ?? 0 { best = (preset, score) }
      }
    }
    return best?.preset
  }
}

extension PresetRecognition {
  /// More than any structure: the service's own host.
  fileprivate static let hostScore = 1_000
  private static let pathScore = 100

  /// 0 if the host or the path doesn't match. A path alone is no indication: the structure must match.
  fileprivate func addressScore(_ url: URL?) -> Int {
    guard let url, WebAddress.isWeb(url), let host = url.host()?.lowercased(),
      hosts.contains(where: { Self.matches(host, $0) })
    else { return 0 }
    guard !paths.isEmpty else { return Self.hostScore }
    let path = url.path(percentEncoded: true)
    return paths.contains { Self.matches(path, $0) } ? Self.hostScore + Self.pathScore : 0
  }

  /// nil if something is missing.
  func shapeScore(_ beginning: JSONBeginning, items: [PresetItems]) -> Int? {
    guard keys.allSatisfy({ !$0.values(in: beginning.value).isEmpty }) else { return nil }
    let score = keys.count
    guard !itemKeys.isEmpty else { return score }
    guard let item = PresetDocument.firstItem(of: beginning, items) else {
      // An empty list says nothing about its items.
      return keys.count > 1 ? score : nil
    }
    guard itemKeys.allSatisfy({ !$0.values(in: item).isEmpty }) else { return nil }
    return score + itemKeys.count
  }

  /// One `*` in the pattern matches any text.
  private static func matches(_ text: String, _ pattern: String) -> Bool {
    guard let star = pattern.firstIndex(of: "*") else { return text == pattern }
    let (start, end) = (pattern[..<star], pattern[pattern.index(after: star)...])
    return text.utf8.count >= start.utf8.count + end.utf8.count && text.hasPrefix(start)
      && text.hasSuffix(end)
  }
}
