import GalleryPresentation
import TerminalKit

/// The order form: fields and a button, bound to an `OrderViewModel`.
///
/// ```
/// header
/// ──────────────────────────────────────────────┬──────────────────────
///  Sends the order to orders.example            │ couple         €80.00
///                                               │ harbour       €120.00
///  Name    Anna                                 │
///  E-mail  anna@           nothing after the @  │ 2 photos      €200.00
///                                               │
///  [ Place order ]                              │
/// ──────────────────────────────────────────────┴──────────────────────
/// key line
/// ```
///
/// Narrow screens say what is ordered above the fields.
public final class OrderScreen: Screen {
  /// What the keys act on.
  nonisolated enum Focus: Hashable {
    case field(OrderField.Kind)
    case button
  }

  /// A line of the form, which scrolls within the content.
  private enum Line {
    case blank
    case text(String, Style)
    case field(OrderField)
    /// What is wrong with a field, or how much of it is left: a line of its own on narrow screens.
    case reason(OrderField)
    case button
    /// What is missing; likewise.
    case hint
  }

  private let viewModel: OrderViewModel
  public let context: ScreenContext
  private weak var orderCommands: OrderCommands?
  private var focus: Focus?
  private var editors: [OrderField.Kind: TextField] = [:]
  private var chrome = Chrome(size: .zero)
  private var lines: [Line] = []
  private var scroll = ScrollGeometry()
  /// Whether the form scrolls with the focus; the wheel scrolls without moving it.
  private var followsFocus = true
  public private(set) var cursor: Point?
  public private(set) lazy var commands = ScreenCommands(makeCommands(), on: .order, keys: keys)
  private var form: OrderForm { viewModel.form }

  /// - Parameter orders: Shows the messages about the order.
  public init(viewModel: OrderViewModel, orders: OrderCommands, context: ScreenContext) {
    self.viewModel = viewModel
    orderCommands = orders
    self.context = context
  }

  // MARK: Binding

  public func bindViewModel() {
    viewModel.onChange = { [weak self] in self?.formChanged($0) }
    fieldsChanged()
  }

  private func formChanged(_ message: OrderMessage?) {
    fieldsChanged()
    context.setNeedsDisplay()
    if let message { orderCommands?.show(message, of: self) }
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
    guard field.choices.isEmpty else { return nil }
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

  /// Places the order; if something is missing, moves the focus there.
  private func place() {
    viewModel.placePressed()
    if !form.orderEnabled, !form.placing, let kind = form.firstInvalidField {
      move(to: .field(kind))
    }
  }
}

extension OrderScreen: CommandedScreen {
  private func makeCommands() -> [ScreenCommand<OrderScreen>] {
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
    return (commands + others).map { $0.when { !$0.form.placing } } + [
      ScreenCommand("order.cancel", hint: "cancel") {
        $0.viewModel.cancelPressed()
      }.when { $0.form.placing }
    ]
  }

  /// In a line of text, letters are typed.
  public func match(_ keys: KeySequence) -> KeyMatch? {
    focusedField?.choices.isEmpty == true && keys.keys[0].text != nil
      ? nil : commands.match(keys, on: self)
  }

  private var placeHint: String {
    if form.unansweredText != nil { return "ask again" }
    return form.isCheckout ? "checkout" : "place order"
  }

  private var choices: [String] { focusedField?.choices ?? [] }

  private func choose(by step: Int) {
    let choices = choices
    guard let field = focusedField, let index = choices.firstIndex(of: field.text) else { return }
    choose(choices[(index + step + choices.count) % choices.count], in: field.kind)
  }

  private func choose(_ choice: String, in kind: OrderField.Kind) {
    viewModel.textChanged(kind, to: choice)
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
    self.scroll.scroll(by: rows)
    context.setNeedsDisplay()
  }

  private func press(at point: Point) {
    guard !form.placing, chrome.content.contains(point),
      let index = scroll.row(atLine: point.row - chrome.content.minRow)
    else { return }
    switch lines[index] {
    case .button where (0..<GlyphWidth.columns(of: buttonText)).contains(point.column - 2):
      move(to: .button)
      place()
    case .field(let field):
      move(to: .field(field.kind))
      let choice = choices(of: field).first { $0.columns.contains(point.column) }
      if let choice { choose(choice.title, in: field.kind) }
    case .reason(let field): move(to: .field(field.kind))
    case .blank, .text, .button, .hint: break
    }
  }
}

extension OrderScreen {
  // MARK: Layout

  /// On narrower screens, the reason is below its field.
  private var isWide: Bool { formColumns >= 64 }
  /// The width of the table of items, beside the form; 0 without it.
  private var tableColumns: Int {
    chrome.size.columns >= 100 && !form.itemTexts.isEmpty ? chrome.size.columns / 3 : 0
  }
  private var formColumns: Int { chrome.size.columns - tableColumns }
  private static let labelColumns = 2..<10
  private static let entryColumn = 11
  /// The room for a reason beside an entry, which is at most as long as can be filled in easily.
  private static let reasonColumns = 26
  private static let mostEntryColumns = 60

