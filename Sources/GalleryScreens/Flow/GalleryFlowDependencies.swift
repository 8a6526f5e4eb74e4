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

  func makeHelpScreen(commands: [KeyCommand], onClose: @escaping () -> Void) -> any Screen

  func makeAlert(message: String, onDismiss: @escaping () -> Void) -> Alert
}
