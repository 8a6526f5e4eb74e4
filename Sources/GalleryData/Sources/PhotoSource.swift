import FeedFormats
import Foundation
import GalleryDomain

/// What `SOURCE` on the command line names.
public enum PhotoSource: Hashable, Sendable {
  /// The built-in gallery, if nothing was named.
  case sampleGallery
  case folder(FileReference)
  /// Several folders as one, by absolute paths; some may not be there.
  case folders([FileReference])
  /// A folder's picture, by its id there: the folder is shown with it selected. For a picture directly in the folder,
  /// subfolders aren't included: the user asked for one file, not for everything below.
  case picture(Photo.ID, folder: FileReference)
  /// The files named on standard input, or photos as `vitrine list --json` writes them.
  case paths
  /// A feed in a file, in any format or in a preset's.
  case feedFile(FileReference, preset: String? = nil)
  /// A text file of photos (`PhotoCollection`).
  case collection(FileReference)
  /// A feed on the network, http or https, in any format or in a preset's. May contain a name and a password.
  case address(URL, preset: String? = nil)
  /// A folder on a server, maybe with one of its files, which is selected.
  case remoteFolder(RemoteFolderAddress, selecting: Photo.ID? = nil)
  /// A preset with the text after its colon; empty for none.
  case preset(name: String, argument: String)
  /// A table of a ClickHouse server.
  case clickHouse(ClickHouseAddress)
  /// A program that prints photos. Only the command line names one directly; for one from elsewhere the user is asked
  /// first.
  case program(ProgramCall)
}

extension PhotoSource {
  /// The picture that was named, and is opened with the folder around it.
  public var namedPhoto: Photo.ID? {
    switch self {
    case .picture(let id, _): id
    case .remoteFolder(_, let id): id
    default: nil
    }
  }

  /// The same for a web URL that looks like a picture's; only its server knows what it is.
  public var likelyPhoto: Photo.ID? {
    guard case .address(let url, nil) = self, let parts = url.pictureParts else { return nil }
    return FolderPhotoID.id(ofPath: parts.name)
  }

  /// Whether it is a folder, or a picture of one.
  public var isFolder: Bool {
    switch self {
    case .folder, .picture: true
    default: false
    }
  }

  /// Whether the ids of its photos are paths that mean something to the user: several folders have theirs relative to whatever
  /// folder they have in common.
  public var namesOneFolder: Bool {
    if case .folders = self { false } else { true }
  }

  /// Whether subfolders are shown, unless the user says otherwise.
  public var includesSubfolders: Bool {
    if case .picture(let id, _) = self {
      // After going to the parent of a folder, the photo is in one of its folders.
      FolderPhotoID.path(ofID: id).contains(FilePath.separator)
    } else {
      true
    }
  }

  /// The folder above a folder, by its real path.
  ///
  /// - Parameter photo: The photo of this source that is selected there.
  /// - Returns: nil if there is none: above `/`, for a folder that is gone, and for other sources.
  public func parent(selecting photo: Photo.ID?) -> PhotoSource? {
    let folder: FileReference
    switch self {
    case .folder(let own), .picture(_, let own): folder = own
    default: return nil
    }
    let path = FileAnswer.within(FileAnswer.pause, at: folder.path) {
      FilePath.real(folder.path)
    }
    guard let path = path ?? FilePath.normal(folder.path), path != [FilePath.separator],
      let parent = FileReference(path: FilePath.directory(of: path))
    else { return nil }
    guard let photo else { return .folder(parent) }
    let name = FilePath.lastComponent(path)
    let relative = FilePath.join(name, FolderPhotoID.path(ofID: photo))
    return .picture(FolderPhotoID.id(ofPath: relative), folder: parent)
  }
}

/// A folder on a server, without secrets.
public enum RemoteFolderAddress: Hashable, Sendable {
  /// The keys of a bucket with a prefix; the user's settings say where the bucket is.
  case s3(bucket: String, folder: String)
  /// http or https.
  case webDAV(URL)
  /// Of the scheme sftp; may name a user.
  case sftp(URL)

  /// The folder around it, and the name of the file in it, if it is a file's URL; nil if it ends with a slash or has no
  /// folder around it.
  var fileParts: (folder: RemoteFolderAddress, name: [UInt8])? {
    switch self {
    case .s3(let bucket, let key):
      guard let name = key.split(separator: "/", omittingEmptySubsequences: false).last,
        !name.isEmpty
      else { return nil }
      return (.s3(bucket: bucket, folder: String(key.dropLast(name.count))), Array(name.utf8))
    case .webDAV(let url): return url.fileParts.map { (.webDAV($0.folder), $0.name) }
    case .sftp(let url): return url.fileParts.map { (.sftp($0.folder), $0.name) }
    }
  }
}

extension URL {
  /// The folder around it, and the name of the file in it; nil if it ends with a slash, or has a query.
  var fileParts: (folder: URL, name: [UInt8])? {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
      parts.percentEncodedQuery == nil
    else { return nil }
    let path = parts.percentEncodedPath
    guard let slash = path.lastIndex(of: "/") else { return nil }
    let name = PercentEncoding.decoded(Array(path[path.index(after: slash)...].utf8))
    guard !name.isEmpty, !name.elementsEqual("..".utf8), !name.elementsEqual(".".utf8) else {
      return nil
    }
    parts.percentEncodedPath = String(path[...slash])
    // A slash alone means the home.
    if scheme?.lowercased() == "sftp", parts.percentEncodedPath == "/" {
      parts.percentEncodedPath = "//"
    }
    parts.fragment = nil
    return parts.url.map { ($0, name) }
  }

  /// The same if the name is that of a picture.
  var pictureParts: (folder: URL, name: [UInt8])? {
    fileParts.flatMap { FileNameKind($0.name[...]).isListed ? $0 : nil }
  }
}

/// Why `SOURCE` can't be opened.
public enum PhotoSourceLocatorError: Error, Hashable, Sendable {
  case refused(Complaint)
  /// There is no file or folder of this name, as it was typed; clean.
  case noSuchFile(name: String)
  case unavailable(PhotoSourceError)

  /// - Parameter code: Of the call that didn't find the file.
  public init(code: Int32, name: String) {
    let error = PhotoSourceError(code: code, name: name)
    if case .notFound = error { self = .noSuchFile(name: name) } else { self = .unavailable(error) }
  }
}
