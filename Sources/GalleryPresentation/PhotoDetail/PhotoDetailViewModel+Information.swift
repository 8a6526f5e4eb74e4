import GalleryDomain

/// How far the information about the shown photo has been loaded.
struct InformationState {
  var isRequested = false
  /// The photo that it is, or will be, about.
  var photo: Photo?
  var known: PhotoInformation?
  var load: (any Cancellable)?
}

extension PhotoDetailViewModel {
  public var informationGroups: [PhotoInformationGroup] {
    let known = information.photo?.id == photo.id ? information.known : nil
    let text = InformationText(
      photo: photo, information: known ?? PhotoInformation(), dates: dates, prices: prices)
    return text.groups
  }

  public func informationRequested() {
    guard !information.isRequested else { return }
    information.isRequested = true
    photoChanged()
  }

  public func informationDismissed() {
    information.load?.cancel()
    information = InformationState()
  }

  /// Call when another photo is shown, or more is known of it.
  func photoChanged() {
    guard information.isRequested, information.photo != photo else { return }
    let isSame = information.photo?.id == photo.id
    information.load?.cancel()
    information.load = nil
    information.photo = photo
    // What was read of the photo stays until it has been read again.
    if !isSame { information.known = nil }
    updateInformationClosure?()
    let id = photo.id
    information.load = fetchInformation?.execute(photo) { [weak self] known in
      guard let self, information.isRequested, information.photo?.id == id else { return }
      information.known = known
      updateInformationClosure?()
    }
  }
}
