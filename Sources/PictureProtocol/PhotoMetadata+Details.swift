extension PhotoMetadata {
  /// A further fact, for those who want to know all.
  public struct Detail: Hashable, Sendable {
    public var field: Field
    /// Words as exiv2 has them, numbers with their unit; not empty, not clean.
    public var text: String

    public init(_ field: Field, _ text: String) {
      self.field = field
      self.text = text
    }
  }

  /// What further facts are about: picked, not a dump. In the order in which they are told.
  ///
  /// Serial numbers and makers' notes are left out: they name the user's camera and say nothing of the
  /// photo. The names are EXIF's, IPTC's and XMP's own where they are words.
  public enum Field: String, Hashable, Sendable, CaseIterable {
    // How it was taken.
    case lensMake, focalLengthIn35mmFilm, maxAperture, exposureBias, exposureProgram, exposureMode
    case meteringMode, lightSource, flash, whiteBalance, subjectDistance, sceneCaptureType
    // Where.
    case altitude, imageDirection, gpsDate, location, city, state, country
    // When.
    case dateTimeDigitized, dateTimeModified
    // Whose and what.
    case headline, artist, copyright, credit, source, rating, label
    // What made the file, and how.
    case format, compression, bitDepth, colorSpace, colorProfile, software, creatorTool
  }
}
