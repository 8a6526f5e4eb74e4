import ArgumentParser
import GalleryData
import GalleryPresentation
import GalleryStore
import PictureKit

/// `vitrine cache`: clears the desktop's thumbnail cache and the store of feeds.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Clear the caches of thumbnails and feeds.",
    discussion: """
      Thumbnails are shared with file managers, in $XDG_CACHE_HOME/thumbnails or ~/.cache/thumbnails. Pages and \
      pictures of feeds are stored in $XDG_CACHE_HOME/vitrine or ~/.cache/vitrine. Set VITRINE_CACHE=off to use neither.
      """,
    subcommands: [CacheClearCommand.self])

  /// The user's cache, or an error that says why there is none.
  static func cache() throws -> ThumbnailCache {
    let environment = WorkerEnvironment.ofThisProcess()
    if let cache = ThumbnailCache(environment: environment) { return cache }
    StandardError.complain(
      environment["VITRINE_CACHE"] == "off"
        ? "the cache is turned off (VITRINE_CACHE=off)"
        : "no cache folder: neither XDG_CACHE_HOME nor HOME is an absolute path")
    throw ExitCode(1)
  }
}

/// `vitrine cache clear`.
struct CacheClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Remove the thumbnails Vitrine made and its copies of feeds.",
    discussion: "Recent searches are stored elsewhere and are kept.")

  @Flag(help: "Also remove thumbnails made by file managers and other programs.")
  var all = false

  func run() throws {
    let (cache, all) = (try CacheCommand.cache(), all)
    SourceRun.exit {
      let result = cache.clear(all: all)
      // If there is a cache, there is also a folder for the store.
      let folder = StoreFolders(environment: WorkerEnvironment.ofThisProcess()).cache
      let feeds = await SQLiteStore(folder: folder, logger: .silent).clear()
      var text =
        "removed \(CountText.count(result.fileCount, "file")), \(CountText.size(Int(result.byteCount)))\n"
      let stored = feeds.removed
      if stored.holdsAnything {
        text +=
          "removed \(CountText.count(stored.pageCount, "page")) and \(CountText.count(stored.imageCount, "picture")) from feeds, \(CountText.size(Int(stored.byteCount)))\n"
      }
      try StandardOutput.write(text)
      if result.failureCount > 0 {
        StandardError.complain(
          "can't remove \(CountText.count(result.failureCount, "file"))")
      }
      if !feeds.isComplete { StandardError.complain("can't remove the store in \(folder ?? "")") }
      return result.failureCount == 0 && feeds.isComplete ? 0 : 1
    }
  }
}
