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
      source, its filter, order and grouping. They change in the gallery: m bookmarks a source, N saves a search, x in the list \
      of places (') removes one.
      """)

  func run() throws {
    let folder = StoreFolders(environment: WorkerEnvironment.ofThisProcess()).state
    let places = Places(folder: folder)
    var lines: [[String]] = []
    do throws(StoreFault) {
      lines = try Self.lines(of: places)
    } catch .nowhere {
      // No home: nothing is kept.
    } catch {
      let path = folder.map { "\($0)/state.sqlite" } ?? ""
      StandardError.complain(ProgramError(error, path: path).message)
      throw ExitCode(1)
    }
    try StandardOutput.write(lines.map { $0.joined(separator: "\t") + "\n" }.joined())
  }

  private static func lines(of places: Places) throws(StoreFault) -> [[String]] {
    let bookmarks = try places.readBookmarks().map { ["bookmark", String($0.key), $0.text] }
    let recent = try places.readRecentSources().map { source in
      let date = source.openedAt.flatMap { RFC3339.text($0, zone: .current) }
      return ["recent", date ?? "", source.text]
    }
    let searches = try places.readSavedSearches().map { search in
      [
        "search", search.name, search.text, FilterText.line(search.filter.description),
        search.sort?.name ?? "",
        search.grouping?.rawValue ?? "",
      ]
    }
    return bookmarks + recent + searches
  }
}
