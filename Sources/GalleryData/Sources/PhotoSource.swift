import FeedFormats
import Foundation
import GalleryDomain

/// What `SOURCE` on the command line names.
public enum PhotoSource: Hashable, Sendable {
  /// The built-in gallery, where nothing was named.
  case sampleGallery
  case folder(FileReference)
  /// A folder's picture, by its id there: the folder is shown with it selected.
  case picture(Photo.ID, folder: FileReference)
  /// The files that standard input names.
  case paths
  /// A feed in a file, of whatever shape it has, or in that of a preset; `server` is the preset's argument, where the
  /// file is a saved answer of a server.
  case feedFile(FileReference, preset: String? = nil, server: String? = nil)
  /// A feed on the network, http or https, of whatever shape it has, or in that of a preset. May hold a
  /// name and a password.
  case address(URL, preset: String? = nil)
  /// A folder at a server.
  case remoteFolder(RemoteFolderAddress)
  /// What a preset makes of what stands behind its colon; empty for nothing.
  case preset(name: String, argument: String)
  /// A table of a ClickHouse server.
  case clickHouse(ClickHouseAddress)
}

extension PhotoSource {
  /// Whether it is a folder, or a picture of one.
  public var isFolder: Bool {
    switch self {
    case .folder, .picture: true
    case .sampleGallery, .paths, .feedFile, .address, .remoteFolder, .preset, .clickHouse: false
    }
  }

  /// The folder above a folder, by its real path.
  ///
  /// - Parameter photo: The photo of this source that is selected there.
  /// - Returns: nil where there is none: above `/`, a folder that is gone, and what is no folder.
  public func parent(selecting photo: Photo.ID?) -> PhotoSource? {
    let folder: FileReference
    switch self {
    case .folder(let own), .picture(_, let own): folder = own
    case .sampleGallery, .paths, .feedFile, .address, .remoteFolder, .preset, .clickHouse:
      return nil
    }
    guard let path = DirectoryLink.truePath(folder.path), path != [FilePath.separator],
      let parent = FileReference(path: FilePath.directory(of: path))
    else { return nil }
    guard let photo else { return .folder(parent) }
    let name = FilePath.lastComponent(path)
    let place = FilePath.join(name, FolderPhotoID.path(ofID: photo))
    return .picture(FolderPhotoID.id(ofPath: place), folder: parent)
  }
}

/// A folder at a server, without secrets.
public enum RemoteFolderAddress: Hashable, Sendable {
  /// Keys of a bucket that begin so; where the bucket is, the user's settings say.
  case s3(bucket: String, folder: String)
  /// http or https.
  case webDAV(URL)
  /// A web server's list of files; http or https.
  case index(URL)
  /// Of the scheme sftp; may name a user.
  case sftp(URL)
}

/// Why `SOURCE` cannot be opened. The facts only; words are made of them elsewhere.
public enum PhotoSourceLocatorError: Error, Hashable, Sendable {
  /// There is no preset of this name.
  case unknownPreset(name: String)
  /// What stands before a colon names no preset, and the whole no file; both clean.
  case neitherPresetNorFile(preset: String, file: String)
  /// There is no file or folder of this name, as it was typed; clean.
  case noSuchFile(name: String)
  /// A folder or a picture, where a preset is to read a feed's file; clean.
  case notAFeedFile(name: String, preset: String)
  /// An address that is of no kind that is known, by its scheme, such as `ftp`.
  case unsupportedAddress(scheme: String)
  /// An address without a host, or otherwise none; cleaned.
  case malformedAddress(String)
  /// An address of a folder that holds a password, which other users of this computer could read.
  case secretInAddress(scheme: String)
  /// What stands behind `clickhouse:` names no table.
  case clickHouse(ClickHouseAddress.Fault)
  case unavailable(PhotoSourceError)
}
