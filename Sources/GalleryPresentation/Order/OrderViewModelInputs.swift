/// What a screen tells the order form.
public protocol OrderViewModelInputs: AnyObject {
  /// Call each time the form is shown. What was typed before is still there; the basket and the way in which the source
  /// sells are read again.
  func viewDidLoad()

  /// Call when the form is no longer shown. Cancels an order that is being placed.
  func viewDidDisappear()

  /// Call when the user changed a field, by typing, pasting or choosing.
  func textChanged(_ kind: OrderField.Kind, to text: String)

  /// Call when the user moves from a field to another: an empty one that is required may now say so.
  func fieldLeft(_ kind: OrderField.Kind)

  /// Call when the user places the order. If something is missing, the fields say what; while an order is being placed,
  /// nothing happens. If an earlier order has no answer, `settleClosure` asks about that one instead.
  func placePressed()

  /// Call when the user agrees to what `confirmClosure` asked.
  func confirmed()

  /// Call when the user asks again about the order without an answer: it is sent again, unchanged.
  func askAgainPressed()

  /// Call when the user says that the order without an answer did not arrive: ordering again is a new order then.
  func didNotArrivePressed()

  /// Call when the user cancels the order that is being placed; its answer is ignored.
  func cancelPressed()

  /// Call when the alert was closed.
  func alertDismissed()
}
