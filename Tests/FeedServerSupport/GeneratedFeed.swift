/// A feed in 500px v1 format with any number of photos, which exist only while they are requested.
///
/// Pages count from 1 (`page`), and `rpp` is the number of photos per page. In addition to the pages it serves
/// `…/search?term=` with the photos whose name contains the term, and `/pictures/N.png` with pictures. Source of the format: 500px API v1, *GET photos*.
///
/// ```swift
/// let feed = GeneratedFeed(photoCount: 1_000_000)
/// let server = try FeedServer { feed.answer(to: $0) }
/// ```
public struct GeneratedFeed: Sendable {
  /// Deliberate faults.
  public enum Quirk: Sendable {
    /// There is always a next page, with new photos, and no total.
    case endless
    /// Texts are numbers, numbers are texts, lists are objects; the ids are correct.
    case wrongTypes
    /// Every text contains escape sequences, line breaks and bidi controls.
    case escapeSequences
    /// An HTML page in place of the feed.
    case html
    /// A page whose text ends in the middle, as a complete response.
    case cutShort
  }

  public var photoCount: Int
  public var photosPerPage: Int
  public var quirk: Quirk?
  /// Whether pages after the first fail with this status.
  public var statusBeyondFirstPage: Int?

  public init(photoCount: Int, photosPerPage: Int = 20, quirk: Quirk? = nil) {
    self.photoCount = photoCount
    self.photosPerPage = photosPerPage
    self.quirk = quirk
  }

  public func answer(to request: FeedRequest) -> Answer {
    if request.path.hasPrefix("/pictures/") { return .png(width: 48, height: 32) }
    let page = min(max(1, request.queryValue("page").flatMap { Int($0) } ?? 1), 1 << 40)
    let size = min(max(1, request.queryValue("rpp").flatMap { Int($0) } ?? photosPerPage), 10_000)
    if page > 1, let status = statusBeyondFirstPage { return .status(status) }
    if case .html = quirk { return .html("<!DOCTYPE html><title>Sign in</title><p>Sign in first") }
    let rows = request.queryValue("term").map { rowsNamed($0) }
    let text = body(page: page, size: size, rows: rows, origin: request.origin)
    var answer = Answer.bytes(Array(text.utf8), type: "application/json; charset=utf-8")
    let pageCount = pageCount(of: rows?.count ?? photoCount, size: size)
    if page < pageCount {
      answer = answer.adding(
        "Link",
        "<\(request.path)?page=\(page + 1)&rpp=\(size)>; rel=\"next\", "
          + "<\(request.path)?page=\(pageCount)&rpp=\(size)>; rel=\"last\"")
    }
    return answer
  }

  /// One photo, as JSON.
  public func photo(row: Int, origin: String) -> String {
    if case .wrongTypes = quirk {
      return
        #"{"id":\#(row + 1),"name":\#(row),"description":["x"],"camera":{"a":1},"width":"wide","#
        + #""height":true,"for_sale":"maybe","user":[],"images":{"size":4},"created_at":12}"#
    }
    let name = Self.escaped("Photo \(row + 1)" + disturbance)
    let about = Self.escaped("Number \(row + 1) of many" + disturbance)
    let author = Self.escaped("Author \(row % 97)" + disturbance)
    let image = "\(origin)/pictures/\(row + 1).png"
    return #"{"id":\#(row + 1),"name":"\#(name)","description":"\#(about)","camera":"NIKON D500","#
      + #""created_at":"2017-10-\#(row % 28 + 1 < 10 ? "0" : "")\#(row % 28 + 1)T10:00:00+00:00","#
      + #""image_url":"\#(image)","images":[{"size":4,"url":"\#(image)","https_url":"\#(image)"}],"#
      + #""user":{"fullname":"\#(author)","username":"a\#(row % 97)"},"width":6000,"height":4000,"#
      + #""for_sale":\#(row % 3 == 0),"url":"/photo/\#(row + 1)"}"#
  }

  private func body(page: Int, size: Int, rows: [Int]?, origin: String) -> String {
    let total = rows?.count ?? photoCount
    let start = (page - 1) * size
    var count = max(0, min(size, total - start))
    var totals = #""total_pages":\#(pageCount(of: total, size: size)),"total_items":\#(total),"#
    if case .endless = quirk { (count, totals) = (size, #""total_pages":\#(page + 1),"#) }
    let photos = (start..<start + count).map { index in
      photo(row: rows.map { $0[index % max(1, $0.count)] } ?? index, origin: origin)
    }
    let list = photos.joined(separator: ",\n")
    let text = #"{"current_page":\#(page),\#(totals)"feature":"popular","photos":[\#(list)]}"#
    if case .cutShort = quirk { return String(text.prefix(text.count / 2)) }
    return text
  }

  private func rowsNamed(_ term: String) -> [Int] {
    let term = term.lowercased()
    return (0..<photoCount).lazy.filter { "photo \($0 + 1)".contains(term) }.prefix(10_000).map {
      $0
    }
  }

  private func pageCount(of total: Int, size: Int) -> Int {
    total / size + (total % size == 0 ? 0 : 1)
  }

  private var disturbance: String {
    guard case .escapeSequences = quirk else { return "" }
    return " \u{1B}[2J\u{1B}]0;title\u{7} line\nbreak \u{202E}right\u{9B}31m"
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      guard scalar.value >= 32, scalar != "\"", scalar != "\\" else {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      return String(scalar)
    }.joined()
  }
}
