import FeedFormats
import FeedServerSupport
import Foundation
import GalleryData
import GalleryDomain

/// How fast pages of 100 photos become photos, by the clock, on one core: in this process, because the
/// decoder is a library.
struct FeedDecoding {
  private static let pageCount = 400

  func run(_ bench: Bench) {
    bench.measure("feed decoding") {
      let folder = bench.gallery.appendingPathComponent("Resources/presets").path
      let library = PresetLibrary(shipped: FileReference(path: folder), own: nil)
      guard let preset = library.preset(named: "500px"),
        let url = URL(string: "https://shop.example/v1/photos")
      else { throw BenchError.missing("the preset 500px in \(folder)") }
      let format = try PresetFormat(
        preset: preset, argument: "https://shop.example", environment: { _ in nil })
      let answer = HTTPResponse(
        status: 200, headers: ["Content-Type": "application/json"], body: page(), url: url)
      let context = FeedContext(url: url, now: Date())
      guard try format.decode(answer, of: FeedPageRequest(), in: context).photos.count == 100 else {
        throw BenchError.missing("the photos of a page")
      }

      let start = ContinuousClock.now
      for _ in 0..<Self.pageCount {
        _ = try format.decode(answer, of: FeedPageRequest(), in: context)
      }
      let seconds = start.duration(to: .now).seconds
      let bytes = Double(answer.body.count * Self.pageCount)
      bench.report.figure("pages of 100 decoded a second", Double(Self.pageCount) / seconds)
      bench.report.figure("  of feed", bytes / seconds / 1e6, "MB/s", digits: 1)
    }
  }

  private func page() -> [UInt8] {
    let feed = GeneratedFeed(photoCount: 10_000)
    let photos = (0..<100).map { feed.photo(row: $0, origin: "https://shop.example") }
    return Array(
      #"{"current_page":1,"total_pages":100,"total_items":10000,"photos":[\#(photos.joined(separator: ","))]}"#
        .utf8)
  }
}
