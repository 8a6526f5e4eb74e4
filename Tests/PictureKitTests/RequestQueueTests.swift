import ExpectationSupport
import TerminalTestSupport
import Testing

@testable import PictureKit

@Suite struct RequestQueueTests {
  @Test func `requests come by their urgency, and among equals in the given order`() {
    var queue = RequestQueue<String>()

    for request in ["background", "rest"] { queue.add(request, to: .background) }
    _ = queue.declare(visible: ["b", "a"], prefetch: ["c"])
    queue.add("metadata", to: .visibleMetadata)
    queue.add("urgent", to: .urgent)

    expectEqual(queue.finishAll(), ["urgent", "metadata", "b", "a", "c", "background", "rest"])
    expectEqual(queue.take(), nil)
  }

  @Test func `a request in several lanes is taken once, with the most urgent lane`() {
    var queue = RequestQueue(visible: ["a"], prefetch: ["b", "a"])
    queue.add("b", to: .urgent)

    expectEqual(queue.waitingCount, 2)
    expectEqual(queue.takeAll(), ["b", "a"])
  }

  @Test func `a worker keeps a request that only moves from visible to prefetch`() {
    var queue = RequestQueue(visible: [], prefetch: ["b"])
    expectEqual(queue.take(), "b")
    _ = queue.declare(visible: ["a"], prefetch: ["b"])
    expectEqual(queue.take(), "a")

    let unwanted = queue.declare(visible: ["b"], prefetch: ["a"])

    #expect(unwanted.isEmpty)
    expectEqual(queue.take(), nil)
  }

  @Test func `a request that a caller waits for stays although it scrolled out of view`() {
    var queue = RequestQueue(visible: ["a"])
    queue.add("a", to: .urgent)
    _ = queue.take()

    let unwanted = queue.declare(visible: [], prefetch: [])
    let isLeftToCancel = queue.remove("a", from: .urgent)

    #expect(unwanted.isEmpty)
    #expect(isLeftToCancel)
  }

  @Test func `a returned request is the next one in its lane`() {
    var queue = RequestQueue(visible: ["a", "b", "c"], taking: 2)

    queue.putBack("b")

    expectEqual(queue.takeAll(), ["b", "c"])
  }

  @Test func `a returned request that is no longer needed stays away`() {
    var queue = RequestQueue(visible: ["a"], taking: 1)
    _ = queue.declare(visible: [], prefetch: [])

    queue.putBack("a")

    expectEqual(queue.take(), nil)
    expectEqual(queue.waitingCount, 0)
  }

  @Test func `a cancelled request that is needed again is taken again`() {
    var queue = RequestQueue(visible: ["a"], taking: 1)
    _ = queue.declare(visible: [], prefetch: [])

    _ = queue.declare(visible: ["a"], prefetch: [])

    expectEqual(queue.take(), "a")
  }

  @Test func `a finished request is not needed, although it is declared`() {
    var queue = RequestQueue(visible: ["a", "b"])

    queue.finish("a")

    expectEqual(queue.takeAll(), ["b"])
    expectEqual(queue.waitingCount, 0)
  }

  @Test func `requests out of view hold nothing back`() {
    var queue = RequestQueue(visible: ["a"], prefetch: ["b"])
    expectEqual(queue.take(), "a")

    expectEqual(queue.declare(visible: [], prefetch: ["b"]), ["a"])

    expectEqual(queue.take(), "b")
  }

  @Test func `after any operations, as many are taken as are waiting`() {
    var random = SeededGenerator(state: 7)
    for _ in 0..<200 {
      var queue = RequestQueue<Int>()
      var taken: [Int] = []
      for _ in 0..<60 {
        let request = Int(random.next() % 8)
        switch random.next() % 7 {
        case 0: queue.add(request, to: .urgent)
        case 1: queue.add(request, to: .background)
        case 2: _ = queue.remove(request, from: .urgent)
        case 3:
          _ = queue.declare(visible: [request, (request + 3) % 8], prefetch: [(request + 5) % 8])
        case 4: if let next = queue.take() { taken.append(next) }
        case 5: if let last = taken.popLast() { queue.putBack(last) }
        default: if let last = taken.popLast() { queue.finish(last) }
        }
      }

      for request in taken { queue.finish(request) }
      let waiting = queue.waitingCount
      let rest = queue.finishAll()

      expectEqual(rest.count, waiting)
      expectEqual(Set(rest).count, waiting)
      expectEqual(queue.waitingCount, 0)
    }
  }
}

extension RequestQueue {
  /// Declared, and the first few taken.
  fileprivate init(visible: [Request], prefetch: [Request] = [], taking count: Int = 0) {
    self.init()
    _ = declare(visible: visible, prefetch: prefetch)
    for _ in 0..<count { _ = take() }
  }

  fileprivate mutating func takeAll() -> [Request] {
    var all: [Request] = []
    while let next = take() { all.append(next) }
    return all
  }

  /// Takes each one when the previous one is done.
  fileprivate mutating func finishAll() -> [Request] {
    var all: [Request] = []
    while let next = take() {
      all.append(next)
      finish(next)
    }
    return all
  }
}
