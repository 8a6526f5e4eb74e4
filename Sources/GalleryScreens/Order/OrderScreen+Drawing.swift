import GalleryPresentation
import TerminalKit

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
    KeyLine(commands: keyCommands, theme: theme).draw(
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
  func choice(at column: Int, of kind: OrderField.Kind) -> String? {
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
