import Foundation
import GalleryDomain

/// Makes the domain's photo of a service's item; the place where its strings are cleaned.
struct PresetPhotoMapping {
  let preset: Preset
  let context: FeedContext
  /// Where the answer came from, for addresses without a host.
  let responseURL: URL

  private static let pixels = 1...1_000_000
  private static let tagLimit = 100

  /// - Returns: nil without an address of a picture, or anything to know the photo by.
  func photo(in scope: PresetScope) -> Photo? {
    let fields = preset.fields
    let picture = picture(.image, in: scope) ?? picture(.thumbnail, in: scope)
    guard let picture else { return nil }
    guard let id = id(in: scope, picture: picture) else { return nil }
    let date = date(in: scope)
    let width = pixels(.width, in: scope)
    let height = pixels(.height, in: scope)
    let (price, variant) = preset.price?.price(in: scope) ?? (nil, nil)
    return Photo(
      id: id,
      name: CleanText.line(fields.text(.title, in: scope), limit: .title) ?? Photo.untitled,
      description: CleanText.paragraphs(fields.text(.description, in: scope)),
      camera: camera(in: scope),
      lens: CleanText.line(fields.text(.lens, in: scope)),
      exposure: ExposureText.exposure(
        focalLength: fields.text(.focalLength, in: scope),
        aperture: fields.text(.aperture, in: scope),
        shutterSpeed: fields.text(.shutterSpeed, in: scope), iso: fields.text(.iso, in: scope)),
      author: CleanText.line(fields.text(.author, in: scope)),
      createdAt: date.date, dateText: date.text,
      thumbnailURL: self.picture(.thumbnail, in: scope)?.url ?? picture.url,
      imageURL: picture.url,
      pageURL: web(fields.text(.page, in: scope)),
      file: picture.file,
      saleStatus: preset.sale?.status(in: scope) ?? .unstated,
      price: price,
      purchase: purchase(in: scope, variant: variant),
      licence: LicenceText.licence(
        name: fields.text(.licence, in: scope), url: fields.text(.licenceURL, in: scope)),
      width: width, height: height,
      tags: CleanText.tags(fields.texts(.tags, in: scope), limit: Self.tagLimit))
  }

  private func id(in scope: PresetScope, picture: FeedAddress.Picture) -> Photo.ID? {
    let stated = preset.fields.text(.id, in: scope).flatMap { CleanText.line($0) }
    // Addresses are longer than other ids, and end in what tells them apart.
    return stated
      ?? web(preset.fields.text(.page, in: scope))?.absoluteString
      ?? picture.url.absoluteString
  }

  private func date(in scope: PresetScope) -> FeedDate {
    for term in preset.fields.fields[.date]?.alternatives ?? [] {
      for text in term.texts(in: scope) {
        let date = FeedDate(text, zone: context.zone)
        if date != .unknown { return date }
      }
    }
    return .unknown
  }

  private func camera(in scope: PresetScope) -> String? {
    let fields = preset.fields
    return CleanText.line(fields.text(.camera, in: scope))
      ?? CameraName.text(
        make: fields.text(.make, in: scope), model: fields.text(.model, in: scope))
  }

  private func pixels(_ name: PresetFields.Name, in scope: PresetScope) -> Int? {
    preset.fields.whole(name, in: scope).flatMap { Self.pixels.contains($0) ? $0 : nil }
  }

  /// The first alternative that is an address.
  private func picture(_ name: PresetFields.Name, in scope: PresetScope) -> FeedAddress.Picture? {
    for term in preset.fields.fields[name]?.alternatives ?? [] {
      for text in term.texts(in: scope) {
        if let picture = picture(text) { return picture }
      }
    }
    return nil
  }

  private func picture(_ text: String) -> FeedAddress.Picture? {
    if context.directory == nil, let url = PresetNextAddress.resolved(text, against: responseURL) {
      return FeedAddress.Picture(url: url)
    }
    return FeedAddress.picture(text, directory: context.directory)
  }

  private func web(_ text: String?) -> URL? {
    text.flatMap { PresetNextAddress.resolved($0, against: context.url ?? responseURL) }
  }

  private func purchase(in scope: PresetScope, variant: String?) -> PurchaseReference? {
    let item = CleanText.line(preset.fields.text(.purchaseItem, in: scope))
    let url = web(preset.fields.text(.purchaseURL, in: scope))
    let variant = CleanText.line(variant)
    guard item != nil || url != nil || variant != nil else { return nil }
    return PurchaseReference(itemID: item, variantID: variant, url: url)
  }
}
