import Foundation
import GalleryPresentation
import TerminalKit

/// What the coordinator needs; the composition root makes it.
public protocol GalleryFlowDependencies: AnyObject {
  func makePhotoListScreen(
    actions: PhotoListViewModelActions, navigation: PhotoListScreen.Navigation
  ) -> PhotoListScreen

  func makePhotoDetailScreen(
    photo: Photo, at indexPath: IndexPath, in list: any PhotoListViewModelType,
    navigation: PhotoDetailScreen.Navigation
  ) -> PhotoDetailScreen

  /// - Parameter focus: The photo that has the focus at first.
  func makeCompareScreen(
    photos: [Photo], focus: Photo.ID?, in list: any PhotoListViewModelType,
    actions: CompareViewModelActions, navigation: CompareScreen.Navigation
  ) -> CompareScreen

  /// - Parameter sourceTitle: The name of the source now.
  func makeSearchScreen(
    sourceTitle: String, list: any PhotoListViewModelType, close: @escaping () -> Void,
    setNeedsDisplay: @escaping () -> Void
  ) -> SearchScreen

  /// The source's own name, as far as it is known now.
  func fetchSourceTitle(_ completion: @escaping (String) -> Void)

  /// How the seller can be asked about a photo; calls nothing if no address is known.
  ///
  /// - Parameter completion: Called at most once, with what begins an e-mail.
  func fetchSellerQuestion(
    about photo: Photo, presenter: any CommandPresenter,
    completion: @escaping (@escaping () -> Void) -> Void)

  /// - Parameter elsewhere: What it finds besides these commands.
  func makeHelpScreen(
    commands: [KeyCommand], elsewhere: HelpScope, onClose: @escaping () -> Void
  ) -> any Screen

  func makeAlert(message: String, onDismiss: @escaping () -> Void) -> Alert

  /// A question with commands of its own. Its words are read at every frame: its subject may be known only later.
  func makeAlert(
    title: @autoclosure @escaping () -> String, message: @autoclosure @escaping () -> String
  ) -> Alert

  /// The progress of something that the user waits for.
  ///
  /// - Parameter stop: Called when the user does not want to wait any longer.
  func makeProgressScreen(
    _ progress: BatchProgress, stop: @escaping () -> Void
  ) -> BatchProgressScreen

  func makeNotice(_ text: String, kind: Notice.Kind) -> Notice

  func makePrompt(
    _ question: PromptScreen.Question, end: @escaping (String?) -> Void
  ) -> PromptScreen

  /// The commands for photos, besides opening and comparing them; called once.
  func makeCommands(presenter: any CommandPresenter) -> [GalleryCommand]

  /// The basket of the gallery; nil if nothing can be bought.
  var basket: (any BasketViewModelType)? { get }

  func makeBasketScreen(
    basket: any BasketViewModelType, navigation: BasketScreen.Navigation
  ) -> BasketScreen

  /// The actions on the basket, besides changing it; the coordinator holds them.
  func makeBasketActions(presenter: any CommandPresenter) -> BasketActions
}
