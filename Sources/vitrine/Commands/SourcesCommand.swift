import ArgumentParser

/// `vitrine sources`: the kinds of source and what each needs.
struct SourcesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources",
    abstract: "The kinds of source and what each needs.")

  func run() {
    print(
      """
      (none)          the built-in sample gallery
      FOLDER          a folder of pictures with all its subfolders, in natural order;
                      JPEG, PNG, WebP, GIF, AVIF, TIFF, HEIC and SVG. For sale is what the
                      metadata or an XMP sidecar says: a keyword "for sale", "forsale" or
                      "print available"; "not for sale" and "sold" say no.
      PICTURE         its folder, with that picture selected
      FEED.json       a feed file in the 500px v1 shape: photos[] with at least an id each.
                      Picture addresses may be paths relative to the file.

      A path that could be taken for something else is written with ./ before it: ./list
      """)
  }
}
