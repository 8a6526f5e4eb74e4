import GalleryPresentation
import Glibc

/// Why writing failed: an errno.
struct FileFault: Error, Hashable {
  let code: Int32
  /// Whether it was not writing that failed, but reading what was to be copied.
  var isOfSource = false

  static var last: FileFault { FileFault(code: errno) }
  static var lastOfSource: FileFault { FileFault(code: errno, isOfSource: true) }

  /// - Parameter name: What was to be written, cleaned.
  func failure(name: String) -> ExportFailure {
    switch code {
    case ENOSPC, EDQUOT: .noSpace(name: name)
    case EACCES, EPERM, EROFS: .noPermission(name: name)
    case EEXIST: .exists(name: name)
    default: .notWritten(name: name, code: code)
    }
  }
}
