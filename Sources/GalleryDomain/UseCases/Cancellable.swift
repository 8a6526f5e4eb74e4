/// Work that can be called off; a cancelled load announces nothing.
public protocol Cancellable: AnyObject {
  func cancel()
}
