import FeedFormats
import Foundation
import GalleryDomain

/// A photo as one line of JSON, with the keys of `PhotoRecord`; lists are never null.
public enum PhotoJSONLine {
  /// - Parameter more: What follows the photo's own members.
  /// - Returns: No line break, neither inside nor at the end.
  public static func text(
    _ photo: Photo, zone: TimeZone, more: [(name: StaticString, value: PhotoRecord.Value)] = []
  ) -> String {
    var line: [UInt8] = []
    line.reserveCapacity(1_024)
    let offset = photo.createdAt.map { RFC3339.offset(of: $0, in: zone) } ?? 0
    append(photo, imageURL: photo.imageURL?.absoluteString, offset: offset, more: more, to: &line)
    return String(decoding: line, as: UTF8.self)
  }

  /// Without a line break.
  ///
  /// - Parameters:
  ///   - imageURL: In place of the photo's own.
  ///   - offset: Of the time zone for dates, at the photo's, in seconds.
  static func append(
    _ photo: Photo, imageURL: String?, offset: Int,
    more: [(name: StaticString, value: PhotoRecord.Value)] = [], to line: inout [UInt8]
  ) {
    line.append(UInt8(ascii: "{"))
    PhotoRecord.forEachMember(of: photo, imageURL: imageURL, offset: offset) { name, value in
      append(name, value, to: &line)
    }
    for (name, value) in more { append(name, value, to: &line) }
    // There is a comma behind the last one.
    line[line.count - 1] = UInt8(ascii: "}")
  }

  /// A member with a comma behind it.
  private static func append(
    _ name: StaticString, _ value: PhotoRecord.Value, to line: inout [UInt8]
  ) {
    line.append(UInt8(ascii: "\""))
    line.append(name)
    line.append("\":")
    append(value, to: &line)
    line.append(UInt8(ascii: ","))
  }

  private static func append(_ value: PhotoRecord.Value, to line: inout [UInt8]) {
    switch value {
    case .text(let text): JSONOutput.append(text, to: &line)
    case .number(nil), .truth(nil): line.append("null")
    case .number(let number?): line += number.description.utf8
    case .truth(let truth?): line.append(truth ? "true" : "false")
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
