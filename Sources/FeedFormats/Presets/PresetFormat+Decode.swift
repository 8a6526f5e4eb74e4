import Foundation
import GalleryDomain

extension PresetFormat {
  public func decode(
    _ response: HTTPResponse, of page: FeedPageRequest, in context: FeedContext
  ) throws(PhotoSourceError) -> FeedPage {
    if !response.isSuccess {
      let ends = preset.paging.contains { $0.endStatuses.contains(response.status) }
      if ends, page.position != .number(1) { return FeedPage(photos: []) }
      throw statusError(response)
    }
    let document = try document(response)
    let scope = scope(of: document, response)
    if let error = preset.error(in: scope, format: self, response: response) { throw error }
    guard document.hasItems else {
      if subject != .file, let first = preset.firstPage(in: scope, of: response) {
        return FeedPage(photos: [], next: .continuation(.url(first)))
      }
      let isEmpty = preset.emptyWhen.contains { !$0.values(in: scope).isEmpty }
      if isEmpty { return FeedPage(photos: [], totalCount: 0) }
      throw notAFeed(response)
    }
    let responses = JoinedResponses(context)
    var context = context
    if context.directory == nil {
      context.url = response.url
    } else if context.url == nil {
      // A file has no origin unless it states one.
      context.url = preset.addressPaths.first(in: scope) { FeedAddress.web($0.lenientText ?? "") }
    }
    var photos: [Photo] = []
    var seen: Set<Photo.ID> = []
    var skipped = document.skipped
    for item in document.items {
      let (whole, missing) = joined(item, in: scope, responses)
      let scope = scope.of(whole)
      // An item that should not be listed is not an error.
      if preset.kept.contains(where: { $0.holds(in: scope) == false }) { continue }
      let mapping = PresetPhotoMapping(preset: preset, scope: scope, context: context)
      let new = mapping.photos()
      if new.isEmpty, !missing.isEmpty, preset.joinsPictures {
        skipped.add(mapping.title ?? Photo.untitled, "its data were not read")
        skipped.unreadableCount += 1
      } else if new.isEmpty {
        skipped.addPictureless()
      }
      for photo in new {
        if seen.insert(photo.id).inserted {
          photos.append(photo)
        } else if photo.id == new[0].id {
          skipped.add(photo.name, SkippedItem.repeatedID)
        }
      }
    }
    let itemCount = document.items.count + document.skipped.count
    // A single object that isn't a photo is not a response of this service.
    if photos.isEmpty, document.isSingle { throw notAFeed(response) }
    let paging = preset.paging.first { $0.fits(scope) } ?? preset.paging.last
    let total = document.isSingle ? photos.count : paging?.total.whole(in: scope)
    // There is nothing beyond a file, or beyond a single item.
    let isAll = subject == .file || document.isSingle
    var read = FeedPage(
      title: preset.titleField.first(in: scope) { CleanText.htmlLine($0, limit: .title) },
      photos: photos, skipped: skipped,
      // Totals count items, each of which may have several photos.
      totalCount: photos.count > itemCount ? nil : total, itemCount: itemCount,
      next: isAll ? .end : paging?.next(after: page, itemCount, scope, of: self, response) ?? .end,
      orderRoute: preset.buying?.route(in: scope, feed: context.url))
    if let cut = document.cut { read.skipped.addCut(at: cut) }
    return read
  }

  /// The whole response; of an item with `of(_:)`.
  func scope(of document: PresetDocument, _ response: HTTPResponse) -> PresetScope {
    PresetScope(
      item: document.root, root: document.root, headers: response.headers, variables: values)
  }

