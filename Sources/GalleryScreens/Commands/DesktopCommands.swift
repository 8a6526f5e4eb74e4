import Foundation
import GalleryDomain
import GalleryPresentation
import TerminalKit

/// `O`: opens the photo's page, else its picture or file, with the desktop's program.
public final class DesktopCommands {
  private let opener: any AddressOpening
  private let terminal: any Terminal
  private weak var presenter: (any CommandPresenter)?

  public init(
    opener: any AddressOpening, terminal: any Terminal, presenter: any CommandPresenter
  ) {
    self.opener = opener
    self.terminal = terminal
    self.presenter = presenter
  }

  /// One photo even if several are selected: opening a hundred windows is never intended.
  public var commands: [GalleryCommand] {
    [GalleryCommand(.photoOpenExternally, .init()) { subject, _ in self.open(subject.focused) }]
  }

  private func open(_ photo: Photo?) {
    guard let photo else { return }
    guard let url = PhotoAddress.url(of: photo) else {
      presenter?.show(notice: "Nothing to open: the photo has no address")
      return
    }
    let text = PhotoAddress.text(of: photo) ?? ""
    presenter?.show(notice: "Opening \(text)")
    opener.open(url) { [weak self] error in
      if let error { self?.tell(error, address: text) }
    }
  }

  /// The address is useful elsewhere: in a browser at the other end of ssh.
  private func tell(_ error: AddressOpeningError, address: String) {
    let isCopied = error != .refused && !address.isEmpty && terminal.copy(address) == .given
    presenter?.show(notice: "Can't open: \(error.words) · \(isCopied ? "copied " : "")\(address)")
  }
}
