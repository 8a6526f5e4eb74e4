import Foundation
import GalleryDomain
import GalleryPresentation
import TerminalKit

/// `o`: opens the photo's page, else its picture or file, with the desktop's program; e-mails to a seller.
public final class DesktopCommands {
  private let opener: any AddressOpening
  private let context: ScreenContext

  public init(opener: any AddressOpening, context: ScreenContext) {
    self.opener = opener
    self.context = context
  }

  /// One photo even if several are selected: opening a hundred windows is never intended.
  public var commands: [GalleryCommand] {
    [
      GalleryCommand("photo.open-externally", .init(), in: context) { photos, target in
        self.open(photos.focused(on: target))
      }
    ]
  }

  private func open(_ photo: Photo?) {
    guard let photo else { return }
    guard let url = PhotoAddress.url(of: photo) else {
      context.show(notice: "Nothing to open: the photo has no address")
      return
    }
    open(url, shownAs: PhotoAddress.text(of: photo) ?? "")
  }

  /// Begins an e-mail to the seller about a photo.
  public func ask(_ seller: String, about photo: Photo) {
    var mail = URLComponents()
    mail.scheme = "mailto"
    mail.path = seller
    mail.queryItems = [URLQueryItem(name: "subject", value: photo.name)]
    if let page = photo.pageURL {
      mail.queryItems?.append(URLQueryItem(name: "body", value: page.absoluteString))
    }
    guard let url = mail.url else { return }
    open(url, shownAs: seller)
  }

  func open(_ url: URL, shownAs text: String) {
    context.show(notice: "Opening \(text)")
    // Strong: what begins an e-mail may be all that holds it.
    opener.open(url) { error in
      if let error { self.report(error, address: text) }
    }
  }

  /// The address is useful elsewhere: in a browser at the other end of ssh.
  private func report(_ error: Complaint, address: String) {
    let isCopied =
      error != .refusedAddress && !address.isEmpty && context.terminal.copy(address) == .given
    context.show(notice: "Can't open: \(error.words) · \(isCopied ? "copied " : "")\(address)")
  }
}

/// The address of a photo, for other programs.
nonisolated enum PhotoAddress {
  /// Longer than any address in use; anything longer is not taken for one.
  private static let limit = TextLimit(characters: 16_384)

  /// The page about it, else the picture, else the file.
  static func url(of photo: Photo) -> URL? { photo.pageURL ?? photo.imageURL ?? photo.file?.url }

  /// The same as people write it: for a file its path.
  static func text(of photo: Photo) -> String? {
    if let page = photo.pageURL { return text(page) }
    if let file = photo.file { return path(file) ?? file.url.flatMap(text) }
    return photo.imageURL.flatMap(text)
  }

  /// The picture itself, if its address differs from the photo's.
  static func imageText(of photo: Photo) -> String? {
    guard photo.pageURL != nil, photo.file == nil else { return nil }
    return photo.imageURL.flatMap(text)
  }

  /// nil unless its bytes are clean text; no other text would name the file.
  static func path(_ file: FileReference) -> String? {
    let text = String(decoding: file.path, as: UTF8.self)
    return Array(text.utf8) == file.path && TextCleaner.line(text, limit: limit) == text
      ? text : nil
  }

  /// Without control characters; nil if cleaning would shorten or change it, because it would then name something else.
  static func text(_ url: URL) -> String? {
    let text = url.absoluteString
    return TextCleaner.line(text, limit: limit) == text ? text : nil
  }
}

/// Opens addresses with the desktop's program.
public protocol AddressOpening: AnyObject {
  /// Opens an address in a program of its own, without waiting for it.
  ///
  /// - Parameters:
  ///   - url: http, https, mailto or file; any other is refused.
  ///   - completion: Called once: with nil when the program has finished or is still running after a moment, else with
  ///     the reason why it failed. Called immediately if it cannot even be started.
  func open(_ url: URL, completion: @escaping (Complaint?) -> Void)
}

extension Complaint {
  /// About an address of another kind, or one that a program could take for an option: it isn't copied either.
  nonisolated public static let refusedAddress: Complaint = "not a web address or a file"
}
