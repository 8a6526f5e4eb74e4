import GalleryDomain

// Searching and sorting out, as far into the folder as a page needs.
extension FolderRepository {
  /// Files read at the same time.
  private static let parallelReads = 4

  func selectedPage(
    for request: PageRequest, of scan: FolderScan
  ) async throws(PhotoSourceError) -> PhotoPage {
    let query = request.query
    if selected?.query != query || (request.page == 1 && isSelectionOutdated) {
      selected = SelectedRows(query)
      isSelectionOutdated = false
    }
    while true {
      guard !Task.isCancelled, let rows = selected, rows.query == query else {
        throw .cancelled
      }
      do throws(PhotoSourceError) {
        // Returns when there are as many, or when there are no more.
        try await scan.wait(forCount: rows.next + SelectedRows.pieceSize, anchor: nil)
      } catch {
        throw failed(scan, error)
      }
      let rowCount = scan.read { $0.index.photoCount }
      guard let piece = rows.piece(for: request, rowCount: rowCount) else { break }
      let found = await self.rows(in: piece, of: scan, rows.filter)
      guard !Task.isCancelled, selected?.query == query else { throw .cancelled }
      selected?.add(found, of: piece)
    }
    guard let selected, selected.query == query else { throw .cancelled }
    let anchor = request.anchor.map(FolderPhotoID.path)
    let known = scan.read { state -> (paths: [[UInt8]], isComplete: Bool, anchorRow: Int?) in
      var anchorRow: Int?
      if let anchor, case .row(let row) = state.index.place(of: anchor) { anchorRow = row }
      return (
        selected.listRows(of: request).map(state.index.relativePath(ofRow:)),
        state.isFinished && selected.next >= state.index.photoCount, anchorRow
      )
    }
    return selected.page(
      for: request, photos: known.paths.compactMap(photo(atRelativePath:)),
      isComplete: known.isComplete, anchorRow: known.anchorRow)
  }

  /// Reads files where only they can tell.
  private func rows(
    in piece: Range<Int>, of scan: FolderScan, _ filter: LocalFilter
  ) async -> [Int] {
    let paths = scan.read { state in piece.map(state.index.relativePath(ofRow:)) }
    let photos = zip(piece, paths).compactMap { row, path in
      photo(atRelativePath: path).map { (row, $0) }
    }
    guard filter.needsDetails else {
      return photos.filter { filter.keeps($0.1) }.map(\.0)
    }
    return await withTaskGroup(of: Int?.self) { group in
      var found: [Int] = []
      var rest = photos[...]
      func startNext() {
        guard let (row, photo) = rest.popFirst(), !Task.isCancelled else { return }
        group.addTask { [self] in
          let detailed =
            photo.needsDetails
            ? await ReadingUrgency.$current.withValue(.background) { await details(of: photo) }
            : photo
          return filter.keeps(detailed) ? row : nil
        }
      }
      for _ in 0..<Self.parallelReads { startNext() }
      while let row = await group.next() {
        if let row { found.append(row) }
        startNext()
      }
      return found.sorted()
    }
  }
}
