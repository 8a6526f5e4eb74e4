import Foundation
import GalleryPresentation
import TerminalKit

/// What the coordinator needs made; the composition root makes it.
public protocol GalleryFlowDependencies: AnyObject {
  func makePhotoListScreen(
    actions: PhotoListViewModelActions, navigation: PhotoListScreen.Navigation
  ) -> PhotoListScreen

  func makePhotoDetailScreen(
    photo: Photo, at indexPath: IndexPath, in list: any PhotoListViewModelType,
    navigation: PhotoDetailScreen.Navigation
  ) -> PhotoDetailScreen

  /// Where the source's searches are answered.
  var search: SourceCapabilities.Search { get }

  /// - Parameters:
  ///   - sourceTitle: What the source is called now.
  ///   - isSearching: Whether the list shows the results of a search.
  func makeSearchScreen(
    sourceTitle: String, isSearching: Bool, actions: SearchViewModelActions,
    setNeedsDisplay: @escaping () -> Void
  ) -> SearchScreen

  /// What the source calls itself, as far as it is known now.
  func fetchSourceTitle(_ completion: @escaping (String) -> Void)

  func makeHelpScreen(commands: [KeyCommand], onClose: @escaping () -> Void) -> any Screen

  func makeAlert(message: String, onDismiss: @escaping () -> Void) -> Alert
}
