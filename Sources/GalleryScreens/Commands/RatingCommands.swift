import GalleryDomain
import GalleryPresentation
import TerminalKit

/// The keys that rate and label photos (decision 55): `0`–`5` stars, `R` rejects, `L` and a letter labels.
///
/// A photo that is rated or rejected alone makes room for the next one. A label does not: it is set beside a rating,
/// which comes last.
public final class RatingCommands: PhotoCommands {
  private let viewModel: RatingViewModel
  private weak var presenter: (any CommandPresenter)?
  /// Whose rows show what was done.
  private weak var list: (any PhotoListViewModelType)?

  /// - Parameter photosChanged: Called with photos whose rating has changed, besides the list.
  public init(
    viewModel: RatingViewModel, presenter: any CommandPresenter,
    photosChanged: @escaping ([Photo]) -> Void = { _ in }
  ) {
    self.viewModel = viewModel
    self.presenter = presenter
    viewModel.showNoticeClosure = { [weak presenter] in presenter?.show(notice: $0) }
    viewModel.showFailureClosure = { [weak presenter] in presenter?.show(failure: $0) }
    viewModel.askClosure = { [weak presenter] question in
      presenter?.choose(
        question.message, title: question.title,
        among: [PresentedChoice("w", "write mine", action: question.writeOwn)],
        none: "keep theirs")
    }
    viewModel.photosChangedClosure = { [weak self] photos in
      self?.list?.inputs.photosChanged(photos)
      photosChanged(photos)
    }
  }

  /// A row that is not read yet is rated when it has been; the next one has its turn at once.
  public var waitsForPhoto: Bool { false }

  public func commands(for context: PhotoContext) -> [KeyCommand] {
    Command.ratings.enumerated().map { stars, command in
      KeyCommand(command) { [weak self] in
        self?.rate(context) { $0.rated($1, stars: stars) }
      }
    } + [
      KeyCommand(.ratingReject) { [weak self] in self?.rate(context) { $0.rejectPressed($1) } }
    ]
      + PhotoLabel.Color.allCases.map { color in
        KeyCommand(.label(color)) { [weak self] in self?.label(context, color) }
      } + [KeyCommand(.labelNone) { [weak self] in self?.label(context, nil) }]
  }

  private func rate(
    _ context: PhotoContext, _ rate: (RatingViewModel, [Photo]) -> Bool
  ) {
    list = context.list
    guard rate(viewModel, context.photos), context.selectedCount == 0 else { return }
    context.goOn()
  }

  private func label(_ context: PhotoContext, _ color: PhotoLabel.Color?) {
    list = context.list
    viewModel.labelled(context.photos, color: color)
  }
}