  func document(_ response: HTTPResponse) throws(PhotoSourceError) -> PresetDocument {
    let byteLimit = PresetDocument.byteLimit
    guard response.body.count <= byteLimit else {
      throw .tooLarge(
        name: responseName(response), byteCount: response.body.count, byteLimit: byteLimit)
    }
    let bytes = try TextEncoding.text(
      response.body, contentType: response.headers["Content-Type"], name: responseName(response))
    guard PresetWrapping.looksLikeJSON(bytes) else { throw notAFeed(response) }
    do throws(TextFault) {
      return try PresetDocument(bytes, items: preset.items, order: preset.order)
    } catch {
      throw .malformed(error, in: bytes, name: responseName(response))
    }
  }

  // MARK: - Errors

  private func statusError(_ response: HTTPResponse) -> PhotoSourceError {
    // Unsplash returns 403 for too many requests.
    if response.headers["X-RateLimit-Remaining"] == "0" { return .serverOverloaded }
    if let secret = preset.variables.first(where: \.isSecret) {
      // Pixabay returns 400 for a wrong key.
      let beginning = TextCleaner.line(bytes: response.body.prefix(400)).lowercased()
      let isKey = response.status == 400 && beginning.contains("api key")
      if response.status == 401 || response.status == 403 || isKey { return keyError(secret) }
    }
    let error = PhotoSourceError(status: response)
    guard case .serverFailed = error else { return error }
    return explained(response) ?? error
  }

  /// The explanation that many services give in the body of an error response; such bodies are short.
  private func explained(_ response: HTTPResponse) -> PhotoSourceError? {
    guard response.body.count <= 1 << 16, PresetWrapping.looksLikeJSON(response.body),
      let document = try? document(response)
    else { return nil }
    return preset.error(in: scope(of: document, response), format: self, response: response)
  }

  func keyError(_ variable: PresetVariable) -> PhotoSourceError {
    let name = variable.environment ?? variable.name
    return secrets[variable.name] == nil
      ? .keyMissing(source: preset.title, variable: name)
      : .keyRefused(source: preset.title, variable: name)
  }

  private func notAFeed(_ response: HTTPResponse) -> PhotoSourceError {
    .notAFeed(response.body, name: responseName(response), reader: .preset(preset.name))
  }

  /// The host, or the file's name.
  func responseName(_ response: HTTPResponse) -> String {
    let name = response.url.host() ?? response.url.lastPathComponent
    return CleanText.line(name) ?? title
  }
}

extension Preset {
  /// The page with the first items that a response without items names: for a collection its first page, for a person
  /// their posts.
  func firstPage(in scope: PresetScope, of response: HTTPResponse) -> URL? {
    firstPage.first(in: scope) { value in
      let url = value.lenientText.flatMap { response.namedURL($0) }
      return url == response.url ? nil : url
    }
  }

  func error(
    in scope: PresetScope, format: PresetFormat, response: HTTPResponse
  ) -> PhotoSourceError? {
    for rule in errors {
      guard let value = rule.path.first(in: scope, { $0 == .null ? nil : $0 }),
        rule.allowed?.contains(value.presetText ?? "") ?? true
      else { continue }
      let code = rule.code.first(in: scope, \.presetText) ?? ""
      let message = rule.message.first(in: scope, \.presetText) ?? ""
      func names(_ words: [String]) -> Bool {
        words.contains { word in
          // A number within the text is not a code.
          word == code
            || !word.isEmpty && !word.utf8.allSatisfy { (0x30...0x39).contains($0) }
              && message.lowercased().contains(word.lowercased())
        }
      }
      let name = format.responseName(response)
      if names(rule.keyCodes) {
        guard let secret = variables.first(where: \.isSecret) else {
          return .permissionDenied(name: name)
        }
        return format.keyError(secret)
      }
      if names(rule.missingCodes) { return .notFound(name: name) }
      if names(rule.overloadCodes) { return .serverOverloaded }
      let words = [message, code].first { !$0.isEmpty } ?? "an error without a message"
      var shown = TextCleaner.line(words, limit: TextLimit(characters: 200))[...]
      while shown.hasSuffix(".") { shown.removeLast() }
      return .serviceFailed(source: title, message: String(shown))
    }
    return nil
  }
}
