/// What both sides have to agree on before anything else.
public enum PictureProtocolVersion {
  /// The version that this build speaks. Main process and worker are installed together, so any
  /// difference means that a wrong worker was found; there is no negotiation.
  public static let current: UInt32 = 4
}

/// The bounds that keep one side's mistakes from becoming the other side's.
public enum PictureProtocolLimits {
  /// The most bytes in the body of an answer: 8192×8192 pixels in RGBA.
  public static let answerBytes = 256 << 20
  /// The most bytes in the body of a request; real ones have less than a hundred.
  public static let requestBytes = 64 << 10
  /// The most bytes of a thumbnail: twice 1024×1024 pixels in RGBA, so that none of another program is too
  /// large.
  public static let thumbnailBytes = 8 << 20
  /// The most descriptors with one message.
  public static let descriptors = 4
  /// The most bytes of UTF-8 in one text; encoders cut longer ones, decoders refuse them.
  public static let textBytes = 64 << 10
  /// The most keywords of one photo.
  public static let keywords = 1000
  /// The most cells a side of a picture.
  public static let cellsPerSide = 4096
  /// The most pixels a side of a picture that is asked for.
  public static let targetPixelsPerSide = 16_384
}
