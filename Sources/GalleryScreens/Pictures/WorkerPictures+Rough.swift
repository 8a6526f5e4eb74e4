import PictureKit
import PictureProtocol
import TerminalKit

extension WorkerPictures {
  public func progress(of wish: PictureSpecification) -> PictureProgress {
    guard let key = key(for: wish) else { return remoteProgress(of: wish) }
    return switch source.picture(for: key) {
    case .ready: .ready
    case .loading: .loading
    case .failed, .unavailable: .absent
    }
  }

  public func draw(
    _ wish: PictureSpecification, roughOnes: [PictureSpecification], in rect: Rect,
    on surface: inout Surface
  ) {
    guard let key = key(for: wish), case .loading(let rough) = source.picture(for: key) else {
      draw(wish, in: rect, on: &surface)
      return
    }
    let ready = roughOnes.compactMap { other in
      readyPicture(other).map { (wish: other, picture: $0) }
    }
    if let cells = roughCells(of: wish, rough: rough, from: ready) {
      surface.draw(cells, in: rect)
    } else if rough.flatMap({ adapted($0, to: rect.size) }) == nil,
      let last = ready.reversed().lazy.compactMap({ self.adapted($0.picture, to: rect.size) })
        .first
    {
      // Of another part, or another size: better than nothing for the moment.
      surface.draw(last, in: rect)
    } else {
      draw(wish, in: rect, on: &surface)
    }
  }

  private func readyPicture(_ wish: PictureSpecification) -> Picture? {
    guard let key = key(for: wish), case .ready(let picture) = source.picture(for: key) else {
      return nil
    }
    return picture
  }

  /// A picture of characters made of others; nil where there are none, or where the worker's own rough picture
  /// is better.
  private func roughCells(
    of wish: PictureSpecification, rough: Picture?,
    from ready: [(wish: PictureSpecification, picture: Picture)]
  ) -> Picture? {
    let region = wish.region ?? .whole
    var sources: [RoughCells.Source] = []
    for (other, picture) in ready {
      // Over the worker's rough picture only what is as large: the rest is coarser.
      let shown = other.region ?? .whole
      guard rough == nil || (shown.width == region.width && shown.height == region.height),
        case .cells(let cells) = picture.payload
      else { continue }
      sources.append(.init(cells: cells, region: shown))
    }
    guard let model = ready.last?.picture, !sources.isEmpty else { return nil }
    if let rough, case .cells(let cells) = rough.payload {
      sources.insert(.init(cells: cells, region: region), at: 0)
    }
    let extent = RoughCells.extent(
      of: region, source: model.sourceSize, box: wish.size, cell: cellPixelSize)
    guard let cells = RoughCells.picture(of: region, size: extent, from: sources) else {
      return nil
    }
    return Picture(
      id: model.id, payload: .cells(cells), size: extent, isSharp: false, format: model.format,
      sourceSize: model.sourceSize)
  }
}
