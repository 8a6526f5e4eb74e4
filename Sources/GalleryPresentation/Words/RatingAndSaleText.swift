import GalleryDomain

/// Whether a photo is for sale, in words.
public enum SaleText {
  /// The tutorial's words for a photo that may not be opened.
  public static let refused = "This item is not for sale"
}

/// Marks in words.
enum SaleMarkText {
  static let notOwn = "Only photos in your own folders can be marked for sale"

  /// `vienna.street`, or `12 photos`.
  static func subject(_ photos: [Photo]) -> String {
    photos.count == 1 ? photos[0].name : CountText.photos(photos.count)
  }

  /// The same for photos that may still be loading.
  static func subject(_ gathering: PhotoGathering) -> String {
    let photos = gathering.photos
    guard gathering.count == 1, photos.count == 1 else { return CountText.photos(gathering) }
    return joined(
      [subject(photos), SelectionText.notShown(gathering.hiddenCount, of: 1)], by: ", ")
  }

  /// `Marked vienna.street for sale at €120.00`.
  static func done(_ photos: [Photo], _ mark: SaleMark) -> String {
    switch mark.status {
    case .forSale:
      let price = mark.price.map { " at \(PriceText.text(of: $0))" } ?? ""
      return "Marked \(subject(photos)) for sale\(price)"
    case .notForSale: return "Marked \(subject(photos)) not for sale"
    case .unstated: return "Removed the mark from \(subject(photos))"
    }
  }

  static func already(_ photos: [Photo], _ mark: SaleMark) -> String {
    let verb = photos.count == 1 ? "is" : "are"
    return switch mark.status {
    case .forSale, .notForSale: "\(subject(photos)) \(verb) already marked like this"
    case .unstated: "\(subject(photos)) \(verb) not marked"
    }
  }

  /// A sentence about what happened, and what to do.
  static func message(_ error: SidecarError, notOwn: String, keys: KeyHints? = nil) -> String {
    switch error {
    case .notOwn: notOwn
    case .gone(let name):
      "\(name) isn't there" + (keys.map { ". Press \($0.refresh) to refresh" } ?? "")
    case .readOnly(let name): "No permission to write \(name)"
    case .unwritable(let name, let code):
      code == 28
        ? "Disk full: can't write \(name)"
        : "Can't write \(name) (\(SystemError.reason(code).lowercased()))"
    case .notUnderstood(let name, let reason): "Left \(name) unchanged: \(reason)"
    case .busy(let name): "Another program is writing \(name). Retry later"
    case .onServer: "Servers are only read: ratings, captions, sale marks aren't saved there"
    case .changedElsewhere(let name, _): "Another program has changed \(name) since"
    case .cancelled: "Cancelled"
    }
  }
}

extension SidecarError {
  /// Why a command could not write what the user says.
  public var sentence: String { SaleMarkText.message(self, notOwn: "it is not a file of yours") }
}

/// Ratings in words.
public enum RatingText {
  static let notOwn = "Only photos in your own folders can be rated"

  /// `★★★`, `✗`; empty without a star.
  public static func sign(_ stars: Int?) -> String {
    guard let stars else { return "" }
    return stars == PhotoRating.rejected ? "✗" : String(repeating: "★", count: max(0, stars))
  }

  /// `★★★ · Red`, `✗ rejected`; empty for what says nothing.
  static func long(_ rating: PhotoRating) -> String {
    let sign = sign(rating.stars)
    return joined(
      [rating.stars == PhotoRating.rejected ? "\(sign) rejected" : sign, rating.label?.text],
      by: " · ")
  }

  /// As the information has it: `3 of 5`, `rejected`; nil without a star.
  static func information(_ stars: Int?) -> String? {
    guard let stars, stars != 0 else { return nil }
    return stars == PhotoRating.rejected ? "rejected" : "\(stars) of 5"
  }

  /// `★★★ vienna.street`, `✗ 12 photos`, `no stars: vienna.street`, `not rejected: vienna.street`.
  ///
  /// - Parameter photos: As they were before.
  static func done(_ photos: [Photo], stars: Int) -> String {
    let wereRejected = photos.allSatisfy { $0.userRating.stars == PhotoRating.rejected }
    let words = sign(stars).isEmpty ? (wereRejected ? "not rejected:" : "no stars:") : sign(stars)
    return "\(words) \(SaleMarkText.subject(photos))"
  }

  /// `● Red: vienna.street`.
  static func done(_ photos: [Photo], label: PhotoLabel?) -> String {
    "\(label.map { "● \($0.text)" } ?? "no label"): \(SaleMarkText.subject(photos))"
  }
}
