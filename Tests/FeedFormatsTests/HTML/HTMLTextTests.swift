import ExpectationSupport
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct HTMLTextTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("two\nlines", "two\nlines"),
    ("a<br>b<br/>c<BR />d", "a\nb\nc\nd"),
    ("<p>one\nparagraph</p><p>two</p>", "one paragraph\n\ntwo"),
    ("a <a href=\"https://x.y/?a=1&b=2\" title='>'>link</a>!", "a link!"),
    ("<ul><li>x</li><li>y</li></ul>", "x\ny"),
    ("before<script>alert(1 < 2)</script>after<style>p{}</STYLE>", "beforeafter"),
    ("x<!-- a > b -->y", "xy"),
    ("x<!-- never ends> y", "x y"),
    ("a < b & c > d <3", "a < b & c > d <3"),
    ("an <open tag", "an <open tag"),
    ("an <a \"open quote> tag", "an tag"),
    ("&lt;b&gt; &amp;amp; &eacute;&#233;&#xE9; &hellip; &euro;", "<b> &amp; éé\u{E9} … €"),
    ("&#150;&#0;&#1114112;&#xD800;&#99999999999;", "–\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("&unknown; &; & &#; &#x; &#-5;", "&unknown; &; & &#; &#x; &#-5;"),
    ("&#27;[31mred&#x202E;", "red"),
    ("a&nbsp;&nbsp;b", "a b"),
  ])
  func `HTML becomes plain text`(html: String, text: String) {
    expectEqual(HTMLText.plain(html), text)
  }

  @Test(arguments: [
    "<", "<a ", "<!--", "<!-- >", "<script>", "<a \"", "<a '>", "&", "&#", "&amp", "<p>", "</",
    "<br>",
    "<a href=\"'\">", "&#x41;",
  ])
  func `malicious repetition ends within the limit`(unit: String) {
    let html = "start " + String(repeating: unit, count: 100_000 / unit.utf8.count)

    let text = HTMLText.plain(html)

    #expect(text.hasPrefix("start"))
    #expect(text.count <= TextLimit.paragraphs.characters)
  }

  @Test(
    arguments: [
      ("<p>One</p><p>Two</p>", "One\n\nTwo"),
      ("&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two &amp;amp; three&lt;/p&gt;", "One\n\nTwo & three"),
      ("&lt;p class=&quot;x&quot;&gt;One&lt;br/&gt;Two&lt;/p&gt;", "One\nTwo"),
      ("<![CDATA[<p>One</p>]]>", "One"),
      (" <![CDATA[One & two", "One & two"),
      ("Use the &lt;p&gt; tag", "Use the <p> tag"),
      ("&lt;pixel&gt; art", "<pixel> art"),
      ("<b>bold</b> &lt;p&gt;", "bold <p>"),
      ("&lt;p", "<p"),
      ("&amp;lt;p&amp;gt;", "&lt;p&gt;"),
      ("caf&eacute; &amp;eacute;", "café &eacute;"),
      ("a < b && c > d", "a < b && c > d"),
      ("  ", nil), ("<p></p>", nil),
    ] as [(String, String?)])
  func `descriptions become clean text`(html: String, text: String?) {
    expectEqual(CleanText.html(html), text)
  }
}
