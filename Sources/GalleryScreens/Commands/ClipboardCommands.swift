import GalleryDomain
import GalleryPresentation
import TerminalKit

/// `y`: copies the addresses of the selected photos, a line each, else the address of the photo in focus; pressed again
/// soon, the next part of them.
public final class ClipboardCommands {
  private let terminal: any Terminal
  private let keys: KeyBindings
  private weak var presenter: (any CommandPresenter)?
  private let now: () -> ContinuousClock.Instant
  private var last: (ids: [Photo.ID], part: CopiedPart, time: ContinuousClock.Instant)?

  /// After this the same key copies the address again: users who come back later do not remember what it copied last.
  static let patience = Duration.seconds(5)

  /// - Parameter now: Shows whether the key is pressed again in time.
  public init(
    terminal: any Terminal, keys: KeyBindings = .standard, presenter: any CommandPresenter,
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    self.terminal = terminal
    self.keys = keys
    self.presenter = presenter
    self.now = now
  }

  public var commands: [GalleryCommand] {
    [GalleryCommand(.photoCopyAddress, .init()) { subject, _ in self.copy(subject) }]
  }

  private func copy(_ subject: GalleryCommand.Subject) {
    let photos = subject.photos
    let parts = CopiedPart.allCases.filter { part in photos.contains { part.text(of: $0) != nil } }
    guard let first = parts.first else {
      presenter?.show(notice: "Nothing to copy")
      return
    }
    let ids = photos.map(\.id)
    var part = first
    if let last, last.ids == ids, now() - last.time < Self.patience,
      let index = parts.firstIndex(of: last.part)
    {
      part = parts[(index + 1) % parts.count]
    }
    let texts = photos.compactMap(part.text)
    last = (ids, part, now())
    let next = parts.firstIndex(of: part).map { parts[($0 + 1) % parts.count] }
    presenter?.show(
      notice: notice(
        texts, part, isOne: photos.count == 1, hidden: subject.hiddenText, next: next))
  }

  private func notice(
    _ texts: [String], _ part: CopiedPart, isOne: Bool, hidden: String?, next: CopiedPart?
  ) -> String {
    switch terminal.copy(texts.joined(separator: "\n")) {
    case .given:
      let copied =
        (isOne ? "Copied the \(part.word)" : "Copied \(part.words(texts.count))")
        + (hidden.map { ", \($0)" } ?? "")
      let again =
        next.flatMap {
          $0 == part ? nil : " · \(keys.name(.photoCopyAddress, on: .list)) again: \($0.word)"
        } ?? ""
      // The hint first: an address may be longer than the line.
      return copied + again + (isOne ? " · \(texts.first ?? "")" : "")
    case .tooLong(let limit):
      return "Not copied: over the terminal's limit of \(CountText.grouped(limit / 1_000)) kB"
    case .unavailable:
      return "This terminal has no clipboard" + (isOne ? " · \(texts.first ?? "")" : "")
    }
  }
}
