import Foundation
import GalleryDomain

/// A photo as one line of JSON, with the keys of `PhotoRecord`; lists are never null.
public enum PhotoJSONLine {
  /// - Parameter more: What follows the photo's own members.
  /// - Returns: No line break, neither inside nor at the end.
  public static func text(
    _ photo: Photo, zone: TimeZone, more: [(name: String, value: PhotoRecord.Value)] = []
  ) -> String {
    var line = ""
    line.reserveCapacity(1_024)
    var separator = "{\""
    for (name, value) in PhotoRecord.members(of: photo, zone: zone) + more {
      line += separator
      line += name
      line += "\":"
      append(value, to: &line)
      separator = ",\""
    }
    return line + "}"
  }

  private static func append(_ value: PhotoRecord.Value, to line: inout String) {
    switch value {
    case .text(let text): JSONOutput.append(text, to: &line)
    case .number(let number): line += number.map { "\($0)" } ?? "null"
    case .truth(let truth): line += truth.map { $0 ? "true" : "false" } ?? "null"
    case .texts(let texts):
      line += "["
      for (index, text) in texts.enumerated() {
        if index > 0 { line += "," }
        JSONOutput.append(text, to: &line)
      }
      line += "]"
    }
  }
}
