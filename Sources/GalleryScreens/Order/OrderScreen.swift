import GalleryPresentation
import TerminalKit

/// The order form: fields and a button, bound to an `OrderViewModel`.
public final class OrderScreen: Screen {
  /// What the keys act on.
  nonisolated enum Focus: Hashable {
    case field(OrderField.Kind)
    case button
  }

  let viewModel: OrderViewModel
  public let context: ScreenContext
  private let tell: (OrderMessage, OrderScreen) -> Void
  private var focus: Focus?
  /// Those of the fields into which text is typed.
  private var editors: [OrderField.Kind: TextField] = [:]
  var layout = OrderFormLayout(size: .zero)
  /// The first visible line of the form.
  var offset = 0
  /// Whether there is room for what is ordered, besides how much.
  private var showsNames = false
  /// The fields come first on lower screens.
  private static let leastRowsWithNames = 20
  /// Whether the form scrolls with the focus; the wheel scrolls without moving it.
  private var followsFocus = true
  public internal(set) var cursor: Point?
  public private(set) lazy var commands = ScreenCommands(makeCommands(), on: .order, keys: keys)
  private var form: OrderForm { viewModel.form }

  /// - Parameter tell: Shows what the order has to say.
  public init(
    viewModel: OrderViewModel, context: ScreenContext,
    tell: @escaping (OrderMessage, OrderScreen) -> Void
  ) {
    self.viewModel = viewModel
    self.context = context
    self.tell = tell
  }

  // MARK: Binding

  public func bindViewModel() {
    viewModel.onChange = { [weak self] in self?.formChanged($0) }
    fieldsChanged()
  }

  private func formChanged(_ message: OrderMessage?) {
    fieldsChanged()
    context.setNeedsDisplay()
    if let message { tell(message, self) }
  }

  public func didAppear() {
    viewModel.viewDidLoad()
    fieldsChanged()
    context.setNeedsDisplay()
  }

  public func didDisappear() { viewModel.viewDidDisappear() }

  /// A new field doesn't take the focus from the one being typed into; a field that disappears passes it on.
  private func fieldsChanged() {
    let fields = form.fields
    for field in fields where editors[field.kind] == nil {
      editors[field.kind] = makeEditor(of: field)
    }
    if let focus, focuses.contains(focus) { return }
    let field = form.unansweredText == nil ? form.firstInvalidField : nil
    focus = field.map { .field($0) } ?? .button
    followsFocus = true
  }

  private func makeEditor(of field: OrderField) -> TextField? {
    guard field.entry == .line else { return nil }
    let editor = TextField(
      placeholder: field.isRequired ? "" : "optional",
      // Accepts more than is allowed, so that the reason can say so and no character is lost silently.
      maximumLength: 5_000, theme: theme)
    editor.text = field.text
    editor.onChange = { [weak self] in self?.viewModel.textChanged(field.kind, to: $0) }
    return editor
  }

  public var isBusy: Bool { form.placing || form.route == nil }

  // MARK: Focus

  /// In the order of the form.
  private var focuses: [Focus] { form.fields.map { .field($0.kind) } + [.button] }

  private var focusedField: OrderField? {
    guard case .field(let kind) = focus else { return nil }
    return form.fields.first { $0.kind == kind }
  }

  private func moveFocus(by step: Int) {
    let focuses = focuses
    guard let focus, let index = focuses.firstIndex(of: focus) else { return }
    move(to: focuses[(index + step + focuses.count) % focuses.count])
  }

  private func move(to new: Focus) {
    if case .field(let kind) = focus, new != focus { viewModel.fieldLeft(kind) }
    focus = new
    followsFocus = true
    context.setNeedsDisplay()
  }

  /// If something is missing, moves the focus there.
  func place() {
    viewModel.placePressed()
    if !form.orderEnabled, !form.placing, let kind = form.firstInvalidField {
      move(to: .field(kind))
    }
  }
}

extension OrderScreen: CommandedScreen {
  func makeCommands() -> [ScreenCommand<OrderScreen>] {
    let commands: [ScreenCommand<OrderScreen>] = [
      ScreenCommand("order.place") {
        $0.place()
      }.hinted { $0.placeHint }.when { $0.focusedField == nil },
      ScreenCommand("order.accept-field", hint: "next") { $0.moveFocus(by: 1) }.when {
        $0.focusedField != nil
      },
      ScreenCommand("order.previous-choice", hint: "choose") {
        $0.choose(by: -1)
      }.when { !$0.choices.isEmpty },
      ScreenCommand("order.next-choice", hint: "choose") {
        $0.choose(by: 1)
      }.when { !$0.choices.isEmpty },
    ]
    let others: [ScreenCommand<OrderScreen>] = [
      ScreenCommand("order.next-field", hint: "next") { $0.moveFocus(by: 1) },
      ScreenCommand("order.previous-field") { $0.moveFocus(by: -1) },
      ScreenCommand("view.close", hint: "back") { $0.context.close($0) },
    ]
    // In a field, letters are typed.
    return (commands + others.map { $0.withoutTextKeys { $0.focus != .button } }).map {
      $0.when { !$0.form.placing }
    } + [
      ScreenCommand("order.cancel", hint: "cancel") {
        $0.viewModel.cancelPressed()
      }.when { $0.form.placing }
    ]
  }

