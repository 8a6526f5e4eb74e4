import GalleryData
import GalleryDomain
import Glibc
import PictureProtocol

@testable import vitrine_pictures

/// Answers as a picture worker does, in this process.
struct WalkedStructures: PictureStructureReader {
  func structure(
    of file: FileReference, known: [Range<Int>], for purpose: StructurePurpose
  ) async -> PictureStructure? {
    let number = open(file.path.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    return try? MappedFile.read(OwnedDescriptor(number)) {
      PictureStructure(of: PartReader($0, known: known), for: purpose)
    }
  }
}
