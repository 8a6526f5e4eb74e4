import ArgumentParser
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import GalleryStore
import PictureKit

/// `vitrine places`: what the start screen lists, but for collections, which are files.
struct PlacesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "places",
    abstract: "List bookmarks, recent sources and saved searches.",
    discussion: """
      A line each, with tabs: 'bookmark', its key, the source; 'recent', when it was opened, the source; 'search', its name, the \
      source, its filter, order and grouping. They change in the gallery: \(key("places.bookmark")) bookmarks a source, \
      \(key("places.save-search")) saves a search, \(key("places.remove", .places)) in the list of places \
      (\(key("places.show"))) removes one.
      """)

  private static func key(_ command: Command, _ screen: CommandScreen = .list) -> String {
    KeyBindings.standard.name(command, on: screen)
  }

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
