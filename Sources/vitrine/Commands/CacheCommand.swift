import ArgumentParser
import GalleryData
import Glibc
import PictureKit

/// `vitrine cache`: what the desktop's thumbnail cache holds; clearing and filling it.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "Show, clear or fill the cache of thumbnails.",
    discussion: """
      Thumbnails are kept where file managers keep theirs, $XDG_CACHE_HOME/thumbnails or \
      ~/.cache/thumbnails, so that each finds what the other made. With VITRINE_CACHE=off in the \
      environment Vitrine leaves them alone.
      """,
    subcommands: [CacheSizesCommand.self, CacheClearCommand.self, CacheWarmCommand.self],
    defaultSubcommand: CacheSizesCommand.self)

  /// The person's cache, or the reason why there is none.
  static func cache() throws -> ThumbnailCache {
    let environment = WorkerEnvironment.ofThisProcess()
    if let cache = ThumbnailCache(environment: environment) { return cache }
    StandardError.complain(
      environment["VITRINE_CACHE"] == "off"
        ? "the cache is turned off (VITRINE_CACHE=off)"
        : "there is no place for a cache: neither XDG_CACHE_HOME nor HOME is an absolute path")
    throw ExitCode(1)
  }

  /// Writes lines to standard output.
  static func write(_ text: String) throws {
    signal(SIGPIPE, SIG_IGN)
    guard !LineOutput().write(text), let reason = StandardError.outputFailure(code: errno) else {
      return
    }
    StandardError.complain(reason)
    throw ExitCode(1)
  }
}

/// `vitrine cache sizes`, which is `vitrine cache`.
struct CacheSizesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sizes",
    abstract: "How much the cache holds (the default).")

  func run() throws {
    let cache = try CacheCommand.cache()
    try CacheCommand.write(CacheText.table(cache.contents(), folder: cache.folder))
  }
}

/// `vitrine cache clear`.
struct CacheClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Remove the thumbnails that Vitrine made.")

  @Flag(help: "Those of file managers and other programs too.")
  var all = false

  func run() throws {
    let result = try CacheCommand.cache().clear(all: all)
    try CacheCommand.write(
      "removed \(CacheText.count(result.fileCount, "file")), \(CacheText.size(result.byteCount))\n")
    guard result.failureCount > 0 else { return }
    StandardError.complain("\(CacheText.count(result.failureCount, "file")) could not be removed")
    throw ExitCode(1)
  }
}
