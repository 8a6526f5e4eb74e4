import Foundation
import GalleryDomain

/// Creates photos from a service's items; their strings are cleaned here.
struct PresetPhotoMapping {
  let preset: Preset
  let context: FeedContext
  /// Where the response came from, for URLs without a host.
  let responseURL: URL

  private static let pixels = 1...1_000_000
  private static let tagLimit = 100
  /// As long as a path may be (PATH_MAX in linux/limits.h) with each byte escaped, so that two ids don't become the same.
  private static let idLimit = TextLimit(characters: 4 * 4_096)

  /// A picture of an item that has several, or with its own description.
  private struct Shown {
    var picture: FeedAddress.Picture
    var thumbnail: URL?
    var width: Int?
    var height: Int?
    /// A description of the picture; not cleaned.
    var text: String?
    /// The source's name for it.
    var name: String?
  }

  /// One photo per picture; what is sold is one thing, however many pictures it has.
  ///
  /// - Returns: Empty if there is no URL of a picture, as in a file that does not say which server it came from.
  func photos(in scope: PresetScope) -> [Photo] {
    let main = picture(.image, in: scope) ?? picture(.thumbnail, in: scope)
    var others = pictures(in: scope, besides: main)
    let first = main == nil ? others.first : nil
    if first != nil { others.removeFirst() }
    guard main != nil || first != nil,
      let id = id(in: scope, picture: main ?? first?.picture)
    else { return [] }
    let photo = photo(
      in: scope, id: id, picture: main ?? first?.picture, shown: first, isFirst: true)
    if others.isEmpty || photo.price != nil || photo.saleStatus != .unstated { return [photo] }
    var ids = PictureIDs(item: id)
    _ = ids.next(others[0].picture.url)
    return [photo]
      + others.map { shown in
        self.photo(
          in: scope, id: ids.next(shown.picture.url, name: shown.name), picture: shown.picture,
          shown: shown)
      }
  }

  /// The additional pictures, without duplicates.
  private func pictures(in scope: PresetScope, besides main: FeedAddress.Picture?) -> [Shown] {
    var keys: Set<String> = []
    if let main { keys.insert(HTMLPicture.key(of: main.url.absoluteString)) }
    var found: [Shown] = []
    for rule in preset.pictures {
      let shown: [Shown]
      switch rule.source {
      case .each(let paths): shown = pictures(paths, rule, in: scope)
      case .html(let paths):
        shown = pictures(ofText: paths, in: scope)
        // If a text contains a single picture, it is usually the main one in another size.
        if shown.count == 1, !keys.isEmpty { continue }
      }
      found += shown.filter {
        keys.insert(HTMLPicture.key(of: $0.picture.url.absoluteString)).inserted
      }
    }
    return found
  }

  private func pictures(
    _ paths: [PresetPath], _ rule: PresetPictures, in scope: PresetScope
  ) -> [Shown] {
    let elements = paths.lazy.map { $0.values(in: scope) }.first { !$0.isEmpty } ?? []
    return elements.compactMap { element in
      var inner = scope
      inner.item = element
      guard !rule.conditions.contains(where: { $0.holds(in: inner) == false }) else { return nil }
      guard let picture = rule.fields[.image].first(in: inner, { self.picture($0) }) else {
        return nil
      }
      return Shown(
        picture: picture,
        thumbnail: rule.fields.text(.thumbnail, in: inner).flatMap { self.picture($0)?.url },
        width: pixels(rule.fields.whole(.width, in: inner)),
        height: pixels(rule.fields.whole(.height, in: inner)),
        text: rule.fields.text(.description, in: inner), name: rule.fields.text(.id, in: inner))
    }
  }

  private func pictures(ofText paths: [PresetPath], in scope: PresetScope) -> [Shown] {
    let text = paths.lazy.flatMap { $0.values(in: scope) }.compactMap(\.lenientText).first
    guard let text else { return [] }
    return HTMLPicture.all(
      in: EscapedMarkup.markup(text), page: context.url ?? responseURL
    ).compactMap { found in
      picture(found.address, base: found.base).map { address in
        Shown(
          picture: address,
          thumbnail: found.thumbnail.flatMap { picture($0.address, base: $0.base)?.url },
          width: found.width, height: found.height, text: found.text)
      }
    }
  }

  func title(in scope: PresetScope) -> String? {
    CleanText.line(preset.fields.text(.title, in: scope), limit: .title)
  }

