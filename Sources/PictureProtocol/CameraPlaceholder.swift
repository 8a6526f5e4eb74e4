/// What cameras and programs write where they have nothing to say: as a title or a description, for a lens that they don't know,
/// and for the camera itself.
public enum CameraPlaceholder {
  private static let texts: Set<String> = [
    "unknown", "unknown lens", "unknown camera", "unknown make", "unknown model",
    "unknown lens type", "no lens", "no lens attached", "uncoded lens",
    "lens not attached", "n/a", "none", "null", "(null)", "undefined", "default", "(none)",
    "(unknown)",
    "<unknown>", "not available", "65535",
    "digital camera", "digital still camera", "samsung camera pictures",
    // Modes of Huawei's phones; not those that are words to people, such as `hdr`.
    "btf", "cof", "dav", "edf", "mde", "oznor", "ptr", "rbt", "rptnr",
    "exif_jpeg_picture", "exif_jpeg_422", "jpeg picture", "dcim", "processed",
  ]
  /// Those that have nothing else to say than that its camera is one: `NIKON DSC`.
  private static let makers: Set<String> = [
    "benq", "canon", "casio", "epson", "fuji", "fujifilm", "hp", "jvc", "kodak", "konica minolta",
    "kyocera", "leica", "minolta",
    "nikon", "olympus", "panasonic", "pentax", "polaroid", "ricoh", "samsung", "sanyo", "sony",
    "toshiba", "vivitar",
  ]
  private static let cameras = [" digital camera", " digital still camera", " dsc"]
  private static let beginnings = ["<digimax", "<samsung digimax", "dcim\\", "dcim/"]

  /// Whether a text says nothing: one of these, one without a letter or a digit (`----`), or zeros with or without the units of a
  /// lens (`0.0 mm f/0.0`). A number in brackets doesn't change that.
  public static func contains(_ text: String) -> Bool {
    var text = text.trimmed.lowercased()
    // `Unknown (65535)`
    if text.hasSuffix(")"), let open = text.lastIndex(of: "("), open > text.startIndex {
      let number = text[text.index(after: open)...].dropLast()
      if number.allSatisfy(\.isHexDigit) { text = String(text[..<open]).trimmed }
    }
    if texts.contains(text) || beginnings.contains(where: text.hasPrefix) { return true }
    if let camera = cameras.first(where: text.hasSuffix) {
      return makers.contains(String(text.dropLast(camera.count)))
    }
    guard text.unicodeScalars.contains(where: \.properties.isAlphabetic) else {
      // `0000`, but not `2024`.
      return !text.contains { $0.isNumber && $0 != "0" } && text.allSatisfy { !$0.isSymbolOfText }
    }
    let rest = text.replacing("mm", with: "").filter { !"f0./- ".contains($0) }
    return rest.isEmpty && text.contains("0")
  }
}

extension String {
  /// Without blanks and NULs around it. Not by Foundation, which with its tables of languages would be the largest part of a
  /// program that makes pictures.
  var trimmed: String {
    func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\0" }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[first...last])
  }
}

extension Character {
  /// An emoji says something.
  fileprivate var isSymbolOfText: Bool { isSymbol && !isASCII }
}
