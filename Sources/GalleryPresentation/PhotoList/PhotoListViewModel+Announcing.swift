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

  func showAlert(_ message: String) {
    alertMessage = message
    showAlertClosure?()
  }
}
