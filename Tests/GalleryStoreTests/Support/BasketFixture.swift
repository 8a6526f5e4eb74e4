import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryStore

/// A state folder of a test's own.
struct BasketFixture {
  let home: TemporaryFolder
  let log = RecordedLog()

  init() throws {
    home = try TemporaryFolder()
  }

  var folder: String { "\(home.path)/vitrine" }
  var path: String { "\(folder)/state.sqlite" }

  /// Another program's store each time.
  func store(maximumPageCount: Int? = nil) -> SQLiteStateStore {
    SQLiteStateStore(folder: folder, logger: log.logger, maximumPageCount: maximumPageCount)
  }

  /// Another program's basket each time.
  func basket(_ sourceID: String = "shop") -> SQLiteBasketRepository {
    store().basket(of: sourceID)
  }
}

/// What a call threw.
func basketError(_ body: () async throws(BasketError) -> Basket) async -> BasketError? {
  do throws(BasketError) {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}

func editError(_ edit: BasketEdit, _ basket: SQLiteBasketRepository) async -> BasketError? {
  await basketError { () throws(BasketError) in try await basket.apply(edit) }
}
