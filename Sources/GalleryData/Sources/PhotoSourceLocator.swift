import GalleryDomain
import Glibc

/// Decides what `SOURCE` is: a known preset's name before a colon, else a URL, else a path.
///
/// `./list` and `./500px:x` are paths, whatever else their names could mean.
public struct PhotoSourceLocator: Sendable {
  /// The names of the presets, whether this version reads them or not.
  public static let presetNames = [
    "500px", "woocommerce", "shopify", "smugmug", "etsy", "openverse", "commons", "unsplash",
    "pexels", "pixabay", "flickr", "flickr-feed", "picsum", "nasa", "artic", "immich",
    "photoprism", "piwigo", "jsonfeed", "rss",
  ]

  private let workingDirectory: [UInt8]

  /// - Parameter workingDirectory: An absolute path, for relative ones.
  public init(workingDirectory: FileReference) {
    self.workingDirectory = workingDirectory.path
  }

  /// With the process's own working directory; `/` where that is gone.
  public init() {
    workingDirectory = DirectoryLink.truePath(Array(".".utf8)) ?? [FilePath.separator]
  }

  /// - Parameter argument: nil where no source was named. A name that is not UTF-8 survives as
  ///   `RawArguments.bytes(of:)` only.
  /// - Complexity: One stat(2).
  public func source(
    _ argument: [UInt8]?
  ) throws(PhotoSourceLocatorError) -> PhotoSource {
    guard let argument else { return .sampleGallery }
    switch FeedAddress.prefix(of: argument) {
    case let name? where Self.presetNames.contains(name):
      throw .unsupportedPreset(name: name)
    case "file":
      guard let file = FeedAddress.file(String(decoding: argument, as: UTF8.self)) else {
        throw .unavailable(.notFound(name: TextCleaner.line(bytes: argument)))
      }
      return try source(at: file, typed: argument)
    case let scheme? where argument.dropFirst(scheme.utf8.count).starts(with: "://".utf8):
      throw .unsupportedAddress(scheme: scheme)
    default:
      return try source(at: path(argument), typed: argument)
    }
  }

  private func path(_ argument: [UInt8]) throws(PhotoSourceLocatorError) -> FileReference {
    let isAbsolute = argument.first == FilePath.separator
    let path = isAbsolute ? argument : FilePath.join(workingDirectory, argument)
    guard !argument.isEmpty, let file = FileReference(path: path) else {
      throw .unavailable(.notFound(name: TextCleaner.line(bytes: argument)))
    }
    return file
  }

  /// - Parameter argument: Errors name the source as it was typed.
  private func source(
    at file: FileReference, typed argument: [UInt8]
  ) throws(PhotoSourceLocatorError) -> PhotoSource {
    let name = TextCleaner.line(bytes: argument)
    var status = stat()
    guard FilePath.withCString(file.path, { stat($0, &status) }) == 0 else {
      throw .unavailable(PhotoSourceError(code: errno, name: name))
    }
    if status.isDirectory { return .folder(file) }
    guard status.isRegularFile else { throw .unavailable(.notAFileOrFolder(name: name)) }
    let lastComponent = FilePath.lastComponent(file.path)
    guard PictureExtension.isPicture(lastComponent),
      let folder = FileReference(path: FilePath.directory(of: file.path))
    else { return .feedFile(file) }
    return .picture(FolderPhotoID.id(ofPath: Array(lastComponent)), folder: folder)
  }
}
