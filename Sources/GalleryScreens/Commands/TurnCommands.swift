import GalleryDomain
import GalleryPresentation
import TerminalKit

/// `<` and `>` turn photos for the eye, wherever they are from.
public final class TurnCommands: PhotoCommands {
  private let turns: PhotoTurns
  private weak var presenter: (any CommandPresenter)?

  public init(turns: PhotoTurns, presenter: any CommandPresenter) {
    self.turns = turns
    self.presenter = presenter
  }

  /// Nothing of a photo need be read, and those that are not loaded nobody sees: each key turns at once, however fast
  /// they come.
  public var actsOnPhotos: Bool { false }

  public func commands(for context: PhotoContext) -> [KeyCommand] {
    [command(.photoTurnLeft, .left, context), command(.photoTurnRight, .right, context)]
  }

  private func command(
    _ command: Command, _ turn: PhotoTurn, _ context: PhotoContext
  ) -> KeyCommand {
    KeyCommand(command) { [weak self] in
      guard let self else { return }
      turns.turn(context.photos, by: turn)
      presenter?.setNeedsDisplay()
    }
  }
}
