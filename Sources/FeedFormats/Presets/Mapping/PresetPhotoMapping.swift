import Foundation
import GalleryDomain

/// Creates the photos of an item; their strings are cleaned here.
struct PresetPhotoMapping {
  let preset: Preset
  let scope: PresetScope
  let context: FeedContext
  /// Where the response came from, for URLs without a host.
  let responseURL: URL

  private static let pixels = 1...1_000_000
  private static let tagLimit = 100
  /// As long as a path may be (PATH_MAX in linux/limits.h) with each byte escaped, so that two ids don't become the same.
  private static let idLimit = TextLimit(characters: 4 * 4_096)

  /// A picture of an item, and what is said about it alone.
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
  func photos() -> [Photo] {
    let small = picture(.thumbnail)
    let main = (picture(.image) ?? small).map { Shown(picture: $0, thumbnail: small?.url) }
    let pictures = pictures(besides: main)
    guard var first = main ?? pictures.first, let id = id(of: first.picture) else { return [] }
    // What the item says about its picture is about the first one.
    first.width = first.width ?? pixels(.width, in: scope, preset.fields)
    first.height = first.height ?? pixels(.height, in: scope, preset.fields)
    var ids = PictureIDs(item: id)
    let photo = photo(ids.next(first.picture.url), first)
    if photo.price != nil || photo.saleStatus != .unstated { return [photo] }
    return [photo]
      + pictures.dropFirst(main == nil ? 1 : 0).map {
        self.photo(ids.next($0.picture.url, name: $0.name), $0)
      }
  }

  // MARK: Pictures

  /// The additional pictures, without duplicates.
  private func pictures(besides main: Shown?) -> [Shown] {
    func key(_ shown: Shown) -> String { HTMLPicture.key(of: shown.picture.url.absoluteString) }
    var keys = Set(main.map { [key($0)] } ?? [])
    var found: [Shown] = []
    for rule in preset.pictures {
      let shown = rule.html.isEmpty ? pictures(rule) : pictures(ofText: rule.html)
      // If a text contains a single picture, it is usually the main one in another size.
      if !rule.html.isEmpty, shown.count == 1, !keys.isEmpty { continue }
      found += shown.filter { keys.insert(key($0)).inserted }
    }
    return found
  }

  private func pictures(_ rule: PresetPictures) -> [Shown] {
    let elements = rule.each.lazy.map { $0.values(in: scope) }.first { !$0.isEmpty } ?? []
    return elements.compactMap { element in
      let inner = scope.of(element)
      guard !rule.conditions.contains(where: { $0.holds(in: inner) == false }),
        let picture = rule.fields[.image].first(in: inner, { self.picture($0) })
      else { return nil }
      return Shown(
        picture: picture,
        thumbnail: rule.fields[.thumbnail].text(in: inner).flatMap { self.picture($0)?.url },
        width: pixels(.width, in: inner, rule.fields),
        height: pixels(.height, in: inner, rule.fields),
        text: rule.fields[.description].text(in: inner), name: rule.fields[.id].text(in: inner))
    }
  }

  private func pictures(ofText paths: [PresetPath]) -> [Shown] {
    guard let text = paths.first(in: scope, \.lenientText) else { return [] }
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

  /// The first alternative that is a URL.
  private func picture(_ name: PresetProperty) -> FeedAddress.Picture? {
    preset.fields[name].first(in: scope) { picture($0) }
  }

  /// - Parameter base: What the picture's text states; nil for that of the response.
  private func picture(_ text: String, base: URL? = nil) -> FeedAddress.Picture? {
    if let base { return FeedBase(url: base).picture(text) }
    // If a file states its origin, relative URLs refer to that; otherwise to its own folder.
    let url = context.directory == nil ? responseURL : context.url
    return FeedBase(url: url, directory: context.directory).picture(text)
  }

  private func pixels(
    _ name: PresetProperty, in scope: PresetScope, _ fields: PresetFields<PresetProperty>
  ) -> Int? {
    fields[name].whole(in: scope).flatMap { Self.pixels.contains($0) ? $0 : nil }
  }

  // MARK: Properties

  private func text(_ name: PresetProperty) -> String? { preset.fields[name].text(in: scope) }

  private func line(_ name: PresetProperty, limit: TextLimit = .field) -> String? {
    CleanText.line(text(name), limit: limit)
  }

  var title: String? { line(.title, limit: .title) }

  private func photo(_ id: Photo.ID, _ shown: Shown) -> Photo {
    let (date, isUpload) = date()
    let title = title
    let offer = preset.prices.lazy.compactMap {
      $0.offer(in: scope, zone: context.zone, now: context.now)
    }.first
    var photo = Photo(
      id: id,
      name: title ?? Photo.untitled, isUntitled: title == nil,
      description: description(title: title, shown: shown),
      camera: CameraName.text(make: text(.make), model: text(.model)) ?? line(.camera),
      lens: line(.lens),
      exposure: ExposureText.exposure(
        focalLength: text(.focalLength), aperture: text(.aperture),
        shutterSpeed: text(.shutterSpeed), iso: text(.iso)),
      author: line(.author),
      createdAt: date.date,
      dateText: date.text,
      thumbnailURL: shown.thumbnail ?? shown.picture.url,
      imageURL: shown.picture.url,
      pageURL: page,
      file: shown.picture.file,
      saleStatus: preset.sale.saleStatus(in: scope),
      price: offer?.price, priceUntil: offer?.priceUntil,
      purchase: purchase(variant: offer?.variant),
      licence: licence,
      width: shown.width,
      height: shown.height,
      tags: CleanText.tags(preset.fields[.tags].texts(in: scope), limit: Self.tagLimit))
    if date.date != nil {
      photo.isUploadDate = isUpload
      photo.utcOffset = preset.fields[.utcOffset].whole(in: scope)
        .flatMap { Photo.utcOffsets.contains($0) ? $0 : nil }
    }
    return photo
  }

  /// The text, followed by the description of the picture.
  private func description(title: String?, shown: Shown) -> String? {
    let text = CleanText.paragraphs(text(.description))
    let own = CleanText.paragraphs(shown.text).flatMap { $0 == text || $0 == title ? nil : $0 }
    let parts = [text, own].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  /// URLs are longer than other ids, and differ at their ends.
  private func id(of picture: FeedAddress.Picture) -> Photo.ID? {
    line(.id, limit: Self.idLimit) ?? page?.absoluteString ?? picture.url.absoluteString
  }

  private func date() -> (date: FeedDate, isUpload: Bool) {
    for term in preset.fields[.date] {
      for text in term.texts(in: scope) {
        let date = FeedDate(text, zone: context.zone)
        if date != .unknown { return (date, term.isUpload) }
      }
    }
    return (.unknown, false)
  }

  private var licence: Licence? {
    LicenceText.licence(name: text(.licence), url: text(.licenceURL))
  }

  /// The first alternative that is a URL.
  private var page: URL? { preset.fields[.page].first(in: scope, web) }

  private func web(_ text: String?) -> URL? {
    FeedBase(url: context.url ?? responseURL).url(text)
  }

  private func purchase(variant: String?) -> PurchaseReference? {
    let item = line(.purchaseItem)
    let url = web(text(.purchaseURL))
    let variant = CleanText.line(variant)
    guard item != nil || url != nil || variant != nil else { return nil }
    return PurchaseReference(itemID: item, variantID: variant, url: url)
  }
}
