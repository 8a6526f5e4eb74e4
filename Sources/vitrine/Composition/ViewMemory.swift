import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import GalleryStore

/// The last view of each source, in `state.sqlite`: lines such as `sort=-date`. Read before the first page is requested.
struct ViewMemory {
  /// nil to keep nothing.
  let state: SQLiteStateStore?

  /// How a place is shown: with the query of its saved search, whatever was shown of it last.
  ///
  /// - Parameters:
  ///   - sourceID: As in `OpenSource.id`.
  ///   - appearance: Used if nothing is remembered of the place.
  func view(
    of place: Place, _ sourceID: String, else appearance: ListAppearance = ListAppearance()
  ) -> ListViewState {
    var view = view(of: place.viewID(sourceID), else: appearance)
    if let search = place.search {
      (view.filter, view.sort, view.grouping) = (search.filter, search.sort, search.grouping)
    }
    if let id = place.source.namedPhoto ?? place.source.likelyPhoto {
      view.photo = id
      if !view.filter.isEmpty, !place.keepsFilter, place.source.namedPhoto != nil {
        (view.filter, view.formerFilter) = (.everything, view.filter)
      }
    }
    return view
  }

  /// - Parameter appearance: Used if nothing is remembered of the source.
  func view(of sourceID: String, else appearance: ListAppearance = ListAppearance())
    -> ListViewState
  {
    var state = ListViewState()
    state.appearance = appearance
    guard let values = values(of: sourceID) else { return state }
    state.photo = values["photo"].flatMap { $0.isEmpty ? nil : $0 }
    state.layout = values["view"].flatMap(GalleryLayout.init(rawValue:))
    state.sort = values["sort"].flatMap(PhotoSort.init(name:))
    state.grouping = values["group"].flatMap(PhotoGrouping.init(rawValue:))
    state.filter = values["filter"].map { FilterText.reading($0).expression } ?? .everything
    // Up to 1.0, `rows` was also written where nobody had chosen: then it was tall.
    if let rows = (values["row_height"] ?? values["rows"].flatMap { $0 == "tall" ? nil : $0 })
      .flatMap(RowHeight.init(rawValue:))
    {
      state.appearance.rowHeight = rows
    }
    if let pictures = values["pictures"].flatMap(GridPictureSize.init(rawValue:)) {
      state.appearance.pictureSize = pictures
    }
    if let percent = values["list_percent"].flatMap({ Int($0) }), (1...99).contains(percent) {
      state.appearance.listShare = Double(percent) / 100
    }
    return state
  }

  private func values(of sourceID: String) -> [String: String]? {
    guard let text = (try? state?.value(of: Self.line(sourceID), in: .view)) ?? nil else {
      return nil
    }
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    return values
  }

  /// A failure is ignored, as for recent sources.
  func keep(_ view: ListViewState, of sourceID: String) {
    var lines: [String] = []
    // An id is clean text; an id of more than one line would become another photo's.
    if let photo = view.photo, Self.line(photo) == photo { lines.append("photo=\(photo)") }
    if let layout = view.layout { lines.append("view=\(layout.rawValue)") }
    if let rows = view.appearance.rowHeight { lines.append("row_height=\(rows.rawValue)") }
    lines.append("pictures=\(view.appearance.pictureSize.rawValue)")
    if let share = view.appearance.listShare, share.isFinite, (0.01...0.99).contains(share) {
      lines.append("list_percent=\(Int((share * 100).rounded()))")
    }
    if let sort = view.sort { lines.append("sort=\(sort.name)") }
    if let grouping = view.grouping { lines.append("group=\(grouping.rawValue)") }
    let filter = view.filter.description
    if !filter.isEmpty, FilterText.line(filter) == filter { lines.append("filter=\(filter)") }
    state?.note(lines.joined(separator: "\n"), for: Self.line(sourceID), in: .view)
  }

  private static func line(_ text: String) -> String {
    TextCleaner.line(text, limit: TextLimit(characters: 4_096))
  }
}
