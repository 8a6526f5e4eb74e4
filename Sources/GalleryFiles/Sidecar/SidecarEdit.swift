import FeedFormats
import GalleryData
import GalleryDomain
import PictureProtocol

/// A change of what the user says about a photo: stars, label, sale mark, caption. Only what differs from what was shown is
/// written, unless another program has changed just that since.
struct SidecarEdit: Sendable {
  /// What was written of a photo in this run: what was written last, so that other programs' changes are noticed, and what
  /// was there before, so that coming back to it restores the file.
  struct Memory: Sendable {
    fileprivate let written: State
    /// nil if other programs have written in between, or too much would have to be kept.
    fileprivate let origin: Origin?
  }

  /// The sidecar before it was first written here, by what differs in the file that was last written here.
  fileprivate struct Origin: Sendable {
    /// The most that is kept of one photo.
    private static let byteLimit = 64 * 1_024

    let state: State
    private let prefixCount: Int
    private let suffixCount: Int
    /// The bytes between these; nil if there was no file.
    private let middle: [UInt8]?
    /// A hash of the file as it was last written here; nil if it was deleted.
    private let written: UInt64?

    init?(_ state: State, _ bytes: [UInt8]?, written: [UInt8]?) {
      let (old, new) = (bytes ?? [], written ?? [])
      let shorter = min(old.count, new.count)
      let prefixCount = (0..<shorter).first { old[$0] != new[$0] } ?? shorter
      let suffixCount =
        (0..<shorter - prefixCount).first {
          old[old.count - 1 - $0] != new[new.count - 1 - $0]
        } ?? shorter - prefixCount
      guard old.count - prefixCount - suffixCount <= Self.byteLimit else { return nil }
      (self.state, self.prefixCount, self.suffixCount) = (state, prefixCount, suffixCount)
      middle = bytes.map { Array($0[prefixCount..<$0.count - suffixCount]) }
      self.written = Self.hash(written)
    }

    /// Whether a file is as it was last written here.
    func isKnown(_ now: [UInt8]?) -> Bool { Self.hash(now) == written }

    /// - Parameter now: A file that `isKnown`.
    func bytes(_ now: [UInt8]?) -> [UInt8]? {
      let now = now ?? []
      return middle.map { now.prefix(prefixCount) + $0 + now.suffix(suffixCount) }
    }

    private static func hash(_ bytes: [UInt8]?) -> UInt64? { bytes.map { StableHash.hash($0) } }
  }

  fileprivate struct State: Sendable {
    var shown: Photo
    var stated: Stated
  }

  /// What a sidecar says.
  fileprivate struct Stated: Sendable {
    /// Stars and label in whatever spelling.
    var photo = Photo(id: "", name: "", isUntitled: true)
    /// The texts that it has, also those that are empty.
    var fields: Set<PhotoCaption.Field> = []
    /// The keyword that version 1.0 added with its mark.
    var saleKeyword: String?

    init(_ document: SidecarDocument?) {
      let stated = document?.stated()
      photo.rating = stated?.rating.map(Int.init)
      photo.label = PhotoLabel(stated?.label.flatMap { CleanText.line($0) })
      photo.saleMark = document?.mark ?? SaleMark(status: .unstated)
      guard let document else { return }
      saleKeyword = document.value(of: .saleKeyword)
      var edit = CaptionEdit(keywords: document.items(of: .subject))
      for (field, tag) in SidecarEdit.texts {
        // What says nothing is not shown.
        edit.texts[field] = SidecarEdit.text(tag, in: document).flatMap {
          field != .creator && !$0.isEmpty && CameraPlaceholder.contains($0) ? nil : $0
        }
      }
      fields = Set(edit.texts.keys)
      if edit.keywords != nil { fields.insert(.keywords) }
      photo = edit.applied(to: photo)
    }
  }

  /// The properties of fields that are a text.
  private static let texts: [(field: PhotoCaption.Field, tag: MarkTag)] = [
    (.title, .title), (.caption, .caption), (.copyright, .copyright), (.alt, .altText),
    (.creator, .creator),
  ]

  /// The text, however long.
  private static func text(_ tag: MarkTag, in document: SidecarDocument?) -> String? {
    tag == .creator
      ? document?.items(of: tag)?.joined(separator: "; ") : document?.localized(tag)
  }

  /// What the photo becomes.
  let photo: Photo
  /// What it was shown with, as last read or written.
  let former: Photo
  let memory: Memory?

  /// Whether the sale mark is edited: also one that is shown already may come from keywords alone.
  var isOfMark: Bool {
    photo.saleMark != former.saleMark
      || photo.userRating == former.userRating && photo.caption == former.caption
  }

