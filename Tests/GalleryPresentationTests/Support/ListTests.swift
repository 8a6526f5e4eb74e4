import GalleryDomain
@_exported import PresentationTestSupport
import Testing

@testable import GalleryPresentation

/// A list whose source answers when a test says so, and what it announces.
final class ListBench {
  let service = PagingService()
  let list: PhotoListViewModel
  let history: History

  init(
    pageSize: Int = 100, _ capabilities: SourceCapabilities = .localList,
    undo: UndoHistory = UndoHistory()
  ) {
    service.capabilities = capabilities
    list = PhotoListViewModel(apiService: service, pageSize: pageSize, history: undo)
    history = History(list)
  }
}

/// Tests of such a list.
protocol ListTests {
  var bench: ListBench { get }
}

extension ListTests {
  var service: PagingService { bench.service }
  var sut: PhotoListViewModel { bench.list }
  var history: History { bench.history }

  /// Answers what was asked for last.
  func answer(_ page: PhotoPage) throws { try #require(service.openLoads.last).answer(page) }
}

// The selection of a list.
extension PhotoListViewModel {
  var selectedText: String? { selectionTexts.first }
  var selectingText: String? { isSelecting ? activityText : nil }
  var isGathering: Bool { isSelecting && list.selection.sweep == nil }

  func gather(readsPhotos: Bool = true) -> PhotoGathering {
    gather(readsPhotos: readsPhotos, keepsRange: true)
  }

  /// Waits for the photos at once, as a command without a question does.
  func gather(_ done: @escaping ([Photo], _ leftOutCount: Int) -> Void) {
    let gathering = gather()
    gathering.whenGathered { done($0, gathering.leftOutCount) }
  }
}
