/// The user's stars, rejection and label of a photo, as its metadata states them, in whatever spelling programs write them.
///
/// For each of them there is a table of tags and their values. The tags of XMP's basic schema come first: what is set here wins over
/// what other programs wrote before, and stays theirs.
public struct StatedMarks: Hashable, Sendable {
  /// 0 to 5, or `rejected`.
  public private(set) var stars: Int32?
  /// By a mark of its own, apart from the stars.
  public private(set) var isRejected: Bool?
  /// A colour in words as a rule; not empty.
  public private(set) var label: String?

  public static let rejected: Int32 = -1

  /// - Parameters:
  ///   - leavesOut: Tags that don't count.
  ///   - values: Called with a tag; returns its values as found, several for a list, an empty text for an empty one.
  public init(leavesOut: Set<MarkTag> = [], _ values: (MarkTag) -> [String]) {
    func first<Value>(_ table: [(tag: MarkTag, parse: (String) -> Value?)]) -> Value? {
      for (tag, parse) in table where !leavesOut.contains(tag) {
        for text in values(tag) {
          if let value = parse(text.trimmed) { return value }
        }
      }
      return nil
    }
    stars = first(Self.starTags)
    isRejected = first(Self.rejectionTags)
    label = first(Self.labelTags).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The stars, or `rejected`.
  public var rating: Int32? { isRejected == true ? Self.rejected : stars }

  /// The same of a sidecar: what it doesn't say is up to the file.
  public func rating(over file: StatedMarks?) -> Int32? {
    if stars != nil || isRejected == true { return rating }
    guard isRejected != nil else { return file?.rating }
    return file?.stars.flatMap { $0 == Self.rejected ? nil : $0 }
  }

  // MARK: Tables

  private typealias Table<Value> = [(tag: MarkTag, parse: (String) -> Value?)]

  private static var starTags: Table<Int32> {
    [
      (.rating, stars), (.exifRating, stars), (.microsoftRating, percent),
      (.exifRatingPercent, percent), (.acdseeRating, stars), (.nikonRating, stars),
    ]
  }

  private static var rejectionTags: Table<Bool> {
    [
      // Lightroom since 13.2: -1 is rejected, 0 nothing, 1 picked. Others write only whether it is good.
      (.pick, { Double($0).flatMap { abs($0) <= 1 ? $0 < 0 : nil } }),
      (.good, { ["false": true, "true": false][$0.lowercased()] }),
      // 1 is rejected, 2 pending, 3 accepted.
      (.digiKamPick, { ["1": true, "2": false, "3": false][$0] }),
    ]
  }

  private static var labelTags: Table<String> {
    [
      // An empty one says that there is none.
      (.label, { $0 }),
      // In English whatever Lightroom's language, which is that of `xmp:Label`.
      (
        .labelColor,
        { color in
          ["Red", "Yellow", "Green", "Blue", "Purple"].first {
            $0.lowercased() == color.lowercased()
          }
        }
      ),
      (
        .digiKamLabel,
        { word($0, from: 1, of: "Red Orange Yellow Green Blue Magenta Gray Black White") }
      ), (.darktableLabels, { word($0, from: 0, of: "Red Yellow Green Blue Purple") }),
    ]
  }

  /// XMP's rating is a real number (`4.0`).
  private static func stars(_ text: String) -> Int32? {
    Double(text).flatMap { (-1..<6).contains($0) ? Int32($0.rounded(.down)) : nil }
  }

  /// Windows writes 1, 25, 50, 75 and 99 for one to five stars.
  private static func percent(_ text: String) -> Int32? {
    guard let percent = Double(text), (0...100).contains(percent) else { return nil }
    return percent == 0 ? 0 : 1 + Int32([12.5, 37.5, 62.5, 87.5].count { percent > $0 })
  }

  private static func word(_ number: String, from first: Int, of words: String) -> String? {
    let words = words.split(separator: " ")
    guard let index = Int(number).map({ $0 - first }), words.indices.contains(index) else {
      return nil
    }
    return String(words[index])
  }
}

/// A tag that may state a mark.
public struct MarkTag: Hashable, Sendable {
  /// Of the property in XMP; nil for a tag of EXIF.
  public let namespace: String?
  /// What programs call the namespace; EXIF's directory.
  public let prefix: String
  public let name: String

  /// `-1` for rejected, `0` to `5` (ISO 16684-1, 8.4).
  public static let rating = MarkTag("http://ns.adobe.com/xap/1.0/", "xmp", "Rating")
  public static let label = MarkTag("http://ns.adobe.com/xap/1.0/", "xmp", "Label")
  public static let pick = MarkTag("http://ns.adobe.com/xmp/1.0/DynamicMedia/", "xmpDM", "pick")
  public static let good = MarkTag("http://ns.adobe.com/xmp/1.0/DynamicMedia/", "xmpDM", "good")
  public static let digiKamPick = MarkTag("http://www.digikam.org/ns/1.0/", "digiKam", "PickLabel")

  static let labelColor = MarkTag("http://ns.adobe.com/photoshop/1.0/", "photoshop", "LabelColor")
  static let digiKamLabel = MarkTag("http://www.digikam.org/ns/1.0/", "digiKam", "ColorLabel")
  /// A list, as darktable allows several.
  static let darktableLabels = MarkTag("http://darktable.sf.net/", "darktable", "colorlabels")
  static let microsoftRating = MarkTag(
    "http://ns.microsoft.com/photo/1.0/", "MicrosoftPhoto", "Rating")
  static let acdseeRating = MarkTag("http://ns.acdsee.com/iptc/1.0/", "acdsee", "rating")
  static let nikonRating = MarkTag("http://ns.nikon.com/nine/1.0/", "nine", "Rating")
  static let exifRating = MarkTag(nil, "Image", "Rating")
  static let exifRatingPercent = MarkTag(nil, "Image", "RatingPercent")

  /// Those of XMP.
  public static let properties = [
    rating, label, pick, digiKamPick, good, labelColor, digiKamLabel, darktableLabels,
    microsoftRating, acdseeRating, nikonRating,
  ]

  public init(_ namespace: String?, _ prefix: String, _ name: String) {
    (self.namespace, self.prefix, self.name) = (namespace, prefix, name)
  }

  /// As exiv2 calls it: `Xmp.xmp.Rating`, `Exif.Image.Rating`.
  public var key: String { "\(namespace == nil ? "Exif" : "Xmp").\(prefix).\(name)" }

  /// Whether a property in XMP is this one. Windows writes its namespace without the slash that XMP requires.
  public func isNamed(_ local: String, in other: String?) -> Bool {
    guard let namespace, let other, name == local else { return false }
    return other == namespace || other + "/" == namespace
  }
}
