/// What a screen tells the order form.
public protocol OrderViewModelInputs: AnyObject {
  /// Call each time that the form comes on the screen. What was typed before is still there; the basket and the way
  /// in which the source sells are looked at anew.
  func viewDidLoad()

  /// Call when the form has left the screen. An order that is being placed is called off.
  func viewDidDisappear()

  /// Call when the person changed a field, by typing, pasting or choosing.
  func textChanged(_ kind: OrderField.Kind, to text: String)

  /// Call when the person goes from a field to another: an empty one that is required may now say so.
  func fieldLeft(_ kind: OrderField.Kind)

  /// Call when the person places the order. While something is missing, the fields say what; while an order is being
  /// placed, nothing happens.
  func placePressed()

  /// Call when the person agrees to what `confirmClosure` asked.
  func confirmed()

  /// Call when the person calls off the order that is being placed; its answer is dropped.
  func cancelPressed()

  /// Call when the alert was closed.
  func alertDismissed()
}
