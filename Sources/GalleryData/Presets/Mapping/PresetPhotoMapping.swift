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

  /// - Returns: nil without an address of a picture. A file does not say which server it came from: what
  ///   lies on that server is listed without a picture.
  func photo(in scope: PresetScope) -> Photo? {
    let fields = preset.fields
    let picture = picture(.image, in: scope) ?? picture(.thumbnail, in: scope)
    guard picture != nil || liesOnUnknownServer(in: scope) else { return nil }
    guard let id = id(in: scope, picture: picture) else { return nil }
    let date = date(in: scope)
    let width = pixels(.width, in: scope)
    let height = pixels(.height, in: scope)
    let title = CleanText.line(fields.text(.title, in: scope), limit: .title)
    let offer = preset.prices.lazy.compactMap {
      $0.offer(in: scope, zone: context.zone, now: context.now)
    }.first
    return Photo(
      id: id,
      name: title ?? Photo.untitled, isUntitled: title == nil,
      description: CleanText.paragraphs(fields.text(.description, in: scope)),
      camera: camera(in: scope),
      lens: CleanText.line(fields.text(.lens, in: scope)),
      exposure: ExposureText.exposure(
        focalLength: fields.text(.focalLength, in: scope),
        aperture: fields.text(.aperture, in: scope),
        shutterSpeed: fields.text(.shutterSpeed, in: scope), iso: fields.text(.iso, in: scope)),
      author: CleanText.line(fields.text(.author, in: scope)),
      createdAt: date.date, dateText: date.text,
      thumbnailURL: self.picture(.thumbnail, in: scope)?.url ?? picture?.url,
      imageURL: picture?.url,
      pageURL: page(in: scope),
      file: picture?.file,
      saleStatus: preset.sale?.status(in: scope) ?? .unstated,
      price: offer?.price, priceChanges: offer?.priceChanges ?? [],
      purchase: purchase(in: scope, variant: offer?.variant),
      licence: licence(in: scope),
      width: width, height: height,
      tags: CleanText.tags(fields.texts(.tags, in: scope), limit: Self.tagLimit))
  }

  private func id(in scope: PresetScope, picture: FeedAddress.Picture?) -> Photo.ID? {
    let stated = preset.fields.text(.id, in: scope).flatMap { CleanText.line($0) }
    // Addresses are longer than other ids, and end in what tells them apart.
    return stated
      ?? page(in: scope)?.absoluteString
      ?? picture?.url.absoluteString
  }

  private func liesOnUnknownServer(in scope: PresetScope) -> Bool {
    guard scope.variables["base"] == nil else { return false }
    var known = scope
    known.variables["base"] = "https://unknown.invalid"
    return picture(.image, in: known) != nil
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
    return CameraName.text(
      make: fields.text(.make, in: scope), model: fields.text(.model, in: scope))
      ?? CleanText.line(fields.text(.camera, in: scope))
  }

  private func licence(in scope: PresetScope) -> Licence? {
    let fields = preset.fields
    let url = fields.text(.licenceURL, in: scope)
    if let code = fields.text(.licenceCode, in: scope) {
      return LicenceText.licence(
        code: code, version: fields.text(.licenceVersion, in: scope), url: url)
    }
    return LicenceText.licence(name: fields.text(.licence, in: scope), url: url)
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
    // A file that says where it came from names what lies there, else what lies beside it.
    let url = context.directory == nil ? nil : context.url
    return FeedBase(url: url, directory: context.directory).picture(text)
  }

  /// The first alternative that is an address.
  private func page(in scope: PresetScope) -> URL? {
    for term in preset.fields.fields[.page]?.alternatives ?? [] {
      for text in term.texts(in: scope) {
        if let url = web(text) { return url }
      }
    }
    return nil
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
