import Foundation
import GalleryDomain
import GalleryPresentation
import TerminalKit

/// `O`: opens the photo's page, else its picture or file, with the desktop's program; e-mails to a seller.
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
      GalleryCommand("photo.open-externally", .init(), in: context) { subject, _ in
        self.open(subject.focused)
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
      if let error { self.tell(error, address: text) }
    }
  }

  /// The address is useful elsewhere: in a browser at the other end of ssh.
  private func tell(_ error: AddressOpeningError, address: String) {
    let isCopied = error != .refused && !address.isEmpty && context.terminal.copy(address) == .given
    context.show(notice: "Can't open: \(error.words) · \(isCopied ? "copied " : "")\(address)")
  }
}
