import ExpectationSupport
import PictureProtocol
import Testing

struct PictureFormatTests {
  private static func brands(_ brands: String...) -> [UInt8] {
    [0, 0, 0, UInt8(12 + 4 * brands.count)] + Array("ftyp\(brands[0])".utf8) + [0, 0, 0, 0]
      + Array(brands.dropFirst().joined().utf8)
  }

  private static let samples: [(beginning: [UInt8], format: PictureFormat)] = [
    ([0xFF, 0xD8, 0xFF, 0xDB], .jpeg), ([0x89] + Array("PNG\r\n\u{1A}\n".utf8), .png),
    (Array("GIF89a".utf8), .gif), (Array("GIF87a".utf8), .gif),
    (Array("RIFF....WEBPVP8L".utf8), .webp), (brands("avif", "avif", "mif1"), .avif),
    (brands("mif1", "miaf", "avif"), .avif), (brands("heic", "mif1"), .heic),
    (brands("hevx"), .heic), (brands("crx ", "isom"), .raw),
    (Array("II*\0........".utf8), .tiff), (Array("MM\0*".utf8), .tiff),
    (Array("II+\0".utf8), .tiff),
    (Array("II*\0\u{10}\0\0\0CR\u{2}\0".utf8), .raw), (Array("FUJIFILMCCD-RAW 0201".utf8), .raw),
    (Array("IIU\0".utf8), .raw), (Array("IIRO".utf8), .raw), (Array("MMOR".utf8), .raw),
    (Array("\0\0\0\u{C}JXL \r\n".utf8) + [0x87, 0x0A], .jpegXL), ([0xFF, 0x0A, 1], .jpegXL),
    (Array("\0\0\0\u{C}jP  \r\n".utf8) + [0x87, 0x0A], .jpeg2000),
    ([0xFF, 0x4F, 0xFF, 0x51], .jpeg2000),
    (Array("<svg/>".utf8), .svg),
    (Array("\u{FEFF}<?xml version=\"1.0\"?><!-- a --><svg x=\"y\">".utf8), .svg),
    (Array("<!DOCTYPE svg [<!ENTITY a \"b>\">]>\n<svg:svg xmlns:svg=\"x\">".utf8), .svg),
  ]

  @Test func `formats are known by their first bytes`() {
    for (beginning, format) in Self.samples {
      expectEqual(PictureFormat(beginning: beginning), format)
      // Whatever follows; and of a slice it's the beginning that counts.
      expectEqual(PictureFormat(beginning: ([9] + beginning + [0, 1, 2]).dropFirst()), format)
    }
    expectEqual(Set(Self.samples.map(\.format)), Set(PictureFormat.allCases))
  }

  @Test func `JPEG, PNG, WebP, GIF and AVIF are all that is taken from the network`() {
    let formats = PictureFormat.allCases.filter { $0.isAllowed(from: .network) }

    expectEqual(formats, [.jpeg, .png, .webp, .gif, .avif])
    for origin in PictureOrigin.allCases where origin != .network {
      #expect(PictureFormat.allCases.allSatisfy { $0.isAllowed(from: origin) })
    }
  }

  @Test func `no shorter beginning of one is taken for it, and nothing traps`() {
    for text in [
      "", "G", "GIF8", "RIFF....WEB", "RIFF", "....ftyp", "....ftypavi", "<html>", "<svg",
      "<svgfoo>",
      "<!DOCTYPE svg", "<!-- <svg>", "<?xml", "II*", "MM", "\0\0\0\u{C}JXL ", "FUJIFILM",
    ] {
      expectEqual(PictureFormat(beginning: Array(text.utf8)), nil, "\(text)")
    }
    expectEqual(PictureFormat(beginning: [0xFF, 0xD8]), nil)
    // The minor version isn't a brand, and neither is anything after the box.
    expectEqual(PictureFormat(beginning: [0, 0, 0, 16] + Array("ftypisomavif".utf8)), nil)
    expectEqual(PictureFormat(beginning: [0, 0, 0, 16] + Array("ftypisom....avif".utf8)), nil)
    expectEqual(PictureFormat(beginning: Self.brands("mp42", "isom")), nil)
    for (beginning, format) in Self.samples where format != .jpegXL && format != .tiff {
      for count in 0..<3 {
        expectEqual(PictureFormat(beginning: beginning.prefix(count)), nil)
      }
    }
  }

  @Test func `an SVG whose first element is too far away isn't recognised`() {
    let comment = "<!--" + String(repeating: "x", count: 4_000) + "-->"

    expectEqual(PictureFormat(beginning: Array((comment + "<svg>").utf8)), .svg)
    expectEqual(PictureFormat(beginning: Array((comment + comment + "<svg>").utf8)), nil)
  }

  @Test func `each ending of a name belongs to one format`() {
    let endings = PictureFormat.allCases.flatMap(\.fileNameEndings)

    expectEqual(Set(endings).count, endings.count)
    #expect(endings.allSatisfy { $0.first == "." && $0 == $0.lowercased() })
  }

  @Test func `the name of a further edit says its photo and its number, and no other name does`() {
    for photo in ["a.jpg", "a.b.raf", "a", ".jpg", "ä_01.jpg"].map({ Array($0.utf8) }) {
      for number in [1, 30, 99] {
        let edit = SidecarName.version(named: SidecarName.version(number).name(of: photo))

        expectEqual(edit?.photo, photo)
        expectEqual(edit?.number, number)
      }
    }
    for name in [
      "a_00.jpg.xmp", "a_1.jpg.xmp", "a_+1.jpg.xmp", "a-01.jpg.xmp", "a_01.jpg.XMP", "a_01.jpg",
      "a.jpg.xmp", ".xmp", "",
    ] {
      #expect(SidecarName.version(named: Array(name.utf8)) == nil, "\(name)")
    }
  }
}
