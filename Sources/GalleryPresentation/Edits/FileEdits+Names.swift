import GalleryDomain

/// New names for several photos at once: by a template, or in the user's editor, a name a line. All of them are looked at before
/// the first file is renamed.
extension FileEdits {
  /// - Parameters:
  ///   - typed: What the user has typed before.
  ///   - gather, ordered: As for `renamePressed`.
  func askForNames(
    of photos: PhotoGathering, typed: String = "", _ gather: @escaping () -> PhotoGathering,
    ordered: @escaping ([Photo]) -> [Photo]
  ) {
    guard mayAsk(about: photos) else { return }
    func answer(_ template: String, inEditor: Bool) {
      if !NameTemplate(template).needsDetails { photos.endReading() }
      photos.whenGathered { [weak self] in
        let photos = ordered($0)
        guard let self, !photos.isEmpty, mayEdit(photos) else { return }
        let again = { [weak self] in
          self?.askForNames(of: gather(), typed: template, gather, ordered: ordered) ?? ()
        }
        guard !template.isEmpty else { return editNames(of: photos, Self.names(photos)) }
        remember(template, in: &formerTemplates)
        var names: [[UInt8]] = []
        for (photo, file) in zip(photos, photos.compactMap(\.file)) {
          do throws(NameTemplate.Missing) {
            names.append(
              try NameTemplate(template).name(of: photo, at: file, number: names.count + 1))
          } catch {
            return review(
              FileOperationText.cantRename(photos.count),
              ["\(FileOperationText.name(file)) has no \(error.field)"], again: again)
          }
        }
        if inEditor { editNames(of: photos, names) } else { check(names, photos, again) }
      }
    }
    runner.askClosure?(
      TextQuestion(
        title: "Rename \(FileOperationText.subject(photos))", prompt: "Names: ", text: typed,
        isTyped: true, placeholder: "\(NameTemplate.example), or nothing to edit them",
        former: formerTemplates, fault: NameTemplate.fault,
        edit: { answer($0, inEditor: true) }, answer: { answer($0, inEditor: false) }))
  }

  private static func names(_ photos: [Photo]) -> [[UInt8]] {
    photos.compactMap { $0.file.map { Array(FilePath.lastComponent($0.path)) } }
  }

  private func editNames(of photos: [Photo], _ names: [[UInt8]]) {
    let lineEnd = UInt8(ascii: "\n")
    guard !names.joined().contains(lineEnd) else {
      runner.showFailureClosure?("A name has a line break; a template can change it")
      return
    }
    edit(Array(names.map { $0 + [lineEnd] }.joined()))

    func edit(_ text: [UInt8]) {
      switch editTextClosure?(text) {
      case nil: return
      case .failure(let failure):
        runner.showFailureClosure?("\(failure.words). Nothing was renamed")
      case .success(let text):
        let whole = text.last == lineEnd ? text.dropLast() : text[...]
        var lines = whole.split(separator: lineEnd, omittingEmptySubsequences: false).map(
          Array.init)
        // The line ends of some editors.
        let carriageReturn = UInt8(ascii: "\r")
        if lines.allSatisfy({ $0.last == carriageReturn }) {
          lines = lines.map { Array($0.dropLast()) }
        }
        while lines.count > photos.count, lines.last == [] { lines.removeLast() }
        guard lines.count == photos.count else {
          return review(
            FileOperationText.cantRename(photos.count),
            ["\(CountText.count(lines.count, "line")): each photo keeps its own line"]
          ) { edit(text) }
        }
        check(lines, photos) { edit(text) }
      }
    }
  }

  /// Asks what would become of the photos, and then the user.
  private func check(_ names: [[UInt8]], _ photos: [Photo], _ again: @escaping () -> Void) {
    let renamed = zip(photos, names).filter { Self.names([$0]) != [$1] }
    let (photos, names) = (renamed.map(\.0), renamed.map(\.1))
    guard !photos.isEmpty else {
      runner.showNoticeClosure?("The names stay as they are")
      return
    }
    let unusual = zip(photos.compactMap(\.file), names).compactMap { file, name -> String? in
      let controls = Self.controls(name)
      let isNew = !controls.isEmpty && controls != Self.controls(FilePath.lastComponent(file.path))
      let fault =
        isNew ? "no control characters in a name" : FileOperationText.fault(ofName: name)
      return fault.map { "\(FileOperationText.name(file)): \($0)" }
    }
    guard unusual.isEmpty else {
      return review(
        FileOperationText.cantRename(unusual.count, of: photos.count), unusual, again: again)
    }
    let tried = { [weak self] (report: FileOperationReport) in
      let errors: [FileOperationError] = report.outcomes.compactMap { outcome in
        if case .failure(let error) = outcome { error } else { nil }
      }
      // The user stopped it.
      guard !errors.contains(.cancelled) else { return }
      let faults = errors.map(FileOperationText.message)
      if faults.isEmpty {
        self?.review(
          "Rename \(CountText.photos(photos.count))?",
          FileOperationText.renames(Array(zip(photos.compactMap(\.file), names))), again: again,
          rename: { self?.run(.rename(to: names), on: photos) })
      } else {
        self?.review(
          FileOperationText.cantRename(faults.count, of: photos.count), faults, again: again)
      }
    }
    run(.rename(to: names, isTrial: true), on: photos, tried: tried)
  }

  /// The control characters of a name.
  private static func controls(_ name: some Collection<UInt8>) -> [Unicode.Scalar] {
    String(decoding: name, as: UTF8.self).unicodeScalars.filter {
      $0.properties.generalCategory == .control
    }
  }

  private func review(
    _ title: String, _ lines: [String], again: @escaping () -> Void, rename: (() -> Void)? = nil
  ) {
    runner.reviewClosure?(title, FileOperationText.first(lines), again, rename)
  }
}
