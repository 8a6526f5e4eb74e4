/// Why bytes are not a feed, before a file's name is known.
enum FeedFault: Error, Hashable {
  /// Nothing of the shape.
  case notAFeed(beginning: String)
  case malformed(offset: Int, reason: String)
}