  private var entryColumns: Range<Int> {
    let room = formColumns - Self.entryColumn
    let count = isWide ? min(Self.mostEntryColumns, room - Self.reasonColumns - 3) : room - 1
    return Self.entryColumn..<Self.entryColumn + max(1, count)
  }

  /// Lower screens have no room for what is ordered besides how much: the fields come first.
  private static let minimumRowsWithNames = 20

  public func layout(size: Size) {
    chrome = Chrome(size: size)
    lines = makeLines()
    scroll.setCount(lines.count)
    scroll.setHeight(chrome.content.size.rows)
    if followsFocus { scrollToFocus() }
    scroll.select(nil)
  }

  /// With as much space between the parts as there is room for.
  private func makeLines() -> [Line] {
    let texts = texts(columns: max(1, formColumns - 3))
    let fields = form.fields.map { field -> [Line] in
      let hasReason = !isWide && field.reason != nil
      return hasReason ? [.field(field), .reason(field)] : [.field(field)]
    }
    let button: [Line] = isWide || form.hintText == nil ? [.button] : [.button, .hint]
    let room = chrome.content.size.rows - texts.count - fields.joined().count - 1
    let gap: [Line] = room >= 2 ? [.blank] : []
    guard !fields.isEmpty else { return texts + [.blank] + button }
    let fieldGap: [Line] = room >= 1 + fields.count ? [.blank] : []
    return texts + gap + fields.joined(separator: fieldGap) + gap + button
  }

  private func texts(columns: Int) -> [Line] {
    let hasTable = tableColumns > 0
    let hasNames =
      !hasTable && chrome.size.rows >= Self.minimumRowsWithNames && !form.namesText.isEmpty
    let parts =
      (hasTable ? [] : [(form.itemsText, theme.title)])
      + (hasNames ? [(form.namesText, theme.primary)] : [])
      + [form.unansweredText].compactMap { $0 }.map { ($0, theme.error) }
      + form.changeTexts.map { ($0, theme.warning) } + [(form.routeText, theme.secondary)]
    return parts.flatMap { text, style in
      TextLayout.wrap(text, columns: columns, maxRows: text == form.unansweredText ? 3 : 2)
        .map { .text($0, style) }
    }
  }

  /// Scrolls as little as possible. The lines above belong to the first field.
  private func scrollToFocus() {
    let indices = lines.indices.filter { hasFocus(lines[$0]) }
    guard let first = indices.first, let last = indices.last else { return }
    let isFirst = !lines[..<first].contains { if case .field = $0 { true } else { false } }
    for line in (isFirst ? [0] : []) + [last, first] { scroll.select(line) }
  }

  private func hasFocus(_ line: Line) -> Bool {
    switch line {
    case .field(let field), .reason(let field): focus == .field(field.kind)
    case .button, .hint: focus == .button
    case .blank, .text: false
    }
  }

  /// The pictures of the screen below aren't needed meanwhile.
  public func didShow() { pictures.prepare(visible: [], next: []) }

  // MARK: Drawing

  public func draw(on surface: inout Surface) {
    let isLoading = form.route == nil
    let activity = (isLoading ? context.spinner : nil).map {
      [StatusLine.Part("\($0)", style: theme.accent)]
    }
    draw(chrome, title: form.placeText, right: activity ?? [], on: &surface)
    cursor = nil
    drawTable(on: &surface)
    var content = chrome.content
    content.size.columns = formColumns
    surface.draw(in: content) { surface in
      for index in scroll.visibleRows {
        draw(lines[index], row: scroll.line(ofRow: index), on: &surface)
      }
      guard scroll.isScrollable else { return }
      scroll.drawTrack(on: &surface, column: content.size.columns - 1, theme: theme)
    }
    cursor = cursor.map { Point(column: $0.column, row: $0.row + content.minRow) }
  }

  /// What is ordered, with its totals below.
  private func drawTable(on surface: inout Surface) {
    guard tableColumns > 0 else { return }
    var content = chrome.content
    surface.verticalRule(
      at: Point(column: formColumns, row: content.minRow - 1), rows: content.size.rows + 2,
      style: theme.rule)
    content.origin.column = formColumns + 2
    content.size = Size(columns: tableColumns - 3, rows: 1)
    func draw(_ text: BasketTotalText, _ style: Style) {
      StatusLine(
        left: [.init(text.label, style: style)], right: [.init(text.sum, style: style)]
      ).draw(on: &surface, in: content)
      content.origin.row += 1
    }
    let (items, totals) = (form.itemTexts, form.totalTexts)
    let room = max(1, chrome.content.size.rows - totals.count - 1)
    let shown = items.prefix(items.count > room ? room - 1 : room)
    for item in shown { draw(item, theme.primary) }
    if shown.count < items.count {
      let rest = CountText.grouped(items.count - shown.count)
      draw(BasketTotalText(label: "and \(rest) more", sum: ""), theme.secondary)
    }
    content.origin.row += 1
    for total in totals { draw(total, theme.title) }
  }

