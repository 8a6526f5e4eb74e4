/// Work that can be cancelled; a cancelled load does not call back.
public protocol Cancellable: AnyObject {
  func cancel()
}
