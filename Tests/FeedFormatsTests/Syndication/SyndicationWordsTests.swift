import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

/// At what price an item is sold.
@Suite struct SyndicationWordsTests {
  private func photo(_ item: String, at date: String) throws -> Photo {
    let now = try #require(WrittenDate.date(date, zone: .gmt))
    return try #require(
      try SyndicationFixture.photo(
        item: "<enclosure url='/1.jpg' type='image/jpeg'/>\(item)", now: now))
  }

  @Test(
    arguments: [
      // Google's interval; 2017-10-02 is inside, and 2017-10-09 is not.
      ("2017-10-01T00:00+0200/2017-10-08T00:00+0200", "12.00", "15.00"),
      ("2017-10-01T00:00+02:00 / 2017-10-08T00:00+02:00", "12.00", "15.00"),
      ("2017-10-01T00:00Z/", "12.00", "12.00"), ("2017-10-05T00:00Z/", "15.00", "12.00"),
      ("/2017-10-08T00:00Z", "12.00", "15.00"), ("2017-10-01/..", "12.00", "12.00"),
      ("2017-10-02/2017-10-02", "12.00", "15.00"), ("2017-10-01/2017-10-09", "12.00", "12.00"),
      ("2017-10-02T14:00+0200/2017-10-02T14:01+0200", "12.00", "15.00"),
      ("2017-10-02T15:00+0200/2017-10-08T14:01+0200", "15.00", "15.00"),
      // If it cannot be read, only the regular price counts.
      ("soon", "15.00", "15.00"), ("2017-10-08T00:00Z", "15.00", "15.00"),
      ("2017-10-08/2017-10-01", "15.00", "15.00"), ("2017-10-01/08", "15.00", "15.00"),
      ("/", "15.00", "15.00"), ("2017/2018", "15.00", "15.00"), ("a/b/c", "15.00", "15.00"),
      ("2017-10-01/P7D", "15.00", "15.00"), ("", "12.00", "12.00"),
    ])
  func `a sale price is valid during the sale`(
    period: String, during: String, after: String
  ) throws {
    let item = """
      <g:price>15.00 USD</g:price><g:sale_price>12.00 USD</g:sale_price>
      <g:sale_price_effective_date>\(period)</g:sale_price_effective_date>
      """

    try expectEqual(photo(item, at: "2017-10-02T12:00:00Z").price?.amount, during)
    try expectEqual(photo(item, at: "2017-10-09T12:00:00Z").price?.amount, after)
  }
}
