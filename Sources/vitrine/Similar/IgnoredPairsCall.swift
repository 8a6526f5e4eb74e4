import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation

/// `vitrine similar --ignore`, `--unignore` and `--ignored`.
@MainActor
struct IgnoredPairsCall {
  enum Action {
    case ignore, stopIgnoring, list
  }

  let action: Action
  /// As on the command line.
  let files: [String]
  let isJSON: Bool

  /// - Returns: The exit status.
  func run(_ container: AppContainer) async -> Int32 {
    do throws(IgnoredPairsError) {
      if case .list = action {
        return print(Self.text(of: try await container.network.ignoredPairs.pairs(), isJSON))
      }
      guard let pairs = container.makeIgnoredPairs() else {
        StandardError.complain(ErrorText.line(for: .comparisonOff))
        return 1
      }
      let files = files.compactMap { FileReference(path: RawArguments.bytes(of: $0)) }
      if case .ignore = action {
        let count = try await pairs.ignore(files).count
        return print(
          count > 0
            ? "ignored \(SimilarityText.pairs(count))\n" : "they were ignored already\n")
      }
      let count = try await pairs.stopIgnoring(files).count
      guard count > 0 else {
        StandardError.complain("nothing is ignored of \(files.count == 1 ? "it" : "them")")
        return 1
      }
      return print("took back \(SimilarityText.pairs(count))\n")
    } catch {
      StandardError.complain(SimilarityText.failure(error))
      return 1
    }
  }

  private func print(_ text: String) -> Int32 {
    (try? StandardOutput.write(text)) == nil ? 1 : 0
  }

  /// A line for each pair: the two paths as they were when it was ignored.
  static func text(of pairs: [IgnoredPair], _ isJSON: Bool) -> String {
    pairs.map { pair in
      let photos = [pair.one, pair.other]
      guard isJSON else {
        return photos.map { PathText.line($0.path) }.joined(separator: "\t") + "\n"
      }
      let members = photos.map { photo in
        JSONOutput.object([
          ("path", PathText.json(photo.path)), ("url", PathText.jsonURL(photo.path)),
        ])
      }
      return JSONOutput.object([
        ("photos", "[\(members.joined(separator: ","))]"),
        ("ignored_at", JSONOutput.text(RFC3339.text(pair.ignoredAt, zone: .current))),
      ]) + "\n"
    }.joined()
  }
}

extension JSONOutput {
  /// - Parameter members: Values as JSON.
  static func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}"
  }
}