  private var placeHint: String {
    if form.unansweredText != nil { return "ask again" }
    return form.isCheckout ? "checkout" : "place order"
  }

  /// The choices of the field in focus.
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
    viewModel.textChanged(kind, to: id)
    context.setNeedsDisplay()
  }

  // MARK: Keys without a command

  public func handle(_ key: Key) -> Bool {
    guard !form.placing else { return false }
    followsFocus = true
    if case .field(let kind) = focus, editors[kind]?.handle(key) == true {
      context.setNeedsDisplay()
      return true
    }
    switch key {
    case .up: moveFocus(by: -1)
    case .down: moveFocus(by: 1)
    default: return false
    }
    return true
  }

  public func handle(paste text: String) {
    guard !form.placing, case .field(let kind) = focus else { return }
    followsFocus = true
    editors[kind]?.paste(text)
    context.setNeedsDisplay()
  }

  public func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelUp: scroll(by: -1)
    case .wheelDown: scroll(by: 1)
    case .press: press(at: mouse.position)
    case .doubleClick, .release, .drag: break
    }
  }

  private func scroll(by rows: Int) {
    followsFocus = false
    offset = max(0, min(offset + rows, layout.rowCount - layout.content.size.rows))
    context.setNeedsDisplay()
  }

  private func press(at point: Point) {
    guard !form.placing, let new = layout.focus(at: point, offset: offset) else {
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

extension OrderScreen {
  public func layout(size: Size) {
    showsNames = size.rows >= Self.leastRowsWithNames
    layout = OrderFormLayout(
      size: size, textRows: texts(columns: OrderFormLayout.textColumns(size)).count,
      fields: form.fields, buttonColumns: GlyphWidth.columns(of: buttonText),
      hasHint: form.hintText != nil)
    if followsFocus, let focus {
      offset = layout.offset(showing: focus, from: offset)
    } else {
      offset = max(0, min(offset, layout.rowCount - layout.content.size.rows))
    }
  }

  /// Those of the screen below aren't needed meanwhile.
  public func didShow() { pictures.prepare(visible: [], next: []) }

  public func draw(on surface: inout Surface) {
    cursor = nil
    drawFrame(on: &surface)
    let content = layout.content
    surface.draw(in: content) { surface in
      surface.draw(
        in: Rect(column: 0, row: -offset, columns: content.size.columns, rows: layout.rowCount)
      ) { drawForm(on: &$0) }
      if layout.rowCount > content.size.rows { drawIndicator(on: &surface) }
    }
    // From the form's coordinates to the screen's.
    cursor = cursor.flatMap { point in
      let point = Point(
        column: point.column + content.minColumn, row: point.row + content.minRow - offset)
      return content.contains(point) ? point : nil
    }
  }

  private func drawForm(on surface: inout Surface) {
    for (row, text) in texts(columns: layout.texts.size.columns).enumerated() {
      surface.write(
        text.line, at: Point(column: layout.texts.minColumn, row: row), style: text.style)
    }
    for field in form.fields { draw(field, on: &surface) }
    drawButton(on: &surface)
  }

  private func drawFrame(on surface: inout Surface) {
    var activity: [StatusLine.Part] = []
    if form.route == nil, let sign = context.spinner {
      activity = [.init("\(sign)", style: theme.accent)]
    }
    draw(Chrome(size: surface.size), title: form.placeText, right: activity, on: &surface)
  }

  // MARK: What is ordered

  private func texts(columns: Int) -> [(line: String, style: Style)] {
    let parts =
      [(form.itemsText, theme.title)]
      + (showsNames && !form.namesText.isEmpty ? [(form.namesText, theme.primary)] : [])
      + [form.unansweredText].compactMap { $0 }.map { ($0, theme.error) }
      + form.changeTexts.map { ($0, theme.warning) } + [(form.routeText, theme.secondary)]
    return parts.flatMap { text, style in
      TextLayout.wrap(
        text, columns: columns, maxRows: text == form.unansweredText ? 3 : 2
      ).map { ($0, style) }
    }
  }

  // MARK: Fields

  private func draw(_ field: OrderField, on surface: inout Surface) {
    guard let frame = layout.frames.first(where: { $0.kind == field.kind }) else { return }
    let isFocused = focus == .field(field.kind) && !form.placing
    let (entry, label) = (frame.entry, frame.label)
    drawBar(isFocused, rows: label.minRow..<entry.maxRow, on: &surface)
    surface.write(
      field.label, in: label, style: isFocused ? theme.selection : theme.secondary,
      alignment: .left)
    if let editor = editors[field.kind] {
      draw(editor, in: entry, isFocused: isFocused, on: &surface)
    } else {
      drawChoices(of: field, in: entry, isFocused: isFocused, on: &surface)
    }
    drawReason(of: field, in: frame.reason, on: &surface)
  }

  private func draw(
    _ view: TextField, in rect: Rect, isFocused: Bool, on surface: inout Surface
  ) {
    if isFocused {
      view.draw(on: &surface, in: rect)
      cursor = view.cursor
    } else if view.text.isEmpty {
      surface.write(view.placeholder, in: rect, style: theme.secondary, alignment: .left)
    } else {
      surface.write(view.text, in: rect, style: theme.primary, alignment: .left)
    }
    underline(rect, on: &surface)
  }

  /// Shows the size of the field.
  private func underline(_ rect: Rect, on surface: inout Surface) {
    surface.restyle(rect) { $0.attributes.insert(.underline) }
  }

  private func drawBar(_ isFocused: Bool, rows: Range<Int>, on surface: inout Surface) {
    guard isFocused else { return }
    for row in rows {
      surface[0, row] = Cell(character: Glyphs.selectionBar, style: theme.selectionBar)
    }
  }

  private func drawReason(of field: OrderField, in rect: Rect, on surface: inout Surface) {
    if let text = field.reason ?? field.countText {
      surface.write(
        text, in: rect,
        style: field.reason == nil ? theme.secondary : theme.warning, alignment: .left)
    } else if field.validation == .ok, field.entry == .line {
      surface.write("✓", in: rect, style: theme.success, alignment: .left)
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
        style: isChosen ? theme.primary : theme.secondary, maxColumns: rect.maxColumn - start)
      if isFocused, isChosen { cursor = Point(column: start + 1, row: rect.minRow) }
    }
  }

  private func title(of choice: OrderFieldChoice, isChosen: Bool) -> String {
    "(\(isChosen ? "●" : " ")) \(choice.title)"
  }

  /// The choices with their columns from the start of the entry; only the chosen one if there isn't room for all.
  private func choices(
    of field: OrderField, columns: Int
  ) -> [(OrderFieldChoice, Range<Int>)] {
    guard case .choice(let choices) = field.entry else { return [] }
    var start = 0
    let ranges = choices.map { choice in
      let end = start + GlyphWidth.columns(of: title(of: choice, isChosen: false))
      defer { start = end + 2 }
      return (choice, start..<end)
    }
    guard start - 2 > columns else { return ranges }
    return ranges.filter { $0.0.id == field.text }.map { ($0.0, 0..<$0.1.count) }
  }

  /// The choice at a column of the screen.
  private func choice(at column: Int, of kind: OrderField.Kind) -> String? {
    guard let frame = layout.frames.first(where: { $0.kind == kind }) else { return nil }
    let field = form.field(kind)
    return choices(of: field, columns: frame.entry.size.columns).first {
      $0.1.contains(column - frame.entry.minColumn)
    }?.0.id
  }

  // MARK: The button

  private var buttonText: String { "[ \(form.placeText) ]" }

  private func drawButton(on surface: inout Surface) {
    let rect = layout.button
    guard !form.placing else {
      let sign = context.spinner.map { "\($0) " } ?? ""
      return StatusLine(
        left: [.init(sign, style: theme.accent), .init("placing…", style: theme.secondary)]
      ).draw(on: &surface, in: Rect(origin: rect.origin, size: surface.size))
    }
    let isFocused = focus == .button
    drawBar(isFocused, rows: rect.minRow..<rect.maxRow, on: &surface)
    var style = form.orderEnabled ? theme.accent : theme.secondary
    if isFocused {
      style.attributes.insert(.reverse)
      cursor = Point(column: rect.minColumn + 2, row: rect.minRow)
    }
    surface.write(
      buttonText, in: rect, style: style, alignment: .left)
    if let hint = form.hintText {
      surface.write(
        hint, in: layout.hint, style: theme.secondary, alignment: .left)
    }
  }

  private func drawIndicator(on surface: inout Surface) {
    var scroll = ScrollGeometry(count: layout.rowCount, height: surface.size.rows)
    scroll.select(nil)
    scroll.setOffset(offset)
    scroll.drawTrack(on: &surface, column: surface.size.columns - 1, theme: theme)
  }
}
