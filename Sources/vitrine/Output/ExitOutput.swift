import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation
import Glibc

/// The program's result for its caller: the photos that it prints, and its exit status.
struct ExitOutput {
  private let form: OutputForm
  /// nil: the path of the file, otherwise the picture's URL.
  private let field: OutputField?
  private let endsWithNull: Bool
  /// Whether it is a failure if nothing is selected.
  private let isRequired: Bool
  let isChooser: Bool
  /// What goes to a terminal must not contain bytes that it interprets.
  private let isForTerminal: Bool
  /// On a terminal, only if the user asked for it.
  private let isPrinted: Bool

  /// - Parameter options: nil: none.
  init(_ options: OutputOptions?, outputIsTerminal: Bool = isatty(STDOUT_FILENO) == 1) {
    form = options?.output ?? .lines
    field = options?.field
    endsWithNull = options?.endsWithNull ?? false
    isRequired = options?.required ?? false
    isChooser = options?.select ?? false
    isForTerminal = outputIsTerminal
    isPrinted =
      !outputIsTerminal || options?.output != nil || field != nil || endsWithNull || isChooser
  }

  /// Whether it may be printed while the interface is still shown: on the same terminal it would be lost.
  var mayPrecedeRestoring: Bool { !(isPrinted && isForTerminal) }

  struct Result {
    /// nil if nothing is printed.
    var bytes: [UInt8]?
    var status: Int32
    /// Messages for standard error, one per line.
    var complaints: [String] = []
  }

  /// - Parameters:
  ///   - items: The selected photos.
  ///   - status: The exit status so far.
  func result(_ items: [BasketItem], status: Int32, zone: TimeZone = .current) -> Result {
    var result = Result(status: status)
    var photoCount = items.count
    // After an interruption nothing is printed.
    if isPrinted, ![Self.interrupted, Self.aborted].contains(status) {
      switch form {
      case .lines:
        photoCount = addLines(of: items.map(\.photo), to: &result)
      case .json:
        let lines = items.map {
          PhotoRecord.line($0.photo, zone: zone, more: [("change", .text(Self.change($0)))]) + "\n"
        }
        result.bytes = Array(lines.joined().utf8)
      }
    }
    if status == 0, isRequired, photoCount == 0 { result.status = 1 }
    return result
  }

  /// 128 and the numbers of SIGINT and SIGQUIT.
  private static let interrupted: Int32 = 130
  private static let aborted: Int32 = 131

  /// How a photo has changed since it was selected, in a word; the words are as stable as the keys.
  private static func change(_ item: BasketItem) -> String? {
    switch item.change {
    case nil: nil
    case .gone: "gone"
    // A photo that was never offered hasn't changed; what was offered without a price is taken for one.
    case .noLongerForSale:
      item.chosenPrice == nil && item.photo.saleStatus == .unstated ? nil : "not_for_sale"
    case .priceChanged: "price"
    }
  }

  // MARK: One field of each photo

  /// Photos without the field are skipped, and so are paths that contain a newline if lines end in one: a program that
  /// reads the lines would take the second half for another file.
  ///
  /// - Returns: How many photos are in the lines.
  private func addLines(of photos: [Photo], to result: inout Result) -> Int {
    let values = photos.compactMap(value)
    let whole = endsWithNull ? values : values.filter { !$0.contains(0x0A) }
    result.bytes = whole.flatMap { $0 + [endsWithNull ? 0 : 0x0A] }
    func skip(_ count: Int, _ reason: String) {
      guard count > 0 else { return }
      result.complaints.append("skipped \(CountText.photos(count)) \(reason)")
    }
    let name = field?.rawValue ?? "path or address"
    skip(photos.count - values.count, "without \(name)")
    skip(values.count - whole.count, "with a newline in the path; use -0")
    return whole.count
  }

  private func value(of photo: Photo) -> [UInt8]? {
    switch field {
    case nil: path(of: photo) ?? text((photo.imageURL ?? photo.pageURL)?.absoluteString)
    case .id: text(photo.id)
    case .imageURL: text(photo.imageURL?.absoluteString)
    case .pageURL: text(photo.pageURL?.absoluteString)
    case .path: path(of: photo)
    case .title: text(photo.title)
    case .price:
      text(photo.price.map { [$0.amount, $0.currency].compactMap(\.self).joined(separator: " ") })
    }
  }

  private func text(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }

  /// A terminal would interpret control characters in a name; other programs need the exact bytes.
  private func path(of photo: Photo) -> [UInt8]? {
    guard let path = photo.file?.path else { return nil }
    return isForTerminal
      ? Array(TextCleaner.line(bytes: path, limit: .paragraphs).utf8) : path
  }
}