  /// - Parameter isFirst: Whether what the item says about its picture applies to this one.
  private func photo(
    in scope: PresetScope, id: Photo.ID, picture: FeedAddress.Picture?, shown: Shown?,
    isFirst: Bool = false
  ) -> Photo {
    let fields = preset.fields
    let (date, isUpload) = date(in: scope)
    let title = title(in: scope)
    let offer = preset.prices.lazy.compactMap {
      $0.offer(in: scope, zone: context.zone, now: context.now)
    }.first
    var photo = Photo(
      id: id,
      name: title ?? Photo.untitled, isUntitled: title == nil,
      description: description(in: scope, title: title, shown: shown),
      camera: camera(in: scope),
      lens: CleanText.line(fields.text(.lens, in: scope)),
      exposure: ExposureText.exposure(
        focalLength: fields.text(.focalLength, in: scope),
        aperture: fields.text(.aperture, in: scope),
        shutterSpeed: fields.text(.shutterSpeed, in: scope), iso: fields.text(.iso, in: scope)),
      author: CleanText.line(fields.text(.author, in: scope)),
      createdAt: date.date,
      utcOffset: date.date == nil
        ? nil
        : fields.whole(.utcOffset, in: scope).flatMap { Photo.utcOffsets.contains($0) ? $0 : nil },
      dateText: date.text,
      thumbnailURL: shown?.thumbnail ?? (isFirst ? self.picture(.thumbnail, in: scope)?.url : nil)
        ?? picture?.url,
      imageURL: picture?.url,
      pageURL: page(in: scope),
      file: picture?.file,
      saleStatus: preset.sale.saleStatus(in: scope),
      price: offer?.price, priceUntil: offer?.priceUntil,
      purchase: purchase(in: scope, variant: offer?.variant),
      licence: licence(in: scope),
      width: shown?.width ?? (isFirst ? pixels(fields.whole(.width, in: scope)) : nil),
      height: shown?.height ?? (isFirst ? pixels(fields.whole(.height, in: scope)) : nil),
      tags: CleanText.tags(fields.texts(.tags, in: scope), limit: Self.tagLimit))
    photo.isUploadDate = isUpload && date.date != nil
    return photo
  }

  /// The text, followed by the description of the picture.
  private func description(in scope: PresetScope, title: String?, shown: Shown?) -> String? {
    let text = CleanText.paragraphs(preset.fields.text(.description, in: scope))
    let own = CleanText.paragraphs(shown?.text).flatMap { $0 == text || $0 == title ? nil : $0 }
    let parts = [text, own].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  private func id(in scope: PresetScope, picture: FeedAddress.Picture?) -> Photo.ID? {
    let stated = preset.fields.text(.id, in: scope).flatMap {
      CleanText.line($0, limit: Self.idLimit)
    }
    // URLs are longer than other ids, and differ at their ends.
    return stated
      ?? page(in: scope)?.absoluteString
      ?? picture?.url.absoluteString
  }

  private func date(in scope: PresetScope) -> (date: FeedDate, isUpload: Bool) {
    for term in preset.fields[.date] {
      for text in term.texts(in: scope) {
        let date = FeedDate(text, zone: context.zone)
        if date != .unknown { return (date, term.isUpload) }
      }
    }
    return (.unknown, false)
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

  private func pixels(_ number: Int?) -> Int? {
    number.flatMap { Self.pixels.contains($0) ? $0 : nil }
  }

  /// The first alternative that is a URL.
  private func picture(_ name: PresetFields.Name, in scope: PresetScope) -> FeedAddress.Picture? {
    preset.fields[name].first(in: scope) { picture($0) }
  }

  /// - Parameter base: What the picture's text states; nil for that of the response.
  private func picture(_ text: String, base: URL? = nil) -> FeedAddress.Picture? {
    if let base { return FeedBase(url: base).picture(text) }
    // If a file states its origin, relative URLs refer to that; otherwise to its own folder.
    let url = context.directory == nil ? responseURL : context.url
    return FeedBase(url: url, directory: context.directory).picture(text)
  }

  /// The first alternative that is a URL.
  private func page(in scope: PresetScope) -> URL? {
    preset.fields[.page].first(in: scope, web)
  }

  private func web(_ text: String?) -> URL? {
    FeedBase(url: context.url ?? responseURL).url(text)
  }

  private func purchase(in scope: PresetScope, variant: String?) -> PurchaseReference? {
    let item = CleanText.line(preset.fields.text(.purchaseItem, in: scope))
    let url = web(preset.fields.text(.purchaseURL, in: scope))
    let variant = CleanText.line(variant)
    guard item != nil || url != nil || variant != nil else { return nil }
    return PurchaseReference(itemID: item, variantID: variant, url: url)
  }
}
