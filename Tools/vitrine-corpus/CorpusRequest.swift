import PictureKit
import PictureProtocol

/// The requests for every file.
enum CorpusRequest: CaseIterable {
  /// A row's thumbnail.
  case symbols
  /// A picture for a terminal that shows pixels; each file gets another of the encodings.
  case encoded
  case metadata

  var name: String {
    switch self {
    case .symbols: "symbols"
    case .encoded: "encoded"
    case .metadata: "metadata"
    }
  }

  /// The picture to request; nil for metadata.
  ///
  /// - Parameter index: The file's index in the folder, which selects the encoding.
  func key(of file: PictureFile, index: Int) -> PictureKey? {
    switch self {
    case .symbols:
      PictureKey(
        file: file,
        look: PictureLook(
          target: PictureTarget(columns: 26, rows: 13), output: .symbols(SymbolOptions())))
    case .encoded:
      PictureKey(
        file: file,
        look: PictureLook(
          target: PictureTarget(columns: 60, rows: 20),
          output: Self.encodings[index % Self.encodings.count]))
    case .metadata: nil
    }
  }

  private static let encodings: [PictureOutput] = [
    .kitty(.compressed), .sixel(SixelOptions()), .iTerm2, .kitty(.palette),
  ]
}
