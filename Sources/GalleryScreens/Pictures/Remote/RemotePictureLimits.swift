/// How many pictures are fetched at a time.
nonisolated public struct RemotePictureLimits: Hashable, Sendable {
  /// From one host; browsers take six, and a rate-limited thumbnail server fewer.
  public var perHost: Int
  public var total: Int
  /// Of what is fetched ahead, from all hosts together.
  public var prefetch: Int

  /// - Parameters: Each 1 or more.
  public init(perHost: Int = 4, total: Int = 8, prefetch: Int = 2) {
    self.perHost = perHost
    self.total = total
    self.prefetch = prefetch
  }
}
