import GalleryDomain

extension PhotoListViewModel {
  func announceRows() {
    reloadTableViewClosure?()
    rowObservers()
  }

  func announceStatus() {
    updateStatusClosure?()
  }

  /// Announces changes only, so that a load reads `[true, false]`.
  func setLoading(_ loading: Bool) {
    guard loading != isLoading else { return }
    isLoading = loading
    updateLoadingStatus?()
  }

  /// - Parameter canTryAgain: Whether it is about something that could not be loaded.
  func showAlert(_ message: String, canTryAgain: Bool = false) {
    alertMessage = message
    self.canTryAgain = canTryAgain
    showAlertClosure?()
  }
}
