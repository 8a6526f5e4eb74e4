/// What a screen tells the order form.
public protocol OrderViewModelInputs: AnyObject {
  /// Call each time that the form comes on the screen. What was typed before is still there; the basket and the way
  /// in which the source sells are looked at anew.
  func viewDidLoad()

  /// Call when the form has left the screen. An order that is being placed is called off.
  func viewDidDisappear()

  /// Call when the user changed a field, by typing, pasting or choosing.
  func textChanged(_ kind: OrderField.Kind, to text: String)

  /// Call when the user goes from a field to another: an empty one that is required may now say so.
  func fieldLeft(_ kind: OrderField.Kind)

  /// Call when the user places the order. While something is missing, the fields say what; while an order is being
  /// placed, nothing happens. Where an earlier order has no answer, `settleClosure` asks what is to become of that one
  /// instead.
  func placePressed()

  /// Call when the user agrees to what `confirmClosure` asked.
  func confirmed()

  /// Call when the user wants to have the order without an answer asked about: it is sent once more, as it was.
  func askAgainPressed()

  /// Call when the user says that the order without an answer did not arrive: the next one is another order.
  func didNotArrivePressed()

  /// Call when the user calls off the order that is being placed; its answer is dropped.
  func cancelPressed()

  /// Call when the alert was closed.
  func alertDismissed()
}
