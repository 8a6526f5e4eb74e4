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
  let now: () -> Date
  let opensWhatIsNotForSale: Bool

  public var reloadTableViewClosure: (() -> Void)?
  public var updateLoadingStatus: (() -> Void)?
  public var showAlertClosure: (() -> Void)?
  public var updateStatusClosure: (() -> Void)?

  public internal(set) var isLoading = false
  public internal(set) var alertMessage: String?
  public internal(set) var canTryAgain = false
  public internal(set) var isAllowSegue = false
  public internal(set) var selectedPhoto: Photo?
  public internal(set) var progress: SourceProgress?
  public internal(set) var refreshedText: String?

  /// What is on the screen.
  var listing: PhotoListing
  /// What was on the screen before a search or a filter, the oldest first: at most all photos, those for
  /// sale, and all that a search found. So that going back asks nobody.
  var aside: [PhotoListing] = []
  /// What the load of a first page is for; nil while none is under way.
  var pending: PendingLoad?
  /// What could not be loaded in place of what is on the screen, until something else is wanted.
  var failedLoad: PendingLoad?
  /// Whether the source could not be reached the last time it was asked.
  var isOffline = false
  /// Entries of the source that could not be read, as its progress said.
  var scanSkippedCount = 0
  /// Whether the source counts its photos by reading through them, as a folder does.
  var isCountedByScan = false
  var rowObservers = ClosureList()

  /// Counts loads of the first page; an answer for an older one is dropped.
  var generation = 0
  var firstLoad: FirstLoad?
  var pageLoad: PageLoad?
  /// A later page that the store is asked for while the first one is on its way.
  var storedLoad: StoredLoad?
  /// Pages that the store was asked for since.
  var storedAskedPages: Set<Int> = []
  /// Failed pages that the person asked for again.
  var askedPages: Set<Int> = []
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
  ///   - now: For ages.
  ///   - photoID: The photo to select at first, in whatever page it stands; the first one's place
  ///     when it is not there.
  ///   - opensWhatIsNotForSale: Where nothing is bought, every photo may be looked at.
  public init(
    apiService: APIServiceProtocol,
    actions: PhotoListViewModelActions = PhotoListViewModelActions(),
    pageSize: Int = PhotoQuery.defaultPageSize,
    timeZone: TimeZone = .current,
    prices: PriceText = PriceText(),
    now: @escaping () -> Date = { Date() },
    selecting photoID: Photo.ID? = nil,
    opensWhatIsNotForSale: Bool = false
  ) {
    self.opensWhatIsNotForSale = opensWhatIsNotForSale
    self.apiService = apiService
    self.actions = actions
    self.pageSize = max(1, min(pageSize, 500))
    dates = DateText(timeZone: timeZone)
    self.prices = prices
    self.now = now
    listing = PhotoListing(query: .everything, pages: PhotoPages(pageSize: self.pageSize))
    listing.focus = photoID.map {
      PhotoListing.Focus(id: $0, position: PhotoPosition(page: 1, offset: 0))
    }
  }

  deinit {
    firstLoad?.cancellable?.cancel()
    pageLoad?.cancellable?.cancel()
    storedLoad?.cancellable?.cancel()
    progressObservation?.cancel()
    for load in detailLoads.values { load.cancellable?.cancel() }
  }
}

extension PhotoListViewModel {
  /// What the first page is loaded for.
  struct PendingLoad {
    enum Reason { case start, refresh, search, filter }

    let query: ListQuery
    let reason: Reason
  }

  /// The load of the first page, or of another that a refresh waits for.
  struct FirstLoad {
    let token: Int
    var cancellable: (any Cancellable)?
  }

  struct StoredLoad {
    let token: Int
    var cancellable: (any Cancellable)?
  }

  struct PageLoad {
    let token: Int
    let page: Int
    /// Whether the person asked for it, and wants to know why it failed.
    let isAsked: Bool
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
