import Foundation
import GalleryPresentation
import TerminalKit

/// One photo, as large as it fits, with what is known of it below.
public final class PhotoDetailScreen: Screen {
  let viewModel: any PhotoDetailViewModelType
  let pictures: any PhotoPictures
  let theme: Theme
  let spinner: ActivityIndicator
  let navigation: Navigation
  var layout = PhotoDetailLayout(size: .zero)

  /// Where the screen's ways lead; the flow coordinator fills them in.
  public struct Navigation {
    public var setNeedsDisplay: () -> Void
    public var showHelp: ([KeyCommand]) -> Void
    public var close: () -> Void

    public init(
      setNeedsDisplay: @escaping () -> Void, showHelp: @escaping ([KeyCommand]) -> Void,
      close: @escaping () -> Void
    ) {
      self.setNeedsDisplay = setNeedsDisplay
      self.showHelp = showHelp
      self.close = close
    }
  }

  public init(
    viewModel: any PhotoDetailViewModelType, pictures: any PhotoPictures, theme: Theme,
    spinner: ActivityIndicator, navigation: Navigation
  ) {
    self.viewModel = viewModel
    self.spinner = spinner
    self.pictures = pictures
    self.theme = theme
    self.navigation = navigation
  }

  public func bindViewModel() {
    viewModel.outputs.updatePhotoClosure = { [weak self] in self?.navigation.setNeedsDisplay() }
    viewModel.outputs.updateStatusClosure = { [weak self] in self?.statusChanged() }
    spinner.onTick = { [weak self] in self?.navigation.setNeedsDisplay() }
    viewModel.inputs.viewDidLoad()
  }

  private func statusChanged() {
    if viewModel.outputs.isSeeking { spinner.startAnimating() } else { spinner.stopAnimating() }
    navigation.setNeedsDisplay()
  }

  public func didDisappear() {
    spinner.stopAnimating()
  }

  // MARK: Layout

  public func layout(size: Size) {
    layout = PhotoDetailLayout(size: size)
    let visible = PictureWish(photo: viewModel.outputs.photo, size: layout.picture.size)
    let next = viewModel.outputs.neighbours.map {
      PictureWish(photo: $0, size: layout.picture.size)
    }
    pictures.prepare(visible: [visible], next: next)
  }

  // MARK: Input

  func reloadPicture() {
    pictures.refresh()
    navigation.setNeedsDisplay()
  }

  public func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelDown: viewModel.inputs.next()
    case .wheelUp: viewModel.inputs.previous()
    default: break
    }
  }
}
