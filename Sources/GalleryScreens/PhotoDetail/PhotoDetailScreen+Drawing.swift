import GalleryPresentation
import TerminalKit

extension PhotoDetailScreen {
  public func draw(on surface: inout Surface) {
    drawHeader(on: &surface)
    drawPicture(on: &surface)
    drawPanel(on: &surface)
    drawFacts(on: &surface)
    drawKeyLine(on: &surface)
  }

  private func drawHeader(on surface: inout Surface) {
    let columns = surface.size.columns - 2
    var right: [StatusLine.Part] = []
    if let sign = spinner.character { right.append(.init("\(sign) ", style: theme.accent)) }
    // Half of the line is the title's, if it needs that much.
    let titleColumns = min(
      GlyphWidth.columns(of: viewModel.outputs.titleText, atMost: columns), columns / 2)
    let state = stateText(columns: columns - titleColumns - 3)
    if !state.isEmpty { right.append(.init(state, style: theme.secondary)) }
    StatusLine(
      left: [.init(viewModel.outputs.titleText, style: theme.title)], right: right, theme: theme
    ).draw(on: &surface, in: Rect(column: 1, row: layout.header, columns: columns, rows: 1))
  }

  /// What moves, how near it is, and which photo of how many: as much as there is room for, the most
  /// important kept longest.
  private func stateText(columns: Int) -> String {
    let parts = [
      (text: slideShowText, rank: 1), (animationText, 3), (zoomText, 0),
      (viewModel.outputs.positionText, 2),
    ].map { (text: theme.glyphs.words($0.text), rank: $0.rank) }.filter { !$0.text.isEmpty }
    for limit in (0...3).reversed() {
      let text = parts.filter { $0.rank <= limit }.map(\.text).joined(
        separator: " \(theme.glyphs.separator) ")
      if GlyphWidth.columns(of: text) <= columns { return text }
    }
    return ""
  }

  private var slideShowText: String {
    slideShow.isRunning ? "▸ \(slideShow.remainingText)" : ""
  }

  private var animationText: String {
    guard player.isAnimation, player.isPaused, let count = player.frameCount else { return "" }
    return "paused \(player.frame + 1) of \(count)"
  }

  private var zoomText: String {
    guard hasZoomed else { return "" }
    return zoomSpace.map(zoom.label) ?? "fit"
  }

  private func drawFacts(on surface: inout Surface) {
    let columns = surface.size.columns - 2
    let facts = viewModel.outputs.facts
    // Without a key line, what the last key led to stands here.
    let message = layout.keyLine == nil ? self.message : ""
    let camera = message.isEmpty ? text(facts, .camera, .lens, .exposure) : message
    let byline = text(facts, .author, .date)
    let size = [text(facts, .dimensions, .licence), text(facts, .dimensions)]
    let lines = [
      StatusLine(
        left: [.init(camera, style: message.isEmpty ? theme.primary : theme.secondary)],
        right: sale(beside: camera, isMessage: !message.isEmpty, columns: columns), theme: theme),
      StatusLine(
        left: [.init(byline, style: theme.secondary)],
        right: [
          .init(
            size.first { fits($0, beside: byline, columns: columns) } ?? "", style: theme.secondary)
        ], theme: theme),
      StatusLine(
        left: [.init(text(facts, .description), style: theme.secondary)], theme: theme),
    ]
    for (index, line) in lines.prefix(layout.facts.size.rows).enumerated() {
      line.draw(
        on: &surface,
        in: Rect(column: 1, row: layout.facts.minRow + index, columns: columns, rows: 1))
    }
  }

  /// Never cut: what stands beside it is.
  private func sale(beside text: String, isMessage: Bool, columns: Int) -> [StatusLine.Part] {
    let outputs = viewModel.outputs
    let label = SaleLabel(
      outputs.words, isInBasket: basket?.outputs.basket.contains(outputs.photo.id) ?? false,
      memberText: basket?.outputs.memberText ?? "", theme: theme)
    let forms: [SaleLabel.Form] = isMessage ? [.long, .short, .sign] : [.long, .short]
    let form = forms.first { fits(label.text($0), beside: text, columns: columns) }
    let shown = label.text(form ?? (isMessage ? .sign : .short))
    return shown.isEmpty ? [] : [.init(shown, style: label.style)]
  }

  private func fits(_ right: String, beside left: String, columns: Int) -> Bool {
    let used = GlyphWidth.columns(of: right, atMost: columns)
    return GlyphWidth.columns(of: left, atMost: columns) + 2 + used <= columns
  }

  /// Facts of some kinds in one line.
  private func text(_ facts: [PhotoFact], _ kinds: PhotoFact.Kind...) -> String {
    theme.glyphs.words(
      kinds.compactMap { kind in facts.first { $0.kind == kind }?.text }
        .joined(separator: " · "))
  }

  /// What the last key led to, else why there is no picture.
  private var message: String {
    theme.glyphs.words(viewModel.outputs.messageText ?? pictures.problem ?? "")
  }

  private func drawKeyLine(on surface: inout Surface) {
    guard let row = layout.keyLine else { return }
    var line = Rect(column: 1, row: row, columns: surface.size.columns - 2, rows: 1)
    let keys = KeyLine(commands: helpCommands, theme: theme)
    let basketColumns = BasketSummary(basket, theme: theme).draw(
      on: &surface, in: line, sparing: keys.essentialColumns)
    if basketColumns > 0 { line.size.columns -= basketColumns + BasketSummary.gap }
    var rest = line
    rest.origin.column += keys.essentialColumns + 2
    rest.size.columns -= keys.essentialColumns + 2
    let note =
      rest.size.columns > 3
      ? surface.write(
        message, in: rest, style: theme.secondary, alignment: .right,
        ellipsis: theme.glyphs.ellipsis) : 0
    if note > 0 { line.size.columns -= note + 2 }
    keys.draw(on: &surface, in: line)
  }
}
