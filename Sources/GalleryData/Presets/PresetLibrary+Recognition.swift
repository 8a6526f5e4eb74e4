import Foundation
import GalleryDomain

extension PresetLibrary {
  /// The preset that an answer or a file belongs to, by its address and its shape; nil where none fits.
  ///
  /// The address alone is enough where the service has a host of its own, so that its errors are read
  /// right; else the shape decides, and of several that fit the one that asks for most.
  ///
  /// - Parameters:
  ///   - bytes: What was there; may be empty.
  ///   - url: Where it came from; nil for a file.
  /// - Complexity: O(*bytes*) for each preset whose address does not speak against it.
  public func recognise(_ bytes: [UInt8], url: URL?) -> Preset? {
    let looksLikeJSON = PresetWrapping.looksLikeJSON(bytes)
    let isRemote = url?.scheme == "http" || url?.scheme == "https"
    var best: (preset: Preset, score: Int)?
    var outlines: [[PresetItems]: PresetDocument?] = [:]
    for preset in presets {
      for rule in preset.recognition {
        let byAddress = isRemote ? rule.addressScore(url) : nil
        var score = byAddress ?? 0
        if !rule.keys.isEmpty || !rule.itemKeys.isEmpty, looksLikeJSON {
          let document: PresetDocument?
          if let known = outlines[preset.items] {
            document = known
          } else {
            document = try? PresetDocument.read(bytes, items: preset.items)
            outlines[preset.items] = document
          }
          if let document, let shape = rule.shapeScore(document) { score += shape }
        }
        if score > best?.score ?? 0 { best = (preset, score) }
      }
    }
    return best?.preset
  }
}

extension PresetRecognition {
  /// More than any shape: a host of the service's own.
  private static let hostScore = 1_000
  private static let pathScore = 100

  /// nil where host or path are others.
  func addressScore(_ url: URL?) -> Int? {
    guard let url, !hosts.isEmpty || !paths.isEmpty else { return nil }
    let host = url.host()?.lowercased() ?? ""
    let path = url.path(percentEncoded: true)
    guard hosts.isEmpty || hosts.contains(where: { Self.matches(host, $0) }),
      paths.isEmpty || paths.contains(where: { Self.matches(path, $0) })
    else { return nil }
    // A path alone speaks for a service, and no more than that: the shape must speak too.
    return hosts.isEmpty ? 0 : Self.hostScore + (paths.isEmpty ? 0 : Self.pathScore)
  }

  /// nil where something is missing.
  func shapeScore(_ document: PresetDocument) -> Int? {
    guard keys.allSatisfy({ !$0.values(in: document.root).isEmpty }) else { return nil }
    let score = keys.count
    guard !itemKeys.isEmpty || !withoutItemKeys.isEmpty else { return score }
    guard let item = document.offsets.first.flatMap({ document.item(at: $0) }) else {
      // An empty list says nothing of its items.
      return keys.count > 1 ? score : nil
    }
    guard itemKeys.allSatisfy({ !$0.values(in: item).isEmpty }),
      withoutItemKeys.allSatisfy({ $0.values(in: item).isEmpty })
    else { return nil }
    return score + itemKeys.count
  }

  /// One `*` in the pattern stands for anything.
  private static func matches(_ text: String, _ pattern: String) -> Bool {
    guard let star = pattern.firstIndex(of: "*") else { return text == pattern }
    let (start, end) = (pattern[..<star], pattern[pattern.index(after: star)...])
    return text.utf8.count >= start.utf8.count + end.utf8.count && text.hasPrefix(start)
      && text.hasSuffix(end)
  }
}
