import GalleryDomain

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

/// What the order form tells a screen. All announcements are synchronous, each only when something changed.
public protocol OrderViewModelOutputs: AnyObject {
  /// Emits when other `fields` are visible than before.
  var updateFieldsClosure: (() -> Void)? { get set }
  /// Emits when something about a field has changed: its validation, reason, count or choices.
  var updateFieldClosure: ((OrderField.Kind) -> Void)? { get set }
  /// Emits when what would be ordered changed.
  var updateItemsClosure: (() -> Void)? { get set }
  /// Emits when the way in which the source sells becomes known, or has changed.
  var updateRouteClosure: (() -> Void)? { get set }
  /// Emits when `orderEnabled` changed.
  var updateOrderEnabledClosure: (() -> Void)? { get set }
  /// Emits when `hintText` changed.
  var updateHintClosure: (() -> Void)? { get set }
  /// Emits when `placing` changed.
  var updatePlacingClosure: (() -> Void)? { get set }
  /// Emits with a title and a question before anything is sent; call `confirmed()` when the user agrees.
  var confirmClosure: ((_ title: String, _ question: String) -> Void)? { get set }
  /// Emits when `unansweredText` changed.
  var updateUnansweredClosure: (() -> Void)? { get set }
  /// Emits with a title and what happened when the user has to decide about an order without an answer; then call
  /// `askAgainPressed()`, `didNotArrivePressed()`, or neither.
  var settleClosure: ((_ title: String, _ text: String) -> Void)? { get set }
  /// Emits once per order, when it was placed.
  var placedClosure: ((PlacedOrder) -> Void)? { get set }
  /// Emits when there is a new `alertMessage` to show.
  var showAlertClosure: (() -> Void)? { get set }
  /// Emits with what was done, in a few words.
  var showNoticeClosure: ((String) -> Void)? { get set }

  /// The visible fields, in their order. Announced by `updateFieldsClosure` and `updateFieldClosure`; a change of the
  /// text alone is not announced.
  var fields: [OrderField] { get }
  /// A field, visible or not.
  func field(_ kind: OrderField.Kind) -> OrderField
  /// The first visible field that is not valid; nil if all are.
  var firstInvalidField: OrderField.Kind? { get }

  /// What would be ordered now. Announced by `updateItemsClosure`.
  var items: [BasketItem] { get }
  /// `2 photos · €200.00 + CHF 80.00`. Announced by `updateItemsClosure`.
  var itemsText: String { get }
  /// What has changed since the photos were chosen, one line each: items that are left out, new prices. Announced by
  /// `updateItemsClosure`.
  var changeTexts: [String] { get }

  /// `An order of 2 photos to shop.example at 14:02 was sent; no answer came`; nil if there is none. Announced by
  /// `updateUnansweredClosure`.
  var unansweredText: String? { get }
  /// How the source sells; nil until it is known. Announced by `updateRouteClosure`.
  var route: OrderRoute? { get }
  /// What happens with the order, in a sentence: `Sends the order to orders.example`; empty until it is known.
  /// Announced by `updateRouteClosure`.
  var routeText: String { get }
  /// `Place order`, `Open the shop's checkout`, or `Ask again…`. Announced by `updateRouteClosure` and
  /// `updateUnansweredClosure`.
  var placeText: String { get }

  /// Whether an order can be placed now. Announced by `updateOrderEnabledClosure`.
  var orderEnabled: Bool { get }
  /// Why it cannot, in a few words, such as `name and e-mail required`; nil if it can, and once an order is being
  /// placed. Announced by `updateHintClosure`.
  var hintText: String? { get }
  /// Whether an order is being placed. Announced by `updatePlacingClosure`.
  var placing: Bool { get }
  /// The order that was placed since the form was shown. Announced by `placedClosure`.
  var placed: PlacedOrder? { get }
  /// The key by which that order is remembered. Announced by `placedClosure`.
  var placedID: RecordedOrder.ID? { get }
  /// The items of that order. Announced by `placedClosure`.
  var orderedItems: [BasketItem] { get }
  /// Announced by `showAlertClosure`; nil when there is nothing to say.
  var alertMessage: String? { get }
}

extension OrderViewModelOutputs {
  public var validatedName: ValidationResult { field(.name).validation }
  public var validatedEmail: ValidationResult { field(.email).validation }
  public var validatedNote: ValidationResult { field(.note).validation }
  /// `.validating` until it is known how the source sells.
  public var validatedDelivery: ValidationResult { field(.delivery).validation }
  public var validatedAddress: ValidationResult { field(.address).validation }
}

/// The order form as a screen uses it: its inputs and its outputs.
public protocol OrderViewModelType: AnyObject {
  var inputs: any OrderViewModelInputs { get }
  var outputs: any OrderViewModelOutputs { get }
}