  /// Writes it into the sidecar of a file.
  ///
  /// - Returns: What is to be remembered of it, and the photo with what it says now.
  @concurrent
  func write(
    of file: FileReference, by writer: SidecarWriter
  ) async throws(SidecarError) -> (memory: Memory, photo: Photo) {
    // Including what others have changed.
    var base = former
    var stated = Stated(nil)
    let (before, after) = try await writer.edit(
      sidecarOf: file,
      conflict: { document in
        stated = Stated(document)
        base = shown(with: stated)
        return isConflict(with: base) ? base : nil
      },
      change: { (document) throws(SidecarFault) in
        if let origin = memory?.origin, origin.isKnown(document?.bytes),
          leadsBack(to: origin.state, from: stated)
        {
          return origin.bytes(document?.bytes)
        }
        return try XMPEditor.edited(document, changes(document))
      }, isRead: isRead)
    let now = now(over: base, stated)
    let written =
      before == after ? stated : Stated(after.flatMap { try? SidecarReader.document($0) })
    var origin: Origin?
    if memory == nil {
      origin = Origin(State(shown: base, stated: stated), before, written: after)
    } else if let known = memory?.origin, known.isKnown(before) {
      origin = Origin(known.state, known.bytes(before), written: after)
    }
    return (Memory(written: State(shown: now, stated: written), origin: origin), now)
  }

  /// The photo with what others have written into its sidecar since it was last written here. If its row shows something else by
  /// now, it was read again, and the sidecar's caption counts.
  private func shown(with now: Stated) -> Photo {
    var photo = former
    for statement in PhotoStatement.all {
      if let written = memory?.written, statement.isSame(written.shown, former) {
        guard !statement.isSame(written.stated.photo, now.photo) else { continue }
      } else {
        guard let field = statement.field, now.fields.contains(field) else { continue }
      }
      statement.copy(&photo, now.photo)
    }
    return photo
  }

  private var changed: [PhotoStatement] { PhotoStatement.all.filter { !$0.isSame(photo, former) } }

  /// Whether others have changed the same property to a different value.
  private func isConflict(with theirs: Photo) -> Bool {
    changed.contains { statement in
      statement.field != .keywords && !statement.isSame(former, theirs)
        && !statement.isSame(photo, theirs)
    }
  }

  /// Whether the sidecar will say again what it said at first, also of what isn't edited.
  private func leadsBack(to origin: State, from now: Stated) -> Bool {
    var (first, last) = (origin.stated.photo, now.photo)
    // It goes with the mark, and comes back with it.
    first.tags.removeAll { $0 == origin.stated.saleKeyword }
    last.tags.removeAll { $0 == now.saleKeyword }
    return !changed.isEmpty
      && PhotoStatement.all.allSatisfy { statement in
        statement.isSame(photo, former)
          ? statement.isSame(last, first) : statement.isSame(photo, origin.shown)
      }
  }

  /// The photo as it is shown afterwards.
  private func now(over base: Photo, _ stated: Stated) -> Photo {
    var now = base.marked(like: photo.rebased(from: former, onto: base))
    if isOfMark { now.saleMark = photo.saleMark }
    // Without a mark keywords decide.
    if photo.tags != former.tags, !isOfMark, stated.photo.saleStatus == .unstated {
      now.saleStatus = SaleKeyword.status(now.tags)
    }
    return now
  }

  private var removedKeywords: Set<String> { Set(former.tags).subtracting(photo.tags) }
  private var addedKeywords: [String] { photo.tags.filter { !former.tags.contains($0) } }

  // MARK: What changes in the file

  private func changes(_ document: SidecarDocument?) throws(SidecarFault) -> [XMPChange] {
    var changes: [XMPChange] = []
    if photo.rating != former.rating {
      changes.append(.text(.rating, photo.rating.map(String.init)))
      if photo.rating != PhotoRating.rejected { changes += Self.withoutRejection(document) }
    }
    if photo.label != former.label {
      changes.append(.text(.label, try label(document)))
    }
    if isOfMark { changes += Self.changes(of: photo.saleMark, in: document) }
    return try changes + captionChanges(document)
  }

