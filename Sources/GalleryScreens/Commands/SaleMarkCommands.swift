import GalleryPresentation
import TerminalKit

/// `F`: offers what is selected, else the photo in focus, for sale; `X`: says that it is not.
public final class SaleMarkCommands {
  private let viewModel: SaleMarkViewModel
  private let theme: Theme
  private let keys: KeyBindings
  private weak var presenter: (any CommandPresenter)?
  /// Whose items may have another price now, wherever their rows are.
  private let basket: (any BasketViewModelType)?
  /// Whose rows show what was done.
  private weak var list: (any PhotoListViewModelType)?
  private var progressScreen: BatchProgressScreen?

  public init(
    viewModel: SaleMarkViewModel, basket: (any BasketViewModelType)? = nil,
    presenter: any CommandPresenter, theme: Theme, keys: KeyBindings = .standard
  ) {
    self.viewModel = viewModel
    self.basket = basket
    self.presenter = presenter
    self.theme = theme
    self.keys = keys
    bind()
  }

  public var commands: [GalleryCommand] {
    [
      GalleryCommand(.photoForSale) { target, gallery in
        self.list = target.photoList
        self.viewModel.forSalePressed(gallery.gather(for: target))
      },
      GalleryCommand(.photoNotForSale, .init()) { subject, target in
        self.list = target.photoList
        self.viewModel.notForSalePressed(subject.photos)
      },
    ]
  }

  private func bind() {
    viewModel.askClosure = { [weak self] in self?.ask($0) }
    viewModel.updateQuestionClosure = { [weak self] in self?.presenter?.setNeedsDisplay() }
    viewModel.showNoticeClosure = { [weak self] in self?.presenter?.show(notice: $0) }
    viewModel.showFailureClosure = { [weak self] in self?.presenter?.show(failure: $0) }
    viewModel.askAboutConflictsClosure = { [weak self] in self?.presenter?.offer($0) }
    viewModel.photosChangedClosure = { [weak self] photos in
      self?.list?.inputs.photosChanged(photos)
      self?.basket?.inputs.photosArrived(photos)
    }
    viewModel.updateProgressClosure = { [weak self] in self?.progressChanged() }
  }

  private func ask(_ question: SaleMarkQuestion) {
    presenter?.ask(
      PromptScreen.Question(
        title: self.viewModel.question?.title ?? question.title, prompt: "Price: ",
        text: self.viewModel.question?.text ?? question.text,
        placeholder: self.viewModel.question?.placeholder ?? question.placeholder,
        fault: { [viewModel] in viewModel.fault(of: $0) }),
      answer: { [viewModel] in viewModel.priceAnswered($0) })
  }

  private func progressChanged() {
    progressScreen = BatchProgressScreen.follow(
      viewModel.progress, progressScreen, on: presenter, theme: theme, keys: keys
    ) { [viewModel] in viewModel.stop() }
  }
}
