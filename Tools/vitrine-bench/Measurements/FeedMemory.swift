import FeedServerSupport

/// All of a feed of a million photos, page after page, through the network, the decoder, the store and out again: its
/// cost, and the memory it takes in the end.
struct FeedMemory {
  private static let photoCount = 1_000_000
  private static let photosPerPage = 100

  func run(_ bench: Bench) {
    bench.measure("10,000 pages") {
      let feed = GeneratedFeed(
        photoCount: Self.photoCount, photosPerPage: Self.photosPerPage)
      let server = try FeedServer { feed.answer(to: $0) }
      defer { server.stop() }
      let cache = try bench.scratch.folder("cache-pages")
      let cost = try ChildProcess.run(
        bench.vitrine, ["list", server.address + "/v1/photos"],
        environment: ["XDG_CACHE_HOME": cache.path])
      let pages = Double(Self.photoCount / Self.photosPerPage)
      bench.report.figure(
        "list, 10,000 pages: most memory", Double(cost.peakKilobytes) / 1024, "MB")
      bench.report.figure(
        "  pages a CPU-second: fetched, decoded, stored, printed", pages / cost.cpuSeconds)
    }
  }
}
