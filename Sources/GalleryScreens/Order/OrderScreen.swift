import GalleryPresentation
import TerminalKit

/// The order form: binds fields and a button to an `OrderViewModel`.
public final class OrderScreen: Screen {
  /// What the screen asks of the flow.
  public struct Navigation {
    public var setNeedsDisplay: () -> Void
    public var showAlert: (String) -> Void
    public var showNotice: (String) -> Void
    /// Asks a question; the last argument is called when the user agrees.
    public var confirm:
      (_ title: String, _ question: String, _ confirmed: @escaping () -> Void) ->
        Void
    /// Asks which of several things shall be done.
    public var choose: (_ title: String, _ text: String, _ choices: [PresentedChoice]) -> Void
    public var placed: (PlacedOrder) -> Void
    public var close: () -> Void

    public init(
      setNeedsDisplay: @escaping () -> Void = {},
      showAlert: @escaping (String) -> Void = { _ in },
      showNotice: @escaping (String) -> Void = { _ in },
      confirm: @escaping (String, String, @escaping () -> Void) -> Void = { _, _, _ in },
      choose: @escaping (String, String, [PresentedChoice]) -> Void = { _, _, _ in },
      placed: @escaping (PlacedOrder) -> Void = { _ in }, close: @escaping () -> Void = {}
    ) {
      self.setNeedsDisplay = setNeedsDisplay
      self.showAlert = showAlert
      self.showNotice = showNotice
      self.confirm = confirm
      self.choose = choose
      self.placed = placed
      self.close = close
    }
  }

  /// What the keys are for.
  nonisolated enum Focus: Hashable {
    case field(OrderField.Kind)
    case button
  }

  let viewModel: any OrderViewModelType
  private let theme: Theme
  private let keys: KeyBindings
  private let spinner: ActivityIndicator
  private let navigation: Navigation
  private var focus: Focus?
  private var editors: [OrderField.Kind: OrderEditor] = [:]
  var layout = OrderFormLayout(size: .zero)
  /// The first line of the form that is in sight.
  var offset = 0
  /// The wheel looks around without leaving the field.
  private var followsFocus = true
  public internal(set) var cursor: Point?
  public private(set) lazy var commands = ScreenCommands(makeCommands(), on: .order, keys: keys)

  public init(
    viewModel: any OrderViewModelType, theme: Theme, keys: KeyBindings = .standard,
    spinner: ActivityIndicator, navigation: Navigation
  ) {
    self.viewModel = viewModel
    self.theme = theme
    self.keys = keys
    self.spinner = spinner
    self.navigation = navigation
  }

  // MARK: Binding

  public func bindViewModel() {
    let outputs = viewModel.outputs
    let redraw: () -> Void = { [weak self] in self?.navigation.setNeedsDisplay() }
    outputs.updateFieldsClosure = { [weak self] in self?.fieldsChanged() }
    outputs.updateFieldClosure = { _ in redraw() }
    outputs.updateItemsClosure = redraw
    outputs.updateRouteClosure = { [weak self] in self?.activityChanged() }
    outputs.updateOrderEnabledClosure = redraw
    outputs.updateHintClosure = redraw
    outputs.updatePlacingClosure = { [weak self] in self?.activityChanged() }
    outputs.confirmClosure = { [weak self] title, question in
      self?.navigation.confirm(title, question) { self?.viewModel.inputs.confirmed() }
    }
    outputs.updateUnansweredClosure = redraw
    outputs.settleClosure = { [weak self] title, text in
      guard let self else { return }
      navigation.choose(title, text, Self.settling(viewModel))
    }
    outputs.placedClosure = { [weak self] in self?.navigation.placed($0) }
    outputs.showAlertClosure = { [weak self] in self?.showAlert() }
    outputs.showNoticeClosure = { [weak self] in self?.navigation.showNotice($0) }
    spinner.onTick = redraw
    fieldsChanged()
  }

  /// What may become of an order without an answer.
  private static func settling(_ viewModel: any OrderViewModelType) -> [PresentedChoice] {
    [
      PresentedChoice("a", "ask again") { viewModel.inputs.askAgainPressed() },
      PresentedChoice("n", "it did not arrive") { viewModel.inputs.didNotArrivePressed() },
    ]
  }

