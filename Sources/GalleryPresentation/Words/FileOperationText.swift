import GalleryDomain

/// Copying, moving, trashing, renaming and rotating in words.
public enum FileOperationText {
  static let notOwn = "Only photos in a folder can be copied, moved, renamed or trashed"
  static let rotationNotOwn = "Only files in your own folders can be changed"
  static let savingRotation = "Only the EXIF orientation changes. You can undo this"

  /// `Can't rename 12 photos`, `Can't rename 2 of 12 photos`.
  static func cantRename(_ count: Int, of total: Int? = nil) -> String {
    "Can't rename \(photos(count, of: total ?? count))"
  }

  private static func photos(_ count: Int, of total: Int) -> String {
    let all = CountText.photos(total)
    return count == total ? all : "\(CountText.grouped(count)) of \(all)"
  }

  /// A few new names, of many the first and the last, and how many may be typing errors.
  static func renames(_ names: [(FileReference, [UInt8])]) -> [String] {
    let isMany = names.count > 4
    var lines = (isMany ? [names[0], names[names.count - 1]] : names).map {
      ErrorText.short("\(name($0.0)) → \(TextCleaner.line(bytes: $0.1[...]))", 80)
    }
    if isMany { lines.insert("…", at: 1) }
    let doubtful = names.compactMap { file, new in
      doubt(renaming: fileName(file), to: String(decoding: new, as: UTF8.self))?.question
    }
    guard let first = doubtful.first else { return lines }
    return lines
      + [first + (doubtful.count > 1 ? " And \(CountText.grouped(doubtful.count - 1)) more" : "")]
  }

  /// As many lines as a box has room for, each once.
  static func first(_ lines: [String]) -> String {
    let limit = 6
    var seen = Set<String>()
    let lines = lines.filter { seen.insert($0).inserted }
    let more = lines.count > limit ? ["and \(CountText.grouped(lines.count - limit)) more"] : []
    return (lines.prefix(limit) + more).joined(separator: "\n")
  }

  /// `Move lake.jpg to the trash?`, `Move 12 photos to the trash?`, `Move 8 photos, 3 of them not shown, to the trash?`
  static func trashes(_ gathering: PhotoGathering) -> String {
    let photos = gathering.count == 1 ? subject(gathering) : CountText.photos(gathering)
    return "Move \(photos)\(gathering.hiddenCount > 0 ? "," : "") to the trash?"
  }

  /// What happens to the files beside the photos, after the size of several: `48 MB. Sidecar files move too. …`.
  static func trashing(_ gathering: PhotoGathering) -> String {
    let size = gathering.count == 1 ? nil : gathering.byteCount.map(CountText.size)
    return joined([size, companionsMove(gathering.photos)], by: ". ")
  }

  private static func companionsMove(_ photos: [Photo]) -> String {
    let companions = photos.flatMap(\.companions)
    let clips = companions.count(where: isClip)
    return switch (companions.count > clips, clips > 0) {
    case (false, false): "Sidecar files move too. You can undo this"
    case (true, false): "Raw files and sidecars move too. You can undo this"
    case (false, true): "Clips and sidecars move too. You can undo this"
    case (true, true): "Raw files, clips and sidecars move too. You can undo this"
    }
  }

  /// Whether a file beside a photo is a video, and not a raw file.
  private static func isClip(_ file: FileReference) -> Bool {
    let name = FilePath.lastComponent(file.path)
    let ending = name.suffix(from: FilePath.stem(name).endIndex).dropFirst()
    return ["mov", "mp4", "mp"].contains(String(decoding: ending, as: UTF8.self).lowercased())
  }

  /// `lake.jpg`, `12 photos`.
  static func subject(_ photos: [Photo]) -> String {
    guard photos.count == 1, let photo = photos.first else { return CountText.photos(photos.count) }
    return photo.file.map(name) ?? photo.name
  }

