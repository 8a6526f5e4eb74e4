import TerminalKit

extension PhotoDetailScreen {
  /// The first command that has a key takes it: keys that move are the panel's while it has more to show,
  /// the photo's while it is zoomed, and else lead to other photos.
  public var keyCommands: [KeyCommand] {
    keys.apply(
      (panel.isScrollable ? panelKeys : [])
        + (pane.canPan(zoomControl.zoom) && !coversPicture ? panKeys : [])
        + otherKeys + photoKeys + zoomKeys + partKeys + ProgramKeys.commands, on: .photo)
  }

  /// What can be done with the photo here as in the list.
  private var otherKeys: [KeyCommand] {
    navigation.photoCommands(viewModel.outputs.photo) { [weak self] in self?.next() }
  }

  /// Every key of the screen, whatever it shows now; what leads on and out of it first.
  var helpCommands: [KeyCommand] {
    keys.apply(
      photoKeys + otherKeys + zoomKeys + partKeys + panKeys + panelKeys + ProgramKeys.commands,
      on: .photo)
  }

  private var photoKeys: [KeyCommand] {
    [
      KeyCommand(.photoNext, hint: "next") { [weak self] in self?.next() },
      KeyCommand(.photoPrevious, hint: "previous") { [weak self] in self?.previous() },
      KeyCommand(.photoForward) { [weak self] in self?.next() },
      KeyCommand(.photoBackward) { [weak self] in self?.previous() },
      KeyCommand(.viewClose, hint: "back", isEssential: true) { [weak self] in
        self?.navigation.close()
      },
      KeyCommand(.viewBack) { [weak self] in self?.stepBack() },
      KeyCommand(.photoReload) { [weak self] in self?.reloadPicture() },
      KeyCommand(.programHelp, hint: "help", isEssential: true) { [weak self] in
        guard let self else { return }
        navigation.showHelp(helpCommands)
      },
    ]
  }

  private var zoomKeys: [KeyCommand] { zoomControl.zoomCommands { [weak self] in self?.pane } }

  /// What can be put on and off.
  private var partKeys: [KeyCommand] {
    [
      KeyCommand(.photoInformation, hint: "info") { [weak self] in self?.toggleInformation() },
      KeyCommand(.photoFullScreen) { [weak self] in self?.toggleFullScreen() },
      KeyCommand(.photoSlideShow) { [weak self] in self?.toggleSlideShow() },
      KeyCommand(.photoPause) { [weak self] in self?.player.togglePause() },
    ]
  }
}

extension PhotoDetailScreen {
  /// The keys that move over a zoomed photo.
  private var panKeys: [KeyCommand] { zoomControl.panCommands { [weak self] in self?.pane } }

  /// The keys that scroll the information; where it stands over the photo, the arrows too.
  private var panelKeys: [KeyCommand] {
    let lines = [
      scroll(.informationUp) { $0.scroll(by: -1) },
      scroll(.informationDown) { $0.scroll(by: 1) },
    ]
    return (coversPicture ? lines : []) + [
      scroll(.informationPageUp) { $0.scrollPages(-1) },
      scroll(.informationPageDown) { $0.scrollPages(1) },
      scroll(.informationHalfPageUp) { $0.scrollHalfPages(-1) },
      scroll(.informationHalfPageDown) { $0.scrollHalfPages(1) },
      scroll(.informationFirst) { $0.scrollToStart() },
      scroll(.informationLast) { $0.scrollToEnd() },
    ]
  }

  private func scroll(
    _ command: Command, _ action: @escaping (InfoPanel) -> Void
  ) -> KeyCommand {
    KeyCommand(command) { [weak self] in
      guard let self else { return }
      action(panel)
      navigation.setNeedsDisplay()
    }
  }
}

extension PhotoDetailScreen {
  /// The photo can be dragged only while it is larger than its box.
  public var wantsDrags: Bool { pane.canPan(zoomControl.zoom) && !coversPicture }

  public func handle(_ mouse: MouseEvent) {
    if panel.isOpen, layout.info.contains(mouse.position) {
      handleInPanel(mouse)
    } else if !zoomControl.handle(mouse, in: pane) {
      switch mouse.action {
      case .wheelDown: next()
      case .wheelUp: previous()
      case .press, .drag, .release, .singleClick, .doubleClick: break
      }
    }
  }
}
