import GalleryDomain
import Glibc

extension PhotoSourceError {
  /// - Parameter code: An errno.
  init(code: Int32, name: String) {
    switch code {
    case ENOENT, ENOTDIR: self = .notFound(name: name)
    case EACCES, EPERM: self = .permissionDenied(name: name)
    case ENXIO, ENODEV: self = .notAFileOrFolder(name: name)
    default: self = .unreadable(name: name, code: code)
    }
  }
}
