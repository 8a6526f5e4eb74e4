/// What is made of values, in their order: a few at a time are worked on, also while an earlier one takes longer.
///
/// Iterate it once. Values are taken as they are needed, so that there may be any number of them. When the task that iterates is
/// cancelled, no further value is taken, the work on those that have been is cancelled, and the sequence ends after their
/// results; when the sequence is dropped, that work is cancelled, too.
public final class ParallelMap<Value: Sendable, Result: Sendable, Failure: Error>: AsyncSequence,
  AsyncIteratorProtocol
{
  public typealias Element = (value: Value, result: Result)

  private let ahead: Int
  private let source: () async throws(Failure) -> Value?
  private let work: @concurrent @Sendable (Value) async -> Result
  private var begun: ArraySlice<(value: Value, task: Task<Result, Never>)> = []
  private var hasMore = true
  private var failure: Failure?

  /// - Parameters:
  ///   - ahead: For how many values work is begun before the first of them is done.
  ///   - source: The next value; nil after the last one. What it throws comes after the results of the values before.
  ///   - work: Also called with values whose work was cancelled before it began.
  init(
    ahead: Int, _ source: @escaping () async throws(Failure) -> Value?,
    work: @escaping @concurrent @Sendable (Value) async -> Result
  ) {
    self.ahead = ahead
    self.source = source
    self.work = work
  }

  /// - Parameters:
  ///   - width: How many are worked on at a time.
  ///   - ahead: How many results there may be at the same time; nil for more than can be worked on, because some have to wait
  ///     for that of an earlier value.
  public convenience init(
    width: Int, ahead: Int? = nil, _ source: @escaping () async throws(Failure) -> Value?,
    work: @escaping @concurrent @Sendable (Value) async -> Result
  ) {
    let limit = TaskLimit(width)
    self.init(ahead: ahead ?? 4 * width, source) { value in
      await limit.run { await work(value) }
    }
  }

  deinit {
    for (_, task) in begun { task.cancel() }
  }

  public func makeAsyncIterator() -> ParallelMap { self }

  /// The value whose result comes next; nil after the last one.
  public func upcoming() async throws(Failure) -> Value? {
    while hasMore, begun.count < ahead, !Task.isCancelled {
      hasMore = false
      do throws(Failure) {
        guard let value = try await source() else { break }
        let work = work
        begun.append((value, Task { await work(value) }))
        hasMore = true
      } catch {
        failure = error
      }
    }
    if begun.isEmpty, let failure {
      self.failure = nil
      throw failure
    }
    return begun.first?.value
  }

  public func next() async throws(Failure) -> Element? {
    guard try await upcoming() != nil, let (value, task) = begun.first else { return nil }
    let tasks = begun.map(\.task)
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      for task in tasks { task.cancel() }
    }
    begun.removeFirst()
    return (value, result)
  }

  /// Whether no value was taken whose result is still to come.
  var isIdle: Bool { begun.isEmpty }
}

extension ParallelMap where Value == Photo, Failure == PhotoSourceError {
  /// - Parameter width: How many are worked on at a time.
  public convenience init(
    _ photos: PhotoSequence, width: Int,
    work: @escaping @concurrent @Sendable (Photo) async -> Result
  ) {
    self.init(width: width, { () throws(PhotoSourceError) in try await photos.next() }, work: work)
  }
}

extension ParallelMap where Failure == Never {
  public convenience init(
    _ values: some Sequence<Value>, width: Int, ahead: Int? = nil,
    work: @escaping @concurrent @Sendable (Value) async -> Result
  ) {
    var values = values.makeIterator()
    self.init(width: width, ahead: ahead, { values.next() }, work: work)
  }
}
