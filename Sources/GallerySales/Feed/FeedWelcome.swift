/// A page for those who come with a web browser; Vitrine finds the feed by it, too.
enum FeedWelcome {
  static func text(title: String, photoCount: Int) -> [UInt8] {
    let title = FeedWriter.html(title).replacing("\"", with: "&quot;")
    return Array(
      """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(title)</title>
      <link rel="alternate" type="application/vnd.vitrine.feed+json" href="feed.json" title="\(title)">
      <h1>\(title)</h1>
      <p>\(photoCount == 1 ? "1 photo" : "\(photoCount) photos"), for the terminal: run <code>vitrine</code> with the URL of this page.</p>
      </html>

      """.utf8)
  }
}
