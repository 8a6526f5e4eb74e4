import Foundation
import GalleryPresentation
import TerminalKit

/// One photo, as large as it fits, with what is known of it below.
public final class PhotoDetailScreen: Screen {
  let viewModel: any PhotoDetailViewModelType
  let pictures: any PhotoPictures
  let theme: Theme
  private let spinner: ActivityIndicator
  private let navigation: Navigation
  var layout = PhotoDetailLayout(size: .zero)

  /// Where the screen's ways lead; the flow coordinator fills them in.
  public struct Navigation {
    public var setNeedsDisplay: () -> Void
    public var showHelp: ([KeyCommand]) -> Void
    public var close: () -> Void

    public init(
      setNeedsDisplay: @escaping () -> Void, showHelp: @escaping ([KeyCommand]) -> Void,
      close: @escaping () -> Void
    ) {
      self.setNeedsDisplay = setNeedsDisplay
      self.showHelp = showHelp
      self.close = close
    }
  }

  public init(
    viewModel: any PhotoDetailViewModelType, pictures: any PhotoPictures, theme: Theme,
    spinner: ActivityIndicator, navigation: Navigation
  ) {
    self.viewModel = viewModel
    self.spinner = spinner
    self.pictures = pictures
    self.theme = theme
    self.navigation = navigation
  }

  public func bindViewModel() {
    viewModel.outputs.updatePhotoClosure = { [weak self] in self?.navigation.setNeedsDisplay() }
    viewModel.outputs.updateStatusClosure = { [weak self] in self?.statusChanged() }
    spinner.onTick = { [weak self] in self?.navigation.setNeedsDisplay() }
    viewModel.inputs.viewDidLoad()
  }

  private func statusChanged() {
    if viewModel.outputs.isSeeking { spinner.startAnimating() } else { spinner.stopAnimating() }
    navigation.setNeedsDisplay()
  }

  public func didDisappear() {
    spinner.stopAnimating()
  }

  // MARK: Layout

  public func layout(size: Size) {
    layout = PhotoDetailLayout(size: size)
    let visible = PictureWish(photo: viewModel.outputs.photo, size: layout.picture.size)
    let next = viewModel.outputs.neighbours.map {
      PictureWish(photo: $0, size: layout.picture.size)
    }
    pictures.prepare(visible: [visible], next: next)
  }

  // MARK: Drawing

  public func draw(on surface: inout Surface) {
    let facts = viewModel.outputs.facts
    drawHeader(on: &surface)
    pictures.draw(viewModel.outputs.photo, in: layout.picture, on: &surface)
    drawFacts(facts, on: &surface)
    guard let row = layout.keyLine else { return }
    let line = Rect(column: 1, row: row, columns: surface.size.columns - 2, rows: 1)
    let note = surface.write(
      viewModel.outputs.messageText ?? "", in: line, style: theme.secondary, alignment: .right,
      ellipsis: theme.glyphs.ellipsis)
    KeyLine(commands: keyCommands, theme: theme).draw(
      on: &surface,
      in: Rect(
        origin: line.origin,
        size: Size(columns: line.size.columns - (note > 0 ? note + 2 : 0), rows: 1)))
  }

  private func drawHeader(on surface: inout Surface) {
    var right = [StatusLine.Part(viewModel.outputs.positionText, style: theme.secondary)]
    if let sign = spinner.character { right.insert(.init("\(sign) ", style: theme.accent), at: 0) }
    StatusLine(
      left: [.init(viewModel.outputs.titleText, style: theme.title)], right: right, theme: theme
    ).draw(
      on: &surface,
      in: Rect(column: 1, row: layout.header, columns: surface.size.columns - 2, rows: 1))
  }

  private func drawFacts(_ facts: [PhotoFact], on surface: inout Surface) {
    let sale = StatusLine.Part(
      line(facts, .sale),
      style: viewModel.outputs.photo.saleStatus == .forSale ? theme.success : theme.secondary)
    let lines = [
      StatusLine(
        left: [.init(line(facts, .camera, .lens, .exposure), style: theme.primary)],
        right: sale.text.isEmpty ? [] : [sale], theme: theme),
      StatusLine(
        left: [.init(line(facts, .author, .date), style: theme.secondary)],
        right: [.init(line(facts, .dimensions, .licence), style: theme.secondary)], theme: theme),
      StatusLine(left: [.init(line(facts, .description), style: theme.secondary)], theme: theme),
    ]
    for (index, line) in lines.prefix(layout.facts.size.rows).enumerated() {
      line.draw(
        on: &surface,
        in: Rect(
          column: 1, row: layout.facts.minRow + index, columns: surface.size.columns - 2, rows: 1))
    }
  }

  /// Facts of some kinds in one line.
  private func line(_ facts: [PhotoFact], _ kinds: PhotoFact.Kind...) -> String {
    kinds.compactMap { kind in facts.first { $0.kind == kind }?.text }
      .joined(separator: " \(theme.glyphs.separator) ")
  }

  // MARK: Keys

  public var keyCommands: [KeyCommand] {
    [
      KeyCommand(
        id: "next",
        keys: [
          .character("n"), .down, .right, .space, .pageDown, .character("j"), .character("l"),
        ],
        title: "next photo", group: "Photos", hint: "next"
      ) { [viewModel] in viewModel.inputs.next() },
      KeyCommand(
        id: "previous",
        keys: [.character("p"), .up, .left, .pageUp, .backspace, .character("k"), .character("h")],
        title: "previous photo", group: "Photos", hint: "previous"
      ) { [viewModel] in viewModel.inputs.previous() },
      KeyCommand(
        id: "back", keys: [.character("q"), .escape, .enter], title: "back to the list",
        group: "Photos", hint: "back"
      ) { [weak self] in self?.navigation.close() },
      KeyCommand(
        id: "refresh", keys: [.character("r")], title: "read the picture again", group: "Photos"
      ) { [weak self] in self?.reloadPicture() },
      KeyCommand(
        id: "help", keys: [.character("?")], title: "this help", group: "Program", hint: "help"
      ) { [weak self] in
        guard let self else { return }
        navigation.showHelp(keyCommands)
      },
    ] + ProgramKeys.commands
  }

  private func reloadPicture() {
    pictures.refresh()
    navigation.setNeedsDisplay()
  }

  public func handle(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelDown: viewModel.inputs.next()
    case .wheelUp: viewModel.inputs.previous()
    default: break
    }
  }
}
