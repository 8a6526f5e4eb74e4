import GalleryDomain

/// A camera's name from its make and model, without repeating the make: `NIKON CORPORATION` and `NIKON D500` become
/// `NIKON D500`.
package enum CameraName {
  private static let corporateWords: Set<Substring> = [
    "corporation", "corp", "corp.", "company", "co", "co.", "ltd", "ltd.", "inc", "inc.", "gmbh",
    "ag", "electric", "optical", "imaging", "electronics",
  ]

  package static func text(make: String?, model: String?) -> String? {
    let make = CleanText.line(make)
    let model = CleanText.line(model)
    guard let make else { return model }
    guard let model else { return make }
    guard let brand = make.split(separator: " ").first.map({ String($0) }) else { return model }
    if model.lowercased().hasPrefix(brand.lowercased()) { return model }
    let name = make.split(separator: " ")
      .filter { !corporateWords.contains($0.lowercased().prefix { $0 != "," }) }
      .joined(separator: " ")
    return CleanText.line("\(name.isEmpty ? make : name) \(model)")
  }
}
