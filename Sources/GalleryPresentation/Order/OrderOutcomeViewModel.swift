import Foundation
import GalleryDomain

/// Navigation of the outcome's screen; set by the code that shows it.
public struct OrderOutcomeActions {
  /// Opens a link in the desktop's program for it.
  public var open: (OrderLink) -> Void
  /// Copies a text to the clipboard.
  public var copy: (String) -> Void
  /// Closes the screen.
  public var close: () -> Void

  public init(
    open: @escaping (OrderLink) -> Void = { _ in }, copy: @escaping (String) -> Void = { _ in },
    close: @escaping () -> Void = {}
  ) {
    self.open = open
    self.copy = copy
    self.close = close
  }
}

/// The outcome of an order, and its links.
///
/// Bound to no actor and not `Sendable`, like `PhotoListViewModel`.
public final class OrderOutcomeViewModel {
  /// Emits when `selectedIndex` changed.
  public var updateSelectionClosure: (() -> Void)?
  public let outcome: OrderOutcome
  /// The selected link; nil if there are no links. Announced by `updateSelectionClosure`.
  public private(set) var selectedIndex: Int?
  private let actions: OrderOutcomeActions
  private var hasEnded = false

  /// - Parameters:
  ///   - outcome: What became of the order.
  ///   - actions: What the user can do about it.
  public init(
    outcome: OrderOutcome, actions: OrderOutcomeActions = OrderOutcomeActions()
  ) {
    self.outcome = outcome
    self.actions = actions
    selectedIndex = outcome.links.isEmpty ? nil : 0
  }

  private var selectedLink: OrderLink? { selectedIndex.map { outcome.links[$0] } }
}

// MARK: Inputs

extension OrderOutcomeViewModel {
  /// Call when the user moves to a link; an index out of range is ignored.
  public func linkSelected(at index: Int) {
    guard outcome.links.indices.contains(index), index != selectedIndex else { return }
    selectedIndex = index
    updateSelectionClosure?()
  }

  /// Call when the user opens the selected link.
  public func openPressed() {
    if let selectedLink { actions.open(selectedLink) }
  }

  /// Call when the user copies the address of the selected link.
  public func copyPressed() {
    if let selectedLink { actions.copy(selectedLink.address) }
  }

  /// Call when the user leaves.
  public func closePressed() {
    guard !hasEnded else { return }
    hasEnded = true
    actions.close()
  }
}
