import TerminalKit

extension PhotoDetailScreen {
  /// The first command that has a key takes it: keys that move are the panel's while it has more to show,
  /// the photo's while it is zoomed, and else lead to other photos.
  public var keyCommands: [KeyCommand] {
    (panel.isScrollable ? panelKeys : [])
      + (isZoomed && !coversPicture ? panKeys : [])
      + otherKeys + photoKeys + zoomKeys + partKeys + ProgramKeys.commands
  }

  /// What can be done with the photo here as in the list.
  private var otherKeys: [KeyCommand] { navigation.photoCommands(viewModel.outputs.photo) }

  /// Every key of the screen, whatever it shows now; what leads on and out of it first.
  var helpCommands: [KeyCommand] {
    photoKeys + otherKeys + zoomKeys + partKeys + panKeys + panelKeys + ProgramKeys.commands
  }

  private var photoKeys: [KeyCommand] {
    [
      KeyCommand(
        id: "next", keys: [.character("n")], title: "next photo", group: "Photos",
        hint: "next"
      ) { [weak self] in self?.next() },
      KeyCommand(
        id: "previous", keys: [.character("p"), .backspace], title: "previous photo",
        group: "Photos", hint: "previous"
      ) { [weak self] in self?.previous() },
      KeyCommand(
        id: "move-next", keys: [.down, .right, .character("j"), .character("l"), .pageDown],
        title: "next photo, unless zoomed", group: "Photos"
      ) { [weak self] in self?.next() },
      KeyCommand(
        id: "move-previous", keys: [.up, .left, .character("k"), .character("h"), .pageUp],
        title: "previous photo, unless zoomed", group: "Photos"
      ) { [weak self] in self?.previous() },
      KeyCommand(
        id: "back", keys: [.character("q"), .enter], title: "back to the list", group: "Photos",
        hint: "back", isEssential: true
      ) { [weak self] in self?.navigation.close() },
      KeyCommand(
        id: "step-back", keys: [.escape], title: "back", group: "Photos"
      ) { [weak self] in self?.stepBack() },
      KeyCommand(
        id: "refresh", keys: [.character("r")], title: "reload the picture", group: "Photos"
      ) { [weak self] in self?.reloadPicture() },
      KeyCommand(
        id: "help", keys: [.character("?")], title: "help", group: "Program", hint: "help",
        isEssential: true
      ) { [weak self] in
        guard let self else { return }
        navigation.showHelp(helpCommands)
      },
    ]
  }

  private var zoomKeys: [KeyCommand] {
    [
      KeyCommand(
        id: "zoom-in", keys: [.character("+"), .character("=")], title: "zoom in, up to 100%",
        group: "Zoom", hint: "zoom"
      ) { [weak self] in self?.request(.nearer) },
      KeyCommand(
        id: "zoom-out", keys: [.character("-"), .character("_")], title: "zoom out", group: "Zoom",
        hint: "zoom"
      ) { [weak self] in self?.request(.farther) },
      KeyCommand(
        id: "zoom-fit", keys: [.character("0")], title: "fit the whole photo", group: "Zoom"
      ) { [weak self] in self?.zoomToFit() },
      KeyCommand(
        id: "zoom-full", keys: [.character("1")], title: "100%", group: "Zoom"
      ) { [weak self] in self?.request(.full) },
      KeyCommand(
        id: "zoom-mouse", gesture: "double click", title: "100% there, or fit", group: "Zoom"),
    ]
  }

  /// What can be put on and off.
  private var partKeys: [KeyCommand] {
    [
      KeyCommand(
        id: "information", keys: [.character("i")], title: "information", group: "Photos",
        hint: "info"
      ) { [weak self] in self?.toggleInformation() },
      KeyCommand(
        id: "slide-show", keys: [.character("S")], title: "start or stop the slide show",
        group: "Photos"
      ) { [weak self] in self?.toggleSlideShow() },
      KeyCommand(
        id: "pause", keys: [.character(".")], title: "pause or resume the animation",
        group: "Photos"
      ) { [weak self] in self?.player.togglePause() },
    ]
  }
}
