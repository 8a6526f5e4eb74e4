import PictureProtocol
import TerminalKit

extension PictureSource {
  /// A picture; until it is there, the best that can be shown in its place, on the cells that it will cover.
  ///
  /// - Parameters:
  ///   - key: nil while its file has yet to be fetched.
  ///   - scales: Whether the terminal shows a picture on any number of cells.
  ///   - others: Other pictures of the same file, the best last: all of it, or another part.
  ///   - small: The same picture of a smaller file of the photo. It is shown as large as that of the photo's own file will be, and also in
  ///     place of a failure.
  public func best(
    for key: PictureKey?, scales: Bool, others: [PictureKey] = [], small: PictureKey? = nil
  ) -> PictureState {
    let state = key.map { picture(for: $0) } ?? .loading(rough: nil)
    var rough: Picture?
    switch state {
    case .ready, .unavailable: return state
    case .failed: break
    case .loading(let own):
      guard let key else { break }
      let others = others.compactMap { other in
        best(for: other, scales: scales).shown.map { (look: other.look, picture: $0) }
      }
      rough = Placeholder(look: key.look, scales: scales).picture(from: own, or: others)
    }
    let smaller = small.flatMap { enlarged($0, scales: scales) }
    // Other parts of the photo are as sharp as the picture will be.
    let shown = others.isEmpty ? smaller ?? rough : rough ?? smaller
    if case .failed = state, shown == nil { return state }
    return .loading(rough: shown)
  }

  /// Only a whole picture has the photo's shape.
  private func enlarged(_ key: PictureKey, scales: Bool) -> Picture? {
    let shown = best(for: key, scales: scales).shown
    guard let shown, scales, key.look.region == nil else { return shown }
    return shown.covering(
      Placeholder(look: key.look, scales: scales).extent(of: shown, fillsBox: true))
  }
}

extension PictureKey {
  /// The picture that is made ahead to be shown in place of this one. A terminal that scales gets a smaller one: through a line one of a
  /// row's size; on the same machine the preview itself, because its decode is the smallest there is, and for the photo screen one of
  /// the size of the desktop's thumbnails.
  public nonisolated func madeAhead(scales: Bool) -> PictureKey {
    guard scales else { return self }
    var key = self
    let target = look.target
    let side = Double(target.pixelsPerSide)
    let scale: Double
    if case .kitty = look.output {
      key.look.output = .kitty(.compressed)
      scale = 128 / side
    } else {
      scale = side > 512 ? 256 / side : 1
    }
    guard scale < 1 else { return key }
    key.look.target = PictureTarget(
      columns: max(1, UInt32(Double(target.columns) * scale)),
      rows: max(1, UInt32(Double(target.rows) * scale)),
      cellPixelWidth: target.cellPixelWidth, cellPixelHeight: target.cellPixelHeight)
    return key
  }
}

extension PictureState {
  /// The picture, or what is shown in its place.
  public nonisolated var shown: Picture? {
    switch self {
    case .ready(let picture): picture
    case .loading(let rough): rough
    case .failed, .unavailable: nil
    }
  }
}

/// What is shown in place of a picture until it is there: made of other pictures of the same photo.
nonisolated private struct Placeholder {
  /// Of the picture that is waited for.
  let look: PictureLook
  let scales: Bool

  private var box: Size {
    Size(columns: Int(look.target.columns), rows: Int(look.target.rows))
  }

  /// - Parameters:
  ///   - rough: The worker's own, or the picture in another size.
  ///   - others: Other pictures, the best last.
  func picture(
    from rough: Picture?, or others: [(look: PictureLook, picture: Picture)]
  ) -> Picture? {
    if case .symbols = look.output { return cells(from: rough, or: others) }
    if let other = others.last, other.look.region == nil, let part = part(of: other.picture) {
      return part
    }
    // Of another part, or another size: better than nothing for the moment.
    return rough.flatMap(resized) ?? others.reversed().lazy.compactMap { fitted($0.picture) }.first
  }

  func extent(of picture: Picture, fillsBox: Bool) -> Size {
    RoughCells.extent(
      of: look.region ?? .whole, source: picture.sourceSize, enlargement: Int(look.enlargement),
      box: box,
      cell: PixelSize(
        width: Int(look.target.cellPixelWidth), height: Int(look.target.cellPixelHeight)),
      isPixels: !fillsBox)
  }

  /// As large as the one that it replaces; nil if the terminal can't show it so.
  private func resized(_ picture: Picture) -> Picture? {
    let extent = extent(of: picture, fillsBox: false)
    guard look.isWhole, scales, extent != .zero else { return fitted(picture) }
    return picture.size == extent ? picture : picture.covering(extent)
  }

  /// As it is, or smaller; nil if it is too large for the box.
  private func fitted(_ picture: Picture) -> Picture? {
    let picture = scales ? picture.fitted(in: box) : picture
    return picture.size.columns <= box.columns && picture.size.rows <= box.rows ? picture : nil
  }

  /// The part of a whole picture that a terminal that scales shows in place of the part's own picture.
  private func part(of whole: Picture) -> Picture? {
    guard scales, let region = look.region else { return nil }
    let extent = extent(of: whole, fillsBox: false)
    guard extent != .zero else { return nil }
    var part = whole.covering(extent)
    part.part = region
    return part
  }

  private func cells(
    from rough: Picture?, or others: [(look: PictureLook, picture: Picture)]
  ) -> Picture? {
    let region = look.region ?? .whole
    var sources = others.compactMap { other -> RoughCells.Source? in
      // Replaces the worker's rough picture only with cells of pictures that are as large: others are coarser.
      let shown = other.look.region ?? .whole
      guard rough == nil || (shown.width == region.width && shown.height == region.height),
        case .cells(let cells) = other.picture.payload
      else { return nil }
      return .init(cells: cells, region: shown)
    }
    guard let model = sources.isEmpty ? rough : others.last?.picture else { return nil }
    let extent = extent(of: model, fillsBox: true)
    if sources.isEmpty, !look.isWhole || extent == .zero || model.size == extent { return rough }
    if let rough, case .cells(let cells) = rough.payload {
      sources.insert(.init(cells: cells, region: region), at: 0)
    }
    return RoughCells.picture(of: region, size: extent, from: sources).map {
      model.covering(extent, with: $0)
    } ?? rough
  }
}

