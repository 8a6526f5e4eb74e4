import Foundation
import GalleryDomain

/// Creates the photos of an item; their strings are cleaned here.
struct PresetPhotoMapping {
  let preset: Preset
  let scope: PresetScope
  /// With the URL that relative ones refer to; without one for a file that doesn't state its origin, where they refer to
  /// its folder.
  let context: FeedContext

  private static let tagLimit = 100
  /// As long as a path may be (PATH_MAX in linux/limits.h) with each byte escaped, so that two ids don't become the same.
  private static let idLimit = TextLimit(characters: 4 * 4_096)

  /// One photo per picture; what is sold is one thing, however many pictures it has.
  ///
  /// - Returns: Empty if there is no URL of a picture, as in a file that does not say which server it came from.
  func photos() -> [Photo] {
    let small = picture(preset.fields[.thumbnail], in: scope)
    var main = picture(preset.fields[.image], in: scope) ?? small
    main?.thumbnail = small?.image.url
    let pictures = pictures(besides: main)
    guard var first = main ?? pictures.first else { return [] }
    // What the item says about its picture is about the first one.
    let (width, height) = size(in: scope, preset.fields)
    (first.width, first.height) = (first.width ?? width, first.height ?? height)
    var ids = PictureIDs(
      item: line(.id, limit: Self.idLimit) ?? page?.absoluteString
        ?? first.image.url.absoluteString)
    let photo = photo(ids.next(first.image.url), first)
    if photo.price != nil || photo.saleStatus != .unstated { return [photo] }
    return [photo]
      + pictures.dropFirst(main == nil ? 1 : 0).map {
        self.photo(ids.next($0.image.url, name: $0.name), $0)
      }
  }

  // MARK: Pictures

  private var base: FeedBase { FeedBase(url: context.url, directory: context.directory) }

  /// The first alternative that is a URL.
  private func picture(_ field: PresetField, in scope: PresetScope) -> FeedPicture? {
    field.first(in: scope) { FeedPicture($0, at: base) }
  }

  private func size(
    in scope: PresetScope, _ fields: PresetFields<PresetProperty>
  ) -> (width: Int?, height: Int?) {
    func pixels(_ name: PresetProperty) -> Int? {
      fields[name].whole(in: scope, within: FeedPicture.edges)
    }
    return (pixels(.width), pixels(.height))
  }

  /// The additional pictures, without duplicates.
  private func pictures(besides main: FeedPicture?) -> [FeedPicture] {
    var keys = Set(main.map { [$0.key] } ?? [])
    var found: [FeedPicture] = []
    for rule in preset.pictures {
      let pictures = rule.html.isEmpty ? pictures(rule) : pictures(ofText: rule.html)
      // If a text contains a single picture, it is usually the main one in another size.
      if !rule.html.isEmpty, pictures.count == 1, !keys.isEmpty { continue }
      found += pictures.filter { keys.insert($0.key).inserted }
    }
    return found
  }

  private func pictures(_ rule: PresetPictures) -> [FeedPicture] {
    let elements = rule.each.lazy.map { $0.values(in: scope) }.first { !$0.isEmpty } ?? []
    return elements.compactMap { element in
      let inner = scope.of(element)
      guard !rule.conditions.contains(where: { $0.holds(in: inner) == false }) else { return nil }
      var picture = picture(rule.fields[.image], in: inner)
      picture?.thumbnail = base.picture(rule.fields[.thumbnail].text(in: inner))?.url
      let size = size(in: inner, rule.fields)
      picture?.width = size.width
      picture?.height = size.height
      picture?.text = rule.fields[.description].text(in: inner)
      picture?.name = rule.fields[.id].text(in: inner)
      return picture
    }
  }

  private func pictures(ofText paths: [PresetPath]) -> [FeedPicture] {
    guard let text = paths.first(in: scope, \.lenientText) else { return [] }
    return HTMLPicture.all(in: EscapedMarkup.markup(text), base: base)
  }

  // MARK: Properties

  private func text(_ name: PresetProperty) -> String? { preset.fields[name].text(in: scope) }

  private func line(_ name: PresetProperty, limit: TextLimit = .field) -> String? {
    CleanText.line(text(name), limit: limit)
  }

  var title: String? { line(.title, limit: .title) }

  private var page: URL? { preset.fields[.page].first(in: scope) { base.url($0) } }

  private func photo(_ id: Photo.ID, _ shown: FeedPicture) -> Photo {
    let (date, isUpload) = date()
    let title = title
    let offer = preset.prices.lazy.compactMap {
      $0.offer(in: scope, zone: context.zone, now: context.now)
    }.first
    var photo = Photo(
      id: id,
      name: title ?? Photo.untitled, isUntitled: title == nil,
      description: FeedPicture.description(
        CleanText.paragraphs(text(.description)), CleanText.paragraphs(shown.text), title: title),
      camera: CameraName.text(make: text(.make), model: text(.model)) ?? line(.camera),
      lens: line(.lens),
      exposure: ExposureText.exposure(
        focalLength: text(.focalLength), aperture: text(.aperture),
        shutterSpeed: text(.shutterSpeed), iso: text(.iso)),
      author: line(.author), createdAt: date.date, dateText: date.text,
      thumbnailURL: shown.thumbnail ?? shown.image.url, imageURL: shown.image.url,
      pageURL: page, file: shown.image.file,
      saleStatus: preset.sale.saleStatus(in: scope),
      price: offer?.price, priceUntil: offer?.priceUntil,
      purchase: purchase(variant: offer?.variant),
      licence: LicenceText.licence(name: text(.licence), url: text(.licenceURL)),
      width: shown.width, height: shown.height,
      tags: CleanText.tags(preset.fields[.tags].texts(in: scope), limit: Self.tagLimit))
    photo.headline = line(.headline, limit: .title)
    photo.copyright = line(.copyright, limit: .notice)
    photo.altText = line(.alt, limit: .alternativeText)
    if date.date != nil {
      photo.isUploadDate = isUpload
      photo.utcOffset = preset.fields[.utcOffset].whole(in: scope, within: Photo.utcOffsets)
    }
    return photo
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

  private func purchase(variant: String?) -> PurchaseReference? {
    let item = line(.purchaseItem)
    let url = base.url(text(.purchaseURL))
    let variant = CleanText.line(variant)
    guard item != nil || url != nil || variant != nil else { return nil }
    return PurchaseReference(itemID: item, variantID: variant, url: url)
  }
}