  public func didAppear() {
    viewModel.inputs.viewDidLoad()
    fieldsChanged()
    activityChanged()
  }

  public func didDisappear() {
    spinner.stopAnimating()
    viewModel.inputs.viewDidDisappear()
  }

  /// A field that comes does not take the focus away from what is being typed; one that goes leaves it to the next.
  private func fieldsChanged() {
    let fields = viewModel.outputs.fields
    for field in fields where editors[field.kind] == nil {
      editors[field.kind] = OrderEditor(field, theme: theme) { [weak self] in
        self?.viewModel.inputs.textChanged(field.kind, to: $0)
      }
    }
    if let focus, focuses.contains(focus) { return navigation.setNeedsDisplay() }
    let outputs = viewModel.outputs
    let field = outputs.unansweredText == nil ? outputs.firstInvalidField : nil
    focus = field.map { .field($0) } ?? .button
    followsFocus = true
    navigation.setNeedsDisplay()
  }

  private func activityChanged() {
    let outputs = viewModel.outputs
    if outputs.placing || outputs.route == nil {
      spinner.startAnimating()
    } else {
      spinner.stopAnimating()
    }
    navigation.setNeedsDisplay()
  }

  /// The flow keeps the words from here.
  private func showAlert() {
    guard let message = viewModel.outputs.alertMessage else { return }
    viewModel.inputs.alertDismissed()
    navigation.showAlert(message)
  }

  // MARK: Focus

  /// In the order of the form.
  private var focuses: [Focus] { viewModel.outputs.fields.map { .field($0.kind) } + [.button] }

  private var focusedField: OrderField? {
    guard case .field(let kind) = focus else { return nil }
    return viewModel.outputs.fields.first { $0.kind == kind }
  }

  private func moveFocus(by step: Int) {
    let focuses = focuses
    guard let focus, let index = focuses.firstIndex(of: focus) else { return }
    move(to: focuses[(index + step + focuses.count) % focuses.count])
  }

  private func move(to new: Focus) {
    if case .field(let kind) = focus, new != focus { viewModel.inputs.fieldLeft(kind) }
    focus = new
    followsFocus = true
    navigation.setNeedsDisplay()
  }

  /// Where something is missing, the user is led there.
  func place() {
    viewModel.inputs.placePressed()
    let outputs = viewModel.outputs
    if !outputs.orderEnabled, !outputs.placing, let kind = outputs.firstInvalidField {
      move(to: .field(kind))
    }
  }
}

extension OrderScreen: CommandedScreen {
  func makeCommands() -> [ScreenCommand<OrderScreen>] {
    let commands: [ScreenCommand<OrderScreen>] = [
      ScreenCommand(.orderPlace) {
        $0.place()
      }.hinted { $0.placeHint }.when { $0.focusedField == nil },
      ScreenCommand(.orderAcceptField, hint: "next") { $0.moveFocus(by: 1) }.when {
        $0.focusedField.map { $0.entry != .lines } ?? false
      },
      ScreenCommand(.orderNewLine, hint: "new line") {
        if let field = $0.focusedField { _ = $0.editors[field.kind]?.handle(.enter) }
        $0.navigation.setNeedsDisplay()
      }.when { $0.focusedField?.entry == .lines },
      ScreenCommand(.orderPreviousChoice, hint: "choose") {
        $0.choose(by: -1)
      }.when { !$0.choices.isEmpty },
      ScreenCommand(.orderNextChoice, hint: "choose") {
        $0.choose(by: 1)
      }.when { !$0.choices.isEmpty },
    ]
    let others: [ScreenCommand<OrderScreen>] = [
      ScreenCommand(.orderNextField, hint: "next") { $0.moveFocus(by: 1) },
      ScreenCommand(.orderPreviousField) { $0.moveFocus(by: -1) },
      ScreenCommand(.viewClose, hint: "back") { $0.navigation.close() },
    ]
    // In a field letters are typed.
    return (commands + others.map { $0.withoutTextKeys { $0.focus != .button } }).map {
      $0.when { !$0.viewModel.outputs.placing }
    } + [
      ScreenCommand(.orderCancel, hint: "cancel") {
        $0.viewModel.inputs.cancelPressed()
      }.when { $0.viewModel.outputs.placing }
    ]
  }

