import GalleryDomain

/// How far the information about the photo that is shown has come.
struct InformationState {
  var isRequested = false
  /// Whose it is, or is going to be.
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

  /// The photo that is shown is another, or more is known of it.
  func photoChanged() {
    guard information.isRequested, information.photo != photo else { return }
    let isSame = information.photo?.id == photo.id
    information.load?.cancel()
    information.load = nil
    information.photo = photo
    // What was read of it stands until it has been read again.
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
