/// What both sides have to agree on before anything else.
public enum PictureProtocolVersion {
  /// The version of this build. Main process and worker are installed together, so any difference means that a wrong
  /// worker was found; there is no negotiation.
  public static let current: UInt32 = 21
}

/// The limits that keep one side's mistakes from becoming the other side's.
public enum PictureProtocolLimits {
  /// The most bytes in the body of an answer: 8192×8192 pixels in RGBA.
  public static let answerBytes = 256 << 20
  /// The most bytes in the body of a request: its only text is a URI.
  public static let requestBytes = 128 << 10
  /// The most bytes of a thumbnail: twice 1024×1024 pixels in RGBA, so that no other program's thumbnail is too large.
  public static let thumbnailBytes = 8 << 20
  /// The most bytes of a JPEG for other files; 4096×4096 pixels of noise have 15 million.
  public static let jpegBytes = 32 << 20
  /// The most descriptors with one message.
  public static let descriptors = 4
  /// The most bytes of UTF-8 in one text; encoders cut longer ones, decoders refuse them.
  public static let textBytes = FieldCoder.textBytes
  /// The most libraries that a worker names.
  public static let libraries = 64
  /// The most cells per side of a picture.
  public static let cellsPerSide = 4096
  /// The most pixels per side that one pixel of a picture becomes.
  public static let enlargement: UInt32 = 16
  /// The most pixels per side of a picture that is requested.
  public static let targetPixelsPerSide = 16_384
}
