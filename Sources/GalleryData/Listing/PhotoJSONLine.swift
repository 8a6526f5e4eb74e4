import Foundation
import GalleryDomain

/// A photo as one line of JSON, with the keys of `PhotoRecord`; lists are never null.
public enum PhotoJSONLine {
  /// - Parameter more: What follows the photo's own members.
  /// - Returns: No line break, neither inside nor at the end.
  public static func text(
    _ photo: Photo, zone: TimeZone, more: [(name: String, value: PhotoRecord.Value)] = []
  ) -> String {
    let members = PhotoRecord.members(of: photo, zone: zone) + more
    return "{" + members.map { "\"\($0.name)\":\(text($0.value))" }.joined(separator: ",") + "}"
  }

  private static func text(_ value: PhotoRecord.Value) -> String {
    switch value {
    case .text(let text): JSONOutput.text(text)
    case .number(let number): number.map { "\($0)" } ?? "null"
    case .truth(let truth): truth.map { $0 ? "true" : "false" } ?? "null"
    case .texts(let texts): "[" + texts.map { JSONOutput.text($0) }.joined(separator: ",") + "]"
    }
  }
}
