extension Cell {
  /// A cell under a picture that the terminal draws: a no-break space, which ncurses never erases by clearing to the
  /// end of the line, with an attribute that no text has.
  public nonisolated static let graphic = Cell(
    scalar: "\u{A0}", style: Style(attributes: .graphic))
}

extension Surface {
  /// Places a picture; anything drawn over its cells later covers that part of it.
  ///
  /// - Returns: False, with nothing changed, if it does not fit completely or would overlap another picture.
  /// - Complexity: O(*cells of the picture* + *pictures*).
  @discardableResult
  public nonisolated mutating func place(_ graphic: Graphic, at origin: Point) -> Bool {
    let rect = Rect(origin: origin, size: graphic.size)
    guard !rect.isEmpty, rect.intersection(visibleBounds) == rect else { return false }
    let placement = GraphicPlacement(graphic: graphic, origin: absolute(origin))
    guard !graphics.contains(where: { !$0.rect.intersection(placement.rect).isEmpty }) else {
      return false
    }
    fill(rect, with: .graphic)
    graphics.append(placement)
    return true
  }

  /// Whether a cell still shows its picture, that is, has not been drawn over. Call it outside `draw(in:_:)`, so that
  /// the coordinates are those of the placements.
  public nonisolated func showsGraphic(atColumn column: Int, row: Int) -> Bool {
    self[column, row] == .graphic
  }
}
