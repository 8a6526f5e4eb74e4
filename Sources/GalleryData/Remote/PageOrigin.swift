/// Names the request that a page answered, so that a page that would be asked for in another way is not
/// taken for it.
enum PageOrigin {
  /// The same in every run; says nothing of what is in it.
  static func text(_ request: HTTPRequest) -> String {
    var hash = StableHash.hash(request.method.rawValue.utf8)
    hash = StableHash.hash(request.url.absoluteString.utf8, from: hash)
    if let body = request.body { hash = StableHash.hash(body, from: hash) }
    return StableHash.hex(hash)
  }
}
