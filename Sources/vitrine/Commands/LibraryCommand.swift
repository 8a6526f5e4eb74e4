import ArgumentParser
import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation
import GalleryScreens
import GalleryStore
import PictureKit

/// `vitrine library`: shows, forgets and reads what is remembered of the user's files.
struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "Show, forget or read what your files say.",
    discussion: """
      What the files of folders say is remembered in $XDG_CACHE_HOME/vitrine/library.sqlite or \
      ~/.cache/vitrine/library.sqlite, so that only files that have changed are read again. Only folders that you \
      have opened are in it.
      """,
    subcommands: [
      LibraryShowCommand.self, LibraryForgetCommand.self, LibraryReadCommand.self,
    ],
    defaultSubcommand: LibraryShowCommand.self)

  /// Works with the user's library, also if the settings turn it off, and exits; or throws why there is none.
  fileprivate static func exit(
    _ work: @escaping @MainActor (SQLiteLibrary) async throws -> Void
  ) throws -> Never {
    _ = try CacheCommand.cache()
    let folder = StoreFolders(environment: WorkerEnvironment.ofThisProcess()).cache
    let library = SQLiteLibrary(folder: folder, logger: .silent)
    SourceRun.exit {
      do {
        try await work(library)
        return 0
      } catch let fault as StoreFault {
        StandardError.complain(Complaint(fault, path: library.path, isKept: false).words)
        throw ExitCode(1)
      }
    }
  }
}

/// `vitrine library show`, which is `vitrine library`.
struct LibraryShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show which folders are remembered (the default).",
    discussion: """
      Prints the database, its size, and for each folder its photos and when its files were last read; 'away' if it \
      isn't there now, or its disk isn't.
      """)

  func run() throws {
    try LibraryCommand.exit { library in
      let summary = try await library.summary()
      let present = await LibraryDirectory.present(summary.folders.map(\.directory))
      try StandardOutput.write(
        LibraryText.table(summary, present: present, path: library.path))
    }
  }
}

/// `vitrine library forget`.
struct LibraryForgetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "Forget what the files of a folder say, or of all folders.",
    discussion: "Nothing of it stays in the database. Your files are not touched.")

  @Argument(
    help: "Only this folder, with its subfolders; it may be gone.", completion: .directory)
  var folder: String?

  func validate() throws {
    if folder?.isEmpty ?? false { throw ValidationError("FOLDER is empty.") }
  }

  func run() throws {
    let path = folder.map { FilePath.withoutDots(FilePath.absolute(RawArguments.bytes(of: $0))) }
    try LibraryCommand.exit { library in
      let forgotten = try await library.forget(from: path)
      if let path, forgotten.folders.isEmpty {
        StandardError.complain("nothing is remembered of \(PathText.line(path))")
        throw ExitCode(1)
      }
      try StandardOutput.write("forgot \(LibraryText.count(forgotten))\n")
    }
  }
}

/// `vitrine library read`.
struct LibraryReadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Read folders' files in advance, to be remembered.",
    discussion: """
      Reads what is not known yet of folders and their subfolders, or of what library:NAME shows; with --pixels also what the pictures look like, which \
      'vitrine similar' and \(KeyBindings.standard.name("photo.similar", on: .list)) need. Interrupted by Ctrl-C, it continues there the next time.
      """)

  @Argument(
    help: ArgumentHelp(
      "A folder, including subfolders, or several folders.", valueName: "folders"),
    completion: .directory)
  var folders: [String]

  @Flag(help: "Also what the pictures look like, by their thumbnails.")
  var pixels = false

  func run() throws {
    _ = try CacheCommand.cache()
    SourceRun.exit { container throws(Complaint) in
      try container.locate(folders)
    } work: {
      try await read($0)
    }
  }

  /// - Returns: The exit status.
  @MainActor private func read(_ run: SourceRun) async throws -> Int32 {
    let (container, repository) = (run.container, run.opened.repository)
    guard container.network.library != nil else {
      StandardError.complain("the library is turned off ([library] enabled = false)")
      return 1
    }
    guard repository.capabilities.isReadWhole else {
      throw PhotoSourceError.notCompared
    }
    let line = ProgressLine()
    defer { line.clear() }
    let notes = try await readFiles(of: repository, run.place.search?.query() ?? .everything) {
      line.show(SourceText.reading($0))
    }
    line.clear()
    let isIncomplete = StandardError.complain(notes)
    var text = "read \(CountText.photos(notes.photoCount))"
    if pixels {
      // Nothing is grouped that way.
      let comparison = try await repository.comparisonWithProgress(.similar(distance: 0))
      if comparison.missingCount > 0 {
        text += "; \(CountText.grouped(comparison.missingCount)) can't be compared"
      }
    }
    try StandardOutput.write("\(text)\n")
    await container.network.finishWriting()
    if let reason = container.pictureLoader.problem?.reason {
      StandardError.complain("nothing could be read from the files: \(reason)")
      return 1
    }
    if let library = container.network.library, let fault = library.writeFault {
      StandardError.complain(Complaint(fault, path: library.path, isKept: false).words)
      return 1
    }
    return isIncomplete ? 1 : 0
  }

  @MainActor private func readFiles(
    of repository: LocalQueryRepository, _ query: PhotoQuery, _ progress: (FileReading) -> Void
  ) async throws(PhotoSourceError) -> SourceNotes {
    let photos = repository.photos(query, withDetails: true)
    while try await photos.nextPart() != nil {
      let count = photos.notes.photoCount
      progress(
        FileReading(readCount: count, fileCount: max(count, photos.notes.totalCount ?? 0)))
    }
    return photos.notes
  }
}
