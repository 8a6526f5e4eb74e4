import GalleryDomain

/// Exports in words.
public enum ExportText {
  /// `Export 24 photos`, `Export 8 photos, 3 of them not shown`; `Export` if the number is not known.
  static func title(count: Int?, hiddenCount: Int = 0) -> String {
    guard let count else { return "Export" }
    return joined(
      ["Export \(CountText.photos(count))", SelectionText.notShown(hiddenCount, of: count)],
      by: ", ")
  }

  /// A fault in a few words, shown next to the field.
  static func fault(_ fault: ExportFault) -> String {
    switch fault {
    case .empty: "enter a name"
    case .isPDF: "sheets are .html now"
    case .folderMissing: "no such folder"
    case .isFolder: "this is a folder"
    case .isNoFolder: "not a folder"
    case .isNoFile: "not a file"
    case .noPermission: "permission denied"
    case .readOnly: "the disk is read-only"
    case .nameTooLong: "name too long"
    case .unknownHome: "no such user"
    }
  }

  static func question(_ target: ExportTarget, path: String) -> String? {
    switch target {
    case .fileExists: "\(name(path)) exists. Replace it?"
    case .folderMissing: "\(name(path)) does not exist. Create the folder?"
    case .free, .fault: nil
    }
  }

  /// `12 of 1,000`, or `12 done` while the total is not known.
  public static func progress(_ progress: ExportProgress) -> String {
    guard let total = progress.total else { return "\(CountText.grouped(progress.count)) done" }
    return CountText.short(loaded: min(progress.count, total), of: max(total, progress.count))
  }

  /// `Saved 24 photos to contact-sheet.html, 1 without a picture`, `Copied 24 photos to prints, 2 renamed. Missing 2024: …`.
  ///
  /// - Parameter hiddenCount: How many of the photos are not in the list.
  public static func outcome(_ summary: ExportSummary, hiddenCount: Int = 0) -> String {
    let verb = summary.kind == .originals ? "Copied" : "Saved"
    var parts = ["\(verb) \(CountText.photos(summary.count)) to \(summary.path)"]
    SelectionText.notShown(min(hiddenCount, summary.count), of: summary.count).map {
      parts.append($0)
    }
    if summary.kind == .originals {
      if summary.presentCount > 0 {
        parts.append("\(CountText.grouped(summary.presentCount)) already there")
      }
      if summary.renamedCount > 0 {
        parts.append("\(CountText.grouped(summary.renamedCount)) renamed")
      }
    }
    if summary.withoutPicture > 0 {
      parts.append("\(CountText.grouped(summary.withoutPicture)) without a picture")
    }
    if summary.isCut { parts.append("the most a sheet holds") }
    let words = parts.joined(separator: ", ")
    guard let ending = summary.notes.ending else { return words }
    return "\(words). \(SourceText.unfinished(ending, after: summary.count))"
  }

  static let busy = "Not exported: another export is still running"

  /// - Parameter hasBegun: Whether anything may have been written.
  static func cancelled(_ kind: ExportKind, hasBegun: Bool) -> String {
    kind == .originals && hasBegun
      ? "Cancelled; files already copied are kept" : "Cancelled; nothing was saved"
  }

  public static func failure(_ failure: ExportFailure) -> String {
    switch failure {
    case .nothing: "No photos to export"
    case .source(let error): ErrorText.message(for: error)
    case .target(let fault): "Can't write there: \(self.fault(fault))"
    case .exists(let name): "\(name) already exists now. Nothing was saved"
    case .noSpace(let name): "No space left to write \(name)"
    case .noPermission(let name): "No permission to write \(name)"
    case .notWritten(let name, let code):
      "Can't write \(name) (\(SystemError.reason(code).lowercased()))"
    }
  }

  private static func name(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.count > 60 ? "\(name.prefix(59))…" : name
  }
}
