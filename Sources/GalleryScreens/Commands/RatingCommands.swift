import GalleryDomain
import GalleryPresentation
import TerminalKit

/// The keys that rate and label photos (decision 55): `0`–`5` stars, `R` rejects, `L` and a letter labels.
///
/// A photo that is rated or rejected alone makes room for the next one. A label does not: it is set beside a rating,
/// which comes last.
public final class RatingCommands {
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
    viewModel.askClosure = { [weak presenter] in presenter?.offer($0) }
    viewModel.photosChangedClosure = { [weak self] photos in
      self?.list?.inputs.photosChanged(photos)
      photosChanged(photos)
    }
  }

  /// A row that is not read yet is rated when it has been; the next one has its turn at once.
  private static let needs = GalleryCommand.Needs(waitsForFocused: false)

  public var commands: [GalleryCommand] {
    Command.ratings.enumerated().map { stars, command in
      rating(command) { $0.rated($1, stars: stars) }
    } + [rating(.ratingReject) { $0.rejectPressed($1) }]
      + PhotoLabel.Color.allCases.map { label(.label($0), $0) } + [label(.labelNone, nil)]
  }

  private func rating(
    _ command: Command, _ rate: @escaping (RatingViewModel, [Photo]) -> Bool
  ) -> GalleryCommand {
    GalleryCommand(command, Self.needs) { subject, target in
      self.list = target.photoList
      if rate(self.viewModel, subject.photos), !subject.isSelection { target.focusNext() }
    }
  }

  private func label(_ command: Command, _ color: PhotoLabel.Color?) -> GalleryCommand {
    GalleryCommand(command, Self.needs) { subject, target in
      self.list = target.photoList
      self.viewModel.labelled(subject.photos, color: color)
    }
  }
}
