import Files
import Foundation
import GalleryDomain
import GalleryPresentation
import Glibc

/// A path as the user writes it, and what is there.
struct ExportPath {
  /// Absolute, or relative to the working folder.
  private(set) var path: String
  private let home: String?

  /// - Parameter home: For `~`; `~name` is looked up in the system.
  init(_ text: String, home: String?) throws(ExportFault) {
    let text = text.trimmingPrefix { $0 == " " }
    guard !text.isEmpty else { throw .empty }
    guard let path = FilePath.expandingHome(text, home: home) else { throw .unknownHome }
    (self.path, self.home) = (path, home)
  }

  /// For messages: with `~` for the home folder, cleaned.
  var shown: String { Self.shown(path, home: home) }

  static func shown(_ path: String, home: String?) -> String {
    let isInHome = home.map { $0.count > 1 && path.hasPrefix("\($0)/") } ?? false
    return TextCleaner.line(isInHome ? "~" + path.dropFirst(home?.count ?? 0) : path)
  }

  /// Its last part; empty if it ends with a slash.
  var name: String {
    path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
  }

  /// The folder that it is in.
  var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  var kind: ExportKind { ExportKind(path: path) }

  var target: ExportTarget {
    switch kind {
    case .sheet: sheetTarget
    case .originals: folderTarget
    }
  }

  private var sheetTarget: ExportTarget {
    if name.first == ".", name.count <= ".html".count { return .fault(.empty) }
    if let fault = Self.faultOfFolder(folder) { return .fault(fault) }
    if name.utf8.count > 255 { return .fault(.nameTooLong) }
    guard let status = stat(of: path.utf8) else { return .free }
    if status.isDirectory { return .fault(.isFolder) }
    return status.isRegularFile ? .fileExists : .fault(.isNoFile)
  }

  private var folderTarget: ExportTarget {
    // A user who types it doesn't want a folder of that name; with a slash at its end it is one.
    if name.lowercased().hasSuffix(".pdf") { return .fault(.isPDF) }
    if let status = stat(of: path.utf8) {
      guard status.isDirectory else { return .fault(.isNoFolder) }
      return access(path, W_OK | X_OK) == 0 ? .free : .fault(Self.refusal(errno))
    }
    var parent = self
    parent.removeSlashes()
    if parent.name.utf8.count > 255 { return .fault(.nameTooLong) }
    if let fault = Self.faultOfFolder(parent.folder) { return .fault(fault) }
    return .folderMissing
  }

  private mutating func removeSlashes() {
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
  }

  private static func faultOfFolder(_ folder: String) -> ExportFault? {
    guard let status = stat(of: folder.utf8) else {
      return errno == EACCES ? .noPermission : errno == ENAMETOOLONG ? .nameTooLong : .folderMissing
    }
    guard status.isDirectory else { return .isNoFolder }
    return access(folder, W_OK | X_OK) == 0 ? nil : refusal(errno)
  }

  static func refusal(_ code: Int32) -> ExportFault {
    code == EROFS ? .readOnly : .noPermission
  }
}

extension SystemCallError {
  /// - Parameter name: The file to be written, cleaned.
  func exportFailure(name: String) -> ExportFailure {
    switch code {
    case ENOSPC, EDQUOT: .noSpace(name: name)
    case EACCES, EPERM: .noPermission(name: name)
    case EEXIST: .exists(name: name)
    default: .notWritten(name: name, code: code)
    }
  }
}
