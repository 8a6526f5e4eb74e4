import GalleryDomain

/// What `SOURCE` on the command line names.
public enum PhotoSource: Hashable, Sendable {
  /// The built-in gallery, where nothing was named.
  case sampleGallery
  case folder(FileReference)
  /// A folder's picture, by its id there: the folder is shown with it selected.
  case picture(Photo.ID, folder: FileReference)
  case feedFile(FileReference)
}

/// Why `SOURCE` cannot be opened. The facts only; words are made of them elsewhere.
public enum PhotoSourceLocatorError: Error, Hashable, Sendable {
  /// A preset that is known but that this version does not read yet, such as `woocommerce`.
  case unsupportedPreset(name: String)
  /// An address that this version does not read yet, by its scheme, such as `https`.
  case unsupportedAddress(scheme: String)
  case unavailable(PhotoSourceError)
}
