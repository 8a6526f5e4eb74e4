/// How much of a source is read to sort it.
public struct SortLimits: Hashable, Sendable {
  /// Photos of a source on this computer.
  public var local: Int
  /// Photos of a source on the network: ten pages of a hundred are ten questions to somebody's server.
  public var remote: Int
  /// Pages without a photo that are passed over before the source counts as ended.
  public var emptyPages: Int

  public init(local: Int = 20_000, remote: Int = 1_000, emptyPages: Int = 3) {
    self.local = max(1, local)
    self.remote = max(1, remote)
    self.emptyPages = max(1, emptyPages)
  }
}
