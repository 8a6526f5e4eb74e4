import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation

/// A photo that `vitrine show` draws: as it was typed, or one of a source that was typed.
struct ShownArgument: Hashable {
  /// As typed, or the photo's id or name.
  let text: String
  /// Where the photo is; nil if the text says that.
  var place: Place?

  enum Place: Hashable {
    case file(FileReference)
    case address(URL)
  }

  init(_ text: String, at place: Place? = nil) {
    self.text = text
    self.place = place
  }
}

/// The arguments of `vitrine show`, with the photos of saved searches and collections in their place.
@MainActor
struct ShownArguments {
  private(set) var photos: [ShownArgument] = []
  /// What loads the pictures of sources on the network.
  private(set) var routes: [URL: any PhotoImageRepository] = [:]
  /// Whether something could not be read, which was reported.
  private(set) var hasFailed = false

  /// Reads the sources among the arguments.
  init(_ arguments: [String], in container: AppContainer) async {
    for argument in arguments {
      guard Self.isSource(argument) else {
        photos.append(ShownArgument(argument))
        continue
      }
      do throws(ProgramError) {
        let place = try container.locate(argument)
        try await add(place, opened: container.open(place.source), container)
      } catch {
        StandardError.complain(error.message)
        hasFailed = true
      }
    }
  }

  private static func isSource(_ argument: String) -> Bool {
    if SavedSearch.name(inAddress: argument) != nil { return true }
    return ImageAddress(argument) == nil
      && argument.lowercased().hasSuffix(".\(PhotoCollection.fileExtension)")
  }

  private mutating func add(
    _ place: Place, opened: OpenSource, _ container: AppContainer
  ) async throws(ProgramError) {
    let images =
      opened.images ?? container.network.makeImageRepository(request: opened.imageRequest)
    var request = PageRequest(place.search?.query() ?? .everything)
    request.readsAll = true
    var skipped = SkippedItems()
    while true {
      let page: PhotoPage
      do throws(PhotoSourceError) {
        page = try await opened.repository.page(for: request)
      } catch {
        throw .source(.unavailable(error))
      }
      skipped.add(page.skipped)
      for photo in page.photos {
        if let file = photo.file {
          photos.append(ShownArgument(photo.id, at: .file(file)))
        } else if let url = photo.imageURL ?? photo.thumbnailURL {
          photos.append(ShownArgument(photo.name, at: .address(url)))
          routes[url] = images
        }
      }
      guard page.hasMorePages, !page.photos.isEmpty || page.filteredCount > 0 else {
        for line in SourceText.skipped(skipped) { StandardError.complain(line) }
        if skipped.unreadableCount > 0 { hasFailed = true }
        break
      }
      request.page += 1
    }
  }
}
