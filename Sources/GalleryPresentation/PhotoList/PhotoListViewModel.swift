import Foundation
import GalleryDomain

/// The photos of a source as rows: loads them, keeps the selection with its photo, and guards what
/// may be opened.
///
/// Bound to no actor and not `Sendable`: made on the main actor it stays there. All transitions are
/// synchronous: when the service answers within the call, the state is changed and announced before
/// the call returns, the data first, then `isLoading = false`. A cell costs its making; kept are
/// only the photos of the pages near the window, so a million photos cost what a thousand do.
public final class PhotoListViewModel {
  public let apiService: APIServiceProtocol
  let actions: PhotoListViewModelActions
  let pageSize: Int
  let dates: DateText
  let prices: PriceText

  public var reloadTableViewClosure: (() -> Void)?
  public var updateLoadingStatus: (() -> Void)?
  public var showAlertClosure: (() -> Void)?
  public var updateStatusClosure: (() -> Void)?

  public internal(set) var isLoading = false
  public internal(set) var alertMessage: String?
  public internal(set) var isAllowSegue = false
  public internal(set) var selectedPhoto: Photo?
  public internal(set) var progress: SourceProgress?
  public internal(set) var refreshedText: String?
  public internal(set) var searchText: String?
  public internal(set) var saleFilter = SaleFilter.all
  public internal(set) var ageText: String?

  var pages: PhotoPages
  /// Whether the rows are those of an answer, stored or fresh.
  var hasAnswer = false
  /// Why there are no rows.
  var failure: PhotoSourceError?
  var focus: Focus?
  /// The rows shown last.
  var visibleRows = 0..<0
  var failedPages: Set<Int> = []
  /// Entries of the source that could not be read, as its progress said.
  var scanSkippedCount = 0
  /// Whether the source counts its photos by reading through them, as a folder does.
  var isCountedByScan = false
  var rowObservers = ClosureList()

  /// Counts loads of the first page; an answer for an older one is dropped.
  var generation = 0
  var firstLoad: FirstLoad?
  var pageLoad: PageLoad?
  var progressObservation: (any Cancellable)?
  var detailLoads: [Photo.ID: DetailLoad] = [:]
  /// Counts all requests, so that a late answer of a cancelled one is told apart.
  var loadCount = 0
  var press: Press?
  /// Whether the loads that are wanted are being started, and whether to look again.
  var isStartingLoads = false
  var mustStartLoads = false

  /// - Parameters:
  ///   - pageSize: Photos a page, 1–500.
  ///   - timeZone: For dates; the local one.
  ///   - prices: How prices are written.
  ///   - photoID: The photo to select at first, in whatever page it stands; the first one's place
  ///     when it is not there.
  public init(
    apiService: APIServiceProtocol,
    actions: PhotoListViewModelActions = PhotoListViewModelActions(),
    pageSize: Int = PhotoQuery.defaultPageSize,
    timeZone: TimeZone = .current,
    prices: PriceText = PriceText(),
    selecting photoID: Photo.ID? = nil
  ) {
    self.apiService = apiService
    self.actions = actions
    self.pageSize = max(1, min(pageSize, 500))
    dates = DateText(timeZone: timeZone)
    self.prices = prices
    pages = PhotoPages(pageSize: self.pageSize)
    focus = photoID.map { Focus(id: $0, position: PhotoPosition(page: 1, offset: 0)) }
  }

  deinit {
    firstLoad?.cancellable?.cancel()
    pageLoad?.cancellable?.cancel()
    progressObservation?.cancel()
    for load in detailLoads.values { load.cancellable?.cancel() }
  }
}

extension PhotoListViewModel {
  /// Where the selection stands.
  struct Focus {
    /// nil while the row is not loaded.
    var id: Photo.ID?
    var position: PhotoPosition
  }

  /// The load of the first page, or of another that a refresh waits for.
  struct FirstLoad {
    let token: Int
    var cancellable: (any Cancellable)?
  }

  struct PageLoad {
    let token: Int
    let page: Int
    var cancellable: (any Cancellable)?
  }

  struct DetailLoad {
    let token: Int
    var cancellable: (any Cancellable)?
  }

  /// A photo that was pressed and is being read.
  struct Press {
    let id: Photo.ID
    let indexPath: IndexPath
  }
}

extension PhotoListViewModel: PhotoListViewModelType {
  public var inputs: any PhotoListViewModelInputs { self }
  public var outputs: any PhotoListViewModelOutputs { self }
}
