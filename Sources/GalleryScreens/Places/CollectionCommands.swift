import GalleryDomain
import GalleryPresentation
import TerminalKit

/// `m c` adds the selected photos, or the one in focus, to a collection; `m x` removes them from the one that is shown. Files are never
/// touched.
public final class CollectionCommands {
  private let repository: any CollectionRepository
  private let opened: (any EditableCollection)?
  private let searches: () -> [SavedSearch]
  private let history: UndoHistory
  private let context: ScreenContext
  /// The collection to which photos were added last, suggested for the next ones.
  private var lastName = ""

  /// - Parameters:
  ///   - opened: The collection that is shown; nil for other sources.
  ///   - searches: The saved searches, whose names no collection can have.
  public init(
    repository: any CollectionRepository, opened: (any EditableCollection)?,
    searches: @escaping () -> [SavedSearch], history: UndoHistory, context: ScreenContext
  ) {
    self.repository = repository
    self.opened = opened
    self.searches = searches
    self.history = history
    self.context = context
  }

  public var commands: [GalleryCommand] {
    [
      GalleryCommand("collection.add") { target in
        self.add(self.context.gather(for: target, readsPhotos: false, keepsRange: true))
      }.when { $0.hasPhotos },
      GalleryCommand("collection.remove", .init(readsPhotos: false), in: context) {
        subject, target in
        self.remove(subject, target)
      }.refused(when: { self.opened == nil }),
    ]
  }

  private func add(_ gathering: PhotoGathering) {
    let searches = searches()
    context.ask(
      TextQuestion(
        title: PlacesText.adding(gathering), prompt: PlacesText.collectionPrompt,
        text: self.lastName, former: repository.names,
        fault: { PlacesText.collectionFault($0, searches: searches) },
        completions: { [repository] text in
          repository.names.filter { $0.hasPrefix(text) && $0 != text }
        }
      ) { [weak self] name in
        gathering.whenGathered {
          self?.add(
            $0, to: name, hidden: SelectionText.notShown(gathering.hiddenCount, of: $0.count))
        }
      })
  }

  /// - Parameter hidden: How many of the photos are not in the list, in words.
  private func add(_ photos: [Photo], to name: String, hidden: String?) {
    guard !photos.isEmpty else {
      context.show(notice: SelectionText.noPhotos)
      return
    }
    lastName = name
    let collection = repository.collection(named: name)
    perform {
      () throws(CollectionError) in
      let change = try collection.add(photos)
      context.show(notice: PlacesText.added(change, to: name, hidden: hidden))
      register(change, of: collection, name: name, list: nil)
    }
  }

  private func remove(_ gathering: PhotoGathering, _ target: any CommandTarget) {
    let photos = gathering.photos
    guard let opened else {
      context.show(notice: PlacesText.isNoCollection)
      return
    }
    let list = target.photoList
    perform {
      () throws(CollectionError) in
      let change = try opened.remove(photos)
      context.show(
        notice: PlacesText.removed(change, hidden: gathering.hiddenText, keys: context.keys.hints))
      guard change.count > 0 else { return }
      register(change, of: opened, name: nil, list: list)
      let ids = photos.map(\.id)
      target.photosLeft(ids)
      list.inputs.photosLeft(ids)
      list.inputs.refresh()
    }
  }

  private func register(
    _ change: CollectionChange, of collection: any EditableCollection, name: String?,
    list: (any PhotoListViewModelType)?
  ) {
    guard change.count > 0 else { return }
    let text = PlacesText.undoing(change, name: name)
    history.register(text) { [context, weak list] in
      do throws(CollectionError) {
        try collection.undo(change)
        list?.inputs.refresh()
        return text
      } catch {
        context.show(failure: PlacesText.failure(error))
        return nil
      }
    }
  }

  private func perform(_ work: () throws(CollectionError) -> Void) {
    do throws(CollectionError) {
      try work()
    } catch {
      context.show(failure: PlacesText.failure(error))
    }
  }
}
