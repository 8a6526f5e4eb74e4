import Foundation
import GalleryPresentation
import PictureKit
import PictureProtocol
import TerminalKit

/// Photos whose pictures are on the network: each becomes a file, and goes on as any other.
extension WorkerPictures {
  // MARK: Which pictures

  func hasAddress(_ photo: Photo) -> Bool {
    remote != nil
      && (RemoteAddresses.onNetwork(photo.thumbnailURL) ?? RemoteAddresses.onNetwork(photo.imageURL))
        != nil
  }

  /// Where a wish's picture is fetched from; nil for files, without a network, and while pictures are off.
  func addresses(for wish: PictureSpecification) -> RemoteAddresses? {
    guard wish.photo.file == nil, let remote, graphicsMethod != .none else { return nil }
    return RemoteAddresses(
      wish.photo, for: wish.role,
      isSmallMissing: { url in
        if case .failed(let error) = remote.state(of: url) { !error.mayPass } else { false }
      },
      isSmallEnough: { remoteSizes.isEnough($0, for: dots(in: wish.size)) })
  }

  /// The picture of an address at the size of a wish; nil while it has not been fetched.
  func key(for wish: PictureSpecification, at url: URL) -> PictureKey? {
    guard case .ready(let image)? = remote?.state(of: url) else { return nil }
    return key(for: wish, of: Self.file(image))
  }

  /// The largest picture of a photo that has been fetched.
  func fetchedFile(of photo: Photo) -> PictureFile? {
    guard let url = RemoteAddresses.onNetwork(photo.imageURL ?? photo.thumbnailURL),
      case .ready(let image)? = remote?.state(of: url)
    else { return nil }
    return Self.file(image)
  }

  /// What the network brings reaches few decoders, and never the desktop's thumbnails.
  private static func file(_ image: RemoteImage) -> PictureFile {
    PictureFile(
      path: image.file.path,
      // Nobody writes to a fetched file: its arrival says all about its contents.
      stamp: PictureFileStamp(modificationNanoseconds: Int64(image.arrival), byteCount: 0),
      origin: .network)
  }

  /// What the terminal can show apart in a box; pictures of characters tell about two places by four in
  /// each cell.
  private func dots(in size: Size) -> PixelSize {
    let cell = cellPixelSize
    let dot = graphicsMethod == .symbols ? PixelSize(width: 2, height: 4) : cell
    let width = size.columns.multipliedReportingOverflow(by: dot.width)
    let height = size.rows.multipliedReportingOverflow(by: dot.height)
    guard !width.overflow, !height.overflow else { return PixelSize(width: 0, height: 0) }
    return PixelSize(width: width.partialValue, height: height.partialValue)
  }

  // MARK: Declaring

  /// - Returns: False where nothing of it comes from the network, so that files go their own way.
  func prepareRemote(visible: [PictureSpecification], next: [PictureSpecification]) -> Bool {
    guard let remote else { return false }
    guard source.problem == nil, (visible + next).contains(where: { $0.photo.file == nil }) else {
      if remoteWishes != nil { remote.declare(visible: [], next: []) }
      remoteWishes = nil
      return false
    }
    remoteWishes = (visible, next)
    noteSizes(visible)
    let (shown, ahead) = (RemoteDeclaration(visible, by: self), RemoteDeclaration(next, by: self))
    remote.declare(
      visible: shown.urls, next: ahead.urls.filter { !shown.urls.contains($0) },
      watched: shown.watched)
    for url in shown.vanished { remote.fileHasVanished(url) }
    source.setVisible(shown.keys, prefetch: ahead.keys)
    return true
  }

  /// A file has come, or a picture was made: both may be what another one waits for.
  func picturesChanged() {
    if let remoteWishes {
      _ = prepareRemote(visible: remoteWishes.visible, next: remoteWishes.next)
    }
    onChange?()
  }

  private func noteSizes(_ wishes: [PictureSpecification]) {
    for wish in wishes where wish.role == .preview {
      guard let small = RemoteAddresses.onNetwork(wish.photo.thumbnailURL),
        let key = key(for: wish, at: small), case .ready(let picture) = source.picture(for: key)
      else { continue }
      remoteSizes.note(picture.sourceSize, of: small)
    }
  }

  // MARK: How far it is

  func remoteProgress(of wish: PictureSpecification) -> PictureProgress {
    guard let addresses = addresses(for: wish), let remote else { return .absent }
    if case .failed = remote.state(of: addresses.shown) { return .absent }
    return .loading
  }

  public func transfer(of wish: PictureSpecification) -> PictureTransfer? {
    guard let remote, let addresses = addresses(for: wish) else { return nil }
    if let progress = remote.watchedProgress(of: addresses.shown) { return .fetching(progress) }
    guard wish.role == .photo, case .failed(let error) = remote.state(of: addresses.shown),
      addresses.rough.flatMap({ roughPicture(of: wish, at: $0) }) != nil
    else { return nil }
    return .failed(error.pictureWords)
  }

  // MARK: Drawing

  func drawRemote(
    _ wish: PictureSpecification, _ addresses: RemoteAddresses, in rect: Rect,
    on surface: inout Surface
  ) {
    let view = PictureView(state: state(of: wish, addresses, in: rect.size), theme: theme)
    if case .loading(rough: nil) = view.state,
      case .failed(let error)? = remote?.state(of: addresses.shown)
    {
      view.drawFailure([error.pictureWords, error.shortPictureWords], on: &surface, in: rect)
    } else {
      view.draw(on: &surface, in: rect)
    }
  }

  /// What is drawn for a wish: its picture, else the one that stands for it.
  private func state(
    of wish: PictureSpecification, _ addresses: RemoteAddresses, in box: Size
  ) -> PictureState {
    let state = key(for: wish, at: addresses.shown).map(source.picture) ?? .loading(rough: nil)
    if case .ready(let picture) = state { return .ready(picture.ofSubject(wish.photo)) }
    if case .unavailable = state { return state }
    if let small = addresses.rough.flatMap({ roughPicture(of: wish, at: $0) }) {
      return .loading(rough: small.ofSubject(wish.photo))
    }
    if case .loading(rough: .some(let rough)) = state {
      return .loading(rough: adapted(rough, to: box)?.ofSubject(wish.photo))
    }
    return state
  }

  /// The picture of an address, rough or not, as large as what it stands for will be.
  private func roughPicture(of wish: PictureSpecification, at url: URL) -> Picture? {
    guard let key = key(for: wish, at: url) else { return nil }
    switch source.picture(for: key) {
    case .ready(let picture), .loading(rough: .some(let picture)):
      guard let picture = adapted(picture, to: wish.size) else { return nil }
      // Only this protocol scales, and only all of a picture has its shape.
      guard graphicsMethod == .kitty, wish.region == nil, wish.fit == .contain else {
        return picture
      }
      return picture.covering(
        RoughCells.extent(
          of: .whole, source: picture.sourceSize, box: wish.size, cell: cellPixelSize))
    case .loading(rough: nil), .failed, .unavailable: return nil
    }
  }
}

extension Picture {
  /// The small and the large picture of a photo stand in one place: the one stays until the other is there.
  fileprivate nonisolated func ofSubject(_ photo: Photo) -> Picture {
    var picture = self
    picture.subject = photo.id.hashValue
    return picture
  }
}
