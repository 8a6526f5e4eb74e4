import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct LicenceTextTests {
  @Test(
    arguments: [
      ("https://creativecommons.org/licenses/by-sa/4.0/", "CC BY-SA 4.0"),
      ("http://creativecommons.org/licenses/by/2.0/de/", "CC BY 2.0 DE"),
      ("HTTP://www.creativecommons.org/licenses/by-nc-nd/3.0/us/deed.en", "CC BY-NC-ND 3.0 US"),
      ("https://creativecommons.org/licenses/by/4.0/deed.de", "CC BY 4.0"),
      ("https://creativecommons.org/licenses/by/4.0/legalcode", "CC BY 4.0"),
      ("https://creativecommons.org/licenses/by/4.0?x=1", "CC BY 4.0"),
      ("https://creativecommons.org/licenses/by/2.5/scotland/", "CC BY 2.5 SCOTLAND"),
      ("https://creativecommons.org/licenses/sampling+/1.0/", "CC Sampling+ 1.0"),
      ("https://creativecommons.org/licenses/by/", "CC BY"),
      ("https://creativecommons.org/publicdomain/zero/1.0/", "CC0 1.0"),
      ("https://creativecommons.org/publicdomain/mark/1.0/", "PDM 1.0"),
      ("http://rightsstatements.org/vocab/InC/1.0/", "In Copyright"),
      ("http://rightsstatements.org/page/NoC-US/1.0/?language=en", "No Copyright - United States"),
      ("https://evilcreativecommons.org/licenses/by/4.0/", nil),
      ("https://creativecommons.org/licenses/../../x", nil),
      ("https://example.com/terms", nil), ("http://rightsstatements.org/vocab/Nothing/1.0/", nil),
    ] as [(String, String?)])
  func `URLs have short names`(address: String, name: String?) {
    let licence = LicenceText.licence(address)

    expectEqual(licence?.name, name ?? address)
    #expect(licence?.url != nil)
  }

  @Test(
    arguments: [
      ("CC BY-SA 4.0", "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
      ("cc-by-sa-4.0", "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
      ("CC BY 2.0 de", "CC BY 2.0 DE", "https://creativecommons.org/licenses/by/2.0/de/"),
      // Of a code and a version.
      ("CC by-nc-sa 2.0", "CC BY-NC-SA 2.0", "https://creativecommons.org/licenses/by-nc-sa/2.0/"),
      ("CC cc0 1.0", "CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
      ("CC pdm", "PDM", "https://creativecommons.org/publicdomain/mark/1.0/"),
      ("CC-BY", "CC BY", nil), ("CC0", "CC0", "https://creativecommons.org/publicdomain/zero/1.0/"),
      ("CC Some Rights", "CC Some Rights", nil), ("CC BY 4.0 International", nil, nil),
      ("All rights reserved", "All rights reserved", nil), ("cc", "cc", nil), ("by", "by", nil),
    ] as [(String, String?, String?)])
  func `names have URLs`(text: String, name: String?, address: String?) {
    let licence = LicenceText.licence(text)

    expectEqual(licence?.name, name ?? text)
    expectEqual(licence?.url?.absoluteString, address)
  }

  @Test func `a separate name and URL stay together`() {
    let named = LicenceText.licence(name: "CC BY-SA 3.0", url: "https://x.example/l")
    let unnamed = LicenceText.licence(
      name: " ", url: "https://creativecommons.org/licenses/by/3.0/")
    let unlinked = LicenceText.licence(name: "Public domain", url: "javascript:alert(1)")

    expectEqual(named, Licence(name: "CC BY-SA 3.0", url: URL(string: "https://x.example/l")))
    expectEqual(unnamed?.name, "CC BY 3.0")
    expectEqual(unlinked, Licence(name: "Public domain"))
  }
}
