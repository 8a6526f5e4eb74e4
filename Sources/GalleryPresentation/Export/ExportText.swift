import GalleryDomain

/// Exports in words.
enum ExportText {
  /// `Export 24 photos`; `Export` where nobody knows how many.
  static func title(count: Int?) -> String {
    count.map { "Export \(CountText.photos($0))" } ?? "Export"
  }

  /// A few words beside the field.
  static func fault(_ fault: ExportFault) -> String {
    switch fault {
    case .empty: "a name is missing"
    case .unknownEnding: "neither .pdf nor .html"
    case .folderMissing: "the folder does not exist"
    case .isFolder: "is a folder"
    case .isNoFolder: "is not a folder"
    case .isNoFile: "is not a file"
    case .noPermission: "no permission to write there"
    case .nameTooLong: "too long for a name"
    case .unknownHome: "no such home folder"
    }
  }

  static func question(_ target: ExportTarget, path: String) -> String? {
    switch target {
    case .fileExists: "\(name(path)) exists. Replace it?"
    case .folderMissing: "\(name(path)) does not exist. Make the folder?"
    case .free, .fault: nil
    }
  }

  /// `12 of 1,000`, or `12 done` while nobody knows how many there are.
  static func progress(_ progress: ExportProgress) -> String {
    guard let total = progress.total else { return "\(CountText.grouped(progress.count)) done" }
    return CountText.short(loaded: min(progress.count, total), of: max(total, progress.count))
  }

  /// `contact-sheet.pdf · 24 photos, 1 without a picture`.
  static func outcome(_ summary: ExportSummary) -> String {
    var parts = [CountText.photos(summary.count)]
    if summary.kind == .originals {
      parts[0] += " copied"
      if summary.presentCount > 0 {
        parts.append("\(CountText.grouped(summary.presentCount)) there already")
      }
      if summary.renamedCount > 0 {
        parts.append("\(CountText.grouped(summary.renamedCount)) under another name")
      }
    }
    if summary.withoutPicture > 0 {
      parts.append("\(CountText.grouped(summary.withoutPicture)) without a picture")
    }
    if summary.isCut { parts.append("which is all that a sheet holds") }
    return "\(summary.path) · \(parts.joined(separator: ", "))"
  }

  static func cancelled(_ kind: ExportKind) -> String {
    kind == .originals
      ? "Copying was cancelled; what had been copied stays" : "Cancelled; nothing was written"
  }

  static func failure(_ failure: ExportFailure) -> String {
    switch failure {
    case .nothing: "There are no photos to export"
    case .source(let error): ErrorText.message(for: error)
    case .target(let fault): "Nothing was written there: \(self.fault(fault))"
    case .exists(let name): "\(name) came to be there meanwhile. Nothing was written"
    case .noSpace(let name): "There is no space left for \(name)"
    case .noPermission(let name): "There is no permission to write \(name)"
    case .notWritten(let name, let code): "\(name) could not be written (error \(code))"
    case .noTypesetter:
      "The program that makes PDFs ended or is missing. A contact sheet in HTML can be made without it"
    }
  }

  private static func name(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.count > 60 ? "\(name.prefix(59))…" : name
  }
}
