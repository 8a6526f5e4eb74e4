import ExpectationSupport
import Foundation
import Testing

@testable import FeedFormats

@Suite struct FeedDateTests {
  private let vienna = TimeZone(identifier: "Europe/Vienna") ?? utc
  /// 2017-10-01T12:00:00Z.
  private let noon = 1_506_859_200.0

  @Test(arguments: [
    "2017-10-01T12:00:00Z", "2017-10-01 14:00:00", "2017:10:01 14:00:00",
    "Sun, 01 Oct 2017 12:00:00 GMT", "Sun, 01 Oct 2017 12:00:00 +0000",
    "Sun, 1 Oct 2017 14:00:00 +0200", "1 Oct 2017 14:00:00", "01 Oct 17 12:00 UT",
    "Sunday, 01-Oct-17 12:00:00 GMT", "Sun,01 Oct 2017 08:00:00 EDT", "1 October 2017 05:00 PDT",
    "Mon, 01 Oct 2017 12:00:00 Z", "Sun, 01 Oct 2017 12:00:00 GMT+0000", "Sun 1 Oct 2017 12:00 XYZ",
    "Sun, 01 Oct 2017 14:00:00 +0200 (CEST)", "  Sun, 01 Oct 2017\n 12:00:00 GMT ",
    "1506859200", "1506859200000", "1506859200.0",
    // ISO 8601: its basic form; without leading zeros; SQL.
    "20171001T120000Z", "20171001T1200Z", "2017/10/1 14:00:00", "2017-10-1 14:00",
    "2017.10.01. 14:00", "2017-10-01 12:00:00 UTC",
    "2017-10-01 12:00:00.000 +00:00", "2017-10-01 12:00:00 +0000 UTC", "20171001140000",
    "2017-10-01 12:00:00.000000+00", "1 Oct 2017 14:00+02:00", "01-OCT-17 02:00:00 PM",
    "2017-10-01 14:00:00:000", "2017-10-01T14:00:00.0",
    "2017/10/1 2:00 PM", "2017/10/1 2:00:00 p.m.", "Oct  1 2017  2:00PM",
    // asctime, and dates with the month first.
    "Sun Oct  1 14:00:00 2017", "Sun Oct 01 12:00:00 +0000 2017", "Sun Oct 1 2017 14:00:00 +0200",
    "Sun Oct 01 2017 14:00:00 GMT+0200 (Central European Summer Time)",
    "Sun Oct 1 14:00:00 CEST 2017",
    "October 1, 2017 at 2:00 PM", "Sunday, October 1st, 2017 14:00",
    "Sun, 1 Oct, 2017 12:00:00 UTC",
    // Zones.
    "Sun, 01 Oct 2017 12:00:00 Etc/GMT", "Sun, 01 Oct 2017 07:00:00 ET",
    "Sun, 01 Oct 2017 08:00 AT",
    "Sun, 01 Oct 2017 14:00:00 MEST", "Sun, 01 Oct 2017 13:00:00 MET", "Sun, 01 Oct 2017 04:00 PT",
    "Sun, 01 Oct 2017 10:59:00 GMT-01:01",
    "Κυρ, 01 Οκτ 2017 07:00:00 EST",
  ])
  func `all date formats of feeds are read`(text: String) {
    let date = FeedDate(text, zone: vienna)

    expectEqual(date.date?.timeIntervalSince1970, noon)
    expectEqual(date.text, nil)
  }

