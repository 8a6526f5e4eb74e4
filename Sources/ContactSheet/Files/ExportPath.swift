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
  init(_ text: String, home: String?) throws(Complaint) {
    let text = text.trimmingPrefix { $0 == " " }
    guard !text.isEmpty else { throw Self.isEmpty }
    guard let path = FilePath.expandingHome(text, home: home) else {
      throw Complaint("no such user")
    }
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
    if name.first == ".", name.count <= ".html".count { return .fault(Self.isEmpty) }
    if let fault = Self.faultOfFolder(folder) { return .fault(fault) }
    if name.utf8.count > 255 { return .fault(Self.nameTooLong) }
    guard let status = stat(of: path.utf8) else { return .free }
    if status.isDirectory { return .fault("this is a folder") }
    return status.isRegularFile ? .fileExists : .fault("not a file")
  }

  private var folderTarget: ExportTarget {
    // A user who types it doesn't want a folder of that name; with a slash at its end it is one.
    if name.lowercased().hasSuffix(".pdf") { return .fault("sheets are .html now") }
    if let status = stat(of: path.utf8) {
      guard status.isDirectory else { return .fault(Self.isNoFolder) }
      return access(path, W_OK | X_OK) == 0 ? .free : .fault(Self.refusal(errno))
    }
    var parent = self
    while parent.path.count > 1, parent.path.hasSuffix("/") { parent.path.removeLast() }
    if parent.name.utf8.count > 255 { return .fault(Self.nameTooLong) }
    return Self.faultOfFolder(parent.folder).map { .fault($0) } ?? .folderMissing
  }

  private static let isEmpty: Complaint = "enter a name"
  private static let nameTooLong: Complaint = "name too long"
  static let noFolder: Complaint = "no such folder"
  static let isNoFolder: Complaint = "not a folder"

  private static func faultOfFolder(_ folder: String) -> Complaint? {
    guard let status = stat(of: folder.utf8) else {
      return errno == EACCES ? refusal(errno) : errno == ENAMETOOLONG ? nameTooLong : noFolder
    }
    guard status.isDirectory else { return isNoFolder }
    return access(folder, W_OK | X_OK) == 0 ? nil : refusal(errno)
  }

  private static func refusal(_ code: Int32) -> Complaint {
    code == EROFS ? "the disk is read-only" : "permission denied"
  }
}

extension ExportFailure {
  /// - Parameters:
  ///   - code: An errno of writing.
  ///   - name: The file to be written, cleaned.
  init(code: Int32, name: String) {
    let words =
      switch code {
      case ENOSPC, EDQUOT: "No space left to write \(name)"
      case EACCES, EPERM: "No permission to write \(name)"
      case EEXIST: "\(name) already exists now. Nothing was saved"
      default: "Can't write \(name) (\(SystemError.reason(code).lowercased()))"
      }
    self = .unwritten(Complaint(words))
  }
}
