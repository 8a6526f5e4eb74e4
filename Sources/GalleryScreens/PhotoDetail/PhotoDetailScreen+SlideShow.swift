import GalleryPresentation
import TerminalKit

extension PhotoDetailScreen {
  func bindSlideShow() {
    slideShow.onTick = { [weak self] in self?.navigation.setNeedsDisplay() }
    slideShow.onElapsed = { [weak self] in self?.goOn() }
  }

  func toggleSlideShow() {
    if slideShow.isRunning {
      slideShow.stop()
    } else {
      slideShow.start()
    }
    navigation.setNeedsDisplay()
  }

  /// To the next photo that may be opened; the last one ends it.
  private func goOn() {
    slideShowOrigin = viewModel.outputs.photo.id
    viewModel.inputs.next()
    navigation.setNeedsDisplay()
  }

  /// The search for the next photo came to its end, perhaps at once.
  func endSlideShowIfAtEnd() {
    guard let origin = slideShowOrigin, !viewModel.outputs.isSeeking else { return }
    slideShowOrigin = nil
    if viewModel.outputs.photo.id == origin { slideShow.stop() }
  }

  func next() {
    slideShow.restart()
    viewModel.inputs.next()
  }

  func previous() {
    slideShow.restart()
    // Who goes back while the show looks for the next photo does not end the show.
    slideShowOrigin = nil
    viewModel.inputs.previous()
  }
}