  // The dates in Universal Feed Parser's tests.
  @Test(arguments: [
    ("Κυρ, 11 Ιούλ 2004 12:00:00 EST", 1_089_565_200.0),
    ("20031231", 1_072_825_200),
    ("2003-12-31T10:14:55.1234Z", 1_072_865_695.1234),
    ("Thu, 30 Apr 2015 08:57:00 MET", 1_430_380_620),
    ("Thu, 30 Apr 2015 08:57:00 MEST", 1_430_377_020),
    ("Wed, 19 Aug 2009 18:28:00 Etc/GMT", 1_250_706_480),
    ("Mon, 13 Feb, 2012 06:28:00 UTC", 1_329_114_480),
    ("Mon, 26 January 2004 16:31:00 MT", 1_075_159_860),
    ("Thu Aug 30 2012 17:26:16 +0200", 1_346_340_376),
    ("Sun Jan  4 16:29:06 2004", 1_073_230_146), ("Sun Jul 15 01:16:00 +0000 2012", 1_342_314_960),
    ("2004-07-08 23:56:58 -00:20", 1_089_332_218), ("2004-07-08 23:56:58.0", 1_089_323_818),
    ("2020/1/10 14:33:00", 1_578_663_180),
    ("mar, 05 Jan 2021 12:00:00 GMT", 1_609_848_000), ("2017-10-01+02:00", 1_506_808_800),
    ("2012-02-29Z", 1_330_473_600), ("12:30 AM, 1 Oct 2017", -1),
    ("1 Oct 2017 12:30 AM", 1_506_810_600),
    // A day begins at midnight, and years may be short.
    ("2017-10-01", 1_506_808_800.0), ("1 Oct 2017", 1_506_808_800.0),
    ("01 Jan 49", 2_493_068_400.0), ("01 Jan 50", -631_155_600.0), ("1 Jan 107", 1_167_606_000.0),
    ("-864000000", -864_000_000), ("1506859200.25", 1_506_859_200.25),
    ("1506859200123", 1_506_859_200.123), ("253402300750", 253_402_300.75),
  ])
  func `dates of real feeds are read`(text: String, seconds: Double) {
    expectEqual(FeedDate(text, zone: vienna).date?.timeIntervalSince1970 ?? -1, seconds)
  }

  @Test(
    arguments: [
      nil, "", " \n", "0", "0000-00-00 00:00:00", "0000:00:00 00:00:00", "0001-01-01T00:00:00Z",
      "0001-01-01", "Mon, 01 Jan 0001 00:00:00 +0000", "1970-01-01T00:00:00Z",
      "1970-01-01 00:00:00", "1970-01-01T01:00:00+01:00",
      "Thu, 01 Jan 1970 00:00:00 GMT", "000000000", "    :  :     :  :  ", "-", "<br>",
    ] as [String?])
  func `a program's value for unknown is nil`(text: String?) {
    expectEqual(FeedDate(text, zone: vienna), .unknown)
  }

  @Test(arguments: [
    "about 1890", "c. 1600–1610", "ca. 1 Oct", "between 1900 and 1910", "2017-13-01", "20171301",
    "2017-366", "2017-W53-1", "2017-W39", "01/02/2003", "03-12-31", "03-12-31 10:14", "49-12-31",
    "99-13-31", "99-12-31-01", "03-12-31T", "03-12-32T10:14", "03-12-31Z", "031231T101455Z",
    "031231", "201710", "1966.5", "2013-01-27-01", "9999-12-31T23:59:59-99:99",
    "2003-12-31T10:61:55Z", "2017-274T12:00:00Z", "2017274T120000Z", "2003-335",
    "2017-W39-7T12:00:00Z", "2017W397", "2003-012-31", "03-12-31T10:14:55Z", "99-12-31",
    "99-12-31 11:14", "2004년 05월 28일", "2017-10-01 오후 9:00:00", "2017年10月1日 14:00",
    "2004-július-13T9:15-05:00", "Fri, 2006/09/15 08:19:53 EDT", "2013-01-28T11:30:00-06:00Textra",
    "Sun, 16 Dec 2012 1:2:3:4 GMT", "Sun, 16 zzz 2012 11:47:32 GMT",
    "Sun, 16 Dec 2012 11:47:32 +zz:00", "about 1890-05-03", "1 Oct 2017 in Vienna",
    "2017-10-01 15:00 AM", "19 世紀", "2017-00-00", "123", "32 Oct 2017 12:00:00 GMT", "大正時代",
    "Sun, 01 Oct 2017 25:00:00 GMT", "99999999999999999999", "1506859200.x", "1966", "1966-07",
    "1970",
  ])
  func `a date that cannot be read is shown as text`(text: String) {
    let date = FeedDate(text, zone: vienna)

    expectEqual(date.date, nil)
    expectEqual(date.text, text)
  }

