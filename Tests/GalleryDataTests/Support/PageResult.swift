import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

/// The error that a repository gives for a page; nil where it gives the page.
func failure(
  _ repository: some PhotoRepository, _ request: PageRequest = PageRequest()
) async -> PhotoSourceError? {
  do throws(PhotoSourceError) {
    _ = try await repository.page(for: request)
    return nil
  } catch {
    return error
  }
}

/// The whole list that a repository has for a query.
func page(
  _ repository: some PhotoRepository, _ query: PhotoQuery = .everything, isRefresh: Bool = false
) async throws(PhotoSourceError) -> PhotoPage {
  var request = PageRequest(query, isRefresh: isRefresh)
  request.readsAll = true
  return try await repository.page(for: request)
}

func firstPhoto(
  _ repository: some PhotoRepository, _ request: PageRequest = PageRequest()
) async throws -> Photo {
  try #require(try await repository.page(for: request).photos.first)
}

extension PhotoRepository {
  func ids(_ request: PageRequest = PageRequest()) async throws(PhotoSourceError) -> [Photo.ID] {
    try await page(for: request).ids
  }
}

extension PhotoPage {
  var ids: [Photo.ID] { photos.map(\.id) }
}

func section(_ folder: String, _ start: Int, _ count: Int) -> PhotoSection {
  PhotoSection(.folder(Array(folder.utf8)), start: start, count: count)
}

let utc = TimeZone.gmt
