import GalleryDomain
import GalleryPresentation
import TerminalKit

/// The user's rating of a photo in a few columns: stars or the sign for rejected, then the label as a dot in its colour
/// with its letter.
struct RatingLabel {
  var rating: PhotoRating
  var theme: Theme
  /// In a selected row, stars take the row's colour; labels keep theirs, because it carries meaning.
  var isSelected = false

  private static let labelColumns = 8

  var isRejected: Bool { rating.stars == PhotoRating.rejected }

  /// Empty for a photo without a rating or a label.
  var parts: [StatusLine.Part] {
    var parts: [StatusLine.Part] = []
    let sign = RatingText.sign(rating.stars)
    if !sign.isEmpty {
      let style = isRejected ? theme.secondary : theme.rating
      parts.append(.init(sign, style: isSelected ? theme.selected : style))
    }
    if let label = rating.label {
      let space = parts.isEmpty ? "" : " "
      parts.append(.init("\(space)\(text(of: label))", style: style(of: label)))
    }
    return parts
  }

  /// `●r`, or the beginning of a label that isn't a colour.
  private func text(of label: PhotoLabel) -> String {
    if let color = label.color { return "●\(color.rawValue.prefix(1))" }
    return String(label.text.prefix(Self.labelColumns))
  }

  private func style(of label: PhotoLabel) -> Style {
    let labels = theme.styles.labels
    return switch label.color {
    // Without colours, only the letter tells labels apart.
    case nil: theme.secondary
    case .red: labels.red
    case .yellow: labels.yellow
    case .green: labels.green
    case .blue: labels.blue
    case .purple: labels.purple
    }
  }
}
