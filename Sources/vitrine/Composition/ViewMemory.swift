import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import Glibc

/// The last view of each source: a file each in `views` of Vitrine's folder of the state home, with lines such as
/// `sort=-date`. Read before the first page is requested, so that it costs one small file and no database.
struct ViewMemory {
  /// nil without a state folder: then nothing is kept.
  let folder: String?

  private static let name = "views"
  /// For this many sources; beyond it, those not opened for the longest time are forgotten.
  private static let limit = 500
  private static let byteLimit = 131_072

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
    if let id = place.source.namedPhoto ?? place.source.likelyPhoto { view.photo = id }
    return view
  }

  /// - Parameters:
  ///   - sourceID: As in `OpenSource.id`.
  ///   - appearance: Used if nothing is remembered of the source.
  func view(of sourceID: String, else appearance: ListAppearance = ListAppearance())
    -> ListViewState
  {
    var state = ListViewState()
    state.appearance = appearance
    guard let values = values(of: sourceID) else { return state }
    state.photo = values["photo"].flatMap { $0.isEmpty ? nil : $0 }
    state.layout = values["view"].flatMap(GalleryLayout.init(rawValue:))
    state.hasSuggestedGrid = values["suggested"] == "grid"
    state.sort = values["sort"].flatMap(PhotoSort.init(name:))
    state.grouping = values["group"].flatMap(PhotoGrouping.init(rawValue:))
    state.filter = values["filter"].map { FilterText.reading($0).expression } ?? .everything
    if let rows = values["rows"].flatMap(RowHeight.init(rawValue:)) {
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

  /// nil if nothing is remembered of the source, or if the file is about another one with the same hash.
  private func values(of sourceID: String) -> [String: String]? {
    guard let folder,
      let file = FileReference(path: Array("\(folder)/\(fileName(of: sourceID))".utf8)),
      let data = try? FileBytes.read(file, byteLimit: Self.byteLimit).bytes
    else { return nil }
    var values: [String: String] = [:]
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    return values["source"] == Self.line(sourceID) ? values : nil
  }

  /// A failure is ignored, as for recent sources.
  func keep(_ state: ListViewState, of sourceID: String) {
    guard let folder else { return }
    var lines = ["source=\(Self.line(sourceID))"]
    // An id is clean text; an id of more than one line would become another photo's.
    if let photo = state.photo, Self.line(photo) == photo { lines.append("photo=\(photo)") }
    if let layout = state.layout { lines.append("view=\(layout.rawValue)") }
    if state.hasSuggestedGrid { lines.append("suggested=grid") }
    lines.append("rows=\(state.appearance.rowHeight.rawValue)")
    lines.append("pictures=\(state.appearance.pictureSize.rawValue)")
    if let share = state.appearance.listShare, share.isFinite, (0.01...0.99).contains(share) {
      lines.append("list_percent=\(Int((share * 100).rounded()))")
    }
    if let sort = state.sort { lines.append("sort=\(sort.name)") }
    if let grouping = state.grouping { lines.append("group=\(grouping.rawValue)") }
    let filter = state.filter.description
    if !filter.isEmpty, FilterText.line(filter) == filter { lines.append("filter=\(filter)") }
    let text = lines.map { $0 + "\n" }.joined()
    guard StateFile.write(text, to: fileName(of: sourceID), in: folder) else { return }
    forgetOldest(in: "\(folder)/\(Self.name)")
  }

  private func fileName(of sourceID: String) -> String {
    "\(Self.name)/\(StableHash.text(sourceID))"
  }

  private static func line(_ text: String) -> String {
    TextCleaner.line(text, limit: TextLimit(characters: 4_096))
  }

  private func forgetOldest(in folder: String) {
    let files = FileManager.default
    guard let names = try? files.contentsOfDirectory(atPath: folder), names.count > Self.limit
    else { return }
    let dated = names.map { name -> (path: String, date: Date) in
      let path = "\(folder)/\(name)"
      let date = (try? files.attributesOfItem(atPath: path))?[.modificationDate] as? Date
      return (path, date ?? .distantPast)
    }
    for file in dated.sorted(by: { $0.date < $1.date }).dropLast(Self.limit) { unlink(file.path) }
  }
}
