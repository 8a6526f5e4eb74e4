import Testing

@testable import PictureKit

@Suite struct RequestQueueTests {
  @Test func `the visible ones come first and in the order given`() {
    var queue = RequestQueue<String>()

    queue.add("background", to: .background)
    _ = queue.declare(visible: ["b", "a"], prefetch: ["c"])
    queue.add("urgent", to: .urgent)

    #expect(queue.finishAll() == ["urgent", "b", "a", "c", "background"])
    #expect(queue.take() == nil)
  }

  @Test func `visible metadata comes before visible pictures`() {
    var queue = RequestQueue<String>()

    _ = queue.declare(visible: ["picture"], prefetch: [])
    queue.add("metadata", to: .visibleMetadata)

    #expect(queue.takeAll() == ["metadata", "picture"])
  }

  @Test func `one that stands in several lanes is taken once, by the most urgent`() {
    var queue = RequestQueue<String>()

    _ = queue.declare(visible: ["a"], prefetch: ["b", "a"])
    queue.add("b", to: .urgent)

    #expect(queue.waitingCount == 2)
    #expect(queue.takeAll() == ["b", "a"])
  }

  @Test func `what scrolls out of sight is never taken`() {
    var queue = RequestQueue<String>()

    _ = queue.declare(visible: ["a", "b"], prefetch: ["c"])
    let unwanted = queue.declare(visible: ["d"], prefetch: ["e"])

    #expect(unwanted.isEmpty)
    #expect(queue.finishAll() == ["d", "e"])
  }

  @Test func `what a worker has and nobody wants is to be cancelled`() {
    var queue = RequestQueue<String>()
    _ = queue.declare(visible: ["a", "b", "c"], prefetch: [])
    _ = queue.take()
    _ = queue.take()

    let unwanted = queue.declare(visible: ["b"], prefetch: [])

    #expect(unwanted == ["a"])
    #expect(queue.isWanted("b"))
    #expect(queue.waitingCount == 0)
  }

  @Test func `a worker keeps what only moves from visible to prefetch`() {
    var queue = RequestQueue<String>()
    _ = queue.declare(visible: [], prefetch: ["b"])
    #expect(queue.take() == "b")
    _ = queue.declare(visible: ["a"], prefetch: ["b"])
    #expect(queue.take() == "a")

    let unwanted = queue.declare(visible: ["b"], prefetch: ["a"])

    #expect(unwanted.isEmpty)
    #expect(queue.take() == nil)
  }

  @Test func `somebody who waits keeps what scrolls out of sight`() {
    var queue = RequestQueue<String>()
    _ = queue.declare(visible: ["a"], prefetch: [])
    queue.add("a", to: .urgent)
    _ = queue.take()

    let unwanted = queue.declare(visible: [], prefetch: [])
    let isLeftToCancel = queue.remove("a", from: .urgent)

    #expect(unwanted.isEmpty)
    #expect(isLeftToCancel)
  }

  @Test func `one that was given back is the next of its lane`() {
    var queue = RequestQueue<String>()
    _ = queue.declare(visible: ["a", "b", "c"], prefetch: [])
    _ = queue.take()
    _ = queue.take()

    queue.putBack("b")

    #expect(queue.takeAll() == ["b", "c"])
  }

  @Test func `one that was given back and is not wanted any more stays away`() {
    var queue = RequestQueue<String>()
    _ = queue.declare(visible: ["a"], prefetch: [])
    _ = queue.take()
    _ = queue.declare(visible: [], prefetch: [])

    queue.putBack("a")

    #expect(queue.take() == nil)
    #expect(queue.waitingCount == 0)
  }

  @Test func `one that is wanted again after it was cancelled is taken again`() {
    var queue = RequestQueue<String>()
    _ = queue.declare(visible: ["a"], prefetch: [])
    _ = queue.take()
    _ = queue.declare(visible: [], prefetch: [])

    _ = queue.declare(visible: ["a"], prefetch: [])

    #expect(queue.take() == "a")
  }

  @Test func `what is done is not wanted, though it is declared`() {
    var queue = RequestQueue<String>()
    _ = queue.declare(visible: ["a", "b"], prefetch: [])

    queue.finish("a")

    #expect(queue.takeAll() == ["b"])
    #expect(queue.waitingCount == 0)
  }

  @Test func `a busy worker is given no prefetch`() {
    var queue = RequestQueue<String>()
    _ = queue.declare(visible: ["a"], prefetch: ["b"])
    queue.add("c", to: .background)

    #expect(queue.take(fillsThePipe: true) == "a")
    #expect(queue.take(fillsThePipe: true) == "c")
    #expect(queue.take(fillsThePipe: true) == nil)
  }

  @Test func `nothing is fetched ahead while a worker has what is visible`() {
    var queue = RequestQueue<String>()
    _ = queue.declare(visible: ["a"], prefetch: ["b", "c"])

    #expect(queue.take() == "a")
    #expect(queue.take() == nil)
    queue.finish("a")
    #expect(queue.take() == "b")
    #expect(queue.take() == "c")
  }

  @Test func `what is out of sight holds nothing back`() {
    var queue = RequestQueue<String>()
    _ = queue.declare(visible: ["a"], prefetch: ["b"])
    #expect(queue.take() == "a")

    #expect(queue.declare(visible: [], prefetch: ["b"]) == ["a"])

    #expect(queue.take() == "b")
  }

  @Test func `a long line keeps its order while it is taken from and added to`() {
    var queue = RequestQueue<Int>()
    var taken: [Int] = []

    for number in 0..<10_000 {
      queue.add(number, to: .background)
      if number.isMultiple(of: 3), let next = queue.take() {
        taken.append(next)
        queue.finish(next)
      }
    }
    taken += queue.takeAll()

    #expect(taken == Array(0..<10_000))
  }

  @Test func `whatever is done, as many are taken as are waiting`() {
    var random = SplitMix(seed: 7)
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

      #expect(rest.count == waiting)
      #expect(Set(rest).count == waiting)
      #expect(queue.waitingCount == 0)
    }
  }
}

extension RequestQueue {
  fileprivate mutating func takeAll() -> [Request] {
    var all: [Request] = []
    while let next = take() { all.append(next) }
    return all
  }

  /// Takes each when the one before is done.
  fileprivate mutating func finishAll() -> [Request] {
    var all: [Request] = []
    while let next = take() {
      all.append(next)
      finish(next)
    }
    return all
  }
}

/// Numbers that are the same in every run.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