  private var placeHint: String {
    let outputs = viewModel.outputs
    if outputs.unansweredText != nil { return "ask again" }
    return outputs.route?.isCheckout == true ? "checkout" : "place order"
  }

  /// Those of the field in focus.
  private var choices: [OrderFieldChoice] {
    if case .choice(let choices) = focusedField?.entry { choices } else { [] }
  }

  private func choose(by step: Int) {
    let choices = choices
    guard let field = focusedField, let index = choices.firstIndex(where: { $0.id == field.text })
    else { return }
    choose(choices[(index + step + choices.count) % choices.count].id, in: field.kind)
  }

  func choose(_ id: String, in kind: OrderField.Kind) {
    viewModel.inputs.textChanged(kind, to: id)
    navigation.setNeedsDisplay()
  }

  // MARK: What no command takes

  public func handle(_ key: Key) -> Bool {
    guard !viewModel.outputs.placing else { return false }
    followsFocus = true
    if case .field(let kind) = focus, editors[kind]?.handle(key) == true {
      navigation.setNeedsDisplay()
      return true
    }
    // In several lines these move there first.
    switch key {
    case .up: moveFocus(by: -1)
    case .down: moveFocus(by: 1)
    default: return false
    }
    return true
  }

  public func handle(paste text: String) {
    guard !viewModel.outputs.placing, case .field(let kind) = focus else { return }
    followsFocus = true
    editors[kind]?.paste(text)
    navigation.setNeedsDisplay()
  }

  public func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelUp: scroll(by: -1)
    case .wheelDown: scroll(by: 1)
    case .press: press(at: mouse.position)
    case .doubleClick, .singleClick, .release, .drag: break
    }
  }

  private func scroll(by rows: Int) {
    followsFocus = false
    offset = max(0, min(offset + rows, layout.rowCount - layout.content.size.rows))
    navigation.setNeedsDisplay()
  }

  private func press(at point: Point) {
    guard !viewModel.outputs.placing, let new = layout.focus(at: point, offset: offset) else {
      return
    }
    move(to: new)
    switch new {
    case .button: place()
    case .field(let kind):
      if let id = choice(at: point.column, of: kind) { choose(id, in: kind) }
    }
  }
}

extension OrderRoute {
  /// Whether the user goes on in a shop.
  var isCheckout: Bool {
    switch channel {
    case .shopify, .wooCommerce: true
    case .server, .file: false
    }
  }
}

extension OrderScreen {
  public func layout(size: Size) {
    let outputs = viewModel.outputs
    layout = OrderFormLayout(
      size: size, textRows: texts(columns: OrderFormLayout.textColumns(size)).count,
      fields: outputs.fields.map {
        OrderFormLayout.Field(
          kind: $0.kind, takesLines: $0.entry == .lines,
          hasReason: ($0.reason ?? $0.countText) != nil)
      }, buttonColumns: GlyphWidth.columns(of: buttonText), hasHint: outputs.hintText != nil)
    if followsFocus, let focus {
      offset = layout.offset(showing: focus, from: offset)
    } else {
      offset = max(0, min(offset, layout.rowCount - layout.content.size.rows))
    }
  }

  public func draw(on surface: inout Surface) {
    cursor = nil
    let frame = PhotoListFrame(size: surface.size)
    drawFrame(frame, on: &surface)
    let content = layout.content
    surface.draw(in: content) { surface in
      for (row, text) in texts(columns: layout.texts.size.columns).enumerated() {
        surface.write(
          text.line, at: Point(column: layout.texts.minColumn, row: row - offset),
          style: text.style, ellipsis: theme.glyphs.ellipsis)
      }
      for field in viewModel.outputs.fields { draw(field, on: &surface) }
      drawButton(on: &surface)
      if layout.rowCount > content.size.rows { drawIndicator(on: &surface) }
    }
    // From the places of the form to those of the screen.
    cursor = cursor.flatMap { point in
      let point = Point(
        column: point.column + content.minColumn, row: point.row + content.minRow)
      return content.contains(point) ? point : nil
    }
  }