  private func captionChanges(
    _ document: SidecarDocument?
  ) throws(SidecarFault) -> [XMPChange] {
    var changes: [XMPChange] = []
    let edited = Set(changed.compactMap(\.field))
    for (field, tag) in Self.texts where edited.contains(field) {
      if Self.text(tag, in: document)?.count ?? 0 > field.limit.characters {
        throw SidecarFault("its \(field) is too long to be edited here")
      }
      if returns(to: field) {
        changes.append(.text(tag, nil))
      } else if field == .creator {
        let former = Set(document?.items(of: tag) ?? [])
        changes.append(.items(tag, without: former, with: PhotoCaption.names(in: photo.author)))
      } else {
        changes.append(.localized(tag, photo.caption[field] ?? ""))
      }
    }
    if edited.contains(.keywords) {
      let removed = removedKeywords
      for tag in [.subject] + MarkTag.categorized.map(\.tag) {
        if tag == .subject, returns(to: .keywords) {
          changes.append(.text(tag, nil))
          continue
        }
        let items = document?.items(of: tag)
        guard tag == .subject || items != nil else { continue }
        // What separates categories can't be in a keyword there.
        let isNew = { (text: String) in
          !(tag.separator.map { text.contains($0) } ?? false)
            && !(items ?? []).contains { tag.isItem($0, oneOf: [text]) }
        }
        // The list takes the place of the picture's own.
        let wanted = items == nil ? photo.tags : addedKeywords.filter(isNew)
        changes.append(.items(tag, without: removed, with: wanted))
      }
    }
    return changes
  }

  /// Whether a field becomes again what the picture itself says, which the sidecar didn't say before it was first written here.
  private func returns(to field: PhotoCaption.Field) -> Bool {
    guard let origin = memory?.origin?.state, !origin.stated.fields.contains(field) else {
      return false
    }
    return changed.contains { $0.field == field && $0.isSame(photo, origin.shown) }
  }

  /// Whether photos' reader finds the same as is found here in the fields that are edited; of those that a sidecar has not, or no
  /// longer, it finds the picture's.
  private func isRead(in metadata: PhotoMetadata, of document: SidecarDocument) -> Bool {
    let stated = Stated(document)
    let texts: [PhotoCaption.Field: String?] = [
      .title: metadata.title, .caption: metadata.description, .creator: metadata.author,
      .copyright: metadata.copyright, .alt: metadata.altText,
    ]
    let found = CaptionEdit(
      texts: texts.compactMapValues(\.self), keywords: metadata.keywords
    ).applied(to: Photo(id: "", name: "", isUntitled: true))
    return changed.allSatisfy { statement in
      guard let field = statement.field, stated.fields.contains(field) else { return true }
      guard field == .keywords else { return statement.isSame(found, stated.photo) }
      return removedKeywords.union(addedKeywords).allSatisfy {
        found.tags.contains($0) == stated.photo.tags.contains($0)
      }
    }
  }

  /// Takes back other programs' rejections, which would hide the stars: they are marks apart from them.
  private static func withoutRejection(_ document: SidecarDocument?) -> [XMPChange] {
    guard let document, document.stated().isRejected == true else { return [] }
    // It comes before other marks of that schema, and before digiKam's.
    let isOfPick = document.stated(leavesOut: [.digiKamPick]).isRejected == true
    return [.text(isOfPick ? .pick : .digiKamPick, "0")]
  }

  private func label(_ document: SidecarDocument?) throws(SidecarFault) -> String? {
    if let label = photo.label { return label.text }
    // An empty one hides what other programs wrote beside it, which stays theirs.
    if document?.stated(leavesOut: [.label]).label != nil { return "" }
    // No program supports a label that hides the picture's own.
    guard document?.value(of: .label) != nil else {
      throw SidecarFault("the label is in the picture itself")
    }
    return nil
  }

  /// Only a photo that is for sale has a price, in a single form.
  static func changes(of mark: SaleMark, in document: SidecarDocument?) -> [XMPChange] {
    let price = mark.status == .forSale ? mark.price : nil
    let mark = SaleMark(
      status: mark.status, price: price.flatMap { Price(amount: $0.amount, currency: $0.currency) })
    guard document?.mark != mark else { return [] }
    var changes = withoutKeyword(document)
    guard mark.status != .unstated else {
      return changes + [.currency, .price, .saleStatus].map { .text($0, nil) }
    }
    changes.append(.text(.saleStatus, mark.status.rawValue))
    changes.append(.text(.price, mark.price?.amount))
    changes.append(.text(.currency, mark.price?.currency))
    return changes
  }

  /// Takes back the keyword that version 1.0 added with a mark: programs that know nothing of marks would still show it.
  private static func withoutKeyword(_ document: SidecarDocument?) -> [XMPChange] {
    guard let document, let keyword = document.value(of: .saleKeyword) else { return [] }
    var changes: [XMPChange] = []
    let subjects = document.elements(of: .subject)
    if subjects.count == 1, let subject = subjects.first {
      // A list that was made with the mark has the photo's own keywords, too.
      let hash = StableHash.hex(StableHash.hash(document.bytes[subject.range]))
      changes.append(
        document.value(of: .saleSubject) == hash
          ? .text(.subject, nil) : .items(.subject, without: [keyword], with: []))
    }
    return changes + [.text(.saleKeyword, nil), .text(.saleSubject, nil)]
  }
}