  /// The subject for photos that may still be loading, with the size of several: `12 photos · 48 MB`.
  static func subject(_ gathering: PhotoGathering) -> String {
    let photos = gathering.photos
    guard gathering.count == 1, photos.count == 1 else {
      return joined(
        [CountText.photos(gathering), gathering.byteCount.map(CountText.size)], by: " · ")
    }
    return joined(
      [subject(photos), SelectionText.notShown(gathering.hiddenCount, of: 1)], by: ", ")
  }

  /// `Save the rotation in lake.jpg?`, `Save the rotations in 3 files, 1 of them not shown?`
  static func savesRotation(_ photos: [Photo], hiddenCount: Int) -> String {
    let files =
      photos.count == 1
      ? "Save the rotation in \(subject(photos))"
      : "Save the rotations in \(CountText.grouped(photos.count)) files"
    return joined([files, SelectionText.notShown(hiddenCount, of: photos.count)], by: ", ") + "?"
  }

  /// `Rotated 8 photos, 3 of them not shown`; nil if all of them are shown.
  public static func rotated(_ photos: [Photo], hiddenCount: Int) -> String? {
    SelectionText.notShown(hiddenCount, of: photos.count).map {
      "Rotated \(subject(photos)), \($0)"
    }
  }

  static func notRotated(_ photos: [Photo]) -> String {
    photos.count == 1
      ? "\(subject(photos)) is not rotated"
      : "None of the \(CountText.photos(photos.count)) is rotated"
  }

  /// Not cleaned, unlike `name`.
  static func fileName(_ file: FileReference) -> String {
    String(decoding: FilePath.lastComponent(file.path), as: UTF8.self)
  }

  static func name(_ file: FileReference) -> String {
    TextCleaner.line(bytes: FilePath.lastComponent(file.path))
  }

  /// The path of a folder as users write it, `~/Pictures/prints`, shortened in the middle.
  static func path(_ folder: FileReference, home: String?) -> String {
    ErrorText.short(
      PlacesText.path(TextCleaner.line(bytes: folder.path, limit: .paragraphs), home: home), 60)
  }

  static func fault(ofName name: [UInt8]) -> String? {
    if [[], Array(".".utf8), Array("..".utf8)].contains(name) { return "enter a name" }
    if name.contains(FilePath.separator) { return "no slash in a name" }
    return name.count > 255 ? "name too long" : nil
  }

  /// The name that is meant by one that was typed before the file's own extension: `lake.jpg.jpg` is `lake.jpg`.
  static func name(_ typed: String, insteadOf former: String) -> String {
    let (own, name) = (pathExtension(former).lowercased(), stem(typed))
    let isDoubled =
      !own.isEmpty && pathExtension(typed).lowercased() == own
      && pathExtension(String(name)).lowercased() == own
      && pathExtension(String(stem(former))).lowercased() != own
    return isDoubled ? String(name) : typed
  }

  /// What is asked before a file gets a name that may be a typing error, and why: `Change .jpg to .jpgx?`,
  /// `Remove .jpg from the name?`, `Hide the file?`. Nil if only the case of the extension changes, or there was none.
  static func doubt(renaming former: String, to new: String) -> (question: String, reason: String)?
  {
    if new.hasPrefix("."), !former.hasPrefix(".") {
      return ("Hide the file?", "Files whose names begin with a dot are hidden, here as well")
    }
    let (old, entered) = (pathExtension(former), pathExtension(new))
    let typed = pathExtension(String(stem(new)))
    if entered == old, pictureExtensions.contains(typed.lowercased()),
      typed.lowercased() != pathExtension(String(stem(former))).lowercased()
    {
      return (
        "Name it \(TextCleaner.line(new))?",
        "Its own extension follows: another name doesn't change what kind of file it is"
      )
    }
    guard !old.isEmpty, old.lowercased() != entered.lowercased() else { return nil }
    return (
      entered.isEmpty
        ? "Remove .\(shown(old)) from the name?" : "Change .\(shown(old)) to .\(shown(entered))?",
      "Programs rely on the extension to know what kind of file it is"
    )
  }