  private func drawFrame(_ frame: PhotoListFrame, on surface: inout Surface) {
    let columns = surface.size.columns
    let outputs = viewModel.outputs
    var activity: [StatusLine.Part] = []
    if outputs.route == nil, let sign = spinner.character {
      activity = [.init("\(sign)", style: theme.accent)]
    }
    StatusLine(
      left: [.init(outputs.placeText, style: theme.title)], right: activity, theme: theme
    ).draw(on: &surface, in: Rect(column: 1, row: 0, columns: columns - 2, rows: 1))
    for row in [frame.topRule, frame.bottomRule].compactMap({ $0 }) {
      surface.horizontalRule(
        at: Point(column: 0, row: row), columns: columns, style: theme.rule, glyphs: theme.glyphs)
    }
    KeyLine(commands: commands.hinted(of: self), theme: theme).draw(
      on: &surface, in: Rect(column: 1, row: frame.keyLine, columns: columns - 2, rows: 1))
  }

  // MARK: What is ordered

  private func texts(columns: Int) -> [(line: String, style: Style)] {
    let outputs = viewModel.outputs
    let parts =
      [(outputs.itemsText, theme.title)]
      + [outputs.unansweredText].compactMap { $0 }.map { ($0, theme.error) }
      + outputs.changeTexts.map { ($0, theme.warning) } + [(outputs.routeText, theme.secondary)]
    return parts.flatMap { text, style in
      TextLayout.wrap(
        theme.glyphs.words(text), columns: columns, maxRows: text == outputs.unansweredText ? 3 : 2,
        ellipsis: theme.glyphs.ellipsis
      ).map { ($0, style) }
    }
  }

  // MARK: Fields

  private func draw(_ field: OrderField, on surface: inout Surface) {
    guard let place = layout.places.first(where: { $0.kind == field.kind }) else { return }
    let isFocused = focus == .field(field.kind) && !viewModel.outputs.placing
    let entry = place.entry.moved(by: -offset)
    let label = place.label.moved(by: -offset)
    drawBar(isFocused, rows: label.minRow..<entry.maxRow, on: &surface)
    surface.write(
      field.label, in: label, style: isFocused ? theme.selection : theme.secondary,
      alignment: .left, ellipsis: theme.glyphs.ellipsis)
    switch editors[field.kind] {
    case .line(let view): draw(view, in: entry, isFocused: isFocused, on: &surface)
    case .lines(let view):
      view.draw(on: &surface, in: entry, isFocused: isFocused)
      if isFocused { cursor = view.cursor }
      underline(entry, on: &surface)
    case .choice, nil: drawChoices(of: field, in: entry, isFocused: isFocused, on: &surface)
    }
    drawReason(of: field, in: place.reason.moved(by: -offset), on: &surface)
  }

  private func draw(
    _ view: TextField, in rect: Rect, isFocused: Bool, on surface: inout Surface
  ) {
    if isFocused {
      view.draw(on: &surface, in: rect)
      cursor = view.cursor
    } else {
      surface.write(
        view.text, in: rect, style: theme.primary, alignment: .left,
        ellipsis: theme.glyphs.ellipsis)
    }
    underline(rect, on: &surface)
  }

  /// Shows how much room there is.
  private func underline(_ rect: Rect, on surface: inout Surface) {
    surface.restyle(rect) { $0.attributes.insert(.underline) }
  }

  private func drawBar(_ isFocused: Bool, rows: Range<Int>, on surface: inout Surface) {
    guard isFocused else { return }
    for row in rows {
      surface[0, row] = Cell(character: theme.glyphs.selectionBar, style: theme.selectionBar)
    }
  }

