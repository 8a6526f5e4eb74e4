import TerminalKit

extension PhotoDetailScreen {
  /// The keys that move over a zoomed photo.
  var panKeys: [KeyCommand] {
    [
      pan("pan-left", [.left, .character("h")], "left", -0.25, 0),
      pan("pan-right", [.right, .character("l")], "right", 0.25, 0),
      pan("pan-up", [.up, .character("k")], "up", 0, -0.25),
      pan("pan-down", [.down, .character("j")], "down", 0, 0.25),
      pan("pan-page-up", [.pageUp, .control("b")], "screen up", 0, -1),
      pan("pan-page-down", [.pageDown, .control("f")], "screen down", 0, 1),
      pan("pan-half-up", [.control("u")], "half screen up", 0, -0.5),
      pan("pan-half-down", [.control("d")], "half screen down", 0, 0.5),
      // No picture is as many boxes high.
      pan("pan-top", [.home, .character("g")], "top", 0, -100_000),
      pan("pan-bottom", [.end, .character("G")], "bottom", 0, 100_000),
      KeyCommand(
        id: "pan-mouse", gesture: "drag", title: "move", group: Self.panGroup),
      KeyCommand(
        id: "wheel-zoom", gesture: "wheel", title: "zoom at the pointer",
        group: Self.panGroup),
    ]
  }

  private static let panGroup = "In a zoomed photo"

  private func pan(
    _ id: String, _ keys: [Key], _ title: String, _ widths: Double, _ heights: Double
  ) -> KeyCommand {
    KeyCommand(id: id, keys: keys, title: title, group: Self.panGroup) { [weak self] in
      self?.pan(byWidths: widths, heights: heights)
    }
  }

  /// The keys that scroll the information; where it stands over the photo, the arrows too.
  var panelKeys: [KeyCommand] {
    let lines = [
      scroll("info-up", [.up, .character("k")], "line up") { $0.scroll(by: -1) },
      scroll("info-down", [.down, .character("j")], "line down") { $0.scroll(by: 1) },
    ]
    return (coversPicture ? lines : []) + [
      scroll("info-page-up", [.pageUp, .control("b")], "page up") { $0.scrollPages(-1) },
      scroll("info-page-down", [.pageDown, .control("f")], "page down") { $0.scrollPages(1) },
      scroll("info-half-up", [.control("u")], "half page up") { $0.scrollHalfPages(-1) },
      scroll("info-half-down", [.control("d")], "half page down") { $0.scrollHalfPages(1) },
      scroll("info-first", [.home, .character("g")], "start") { $0.scrollToStart() },
      scroll("info-last", [.end, .character("G")], "end") { $0.scrollToEnd() },
    ]
  }

  private func scroll(
    _ id: String, _ keys: [Key], _ title: String, _ action: @escaping (InfoPanel) -> Void
  ) -> KeyCommand {
    KeyCommand(id: id, keys: keys, title: title, group: "Long information") { [weak self] in
      guard let self else { return }
      action(panel)
      navigation.setNeedsDisplay()
    }
  }
}
