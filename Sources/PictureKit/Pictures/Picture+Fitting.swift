import TerminalKit

extension Picture {
  /// The same picture on as many cells as a box has room for, in its shape, for a terminal that scales
  /// what it draws. Never larger than it is; one of characters as it is.
  ///
  /// For what stands for a moment: a picture of the right size is sharper.
  public nonisolated func fitted(in box: Size) -> Picture {
    if case .cells = payload { return self }
    guard size.columns > box.columns || size.rows > box.rows, size.columns > 0, size.rows > 0,
      box.columns > 0, box.rows > 0
    else { return self }
    let scale = min(
      Double(box.columns) / Double(size.columns), Double(box.rows) / Double(size.rows))
    func scaled(_ cells: Int, atMost limit: Int) -> Int {
      min(max(1, Int((Double(cells) * scale).rounded())), limit)
    }
    return covering(
      Size(
        columns: scaled(size.columns, atMost: box.columns),
        rows: scaled(size.rows, atMost: box.rows)))
  }

  /// The same picture on other cells, for a terminal that scales what it draws; one of characters as it is.
  public nonisolated func covering(_ size: Size) -> Picture {
    if case .cells = payload { return self }
    var picture = Picture(
      id: id, payload: payload, size: size, isSharp: isSharp, format: format,
      sourceSize: sourceSize, animation: animation)
    picture.subject = subject
    return picture
  }
}
