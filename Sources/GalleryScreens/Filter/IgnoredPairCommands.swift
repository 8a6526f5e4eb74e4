import GalleryDomain
import GalleryPresentation
import TerminalKit

/// `|`: the selected photos are not alike, those that are compared, or among those that look like one, the photo in focus isn't like
/// that one. Again, they are alike.
public final class IgnoredPairCommands {
  private let useCase: (any IgnorePairsUseCase)?
  private let history: UndoHistory
  private weak var presenter: (any CommandPresenter)?
  private let theme: Theme
  private let keys: KeyBindings

  /// - Parameter useCase: nil if no pictures are compared.
  public init(
    useCase: (any IgnorePairsUseCase)?, history: UndoHistory, presenter: any CommandPresenter,
    theme: Theme, keys: KeyBindings = .standard
  ) {
    self.useCase = useCase
    self.history = history
    self.presenter = presenter
    self.theme = theme
    self.keys = keys
  }

  public var commands: [GalleryCommand] {
    [
      GalleryCommand(.similarIgnore, .init(readsPhotos: false)) { subject, target in
        self.toggle(subject, target)
      }.hinted { target in
        let outputs = target.photoList.outputs
        let isHinted =
          outputs.wantedQuery.similarTo != nil
          || !target.comparedPhotos.isEmpty && outputs.comparesPictures
        return isHinted ? "not alike" : nil
      }
      .refused(when: { self.useCase == nil })
    ]
  }

  private func toggle(_ subject: GalleryCommand.Subject, _ target: any CommandTarget) {
    let list = target.photoList
    guard let useCase, list.outputs.comparesPictures else {
      presenter?.show(notice: SimilarityText.notCompared)
      return
    }
    let compared = target.comparedPhotos
    guard let photos = compared.isEmpty ? photos(subject, list) : compared else { return }
    let place = history.begin(
      SimilarityText.undoing(isIgnored: true, photoCount: photos.count), giveUp: { false })
    useCase.execute(photos) { [weak self, weak list] result in
      switch result {
      case .success(let change):
        self?.register(change, of: photos.count, at: place, list)
      case .failure(let error):
        self?.history.withdraw(place)
        self?.presenter?.show(failure: SimilarityText.failure(error))
      }
    }
  }

  /// - Returns: nil after the user has been told why there are no two.
  private func photos(
    _ subject: GalleryCommand.Subject, _ list: any PhotoListViewModelType
  ) -> [Photo]? {
    guard subject.photos.count == 1, let photo = subject.photos.first,
      let similar = list.outputs.shownQuery.similarTo,
      let one = list.outputs.knownPhotos.first(where: { $0.id == similar.id })
    else {
      if subject.photos.count > 1 { return subject.photos }
      let key = keys.keys(of: .photoSimilar, on: .list).first?.description(glyphs: theme.glyphs)
      presenter?.show(notice: SimilarityText.selectTwo(key: key))
      return nil
    }
    guard photo.id != one.id else {
      presenter?.show(notice: SimilarityText.isTheOne)
      return nil
    }
    return [one, photo]
  }

  private func register(
    _ change: IgnoredPairsChange, of photoCount: Int, at place: UndoHistory.Place,
    _ list: (any PhotoListViewModelType)?
  ) {
    presenter?.show(
      notice: SimilarityText.changed(change, of: photoCount, keys: keys.hints))
    guard !change.pairs.isEmpty else { return history.withdraw(place) }
    list?.inputs.comparisonsChanged()
    let text = SimilarityText.undoing(isIgnored: change.isIgnored, photoCount: photoCount)
    history.register(text, at: place) { [useCase, weak presenter, weak list] in
      useCase?.undo(change) { result in
        if case .failure(let error) = result {
          presenter?.show(failure: SimilarityText.failure(error))
        }
        list?.inputs.comparisonsChanged()
      }
      return text
    }
  }
}
