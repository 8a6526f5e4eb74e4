import CVips
import Dispatch
import Foundation

/// Makes the pictures and the feed of the built-in gallery.
///
///     sample-gallery OUTPUT-DIR [PICTURE ...]
///
/// Every run writes the same bytes. With the names of pictures only those are made again, and the
/// feed is left alone.
@main
struct SampleGallery {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2, vips_init(arguments[0]) == 0 else {
      say("usage: sample-gallery OUTPUT-DIR [PICTURE ...]")
      exit(64)
    }
    // One encoder thread: the pictures already use every core.
    vips_concurrency_set(1)
    let folder = URL(fileURLWithPath: arguments[1], isDirectory: true)
    let wanted = Set(arguments.dropFirst(2))
    let chosen = Catalogue.photographs.filter { wanted.isEmpty || wanted.contains($0.file) }
    guard !chosen.isEmpty else {
      say("no such picture")
      exit(64)
    }
    do {
      let pictures = folder.appendingPathComponent("pictures", isDirectory: true)
      try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
      let total = try make(chosen, in: pictures).reduce(0) { try $0 + $1.get() }
      if wanted.isEmpty {
        let feed = Data(Feed(Catalogue.photographs).text.utf8)
        try feed.write(to: folder.appendingPathComponent("feed.json"))
      }
      say("\(chosen.count) pictures, \(total / 1000) kB")
    } catch {
      say("failed: \(error)")
      exit(1)
    }
  }

  /// The bytes of a picture that was written.
  private typealias Made = Result<Int, any Error>

  /// Renders, develops, encodes and writes, several pictures at a time.
  private static func make(_ photographs: [Photograph], in folder: URL) -> [Made] {
    var results = [Made?](repeating: nil, count: photographs.count)
    results.writeRows(ofLength: 1) { index, slot in
      let photograph = photographs[index]
      slot[0] = Made {
        let start = DispatchTime.now().uptimeNanoseconds
        let (width, height) = photograph.format.size
        let canvas = photograph.render(width, height)
        let developed = photograph.development.develop(canvas, seed: photograph.grainSeed)
        let bitmap = Bitmap(developed, profile: photograph.profile)
        let bytes = try PictureFile(bitmap: bitmap, photograph: photograph).encoded()
        guard bytes.count < PictureFile.byteLimit else {
          throw PictureFile.Failure.tooLarge(file: photograph.file, bytes: bytes.count)
        }
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
        say(String(format: "%6.1f s %6d bytes  ", seconds, bytes.count) + photograph.file)
        try Data(bytes).write(to: folder.appendingPathComponent(photograph.file))
        return bytes.count
      }
    }
    return results.compactMap { $0 }
  }

  private static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}
