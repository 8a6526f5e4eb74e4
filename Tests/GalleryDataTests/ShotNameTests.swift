import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

/// Files of one shot that don't have one stem.
@Suite(.timeLimit(.minutes(10))) struct ShotNameTests {
  private static let shot = "PXL_20250126_164931991"

  private let folder = TemporaryFolder.made()

  /// The photos of a folder with their other files, `a.jpg + a.dng`, and files that are no photos, `- a.mov`.
  private static let cases: [[String]] = [
    ["\(shot).RAW-01.COVER.jpg + \(shot).RAW-02.ORIGINAL.dng"],
    ["\(shot).RAW-01.MP.COVER.jpg + \(shot).RAW-02.ORIGINAL.dng"],
    ["\(shot).MP.jpg + \(shot).dng"],
    ["\(shot).NIGHT.jpg + \(shot).dng"],
    // The phone's own picture comes before what was made of it.
    ["\(shot).jpg + \(shot).dng", "\(shot).NIGHT.jpg"],
    ["\(shot).PORTRAIT.jpg", "\(shot).RAW-01.COVER.jpg + \(shot).RAW-02.ORIGINAL.dng"],
    ["\(shot).MP.jpg + \(shot).MP"],
    ["IMG_1.HEIC + IMG_1_HEVC.MOV"],
    ["IMG_1-adjusted.HEIC + IMG_1-adjusted_HEVC.MOV"],
    ["IMG_1.JPG", "IMG_1.HEIC + IMG_1_HEVC.MOV"],
    ["IMG_1.HEIC + IMG_1.HEIC.MOV"],
    ["IMG_1.JPG + IMG_1.JPG.mp4"],
    ["WP_20161028_Raw.jpg + WP_20161028_Raw__highres.dng"],
    // Equal stems belong together whatever else there is.
    ["\(shot).jpg + \(shot).dng", "\(shot).RAW-01.COVER.jpg + \(shot).RAW-02.ORIGINAL.dng"],
    ["IMG_1.HEIC + IMG_1.MOV", "IMG_1_HEVC.CR2", "- IMG_1_HEVC.MOV"],
    // Another shot, a copy, an edit, another program's names.
    ["\(shot).RAW-01.COVER.jpg", "PXL_20250126_164931992.RAW-02.ORIGINAL.dng"],
    ["\(shot).RAW-01.COVER~2.jpg", "\(shot).RAW-02.ORIGINAL.dng"],
    ["\(shot)-edited.jpg", "\(shot).dng"],
    ["PXL_1.RAW-01.COVER.jpg", "PXL_1.RAW-02.ORIGINAL.dng"],
    ["IMG_1.HEIC", "IMG_E1.HEIC", "- IMG_1(1).MOV"],
    ["holiday.jpg", "- holiday_HEVC.mov"],
    ["figure.jpg", "- figure.mp"],
    // Two raw files that the same picture could have.
    ["\(shot).MP.jpg", "\(shot).RAW-02.ORIGINAL.dng", "\(shot).dng"],
  ]

  private static func shown(_ photo: Photo) -> String {
    ([photo.id]
      + photo.companionPaths.map { String(decoding: FilePath.lastComponent($0), as: UTF8.self) })
      .joined(separator: " + ")
  }

  /// The same folder on the disk, and as a bucket.
  private func repositories(_ names: [String]) throws -> [FolderRepository] {
    for name in names { try folder.write(name, "12345") }
    return [
      FolderRepository(folder: folder.reference, reader: nil),
      FolderRepository(at: .bucket(of: names)),
    ]
  }

  @Test(arguments: cases)
  func `files of one shot are one photo, and what could be another's stays alone`(rows: [String])
    async throws
  {
    let photos = rows.filter { !$0.hasPrefix("- ") }
    let names = rows.flatMap { $0.trimmingPrefix("- ").components(separatedBy: " + ") }

    for repository in try repositories(names) {
      let page = try await repository.page(for: PageRequest(pageSize: 100))

      expectEqual(Set(page.photos.map(Self.shown)), Set(photos))
      expectEqual(page.totalCount, photos.count)
      #expect(page.photos.allSatisfy { $0.fileSize == ($0.file == nil ? 5_000_000 : nil) })
    }
  }

  @Test func `a photo is found by the name of a file that is named differently`() async throws {
    let names = ["\(Self.shot).RAW-01.COVER.jpg", "\(Self.shot).RAW-02.ORIGINAL.dng"]
    for name in names { try folder.write(name, "x") }
    let repository = FolderRepository(folder: folder.reference, reader: nil)
    let request = PageRequest(anchor: names[1])

    let page = try await repository.page(for: request)

    expectEqual(page.anchorRow, 0)
  }
}
