import Foundation
import GalleryDomain

/// What a screen tells the outcome of an order.
public protocol OrderOutcomeViewModelInputs: AnyObject {
  /// Call when the user moves to a link; an index out of range is ignored.
  func linkSelected(at index: Int)
  /// Call when the user opens the selected link.
  func openPressed()
  /// Call when the user copies the address of the selected link.
  func copyPressed()
  /// Call when the user leaves.
  func closePressed()
}

/// What the outcome of an order tells a screen.
public protocol OrderOutcomeViewModelOutputs: AnyObject {
  /// Emits when `selectedIndex` changed.
  var updateSelectionClosure: (() -> Void)? { get set }

  var outcome: OrderOutcome { get }
  /// The selected link; nil if there are no links. Announced by `updateSelectionClosure`.
  var selectedIndex: Int? { get }
  /// The QR code of the selected link; nil if it has none, or is too long for one. Announced by
  /// `updateSelectionClosure`.
  var code: QRMatrix? { get }
}

/// What the outcome's screen does; set by the code that shows it.
public struct OrderOutcomeActions {
  /// Opens an address with the desktop's program.
  public var open: (URL) -> Void
  /// Puts a text on the clipboard.
  public var copy: (String) -> Void
  /// Closes the screen.
  public var close: () -> Void

  public init(
    open: @escaping (URL) -> Void = { _ in }, copy: @escaping (String) -> Void = { _ in },
    close: @escaping () -> Void = {}
  ) {
    self.open = open
    self.copy = copy
    self.close = close
  }
}

/// The outcome of an order: its links, and the code of the selected one.
///
/// Bound to no actor and not `Sendable`, like `PhotoListViewModel`.
public final class OrderOutcomeViewModel {
  public var updateSelectionClosure: (() -> Void)?
  public let outcome: OrderOutcome
  public private(set) var selectedIndex: Int?
  public private(set) var code: QRMatrix?
  private let makeCode: (String) -> QRMatrix?
  private let actions: OrderOutcomeActions
  private var hasEnded = false

  /// - Parameter makeCode: Makes a QR code of a text; nil if the text is too long.
  public init(
    outcome: OrderOutcome, makeCode: @escaping (String) -> QRMatrix?,
    actions: OrderOutcomeActions = OrderOutcomeActions()
  ) {
    self.outcome = outcome
    self.makeCode = makeCode
    self.actions = actions
    select(outcome.links.isEmpty ? nil : 0)
  }

  private var selectedLink: OrderLink? { selectedIndex.map { outcome.links[$0] } }

  private func select(_ index: Int?) {
    selectedIndex = index
    code = selectedLink.flatMap { $0.hasCode ? makeCode($0.address) : nil }
  }
}

extension OrderOutcomeViewModel: OrderOutcomeViewModelInputs {
  public func linkSelected(at index: Int) {
    guard outcome.links.indices.contains(index), index != selectedIndex else { return }
    select(index)
    updateSelectionClosure?()
  }

  public func openPressed() {
    if let selectedLink { actions.open(selectedLink.url) }
  }

  public func copyPressed() {
    if let selectedLink { actions.copy(selectedLink.address) }
  }

  public func closePressed() {
    guard !hasEnded else { return }
    hasEnded = true
    actions.close()
  }
}

extension OrderOutcomeViewModel: OrderOutcomeViewModelOutputs {}

/// The outcome as a screen uses it: its inputs and its outputs.
public protocol OrderOutcomeViewModelType: AnyObject {
  var inputs: any OrderOutcomeViewModelInputs { get }
  var outputs: any OrderOutcomeViewModelOutputs { get }
}

extension OrderOutcomeViewModel: OrderOutcomeViewModelType {
  public var inputs: any OrderOutcomeViewModelInputs { self }
  public var outputs: any OrderOutcomeViewModelOutputs { self }
}