  /// Extensions that are typed for others.
  private static let pictureExtensions: Set = [
    "avif", "bmp", "dng", "gif", "heic", "heif", "jpeg", "jpg", "jxl", "png", "raw", "svg", "tif",
    "tiff", "webp",
  ]

  private static func shown(_ pathExtension: Substring) -> String {
    TextCleaner.line(String(pathExtension))
  }

  /// The name without its extension, as `FilePath.stem` has it.
  static func stem(_ name: String) -> Substring {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name[...] }
    return name[..<dot]
  }

  private static func pathExtension(_ name: String) -> Substring {
    name[stem(name).endIndex...].dropFirst()
  }

  /// `Copied 12 photos to ~/prints`, `Moved 5 of 12 photos to ~/prints, 2 renamed`.
  static func done(
    _ operation: FileOperation, _ count: Int, of total: Int, numberedCount: Int,
    home: String? = nil
  ) -> String {
    let photos = photos(count, of: total)
    let renamed = numberedCount == 0 ? "" : ", \(CountText.grouped(numberedCount)) renamed"
    return switch operation {
    case .copy(let folder): "Copied \(photos) to \(path(folder, home: home))\(renamed)"
    case .move(let folder): "Moved \(photos) to \(path(folder, home: home))\(renamed)"
    case .trash: "Trashed \(photos)"
    case .rename(let names, _):
      names.count == 1
        ? "Renamed to \(TextCleaner.line(bytes: names[0][...]))" : "Renamed \(photos)"
    case .rotate: "Rotated \(photos)"
    }
  }

  static func words(_ operation: FileOperation) -> EditWords {
    switch operation {
    case .copy: EditWords("copy", "copy", "copying")
    case .move: EditWords("move", "move", "moving")
    case .trash: EditWords("trash", "trash", "trashing")
    case .rename: EditWords("rename", "name", "renaming")
    case .rotate: EditWords("rotate", "rotation", "rotating")
    }
  }

  /// Hidden files of operations that were killed; nil if there are none.
  static func leftBehind(_ files: [FileReference]) -> String? {
    guard let first = files.first else { return nil }
    let folder = TextCleaner.line(
      bytes: FilePath.lastComponent(FilePath.directory(of: first.path)), limit: .field)
    return files.count == 1
      ? "\(folder) has a hidden .part file from an interrupted operation; it may be the only copy"
      : "\(CountText.grouped(files.count)) hidden .part files from interrupted operations remain; they may be the only copies"
  }

  static func message(_ error: FileOperationError) -> String {
    switch error {
    case .nameTaken(let name): "\(name) already exists"
    case .nameTwice(let name): "\(name) would be the name of two files"
    case .sidecarShared(let name): "\(name) would become another photo's, too"
    case .alreadyThere(let name): "\(name) is in that folder"
    case .unsuitableName(let name): "\(name) can't be the name of a file there"
    case .noSpace(let name): "\(name): the disk is full; the file is as it was"
    case .noPermission(let name): "\(name): permission denied"
    case .readOnly(let name): "\(name): the disk is mounted read-only"
    case .gone(let name): "\(name) isn't there"
    case .settled(let name, let now):
      "\(name) is \(now) now: an interrupted operation was put right. Try again"
    case .folderMissing(let name): "The folder \(name) is gone"
    case .changed(let name): "\(name) was changed by another program; it was left alone"
    case .notRegularFile(let name): "\(name) is not an ordinary file"
    case .tooLarge(let name): "\(name) is too large for the disk there"
    case .noTrash(let name): "\(name): its disk has no trash"
    case .noOrientation(let name): "\(name) has no orientation that can be changed in place"
    case .originalGone(let name): "\(name) is kept: it is the only copy now"
    case .failed(let name, let code): "\(name): \(SystemError.reason(code).lowercased())"
    case .incomplete(let name, let code):
      "\(name) is in both places: \(SystemError.reason(code).lowercased()). Nothing is lost"
    case .cancelled: "Cancelled"
    }
  }
}