  private func drawReason(of field: OrderField, in rect: Rect, on surface: inout Surface) {
    if let text = field.reason ?? field.countText {
      surface.write(
        theme.glyphs.words(text), in: rect,
        style: field.reason == nil ? theme.secondary : theme.warning, alignment: .left,
        ellipsis: theme.glyphs.ellipsis)
    } else if field.validation == .ok, field.entry == .line || field.entry == .lines {
      surface.write("\(theme.glyphs.check)", in: rect, style: theme.success, alignment: .left)
    }
  }

  // MARK: Choices

  private func drawChoices(
    of field: OrderField, in rect: Rect, isFocused: Bool, on surface: inout Surface
  ) {
    for (choice, columns) in choices(of: field, columns: rect.size.columns) {
      let isChosen = choice.id == field.text
      let start = rect.minColumn + columns.lowerBound
      surface.write(
        title(of: choice, isChosen: isChosen), at: Point(column: start, row: rect.minRow),
        style: isChosen ? theme.primary : theme.secondary, maxColumns: rect.maxColumn - start,
        ellipsis: theme.glyphs.ellipsis)
      if isFocused, isChosen { cursor = Point(column: start + 1, row: rect.minRow) }
    }
  }

  private func title(of choice: OrderFieldChoice, isChosen: Bool) -> String {
    "(\(isChosen ? theme.glyphs.bullet : " ")) \(choice.title)"
  }

  /// The choices with their columns from the start of the entry; where there is no room for all, the chosen one.
  private func choices(
    of field: OrderField, columns: Int
  ) -> [(OrderFieldChoice, Range<Int>)] {
    guard case .choice(let choices) = field.entry else { return [] }
    var start = 0
    let places = choices.map { choice in
      let end = start + GlyphWidth.columns(of: title(of: choice, isChosen: false))
      defer { start = end + 2 }
      return (choice, start..<end)
    }
    guard start - 2 > columns else { return places }
    return places.filter { $0.0.id == field.text }.map { ($0.0, 0..<$0.1.count) }
  }

  /// The choice that stands in a column of the screen.
  private func choice(at column: Int, of kind: OrderField.Kind) -> String? {
    guard let place = layout.places.first(where: { $0.kind == kind }) else { return nil }
    let field = viewModel.outputs.field(kind)
    return choices(of: field, columns: place.entry.size.columns).first {
      $0.1.contains(column - place.entry.minColumn)
    }?.0.id
  }

  // MARK: The button

  private var buttonText: String { "[ \(viewModel.outputs.placeText) ]" }

  private func drawButton(on surface: inout Surface) {
    let outputs = viewModel.outputs
    let rect = layout.button.moved(by: -offset)
    guard !outputs.placing else {
      spinner.draw(on: &surface, at: rect.origin, text: theme.glyphs.words("placing…"))
      return
    }
    let isFocused = focus == .button
    drawBar(isFocused, rows: rect.minRow..<rect.maxRow, on: &surface)
    var style = outputs.orderEnabled ? theme.accent : theme.secondary
    if isFocused {
      style.attributes.insert(.reverse)
      cursor = Point(column: rect.minColumn + 2, row: rect.minRow)
    }
    surface.write(
      buttonText, in: rect, style: style, alignment: .left, ellipsis: theme.glyphs.ellipsis)
    if let hint = outputs.hintText {
      surface.write(
        theme.glyphs.words(hint), in: layout.hint.moved(by: -offset), style: theme.secondary,
        alignment: .left, ellipsis: theme.glyphs.ellipsis)
    }
  }

  private func drawIndicator(on surface: inout Surface) {
    var scroll = ScrollGeometry(count: layout.rowCount, height: surface.size.rows)
    scroll.select(nil)
    scroll.setOffset(offset)
    let rows = surface.size.rows
    let thumb = scroll.thumb(trackLength: rows)
    for row in 0..<rows {
      let isThumb = thumb.contains(row)
      surface[surface.size.columns - 1, row] = Cell(
        character: isThumb ? theme.glyphs.scrollThumb : theme.glyphs.scrollTrack,
        style: isThumb ? theme.primary : theme.rule)
    }
  }
}

extension Rect {
  nonisolated fileprivate func moved(by rows: Int) -> Rect {
    Rect(origin: Point(column: minColumn, row: minRow + rows), size: size)
  }
}
