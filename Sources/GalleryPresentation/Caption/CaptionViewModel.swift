import GalleryDomain

/// What the user says in words about one photo or several: a line of text for each field.
///
/// Of several photos a field shows what all of them say. If they differ it is mixed, and each photo keeps its own until something
/// is typed there; keywords may be added to it and taken away. Nothing is written before the user is done.
///
/// Bound to no actor and not `Sendable`, like all view models.
public final class CaptionViewModel {
  public typealias Field = PhotoCaption.Field

  /// Emits when anything that is shown has changed.
  public var updateClosure: (() -> Void)?
  /// Emits once, when the fields are to go.
  public var closeClosure: (() -> Void)?

  public let title: String
  public private(set) var focus = Field.title
  /// Known keywords that begin with the one that is typed, the most frequent first.
  public private(set) var suggestions: [PhotoCount] = []
  /// Whether the typed word is itself a known keyword.
  private var isKnown = false
  /// Whether the user types at the end of the field in focus.
  private var isTyping = false

  /// What all photos say; nothing of a mixed field.
  private let former: [Field: String]
  /// What is in the fields; nothing in a mixed one that is left as it is.
  private var texts: [Field: String]
  private weak var list: (any PhotoListViewModelType)?
  private var known: [PhotoCount]?
  private var counting: (any Cancellable)?
  private let keys: KeyHints
  private let write: (CaptionEdit) -> Void

  /// - Parameters:
  ///   - photos: At least one; read, and as they are now.
  ///   - list: Where the keywords that are suggested come from: all folders that have been read.
  ///   - write: Called once with what is to be changed, unless that is nothing.
  init(
    title: String, of photos: [Photo], in list: (any PhotoListViewModelType)?,
    keys: KeyHints = KeyHints(), write: @escaping (CaptionEdit) -> Void
  ) {
    (self.title, self.list, self.keys, self.write) = (title, list, keys, write)
    let captions = photos.map { PhotoCaption(of: $0) }
    former = Dictionary(
      uniqueKeysWithValues: Field.allCases.compactMap { field in
        let texts = Set(captions.lazy.map { $0.line(of: field) })
        return texts.count == 1 ? (field, texts.first ?? "") : nil
      })
    texts = former
  }

  deinit { counting?.cancel() }

  /// Shows a line break in a field of one line.
  public static let lineEnd = "⏎"
}

extension PhotoCaption {
  fileprivate func line(of field: Field) -> String {
    field == .keywords
      ? KeywordLine.text(keywords)
      : (self[field] ?? "").replacing("\n", with: CaptionViewModel.lineEnd)
  }
}

// MARK: Outputs

extension CaptionViewModel {
  /// A line; nil if the photos differ and are left so.
  public func text(of field: Field) -> String? { texts[field] }

  public func isChanged(_ field: Field) -> Bool { texts[field] != former[field] }

  /// Whether leaving would lose something.
  public var hasChanges: Bool { texts != former }

  /// What is in the fields, without those that are mixed.
  public var caption: CaptionEdit { edit(of: texts) }

  /// What there is to know about the field in focus.
  public var noteText: String {
    if focus == .keywords, let fault { return fault }
    if !suggestions.isEmpty { return CaptionText.suggestions(suggestions) }
    if former[focus] == nil {
      return CaptionText.mixed(
        focus, texts[focus], isReplaced: focus != .keywords || caption.keywords != nil)
    }
    return focus == .caption ? CaptionText.lines(keys) : ""
  }

  /// What keeps the fields from being written.
  private var fault: String? {
    let limit = Field.keywords.limit.characters
    let isTooLong = KeywordLine.parts(texts[.keywords] ?? "").contains { $0.word.count > limit }
    return isTooLong ? CaptionText.tooLong(limit) : nil
  }

  private func edit(of texts: [Field: String]) -> CaptionEdit {
    var edit = CaptionEdit(texts: texts)
    edit.texts[.caption] = texts[.caption]?.replacing(Self.lineEnd, with: "\n")
    guard let line = edit.texts.removeValue(forKey: .keywords) else { return edit }
    let parts = KeywordLine.parts(line)
    // Signs alone say nothing yet.
    if parts.isEmpty, line.contains(where: { "+-".contains($0) }) { return edit }
    let (added, removed) = (
      parts.filter { $0.sign != "-" }.map(\.word), parts.filter { $0.sign == "-" }.map(\.word)
    )
    // A line that shows the photos' keywords is what they will be, unless nothing of them is left in it.
    let isMixed = former[.keywords] == nil
    if parts.contains(where: { $0.sign != "" }),
      isMixed || !parts.contains(where: { $0.sign == "" })
    {
      (edit.addedKeywords, edit.removedKeywords) = (added, removed)
    } else {
      edit.keywords = added.filter { !removed.contains($0) }
    }
    return edit
  }
}

