import Foundation

/// Names of elements and attributes with the conventional prefixes, whatever prefixes a feed uses: `title`,
/// `atom:title`, `media:content`, `g:price`.
///
/// The namespace decides. The prefix itself counts only if it isn't bound, because feeds forget to declare them; a
/// prefix that is bound to something else means something else.
enum SyndicationName {
  /// - Returns: The local name only for RSS's own names; `?:name` for names that are not used.
  static func text(_ name: XMLName) -> String {
    let prefix: String? =
      if let namespace = name.namespace {
        // RSS has had many namespaces; an unknown default namespace counts as one of them.
        prefixes[folded(namespace)] ?? (name.prefix.isEmpty ? "" : nil)
      } else {
        usualPrefixes[name.prefix.lowercased()]
      }
    return prefix == "" ? name.local : "\(prefix ?? "?"):\(name.local)"
  }

  /// An element without its contents.
  ///
  /// - Parameters:
  ///   - base: The base URL of the enclosing element, if one is stated.
  ///   - document: Where the document is; nil for a file.
  static func element(_ tag: XMLTag, base: URL?, of document: URL?) -> XMLElement {
    var element = XMLElement(name: text(tag.name))
    element.base = base
    for attribute in tag.attributes where attribute.name.prefix != "xmlns" {
      let name = text(attribute.name)
      if name != "xmlns", element[name] == nil { element.attributes[name] = attribute.value }
    }
    if let raw = element["xml:base"], let url = FeedBase(url: base ?? document).url(raw) {
      element.base = url
    }
    return element
  }

  /// Without the parts in which feeds differ: the scheme, `www.`, case, and trailing punctuation.
  private static func folded(_ namespace: String) -> String {
    var text = namespace.lowercased()[...]
    for beginning in ["https://", "http://", "www."] where text.hasPrefix(beginning) {
      text = text.dropFirst(beginning.count)
    }
    while text.last == "/" || text.last == "#" { text.removeLast() }
    return String(text)
  }

  /// The URLs are from the documents that define them.
  private static let prefixes = [
    "purl.org/rss/1.0": "", "my.netscape.com/rdf/simple/0.9": "",
    "channel.netscape.com/rdf/simple/0.9": "", "backend.userland.com/rss2": "",
    "backend.userland.com/rss": "", "blogs.law.harvard.edu/tech/rss": "",
    "w3.org/2005/atom": "atom", "purl.org/atom/ns": "atom",
    "search.yahoo.com/mrss": "media", "video.search.yahoo.com/mrss": "media",
    "rssboard.org/media-rss": "media", "base.google.com/ns/1.0": "g",
    "purl.org/rss/1.0/modules/content": "content", "purl.org/dc/elements/1.1": "dc",
    "purl.org/dc/elements/1.0": "dc", "purl.org/dc/terms": "dcterms",
    "purl.oclc.org/net/rss_2.0/enc": "enc", "itunes.com/dtds/podcast-1.0.dtd": "itunes",
    "creativecommons.org/ns": "cc", "web.resource.org/cc": "cc",
    "backend.userland.com/creativecommonsrssmodule": "cc",
    "cyber.law.harvard.edu/rss/creativecommonsrssmodule.html": "cc",
    "w3.org/1999/02/22-rdf-syntax-ns": "rdf", "w3.org/1999/xhtml": "xhtml",
    "w3.org/xml/1998/namespace": "xml", "a9.com/-/spec/opensearch/1.1": "opensearch",
    "a9.com/-/spec/opensearchrss/1.0": "opensearch",
    "rssnamespace.org/feedburner/ext/1.0": "feedburner", "urn:flickr:user": "flickr",
    "jadedpixel.com/-/spec/shopify": "s",
  ]

  /// The meaning of prefixes that a feed doesn't declare. Shopify's is too short: it may mean something else.
  private static let usualPrefixes = Dictionary(
    prefixes.values.filter { $0 != "s" }.map { ($0, $0) }
      + [("creativecommons", "cc"), ("a10", "atom")], uniquingKeysWith: { first, _ in first })
}
