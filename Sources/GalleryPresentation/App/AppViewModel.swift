/// The life of the program, as an app delegate's view model: what starts, redraws and ends it.
///
/// Bound to no actor; every transition is synchronous.
public final class AppViewModel {
  /// The smallest terminal that screens are made for, in cells.
  public static let minimumColumns = 20
  public static let minimumRows = 5

  public var startGalleryClosure: ((String) -> Void)?
  public var redrawClosure: (() -> Void)?
  public var leaveClosure: ((Int32) -> Void)?
  public private(set) var isSuspended = false

  private var hasStarted = false
  private var hasLeft = false
  private var size: (columns: Int, rows: Int)?

  public init() {}

  private func leave(_ exitStatus: Int32) {
    guard !hasLeft else { return }
    hasLeft = true
    leaveClosure?(exitStatus)
  }
}

extension AppViewModel: AppViewModelType {
  public var inputs: any AppViewModelInputs { self }
  public var outputs: any AppViewModelOutputs { self }
}

extension AppViewModel: AppViewModelInputs {
  public func applicationDidStart(source: String) {
    guard !hasStarted, !hasLeft else { return }
    hasStarted = true
    startGalleryClosure?(source)
  }

  public func didSuspend() {
    isSuspended = true
  }

  public func didResume() {
    isSuspended = false
    redraw()
  }

  public func didResize(columns: Int, rows: Int) {
    guard size?.columns != columns || size?.rows != rows else { return }
    size = (columns, rows)
    redraw()
  }

  public func terminationRequested(_ reason: TerminationReason) {
    leave(reason.exitStatus)
  }

  public func quitRequested() {
    leave(0)
  }

  /// Nothing is drawn for a terminal that belongs to the shell, or after leaving.
  private func redraw() {
    guard !isSuspended, !hasLeft else { return }
    redrawClosure?()
  }
}

extension AppViewModel: AppViewModelOutputs {
  public var isTooSmall: Bool {
    guard let size else { return false }
    return size.columns < Self.minimumColumns || size.rows < Self.minimumRows
  }

  /// The needed size first: whatever is cut off at the right is the lesser part. In ASCII, because
  /// nothing is known of the terminal here.
  public var tooSmallText: String? {
    guard isTooSmall, let size else { return nil }
    return "needs \(Self.minimumColumns)x\(Self.minimumRows), "
      + "this is \(size.columns)x\(size.rows)"
  }
}