// MARK: Inputs

extension CaptionViewModel {
  /// Call when the user types into the field in focus, or moves in it. A mixed one that is empty again is left as it is.
  ///
  /// - Parameter isAtEnd: Whether the cursor is, where a suggestion would go on.
  public func textChanged(to text: String, isAtEnd: Bool) {
    texts[focus] = text.isEmpty && former[focus] == nil ? nil : text
    suggest(if: isAtEnd)
  }

  public func move(by step: Int) {
    let fields = Field.allCases
    let index = fields.firstIndex(of: focus) ?? 0
    move(to: fields[(index + step + fields.count) % fields.count])
  }

  public func move(to field: Field) {
    focus = field
    suggest(if: false)
  }

  /// Call when the user takes the first suggestion.
  public func complete() {
    guard let value = suggestions.first?.value, let text = texts[.keywords] else { return }
    texts[.keywords] =
      text[..<KeywordLine.lastStart(in: text)] + KeywordLine.text([value]) + ", "
    suggest(if: false)
  }

  /// Call when the user is done with a field: takes a suggestion, goes on, or writes after the last one.
  public func accept() {
    if !suggestions.isEmpty, !isKnown {
      complete()
    } else if focus == Field.allCases.last {
      submit()
    } else {
      move(by: 1)
    }
  }

  /// Call with what the user has made of `caption` elsewhere; a field that it lacks is as it was.
  public func fill(with edit: CaptionEdit) {
    texts = former.merging(edit.texts) { $1 }
    texts[.caption] = texts[.caption]?.replacing("\n", with: Self.lineEnd)
    let (added, removed) = (edit.addedKeywords, edit.removedKeywords)
    if let keywords = edit.keywords {
      texts[.keywords] = KeywordLine.text(keywords)
    } else if !(added + removed).isEmpty {
      texts[.keywords] = [KeywordLine.text(added, sign: "+"), KeywordLine.text(removed, sign: "-")]
        .filter { !$0.isEmpty }.joined(separator: ", ")
    }
    suggest(if: false)
  }

  /// Call when the user wants it written.
  public func submit() {
    guard fault == nil else { return move(to: .keywords) }
    closeClosure?()
    let edit = edit(of: texts.filter { isChanged($0.key) })
    if edit != CaptionEdit() { write(edit) }
  }

  /// Call when the user gives up.
  public func cancel() { closeClosure?() }
}

// MARK: Suggestions

extension CaptionViewModel {
  private func suggest(if isTyping: Bool) {
    (suggestions, isKnown, self.isTyping) = ([], false, isTyping)
    if isTyping, focus == .keywords, let line = texts[.keywords] {
      let typed = String(line[KeywordLine.lastStart(in: line)...])
      if !typed.isEmpty { suggest(typed, after: line) }
    }
    updateClosure?()
  }

  private func suggest(_ typed: String, after line: String) {
    guard let known else { return countKeywords() }
    let (beginning, given) = (FoldedText(typed).bytes, KeywordLine.parts(line).map(\.word))
    isKnown = known.contains { $0.value == typed }
    suggestions = Array(
      known.lazy.filter { found in
        guard let value = found.value, !given.contains(value) else { return false }
        return FoldedText(value).bytes.starts(with: beginning)
      }.prefix(Self.suggestionLimit))
  }

  private static let suggestionLimit = 5

  /// Only once they are needed: files that are unknown are read for it.
  private func countKeywords() {
    guard counting == nil else { return }
    var request = CountRequest(PhotoQuery(), by: [.keyword])
    request.countsAllFolders = true
    counting = list?.inputs.count(request) { [weak self] in
      guard let self else { return }
      known = $0.values[.keyword] ?? []
      // The user may have gone elsewhere meanwhile.
      suggest(if: isTyping)
    }
  }
}