  @Test(arguments: [
    ("\u{1B}[31m1890s", "1890s"), ("<i>circa</i> 1650", "circa 1650"),
    ("1890s<div>date QS:P571,+1890</div>", "1890s"), ("1966:07", "1966-07"),
    ("1966<div>date QS:P571,+1966</div>", "1966"),
  ])
  func `a date that is shown as text is clean`(text: String, shown: String) {
    expectEqual(FeedDate(text, zone: vienna).text, shown)
  }

  @Test func `HTML around a date is removed`() {
    let plain = FeedDate("2017-10-01", zone: vienna)

    #expect(plain.date != nil)
    expectEqual(FeedDate("2017-10-01<br>date QS:P571,+2017", zone: vienna), plain)
    expectEqual(FeedDate("<time datetime=\"x\">2017-10-01</time>", zone: vienna), plain)
    expectEqual(FeedDate("<p>1 Oct 2017</p>", zone: vienna), plain)
  }

  @Test(arguments: [
    // Dutch, German, French, Spanish, Italian, Portuguese, Danish, Swedish, Polish, Russian; without accents, too.
    "zo, 01 okt 2017 12:00:00 +0000", "zondag 1 oktober 2017 14:00 uur",
    "So, 01 Okt 2017 14:00:00 +0200", "Sonntag, 1. Oktober 2017 um 14:00 Uhr",
    "So., 01.10.2017", "dim., 01 oct. 2017 12:00:00 GMT", "dimanche 1er octobre 2017 14:00",
    "dom, 01 oct 2017 12:00:00 +0000", "domingo, 1 de octubre de 2017 14:00",
    "dom, 01 ott 2017 12:00:00 +0000", "domenica 1º ottobre 2017 14:00",
    "dom, 01 out 2017 12:00:00 +0000", "domingo, 1 de outubro de 2017 14:00",
    "søn, 01 okt 2017 12:00:00 +0000", "sön, 01 okt 2017 12:00:00 +0000",
    "nie, 01 paź 2017 12:00:00 +0000", "niedziela, 1 października 2017 14:00",
    "вс, 01 окт 2017 12:00:00 +0000", "Κυριακή, 1 Οκτωβρίου 2017 14:00", "1-okt-2017 14:00",
    "So, 01 Okt 2017 14:00:00 MESZ", "Paz, 01 Eki 2017 12:00:00 +0000",
    "keskiviikko 1. lokakuuta 2017 14:00", "ne, 01 říj 2017 12:00:00 +0000",
    "сер, 01 жов 2017 12:00:00 +0000",
  ])
  func `weekdays and months are read in other languages`(text: String) {
    let isNumber = text.contains("10.2017")
    expectEqual(FeedDate(text, zone: vienna).date?.timeIntervalSince1970, isNumber ? nil : noon)
  }

  /// The months of a language in order, short or long.
  @Test(arguments: [
    "jan feb mrt apr mei jun jul aug sep okt nov dec",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez",
    "Jänner Februar März April Mai Juni Juli August September Oktober November Dezember",
    "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
    "ene feb mar abr may jun jul ago sept oct nov dic",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "gen feb mar apr mag giu lug ago set ott nov dic",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "jan fev mar abr mai jun jul ago set out nov dez",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "jan feb mars apr maj juni juli aug sep okt nov dec",
    "jan feb mar apr mai jun jul aug sep okt nov des",
    "sty lut mar kwi maj cze lip sie wrz paź lis gru",
    "január február március április május június július augusztus szeptember október november december",
    "янв фев мар апр мая июн июл авг сен окт ноя дек",
    "Ιαν Φεβ Μαρ Απρ Μαΐ Ιουν Ιουλ Αυγ Σεπ Οκτ Νοε Δεκ",
    "ian feb mar apr mai iun iul aug sept oct noi dec",
    "led úno bře dub kvě jun jul srp zář říj lis pro",
    "Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara",
    "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu",
    "січ лют бер кві тра чер лип сер вер жов лис гру",
    "яну фев мар апр май юни юли авг сеп окт ное дек",
    "January February March April May June July August September October November December",
  ])
  func `every month is read`(months: String) throws {
    let dates = months.split(separator: " ").map { FeedDate("5 \($0) 2017", zone: utc).date }
    let expected = (1...12).map { WrittenDate.date("2017-\($0)-05", zone: utc) }
    expectEqual(dates, expected)
  }
}
