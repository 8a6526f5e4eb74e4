import Foundation
import GalleryPresentation

/// The announcements of a list, in order.
final class History {
  private(set) var entries: [String] = []
  private(set) var loading: [Bool] = []
  private(set) var reloads = 0
  private(set) var alerts: [String] = []
  private(set) var notices: [String] = []

  init(_ viewModel: PhotoListViewModel) {
    viewModel.reloadTableViewClosure = { [weak self, weak viewModel] in
      self?.reloads += 1
      self?.entries.append("reload \(viewModel?.numberOfCells ?? -1)")
    }
    viewModel.updateLoadingStatus = { [weak self, weak viewModel] in
      self?.loading.append(viewModel?.isLoading ?? false)
      self?.entries.append("loading=\(viewModel?.isLoading ?? false)")
    }
    viewModel.showNoticeClosure = { [weak self] in self?.notices.append($0) }
    viewModel.showAlertClosure = { [weak self, weak viewModel] in
      self?.alerts.append(viewModel?.alertMessage ?? "nil")
      self?.entries.append("alert \(viewModel?.alertMessage ?? "nil")")
    }
  }

  func clear() {
    entries = []
    loading = []
    reloads = 0
    alerts = []
    notices = []
  }
}

extension PhotoListViewModel {
  func title(_ row: Int) -> String {
    getCellViewModel(at: IndexPath(row: row, section: 0)).titleText
  }

  func isPlaceholder(_ row: Int) -> Bool {
    getCellViewModel(at: IndexPath(row: row, section: 0)).isPlaceholder
  }

  func focus(_ row: Int) {
    focusMoved(to: IndexPath(row: row, section: 0))
  }

  func press(_ row: Int) {
    userPressed(at: IndexPath(row: row, section: 0))
  }
}

/// What was requested, and what is shown of it.
extension PhotoListViewModel {
  var searchText: String? { shownQuery.search }
  var wantedSearchText: String? { wantedQuery.search }
  var shownFilter: FilterExpression { shownQuery.filter }
  var wantedFilter: FilterExpression { wantedQuery.filter }
  /// In its normal form; nil if there is none.
  var filterText: String? { shownFilter.isEmpty ? nil : shownFilter.description }
  var wantedFilterText: String? { wantedFilter.isEmpty ? nil : wantedFilter.description }
  var sort: PhotoSort? { shownQuery.sort }
  var wantedSort: PhotoSort? { wantedQuery.sort }
}