/// A placeholder of characters: the cells of other pictures of the same photo, moved and enlarged to
/// where they belong.
///
/// Cells are taken as they are, the nearest for each position. That is coarse, but available immediately, and
/// everything is already in its final place.
nonisolated public struct RoughCells {
  /// A picture and the part of the photo that it shows.
  struct Source {
    var cells: CellPicture
    var region: PictureRegion
  }

  /// The position of a part of a photo in its box, in cells.
  ///
  /// - Parameters:
  ///   - enlargement: The columns of a pixel, if it is enlarged by whole pixels; else 1.
  ///   - isPixels: Whether the terminal draws the picture itself; then it is not enlarged to its box, and may fill its
  ///     last cells in part.
  public static func extent(
    of region: PictureRegion, source: PixelSize, enlargement: Int = 1, box: Size, cell: PixelSize,
    isPixels: Bool = false
  ) -> Size {
    let width = Double(source.width) * region.width
    let height = Double(source.height) * region.height
    guard width > 0, height > 0, cell.width > 0, cell.height > 0 else { return .zero }
    let filling = min(
      Double(box.columns * cell.width) / width, Double(box.rows * cell.height) / height)
    if isPixels {
      let scale = enlargement > 1 ? Double(enlargement) : min(1, filling)
      return Size(
        columns: cells(
          ((width * scale).rounded() / Double(cell.width)).rounded(.up), atMost: box.columns),
        rows: cells(
          ((height * scale).rounded() / Double(cell.height)).rounded(.up), atMost: box.rows))
    }
    let scale = enlargement > 1 ? Double(enlargement * cell.width) : filling
    return Size(
      columns: cells(width * scale / Double(cell.width), atMost: box.columns),
      rows: cells(height * scale / Double(cell.height), atMost: box.rows))
  }

  private static func cells(_ value: Double, atMost limit: Int) -> Int {
    guard value < Double(limit) else { return limit }
    return max(1, Int(value.rounded()))
  }

  /// - Parameters:
  ///   - region: The part of the photo that is wanted.
  ///   - size: The cells that it will cover.
  ///   - sources: The best last; cells that none of them covers stay blank.
  /// - Returns: nil if none of them shows any of it.
  /// - Complexity: O(*cells* · *sources*).
  static func picture(of region: PictureRegion, size: Size, from sources: [Source]) -> CellPicture?
  {
    var cells = Array(repeating: PictureCell(scalar: 0x20), count: size.columns * size.rows)
    var isEmpty = true
    for source in sources {
      let (width, height) = (Int(source.cells.columns), Int(source.cells.rows))
      guard width > 0, height > 0, source.cells.cells.count >= width * height else { continue }
      let columns = positions(
        size.columns, from: (region.x, region.width),
        in: (source.region.x, source.region.width), count: width)
      let rows = positions(
        size.rows, from: (region.y, region.height),
        in: (source.region.y, source.region.height), count: height)
      for (row, sourceRow) in rows.enumerated() {
        guard let sourceRow else { continue }
        for (column, sourceColumn) in columns.enumerated() {
          guard let sourceColumn else { continue }
          cells[row * size.columns + column] = source.cells.cells[sourceRow * width + sourceColumn]
          isEmpty = false
        }
      }
    }
    guard !isEmpty else { return nil }
    return CellPicture(
      columns: UInt32(clamping: size.columns), rows: UInt32(clamping: size.rows), cells: cells)
  }

  /// For each cell in one direction, the cell of the source that contains its middle; nil outside.
  private static func positions(
    _ count: Int, from wanted: (start: Double, length: Double),
    in shown: (start: Double, length: Double), count shownCount: Int
  ) -> [Int?] {
    (0..<count).map { index in
      let middle = wanted.start + (Double(index) + 0.5) / Double(count) * wanted.length
      let position = (middle - shown.start) / shown.length * Double(shownCount)
      guard position >= 0, position < Double(shownCount) else { return nil }
      return Int(position)
    }
  }
}
