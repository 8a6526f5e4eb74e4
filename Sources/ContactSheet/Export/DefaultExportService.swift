import Files
import Foundation
import GalleryDomain
import GalleryPresentation
import Glibc
import PictureProtocol

/// Exports to the real file system; bridges `ExportRun` to closures on the main actor.
@MainActor
public final class DefaultExportService: ExportService {
  /// What all exports have in common.
  private let run: ExportRun
  private var home: String? { run.home }
  private let photoFolder: () -> String?
  /// Where the last export went; the next one suggests it.
  private var lastFolder: String?

  /// - Parameters:
  ///   - thumbnail: Makes a small picture of a photo; nil if there is none.
  ///   - original: A file with all of a photo's bytes, local or downloaded; nil if there is none.
  ///   - home: For `~`.
  ///   - photoFolder: The user's own folder that is exported; nil for other sources.
  public init(
    of repository: any PhotoRepository,
    thumbnail: @escaping @Sendable (Photo) async -> JPEGPicture?,
    original: @escaping @Sendable (Photo) async -> FileReference?,
    files: any FileOperationRepository,
    home: String?, photoFolder: @escaping () -> String? = { nil }
  ) {
    run = ExportRun(
      repository: repository, thumbnail: thumbnail, original: original, files: files, home: home)
    self.photoFolder = photoFolder
  }

  public var suggestedPath: String {
    let working = String(decoding: FilePath.workingDirectory, as: UTF8.self)
    let folder =
      lastFolder ?? Self.suggestedFolder(among: [working, home], outside: photoFolder()) ?? "~"
    return "\(ExportPath.shown("\(folder)/", home: home))contact-sheet.html"
  }

  public func target(at path: String) -> ExportTarget {
    do throws(Complaint) {
      return try ExportPath(path, home: home).target
    } catch {
      return .fault(error)
    }
  }

  public func export(
    _ selection: ExportSelection, to path: String, replaces: Bool,
    progress: @escaping (ExportProgress) -> Void,
    completion: @escaping (Result<ExportSummary, ExportFailure>) -> Void
  ) -> any Cancellable {
    let report: @MainActor (ExportProgress) -> Void = { if !Task.isCancelled { progress($0) } }
    var run = run
    run.progress = { await report($0) }
    return MainActorTask { [run] () async throws(ExportFailure) in
      try await run.run(selection, to: path, replaces: replaces)
    } then: { result in
      if case .success = result { self.remember(path) }
      completion(result)
    }
  }

  private func remember(_ path: String) {
    guard let path = try? ExportPath(path, home: home), path.path.hasPrefix("/") else { return }
    lastFolder = path.folder
  }

  /// The first folder that can be written to and is not among the photos, where a sheet would become one of them or end in
  /// their backup; the folder above the photos if all are, and the first one if nothing else can be written to.
  static func suggestedFolder(among folders: [String?], outside photos: String?) -> String? {
    let isWritable = { (folder: String) in access(folder, W_OK) == 0 }
    let folders = folders.compactMap(\.self).filter(isWritable)
    guard let photos = photos.flatMap({ FilePath.real($0.utf8) }) else { return folders.first }
    let above = String(decoding: FilePath.split(photos).folder, as: UTF8.self)
    return (folders + [above].filter(isWritable)).first { folder in
      FilePath.real(folder.utf8).map { FilePath.isInside($0, photos) == nil } ?? false
    } ?? folders.first
  }
}
