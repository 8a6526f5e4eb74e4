import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct InputsOutputsTests: ListTests {
  let bench = ListBench()

  init() { service.source = { .of(3, for: $0) } }

  @Test func `inputs and outputs are the same members`() {
    let type: any PhotoListViewModelType = sut
    var reloads = 0
    type.outputs.reloadTableViewClosure = { reloads += 1 }

    type.inputs.initFetch()
    type.inputs.focusMoved(to: IndexPath(row: 1, section: 0))

    expectEqual(reloads, 1)
    expectEqual(sut.numberOfCells, 3)
    expectEqual(type.outputs.focusedIndexPath, IndexPath(row: 1, section: 0))
  }

  @Test func `an observer is called after the table, until it is released`() {
    var calls: [String] = []
    sut.reloadTableViewClosure = { calls.append("table") }
    var observation: (any Cancellable)? = sut.observeRows { calls.append("observer") }
    sut.initFetch()
    expectEqual(calls, ["table", "observer"])

    observation?.cancel()
    observation = nil
    sut.refresh()
    expectEqual(calls, ["table", "observer", "table"])
  }

  @Test func `the focus is announced when it moves and not when it stays`() {
    sut.initFetch()
    var statuses = 0
    sut.updateStatusClosure = { statuses += 1 }

    sut.focus(1)
    sut.focus(1)
    expectEqual(statuses, 1)
    sut.focusMoved(to: nil)
    expectEqual(statuses, 2)
    expectEqual(sut.focusedIndexPath, nil)
  }

  @Test func `a focused row gets its photo once its page is there`() {
    service.source = { .of(1_000, for: $0) }
    sut.initFetch()
    sut.focus(550)
    sut.willDisplay(rows: 540..<560)
    service.source = { .of(1_000, for: $0, anchorRow: 550) }
    sut.refresh()

    expectEqual(service.loads.last { $0.query.isRefresh }?.query.anchor, "550")
    expectEqual(sut.focusedIndexPath?.row, 550)
  }

  @Test func `the rows of an index path are its last and its first number`() {
    let indexPath = IndexPath(row: 4, section: 2)

    expectEqual(indexPath.row, 4)
    expectEqual(indexPath.section, 2)
    expectEqual(IndexPath().row, -1)
    expectEqual(IndexPath(indexes: [3]).row, -1)
  }
}
