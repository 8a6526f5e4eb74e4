import ExpectationSupport
import TerminalTestSupport
import Testing

@testable import PictureKit

@Suite struct RequestQueueTests {
  @Test func `visible requests come first and in the given order`() {
    var queue = RequestQueue<String>()

    queue.add("background", to: .background)
    _ = queue.declare(visible: ["b", "a"], prefetch: ["c"])
    queue.add("urgent", to: .urgent)

    expectEqual(queue.finishAll(), ["urgent", "b", "a", "c", "background"])
    expectEqual(queue.take(), nil)
  }

  @Test func `visible metadata comes before visible pictures`() {
    var queue = RequestQueue(visible: ["picture"])
    queue.add("metadata", to: .visibleMetadata)

    expectEqual(queue.takeAll(), ["metadata", "picture"])
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

  @Test func `large requests are taken one at a time, and others beside them`() {
    var queue = RequestQueue(visible: ["a", "b", "c"], taking: 2)
    for request in ["a", "b"] { queue.putBack(request, isLarge: true) }

    expectEqual(queue.take(), "a")
    queue.takesLarge = false
    expectEqual(queue.takeAll(), ["c"])
    #expect(queue.isLarge("a") && queue.isLarge("b") && !queue.isLarge("c"))
    queue.takesLarge = true
    expectEqual(queue.take(), "b")
    _ = queue.declare(visible: [], prefetch: [])
    #expect(!queue.isLarge("b"))
  }

  @Test func `nothing is prefetched while a worker processes visible requests`() {
    var queue = RequestQueue(visible: ["a"], prefetch: ["b", "c"])

    expectEqual(queue.take(), "a")
    expectEqual(queue.take(), nil)
    queue.finish("a")
    expectEqual(queue.take(), "b")
    expectEqual(queue.take(), "c")
  }

  @Test func `requests out of view hold nothing back`() {
    var queue = RequestQueue(visible: ["a"], prefetch: ["b"])
    expectEqual(queue.take(), "a")

    expectEqual(queue.declare(visible: [], prefetch: ["b"]), ["a"])

    expectEqual(queue.take(), "b")
  }

  @Test func `a long queue keeps its order while requests are taken and added`() {
    var queue = RequestQueue<Int>()
    var taken: [Int] = []

    for number in 0..<300 {
      queue.add(number, to: .background)
      if number.isMultiple(of: 3), let next = queue.take() {
        taken.append(next)
        queue.finish(next)
      }
    }
    while let next = queue.take() {
      taken.append(next)
      queue.finish(next)
    }

    expectEqual(taken, Array(0..<300))
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
