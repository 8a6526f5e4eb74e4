import Foundation
import GalleryDomain
import GalleryPresentation
import TerminalKit

/// `y`: copies the addresses of the selected photos, a line each, else the address of the photo in focus; pressed again
/// soon, the next part of them.
public final class ClipboardCommands {
  private let context: ScreenContext
  private let now: () -> ContinuousClock.Instant
  private var last: (ids: [Photo.ID], part: CopiedPart, time: ContinuousClock.Instant)?

  /// After this the same key copies the address again: users who come back later do not remember what it copied last.
  static let patience = Duration.seconds(5)

  /// - Parameter now: Shows whether the key is pressed again in time.
  public init(
    context: ScreenContext, now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    self.context = context
    self.now = now
  }

  public var commands: [GalleryCommand] {
    [
      GalleryCommand("photo.copy-address", .init(), in: context) { photos, _ in self.copy(photos)
      }.hinted { $0.isSinglePhoto || $0.selectedCount == 0 ? nil : "copy address" }
    ]
  }

  private func copy(_ gathering: PhotoGathering) {
    let photos = gathering.photos
    let parts = CopiedPart.allCases.filter { part in photos.contains { part.text(of: $0) != nil } }
    guard let first = parts.first else {
      context.show(notice: "Nothing to copy")
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
    context.show(
      notice: notice(
        texts, part, isOne: photos.count == 1, hidden: gathering.hiddenText, next: next))
  }

  private func notice(
    _ texts: [String], _ part: CopiedPart, isOne: Bool, hidden: String?, next: CopiedPart?
  ) -> String {
    let address = isOne ? texts.first : nil
    if let fault = context.copyFault(texts.joined(separator: "\n"), shownAs: address) {
      return fault
    }
    let copied =
      (isOne ? "Copied the \(part.word)" : "Copied \(part.words(texts.count))")
      + (hidden.map { ", \($0)" } ?? "")
    let again =
      next.flatMap {
        $0 == part
          ? nil : " · \(context.keys.name("photo.copy-address", on: .list)) again: \($0.word)"
      } ?? ""
    // The hint first: an address may be longer than the line.
    return copied + again + (address.map { " · \($0)" } ?? "")
  }
}

extension ScreenContext {
  /// Copies a text to the clipboard.
  ///
  /// - Parameter address: For the user to copy by hand, if there is no clipboard.
  /// - Returns: Why it was not copied; nil if it was.
  func copyFault(_ text: String, shownAs address: String?) -> String? {
    switch terminal.copy(text) {
    case .given: nil
    case .tooLong(let limit):
      "Not copied: over the terminal's limit of \(CountText.grouped(limit / 1_000)) kB"
    case .unavailable:
      "This terminal has no clipboard" + (address.map { " · \($0)" } ?? "")
    }
  }
}

/// What is copied of a photo; in the order in which pressing `y` again copies them.
nonisolated enum CopiedPart: CaseIterable {
  case address, imageAddress, title, id

  /// Cleaned, of one line; nil if the photo has none.
  func text(of photo: Photo) -> String? {
    switch self {
    case .address: PhotoAddress.text(of: photo)
    case .imageAddress: PhotoAddress.imageText(of: photo)
    case .title: photo.title.map { TextCleaner.line($0) }
    case .id: TextCleaner.line(photo.id)
    }
  }

  private var names: (one: String, several: String) {
    switch self {
    case .address: ("address", "addresses")
    case .imageAddress: ("picture address", "picture addresses")
    case .title: ("title", "titles")
    case .id: ("id", "ids")
    }
  }

  var word: String { names.one }

  /// `3 addresses`.
  func words(_ count: Int) -> String {
    "\(CountText.grouped(count)) \(count == 1 ? names.one : names.several)"
  }
}
