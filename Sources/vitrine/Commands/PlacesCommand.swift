import ArgumentParser
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryStore
import PictureKit

/// `vitrine places`: what the start screen lists, but for collections, which are files.
struct PlacesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "places",
    abstract: "List bookmarks, recent sources and saved searches.",
    discussion: """
      A line each, with tabs: 'bookmark', its key, the source; 'recent', when it was opened, the source; 'search', its name, the \
      source, its filter, order and grouping. They change in the gallery: m m bookmarks a source, m s saves a search, x in the list \
      of places (') removes one.
      """)

  func run() throws {
    let folder = StoreFolders(environment: WorkerEnvironment.ofThisProcess()).state
    let places = Places(folder: folder)
    // Without a home nothing is kept.
    if let fault = places.fault, fault != .nowhere {
      let path = folder.map { "\($0)/state.sqlite" } ?? ""
      StandardError.complain(Complaint(fault, path: path).words)
      throw ExitCode(1)
    }
    let lines = Self.lines(of: places)
    try StandardOutput.write(lines.map { $0.joined(separator: "\t") + "\n" }.joined())
  }

  private static func lines(of places: Places) -> [[String]] {
    let bookmarks = places.bookmarks.map { ["bookmark", String($0.key), $0.text] }
    let recent = places.recentSources.map { source in
      let date = source.openedAt.flatMap { RFC3339.text($0, zone: .current) }
      return ["recent", date ?? "", source.text]
    }
    let searches = places.savedSearches.map { search in
      [
        "search", search.name, search.text, FilterText.line(search.filter.description),
        search.sort?.name ?? "",
        search.grouping?.rawValue ?? "",
      ]
    }
    return bookmarks + recent + searches
  }
}
