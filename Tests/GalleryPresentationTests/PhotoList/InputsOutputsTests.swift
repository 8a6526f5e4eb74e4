import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct InputsOutputsTests {
  @Test func `inputs and outputs are the same members`() {
    let service = PagingService()
    service.source = { .of(3, for: $0) }
    let sut = PhotoListViewModel(apiService: service)
    let type: any PhotoListViewModelType = sut
    var reloads = 0
    type.outputs.reloadTableViewClosure = { reloads += 1 }

    type.inputs.initFetch()
    type.inputs.focusMoved(to: IndexPath(row: 1, section: 0))

    #expect(reloads == 1)
    #expect(sut.numberOfCells == 3)
    #expect(type.outputs.focusedIndexPath == IndexPath(row: 1, section: 0))
  }

  @Test func `an observer is called after the table, until it is released`() {
    let service = PagingService()
    service.source = { .of(3, for: $0) }
    let sut = PhotoListViewModel(apiService: service)
    var calls: [String] = []
    sut.reloadTableViewClosure = { calls.append("table") }
    var observation: (any Cancellable)? = sut.observeRows { calls.append("observer") }
    sut.initFetch()
    #expect(calls == ["table", "observer"])

    observation?.cancel()
    observation = nil
    sut.refresh()
    #expect(calls == ["table", "observer", "table"])
  }

  @Test func `the focus is announced when it moves and not when it stays`() {
    let service = PagingService()
    service.source = { .of(3, for: $0) }
    let sut = PhotoListViewModel(apiService: service)
    sut.initFetch()
    var statuses = 0
    sut.updateStatusClosure = { statuses += 1 }

    sut.focus(1)
    sut.focus(1)
    #expect(statuses == 1)
    sut.focusMoved(to: nil)
    #expect(statuses == 2)
    #expect(sut.focusedIndexPath == nil)
  }

  @Test func `a focused row gets its photo once its page is there`() {
    let service = PagingService()
    service.source = { .of(1_000, for: $0) }
    let sut = PhotoListViewModel(apiService: service)
    sut.initFetch()
    sut.focus(550)
    sut.willDisplay(rows: 540..<560)
    service.source = { .of(1_000, for: $0, anchorRow: 550) }
    sut.refresh()

    #expect(service.loads.last { $0.query.isRefresh }?.query.anchor == "550")
    #expect(sut.focusedIndexPath?.row == 550)
  }

  @Test func `the rows of an index path are its last and its first number`() {
    let indexPath = IndexPath(row: 4, section: 2)

    #expect(indexPath.row == 4)
    #expect(indexPath.section == 2)
    #expect(IndexPath().row == -1)
    #expect(IndexPath(indexes: [3]).row == -1)
  }
}
