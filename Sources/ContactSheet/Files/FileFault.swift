import GalleryPresentation
import Glibc

/// Why writing failed: an errno.
struct FileFault: Error, Hashable {
  let code: Int32
  /// Whether reading the source failed, and not writing.
  var isOfSource = false

  static var last: FileFault { FileFault(code: errno) }
  static var lastOfSource: FileFault { FileFault(code: errno, isOfSource: true) }

  /// - Parameter name: The file to be written, cleaned.
  func failure(name: String) -> ExportFailure {
    switch code {
    case ENOSPC, EDQUOT: .noSpace(name: name)
    case EACCES, EPERM: .noPermission(name: name)
    case EEXIST: .exists(name: name)
    default: .notWritten(name: name, code: code)
    }
  }
}
