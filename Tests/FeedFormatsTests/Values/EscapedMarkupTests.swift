import ExpectationSupport
import Testing

@testable import FeedFormats

@Suite struct EscapedMarkupTests {
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
