import Foundation
import GalleryDomain

/// A photo as one line of JSON, with the keys of `PhotoRecord`; lists are never null.
public enum PhotoJSONLine {
  /// - Parameter more: What follows the photo's own members.
  /// - Returns: No line break, neither inside nor at the end.
  public static func text(
    _ photo: Photo, zone: TimeZone, more: [(name: String, value: PhotoRecord.Value)] = []
  ) -> String {
    var line: [UInt8] = []
    line.reserveCapacity(1_024)
    append(PhotoRecord.members(of: photo, zone: zone) + more, to: &line)
    return String(decoding: line, as: UTF8.self)
  }

  /// Without a line break.
  static func append(
    _ members: [(name: String, value: PhotoRecord.Value)], to line: inout [UInt8]
  ) {
    line.append(UInt8(ascii: "{"))
    for (index, (name, value)) in members.enumerated() {
      if index > 0 { line.append(UInt8(ascii: ",")) }
      line.append(UInt8(ascii: "\""))
      line += name.utf8
      line += "\":".utf8
      append(value, to: &line)
    }
    line.append(UInt8(ascii: "}"))
  }

  private static func append(_ value: PhotoRecord.Value, to line: inout [UInt8]) {
    switch value {
    case .text(let text): JSONOutput.append(text, to: &line)
    case .number(let number): line += (number.map { "\($0)" } ?? "null").utf8
    case .truth(let truth): line += (truth.map { $0 ? "true" : "false" } ?? "null").utf8
    case .texts(let texts):
      line.append(UInt8(ascii: "["))
      for (index, text) in texts.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        JSONOutput.append(text, to: &line)
      }
      line.append(UInt8(ascii: "]"))
    }
  }
}
