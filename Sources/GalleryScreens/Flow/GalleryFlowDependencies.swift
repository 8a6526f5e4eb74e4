import Foundation
import GalleryPresentation
import TerminalKit

/// What the coordinator needs; the composition root makes it.
public protocol GalleryFlowDependencies: AnyObject {
  /// One for all screens and commands of the gallery.
  var context: ScreenContext { get }

  func makePhotoListScreen(actions: PhotoListViewModelActions) -> PhotoListScreen

  func makePhotoDetailScreen(
    photo: Photo, at indexPath: IndexPath, in list: any PhotoListViewModelType
  ) -> PhotoDetailScreen

  /// - Parameter focus: The photo that has the focus at first.
  func makeCompareScreen(
    photos: [Photo], focus: Photo.ID?, in list: any PhotoListViewModelType
  ) -> CompareScreen

  /// What was searched for in the source before.
  var fetchRecentQueries: any FetchRecentQueriesUseCase { get }

  func makeBasketScreen(
    of basket: BasketViewModel, over list: any PhotoListViewModelType
  ) -> BasketScreen

  /// The commands for photos, besides opening and comparing them; called once.
  func makeCommands() -> [GalleryCommand]

  /// The source's own name, as far as it is known now.
  func fetchSourceTitle(_ completion: @escaping (String) -> Void)

  /// How the seller can be asked about a photo; calls nothing if no address is known.
  ///
  /// - Parameter completion: Called at most once, with what begins an e-mail.
  func fetchSellerQuestion(
    about photo: Photo, completion: @escaping (@escaping () -> Void) -> Void)
}
