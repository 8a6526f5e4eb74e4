/// What a file's name says about its content. The name decides which files are listed immediately; the content is
/// checked when the file is shown or, where the name says nothing, by `ContentSniffer`.
public enum FileNameKind: Hashable, Sendable {
  /// The extension of a format that can be shown.
  case picture
  /// The extension of a camera's raw format whose previews can be shown.
  case raw
  /// The extension of any other raw format. Those can't be shown, but some programs give a JPEG such a name.
  case otherRaw
  /// The extension of the short film that phones and cameras record with a photo. It belongs to the photo of the same
  /// name, and is never opened.
  case clip
  /// No extension, or one that isn't in any list.
  case unknown
  /// The extension of something else; such files are never opened.
  case other

  /// - Parameter name: A file's name without its folder.
  /// - Complexity: O(1), half a microsecond, without allocations: this runs for every name in a folder. It is inlinable
  ///   for the readers of folders, whose names are in a buffer of the system, and public because the compiler doesn't
  ///   inline it otherwise.
  @inlinable
  public init(_ name: some BidirectionalCollection<UInt8>) {
    var key: UInt64 = 0
    var length = 0
    for byte in name.reversed() {
      if byte == UInt8(ascii: ".") {
        // A name whose only dot is its first character has no extension.
        self = length < name.count - 1 ? Self.kinds[key] ?? .unknown : .unknown
        return
      }
      guard length < Self.longest else { break }
      key |= UInt64((0x41...0x5A).contains(byte) ? byte | 0x20 : byte) << (8 * length)
      length += 1
    }
    self = .unknown
  }

  /// Whether only the file's first bytes can tell.
  package var isSniffed: Bool { self == .otherRaw || self == .unknown }

  /// Whether the name alone is enough for the file to be listed.
  package var isListed: Bool { self == .picture || self == .raw }

  /// The most letters that fit into a key.
  @usableFromInline
  static let longest = 8

  /// Lower-case extensions, each packed into a number.
  @usableFromInline
  static let kinds: [UInt64: FileNameKind] = {
    var kinds: [UInt64: FileNameKind] = [:]
    let texts = [
      (FileNameKind.picture, pictures), (.raw, raws), (.otherRaw, otherRaws), (.clip, clips),
      (.other, others),
    ]
    for (kind, text) in texts {
      for name in text.split(whereSeparator: \.isWhitespace) {
        var key: UInt64 = 0
        for (position, byte) in name.utf8.reversed().prefix(longest).enumerated() {
          key |= UInt64(byte) << (8 * position)
        }
        kinds[key] = kind
      }
    }
    return kinds
  }()

  /// The extensions of the formats that can be shown, in lower case.
  public static var pictureExtensions: [String] {
    "\(pictures) \(raws)".split(separator: " ").map(String.init)
  }

  private static let pictures =
    "jpg jpeg jpe jfif png webp gif avif heic heif hif tif tiff svg svgz jxl jp2 jpx jpf j2k j2c jpc"

  private static let raws = "cr2 cr3 nef arw raf orf rw2 pef dng srw"

  private static let otherRaws =
    "3fr crw dcr erf fff gpr iiq kdc mef mos mrw nrw raw rwl sr2 srf x3f"

  private static let clips = "mov mp4 mp"

  /// Files that accompany photos (sidecars, videos, sounds, papers), and files that fill other kinds of folders.
  private static let others = """
    xmp xmpcat aae dop pp3 arp lrv thm gpx kml nmea db sqlite sqlite3 db-wal db-shm lrcat lrprev ini nomedia
    3g2 3gp asf avi flv m2ts m2v m4v mkv mod mpeg mpg mts mxf ogv vob webm wmv insv
    aac aiff amr flac m4a mid midi mp3 oga ogg opus wav wma
    csv doc docx eml epub htm html ics log md mobi odp ods odt pages pdf ppt pptx ps rst rtf srt tex tsv txt vcf vtt
    xhtml xls xlsx
    7z apk bz2 cab deb dmg gz img iso jar lz4 rar rpm tar tbz tgz torrent txz xz zip zst
    bak crdownld download lock part swp tmp url webloc
    a awk bat bin c cc cfg class cmake cmd conf cpp cs css dart diff dll dylib el exe go gradle h hpp hs java js json
    jsonl jsx kt lib lua m4 map mjs mk ml mm o obj patch php pl plist po proto ps1 py pyc pyo r rb rs s sass scala scss
    sh so sql swift toml ts tsx vue wasm xml yaml yml
    afm eot otf pfb ttf woff woff2
    """
}