  private func draw(_ line: Line, row: Int, on surface: inout Surface) {
    switch line {
    case .blank: break
    case .text(let text, let style):
      surface.write(text, at: Point(column: 2, row: row), style: style)
    case .field(let field): draw(field, row: row, on: &surface)
    case .reason(let field): drawReason(of: field, at: Self.entryColumn, row: row, on: &surface)
    case .button: drawButton(row: row, on: &surface)
    case .hint: drawHint(at: 2, row: row, on: &surface)
    }
  }

  private func draw(_ field: OrderField, row: Int, on surface: inout Surface) {
    let isFocused = focus == .field(field.kind) && !form.placing
    if isFocused { drawBar(row: row, on: &surface) }
    surface.write(
      field.label, at: Point(column: Self.labelColumns.lowerBound, row: row),
      style: isFocused ? theme.focused : theme.secondary, maxColumns: Self.labelColumns.count)
    if let editor = editors[field.kind] {
      let entry = Rect(
        column: Self.entryColumn, row: row, columns: entryColumns.count, rows: 1)
      draw(editor, in: entry, isFocused: isFocused, on: &surface)
    } else {
      drawChoices(of: field, row: row, isFocused: isFocused, on: &surface)
    }
    if isWide {
      drawReason(of: field, at: entryColumns.upperBound + 2, row: row, on: &surface)
    }
  }

  /// The underline shows the size of the field.
  private func draw(
    _ view: TextField, in rect: Rect, isFocused: Bool, on surface: inout Surface
  ) {
    if isFocused {
      view.draw(on: &surface, in: rect)
      cursor = view.cursor
    } else {
      let isEmpty = view.text.isEmpty
      surface.write(
        isEmpty ? view.placeholder : view.text, in: rect,
        style: isEmpty ? theme.secondary : theme.primary, alignment: .left)
    }
    surface.restyle(rect) { $0.attributes.insert(.underline) }
  }

  private func drawBar(row: Int, on surface: inout Surface) {
    surface[0, row] = Cell(character: Glyphs.focusBar, style: theme.focusBar)
  }

  private func drawReason(
    of field: OrderField, at column: Int, row: Int, on surface: inout Surface
  ) {
    let point = Point(column: column, row: row)
    if let reason = field.reason {
      surface.write(
        reason, at: point, style: theme.warning, maxColumns: surface.size.columns - 1 - column)
    } else if field.validation == .ok, field.choices.isEmpty {
      surface.write("✓", at: point, style: theme.success)
    }
  }

  // MARK: Choices

  private func drawChoices(
    of field: OrderField, row: Int, isFocused: Bool, on surface: inout Surface
  ) {
    for choice in choices(of: field) {
      let isChosen = choice.title == field.text
      let start = choice.columns.lowerBound
      surface.write(
        title(choice.title, isChosen: isChosen), at: Point(column: start, row: row),
        style: isChosen ? theme.primary : theme.secondary,
        maxColumns: entryColumns.upperBound - start)
      if isFocused, isChosen { cursor = Point(column: start + 1, row: row) }
    }
  }

  private func title(_ title: String, isChosen: Bool = false) -> String {
    "(\(isChosen ? "●" : " ")) \(title)"
  }

  /// The choices with their columns; only the chosen one if there isn't room for all.
  private func choices(of field: OrderField) -> [(title: String, columns: Range<Int>)] {
    var start = entryColumns.lowerBound
    let placed = field.choices.map { choice in
      let end = start + GlyphWidth.columns(of: title(choice))
      defer { start = end + 2 }
      return (title: choice, columns: start..<end)
    }
    guard start - 2 > entryColumns.upperBound else { return placed }
    return placed.filter { $0.title == field.text }.map {
      ($0.title, Self.entryColumn..<Self.entryColumn + $0.columns.count)
    }
  }

  // MARK: The button

  private var buttonText: String { "[ \(form.placeText) ]" }

  private func drawButton(row: Int, on surface: inout Surface) {
    let point = Point(column: 2, row: row)
    guard !form.placing else {
      let sign = context.spinner.map { "\($0) " } ?? ""
      let used = surface.write(sign, at: point, style: theme.accent)
      surface.write(
        "placing…", at: Point(column: point.column + used, row: row), style: theme.secondary)
      return
    }
    var style = form.orderEnabled ? theme.accent : theme.secondary
    if focus == .button {
      drawBar(row: row, on: &surface)
      style.attributes.insert(.reverse)
      cursor = Point(column: point.column + 2, row: row)
    }
    let used = surface.write(buttonText, at: point, style: style)
    if isWide { drawHint(at: 2 + used + 2, row: row, on: &surface) }
  }

  private func drawHint(at column: Int, row: Int, on surface: inout Surface) {
    surface.write(
      form.hintText ?? "", at: Point(column: column, row: row), style: theme.secondary,
      maxColumns: surface.size.columns - 1 - column)
  }
}
