import FeedFormats
import Foundation
import GalleryDomain

/// What ClickHouse 18.16 answered for tables of twelve and of six photos; only the rows of its answers.
enum RecordedClickHouse {
  /// The ids in the table's own order.
  static let newest = [
    "p794", "p1646", "p922", "p821", "p2316", "p409", "p1463", "p2850", "p1138", "p1417", "p2527",
    "p127",
  ]

  /// Of bridges without a Canon, the highest price of each currency first.
  static let bridgePrices = ["50.00", "19.99", "250.01", "0.01"]

  static func query(_ request: HTTPRequest) -> String {
    String(decoding: request.body ?? [], as: UTF8.self)
  }

  /// - Throws: `.notFound` for a query that wasn't recorded.
  static func answer(to request: HTTPRequest) throws(PhotoSourceError) -> HTTPResponse {
    let asked = query(request)
    guard let answer = answers.first(where: { $0.query == asked })?.answer else {
      throw .notFound(name: asked)
    }
    return HTTPResponse(status: 200, body: Array(answer.utf8), url: request.url)
  }

  private static let answers = few + week

  private static let few: [(query: String, answer: String)] = [
    (
      #"""
      DESCRIBE TABLE `gallery`.`few` FORMAT JSONCompact
      """#,
      #"""
      {"data":[["id", "String", "", "", ""], ["title", "String", "", "", ""], ["description", \#
      "String", "", "", ""], ["author", "String", "", "", ""], ["camera", "String", "", "", \#
      ""], ["lens", "String", "", "", ""], ["taken", "Nullable(DateTime)", "", "", ""], \#
      ["date_text", "String", "", "", ""], ["width", "UInt32", "", "", ""], ["height", \#
      "UInt32", "", "", ""], ["size", "UInt64", "", "", ""], ["for_sale", "Nullable(UInt8)", \#
      "", "", ""], ["price", "Nullable(Decimal(18, 4))", "", "", ""], ["price_from", "UInt8", \#
      "", "", ""], ["currency", "String", "", "", ""], ["licence", "String", "", "", ""], \#
      ["licence_url", "String", "", "", ""], ["tags", "Array(String)", "", "", ""], ["path", \#
      "String", "", "", ""], ["rating", "Int8", "", "", ""], ["label", "String", "", "", ""], \#
      ["thumbnail_url", "String", "", "", ""], ["image_url", "String", "", "", ""], \#
      ["page_url", "String", "", "", ""]],"rows":24}
      """#
    ),
    (
      #"""
      SELECT toInt64(intDiv(toUInt32(ifNull(`taken`, toDateTime(0))), 604800)), count() FROM \#
      `gallery`.`few` GROUP BY intDiv(toUInt32(ifNull(`taken`, toDateTime(0))), 604800) ORDER \#
      BY intDiv(toUInt32(ifNull(`taken`, toDateTime(0))), 604800) DESC LIMIT 10000 FORMAT \#
      JSONCompact
      """#,
      #"""
      {"data":[["2233", "1"], ["2214", "1"], ["2127", "1"], ["1791", "1"], ["1725", "1"], \#
      ["1463", "1"], ["1394", "1"], ["1293", "1"], ["577", "1"], ["347", "1"], ["0", \#
      "2"]],"rows":11}
      """#
    ),
    (
      #"""
      SELECT toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, `title`, \#
      `description`, `author`, `camera`, `lens`, toUInt32(ifNull(`taken`, toDateTime(0))), \#
      `width`, `height`, `size`, `price`, `currency`, `licence`, `tags`, `path`, `rating`, \#
      `label`, `date_text`, `for_sale`, `price_from`, `licence_url`, `thumbnail_url`, \#
      `image_url`, `page_url` FROM `gallery`.`few` WHERE ifNull(`taken`, toDateTime(0)) <= \#
      toDateTime(1351123199) AND ifNull(`taken`, toDateTime(0)) >= toDateTime(1043280000) \#
      ORDER BY ifNull(`taken`, toDateTime(0)) DESC, `id` DESC LIMIT 5 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["1351000000", "70373934", "p794", "o'brien's bridge", "", "", "", "", \#
      1351000000, 3000, 2000, "7543600", 0.0100, "", "", ["sea"], "", 3, "Red", "", 1, 0, "", \#
      "", "", ""], ["1339030000", "7031363436", "p1646", "o'brien's \"market\"", "", "Ona \#
      Sato", "", "50mm f/1.8", 1339030000, 3000, 2000, "0", null, "", "", ["sea", "night"], \#
      "", 0, "Select", "", 0, 0, "", "", "", ""], ["1286920000", "70393232", "p922", \#
      "back\\slash river_walk", "", "", "NIKON D850", "", 1286920000, 3000, 2000, "4898500", \#
      null, "", "All rights reserved", ["sea"], "", -1, "Red", "", 0, 0, "", "", "", ""], \#
      ["1083250000", "70383231", "p821", "100% quiet bridge", "taken on a walk in 10", "Emil \#
      Rossi", "Canon EOS R5", "50mm f/1.8", 1083250000, 3000, 2000, "0", 100.0000, "USD", "All \#
      rights reserved", ["night"], "", 0, "", "", 1, 0, "", "", "", ""], ["1043470000", \#
      "7032333136", "p2316", "morning harbour", "taken on a walk in 23", "", "Canon EOS R5", \#
      "", 1043470000, 6000, 4000, "0", null, "", "", ["sea", "night"], "", -1, "Select", "", \#
      null, 0, "", "", "", ""]],"rows":5}
      """#
    ),
    (
      #"""
      SELECT toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, `title`, \#
      `description`, `author`, `camera`, `lens`, toUInt32(ifNull(`taken`, toDateTime(0))), \#
      `width`, `height`, `size`, `price`, `currency`, `licence`, `tags`, `path`, `rating`, \#
      `label`, `date_text`, `for_sale`, `price_from`, `licence_url`, `thumbnail_url`, \#
      `image_url`, `page_url` FROM `gallery`.`few` WHERE ifNull(`taken`, toDateTime(0)) <= \#
      toDateTime(1043884799) AND ifNull(`taken`, toDateTime(0)) >= toDateTime(209865600) AND \#
      ifNull(`taken`, toDateTime(0)) <= toDateTime(1043470000) AND (ifNull(`taken`, \#
      toDateTime(0)) < toDateTime(1043470000) OR (ifNull(`taken`, toDateTime(0)) = \#
      toDateTime(1043470000) AND `id` < unhex('7032333136'))) ORDER BY ifNull(`taken`, \#
      toDateTime(0)) DESC, `id` DESC LIMIT 5 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["885115000", "70343039", "p409", "morning \"market\"", "taken on a walk in \#
      15", "Emil Rossi", "", "", 885115000, 0, 0, "1541800", null, "", "All rights reserved", \#
      [], "", 0, "Select", "", 0, 0, "", "", "", ""], ["843175000", "7031343633", "p1463", \#
      "morning bridge", "", "", "", "50mm f/1.8", 843175000, 3000, 2000, "0", 50.0000, "EUR", \#
      "", [], "", -1, "Select", "", 1, 0, "", "", "", ""], ["782110000", "7032383530", \#
      "p2850", "back\\slash bridge", "", "", "NIKON Z 6", "50mm f/1.8", 782110000, 6000, \#
      4000, "9907300", 19.9900, "EUR", "All rights reserved", [], "", 1, "later", "", 1, 0, "", \#
      "", "", ""], ["349300000", "7031313338", "p1138", "100% quiet bridge", "", "Emil \#
      Rossi", "NIKON Z 6", "50mm f/1.8", 349300000, 3000, 2000, "0", 250.0100, "USD", "All \#
      rights reserved", ["sea", "night"], "", 3, "Select", "", 1, 0, "", "", "", ""], \#
      ["210295000", "7031343137", "p1417", "x'); DROP TABLE bridge", "taken on a walk in 8", \#
      "Ona Sato", "Canon EOS R5", "", 210295000, 0, 0, "0", 75.5000, "EUR", "", ["sea", \#
      "night"], "", 5, "", "", 1, 0, "", "", "", ""]],"rows":5}
      """#
    ),
    (
      #"""
      SELECT toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, `title`, \#
      `description`, `author`, `camera`, `lens`, toUInt32(ifNull(`taken`, toDateTime(0))), \#
      `width`, `height`, `size`, `price`, `currency`, `licence`, `tags`, `path`, `rating`, \#
      `label`, `date_text`, `for_sale`, `price_from`, `licence_url`, `thumbnail_url`, \#
      `image_url`, `page_url` FROM `gallery`.`few` WHERE ifNull(`taken`, toDateTime(0)) <= \#
      toDateTime(210470399) AND ifNull(`taken`, toDateTime(0)) >= toDateTime(0) AND \#
      ifNull(`taken`, toDateTime(0)) <= toDateTime(210295000) AND (ifNull(`taken`, \#
      toDateTime(0)) < toDateTime(210295000) OR (ifNull(`taken`, toDateTime(0)) = \#
      toDateTime(210295000) AND `id` < unhex('7031343137'))) ORDER BY ifNull(`taken`, \#
      toDateTime(0)) DESC, `id` DESC LIMIT 2 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["0", "7032353237", "p2527", "x'); DROP TABLE river_walk", "", "", "NIKON \#
      D850", "", 0, 0, 0, "0", null, "", "All rights reserved", [], "", -1, "later", "", 0, \#
      0, "", "", "", ""], ["0", "70313237", "p127", "o'brien's \"market\"", "", "Ona Sato", \#
      "NIKON D850", "50mm f/1.8", 0, 3000, 2000, "0", null, "", "All rights reserved", \#
      ["sea", "night"], "", 1, "later", "", null, 0, "", "", "", ""]],"rows":2}
      """#
    ),
    (
      #"""
      SELECT toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, `title`, \#
      `description`, `author`, `camera`, `lens`, toUInt32(ifNull(`taken`, toDateTime(0))), \#
      `width`, `height`, `size`, `price`, `currency`, `licence`, `tags`, `path`, `rating`, \#
      `label`, `date_text`, `for_sale`, `price_from`, `licence_url`, `thumbnail_url`, \#
      `image_url`, `page_url` FROM `gallery`.`few` WHERE ifNull(`taken`, toDateTime(0)) >= \#
      toDateTime(0) AND ifNull(`taken`, toDateTime(0)) <= toDateTime(604799) ORDER BY \#
      ifNull(`taken`, toDateTime(0)) DESC, `id` DESC LIMIT 2 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["0", "7032353237", "p2527", "x'); DROP TABLE river_walk", "", "", "NIKON \#
      D850", "", 0, 0, 0, "0", null, "", "All rights reserved", [], "", -1, "later", "", 0, \#
      0, "", "", "", ""], ["0", "70313237", "p127", "o'brien's \"market\"", "", "Ona Sato", \#
      "NIKON D850", "50mm f/1.8", 0, 3000, 2000, "0", null, "", "All rights reserved", \#
      ["sea", "night"], "", 1, "later", "", null, 0, "", "", "", ""]],"rows":2}
      """#
    ),
    (
      #"""
      SELECT toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, `title`, \#
      `description`, `author`, `camera`, `lens`, toUInt32(ifNull(`taken`, toDateTime(0))), \#
      `width`, `height`, `size`, `price`, `currency`, `licence`, `tags`, `path`, `rating`, \#
      `label`, `date_text`, `for_sale`, `price_from`, `licence_url`, `thumbnail_url`, \#
      `image_url`, `page_url` FROM `gallery`.`few` WHERE ifNull(`taken`, toDateTime(0)) <= \#
      toDateTime(885427199) AND ifNull(`taken`, toDateTime(0)) >= toDateTime(0) AND \#
      ifNull(`taken`, toDateTime(0)) >= toDateTime(0) AND (ifNull(`taken`, toDateTime(0)) > \#
      toDateTime(0) OR (ifNull(`taken`, toDateTime(0)) = toDateTime(0) AND `id` > \#
      unhex('7032353237'))) ORDER BY ifNull(`taken`, toDateTime(0)), `id` LIMIT 5 FORMAT \#
      JSONCompact
      """#,
      #"""
      {"data":[["210295000", "7031343137", "p1417", "x'); DROP TABLE bridge", "taken on a \#
      walk in 8", "Ona Sato", "Canon EOS R5", "", 210295000, 0, 0, "0", 75.5000, "EUR", "", \#
      ["sea", "night"], "", 5, "", "", 1, 0, "", "", "", ""], ["349300000", "7031313338", \#
      "p1138", "100% quiet bridge", "", "Emil Rossi", "NIKON Z 6", "50mm f/1.8", 349300000, \#
      3000, 2000, "0", 250.0100, "USD", "All rights reserved", ["sea", "night"], "", 3, \#
      "Select", "", 1, 0, "", "", "", ""], ["782110000", "7032383530", "p2850", "back\\slash \#
      bridge", "", "", "NIKON Z 6", "50mm f/1.8", 782110000, 6000, 4000, "9907300", 19.9900, \#
      "EUR", "All rights reserved", [], "", 1, "later", "", 1, 0, "", "", "", ""], \#
      ["843175000", "7031343633", "p1463", "morning bridge", "", "", "", "50mm f/1.8", \#
      843175000, 3000, 2000, "0", 50.0000, "EUR", "", [], "", -1, "Select", "", 1, 0, "", "", \#
      "", ""], ["885115000", "70343039", "p409", "morning \"market\"", "taken on a walk in \#
      15", "Emil Rossi", "", "", 885115000, 0, 0, "1541800", null, "", "All rights reserved", \#
      [], "", 0, "Select", "", 0, 0, "", "", "", ""]],"rows":5}
      """#
    ),
    (
      #"""
      SELECT toInt64((isNull(`price`))), hex(if(`currency` = '', '~', `currency`)), \#
      toInt64(toInt64(ifNull(`price`, toDecimal64(0, 4)))), count() FROM `gallery`.`few` \#
      WHERE (positionCaseInsensitiveUTF8(`title`, unhex('627269646765')) > 0 OR \#
      positionCaseInsensitiveUTF8(`description`, unhex('627269646765')) > 0 OR \#
      positionCaseInsensitiveUTF8(`author`, unhex('627269646765')) > 0 OR \#
      positionCaseInsensitiveUTF8(`camera`, unhex('627269646765')) > 0 OR \#
      positionCaseInsensitiveUTF8(`lens`, unhex('627269646765')) > 0 OR \#
      positionCaseInsensitiveUTF8(`path`, unhex('627269646765')) > 0 OR \#
      positionCaseInsensitiveUTF8(arrayStringConcat(`tags`, '\n'), unhex('627269646765')) > \#
      0) AND NOT (positionCaseInsensitiveUTF8(`camera`, unhex('63616E6F6E')) > 0) GROUP BY \#
      (isNull(`price`)), if(`currency` = '', '~', `currency`), toInt64(ifNull(`price`, \#
      toDecimal64(0, 4))) ORDER BY (isNull(`price`)), if(`currency` = '', '~', `currency`), \#
      toInt64(ifNull(`price`, toDecimal64(0, 4))) DESC LIMIT 10000 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["0", "455552", "50", "1"], ["0", "455552", "19", "1"], ["0", "555344", "250", \#
      "1"], ["0", "7E", "0", "1"]],"rows":4}
      """#
    ),
    (
      #"""
      SELECT toInt64((isNull(`price`))), hex(if(`currency` = '', '~', `currency`)), \#
      toString(ifNull(`price`, toDecimal64(0, 4))), toInt64(toUInt32(ifNull(`taken`, \#
      toDateTime(0)))), hex(`id`), toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), \#
      hex(`id`) FROM `gallery`.`few` WHERE (isNull(`price`)) = 0 AND if(`currency` = '', '~', \#
      `currency`) >= unhex('455552') AND (if(`currency` = '', '~', `currency`) > \#
      unhex('455552') OR (if(`currency` = '', '~', `currency`) = unhex('455552') AND \#
      toInt64(ifNull(`price`, toDecimal64(0, 4))) <= 50)) AND if(`currency` = '', '~', \#
      `currency`) <= unhex('7E') AND (if(`currency` = '', '~', `currency`) < unhex('7E') OR \#
      (if(`currency` = '', '~', `currency`) = unhex('7E') AND toInt64(ifNull(`price`, \#
      toDecimal64(0, 4))) >= 0)) AND (positionCaseInsensitiveUTF8(`title`, \#
      unhex('627269646765')) > 0 OR positionCaseInsensitiveUTF8(`description`, \#
      unhex('627269646765')) > 0 OR positionCaseInsensitiveUTF8(`author`, \#
      unhex('627269646765')) > 0 OR positionCaseInsensitiveUTF8(`camera`, \#
      unhex('627269646765')) > 0 OR positionCaseInsensitiveUTF8(`lens`, \#
      unhex('627269646765')) > 0 OR positionCaseInsensitiveUTF8(`path`, \#
      unhex('627269646765')) > 0 OR positionCaseInsensitiveUTF8(arrayStringConcat(`tags`, \#
      '\n'), unhex('627269646765')) > 0) AND NOT (positionCaseInsensitiveUTF8(`camera`, \#
      unhex('63616E6F6E')) > 0) ORDER BY (isNull(`price`)), if(`currency` = '', '~', \#
      `currency`), ifNull(`price`, toDecimal64(0, 4)) DESC, ifNull(`taken`, toDateTime(0)) \#
      DESC, `id` DESC LIMIT 4 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["0", "455552", "50.0000", "843175000", "7031343633", "843175000", \#
      "7031343633"], ["0", "455552", "19.9900", "782110000", "7032383530", "782110000", \#
      "7032383530"], ["0", "555344", "250.0100", "349300000", "7031313338", "349300000", \#
      "7031313338"], ["0", "7E", "0.0100", "1351000000", "70373934", "1351000000", \#
      "70373934"]],"rows":4}
      """#
    ),
    (
      #"""
      SELECT toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, `title`, \#
      `description`, `author`, `camera`, `lens`, toUInt32(ifNull(`taken`, toDateTime(0))), \#
      `width`, `height`, `size`, `price`, `currency`, `licence`, `tags`, `path`, `rating`, \#
      `label`, `date_text`, `for_sale`, `price_from`, `licence_url`, `thumbnail_url`, \#
      `image_url`, `page_url` FROM `gallery`.`few` WHERE (ifNull(`taken`, toDateTime(0)), \#
      `id`) IN ((toDateTime(843175000), unhex('7031343633')), (toDateTime(782110000), \#
      unhex('7032383530')), (toDateTime(349300000), unhex('7031313338')), \#
      (toDateTime(1351000000), unhex('70373934'))) FORMAT JSONCompact
      """#,
      #"""
      {"data":[["349300000", "7031313338", "p1138", "100% quiet bridge", "", "Emil Rossi", \#
      "NIKON Z 6", "50mm f/1.8", 349300000, 3000, 2000, "0", 250.0100, "USD", "All rights \#
      reserved", ["sea", "night"], "", 3, "Select", "", 1, 0, "", "", "", ""], ["782110000", \#
      "7032383530", "p2850", "back\\slash bridge", "", "", "NIKON Z 6", "50mm f/1.8", \#
      782110000, 6000, 4000, "9907300", 19.9900, "EUR", "All rights reserved", [], "", 1, \#
      "later", "", 1, 0, "", "", "", ""], ["843175000", "7031343633", "p1463", "morning \#
      bridge", "", "", "", "50mm f/1.8", 843175000, 3000, 2000, "0", 50.0000, "EUR", "", [], "", \#
      -1, "Select", "", 1, 0, "", "", "", ""], ["1351000000", "70373934", "p794", "o'brien's \#
      bridge", "", "", "", "", 1351000000, 3000, 2000, "7543600", 0.0100, "", "", ["sea"], "", \#
      3, "Red", "", 1, 0, "", "", "", ""]],"rows":4}
      """#
    ),
    (
      #"""
      SELECT toInt64((toUInt32(ifNull(`taken`, toDateTime(0))) = 0)), \#
      toInt64(toYYYYMM(ifNull(`taken`, toDateTime(0)), 'UTC')), count() FROM `gallery`.`few` \#
      GROUP BY (toUInt32(ifNull(`taken`, toDateTime(0))) = 0), toYYYYMM(ifNull(`taken`, \#
      toDateTime(0)), 'UTC') ORDER BY (toUInt32(ifNull(`taken`, toDateTime(0))) = 0), \#
      toYYYYMM(ifNull(`taken`, toDateTime(0)), 'UTC') DESC LIMIT 10000 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["0", "201210", "1"], ["0", "201206", "1"], ["0", "201010", "1"], ["0", \#
      "200404", "1"], ["0", "200301", "1"], ["0", "199801", "1"], ["0", "199609", "1"], ["0", \#
      "199410", "1"], ["0", "198101", "1"], ["0", "197608", "1"], ["1", "197001", \#
      "2"]],"rows":11}
      """#
    ),
    (
      #"""
      SELECT toInt64((toUInt32(ifNull(`taken`, toDateTime(0))) = 0)), \#
      toInt64(toYYYYMM(ifNull(`taken`, toDateTime(0)), 'UTC')), \#
      toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, `title`, \#
      `description`, `author`, `camera`, `lens`, toUInt32(ifNull(`taken`, toDateTime(0))), \#
      `width`, `height`, `size`, `price`, `currency`, `licence`, `tags`, `path`, `rating`, \#
      `label`, `date_text`, `for_sale`, `price_from`, `licence_url`, `thumbnail_url`, \#
      `image_url`, `page_url` FROM `gallery`.`few` WHERE (toUInt32(ifNull(`taken`, \#
      toDateTime(0))) = 0) = 0 AND ifNull(`taken`, toDateTime(0)) <= toDateTime(1351727999) \#
      AND ifNull(`taken`, toDateTime(0)) >= toDateTime(1041379200) ORDER BY \#
      (toUInt32(ifNull(`taken`, toDateTime(0))) = 0), toYYYYMM(ifNull(`taken`, \#
      toDateTime(0)), 'UTC') DESC, ifNull(`taken`, toDateTime(0)) DESC, `id` DESC LIMIT 5 \#
      FORMAT JSONCompact
      """#,
      #"""
      {"data":[["0", "201210", "1351000000", "70373934", "p794", "o'brien's bridge", "", "", \#
      "", "", 1351000000, 3000, 2000, "7543600", 0.0100, "", "", ["sea"], "", 3, "Red", "", 1, \#
      0, "", "", "", ""], ["0", "201206", "1339030000", "7031363436", "p1646", "o'brien's \#
      \"market\"", "", "Ona Sato", "", "50mm f/1.8", 1339030000, 3000, 2000, "0", null, "", \#
      "", ["sea", "night"], "", 0, "Select", "", 0, 0, "", "", "", ""], ["0", "201010", \#
      "1286920000", "70393232", "p922", "back\\slash river_walk", "", "", "NIKON D850", "", \#
      1286920000, 3000, 2000, "4898500", null, "", "All rights reserved", ["sea"], "", -1, \#
      "Red", "", 0, 0, "", "", "", ""], ["0", "200404", "1083250000", "70383231", "p821", \#
      "100% quiet bridge", "taken on a walk in 10", "Emil Rossi", "Canon EOS R5", "50mm \#
      f/1.8", 1083250000, 3000, 2000, "0", 100.0000, "USD", "All rights reserved", ["night"], \#
      "", 0, "", "", 1, 0, "", "", "", ""], ["0", "200301", "1043470000", "7032333136", \#
      "p2316", "morning harbour", "taken on a walk in 23", "", "Canon EOS R5", "", \#
      1043470000, 6000, 4000, "0", null, "", "", ["sea", "night"], "", -1, "Select", "", \#
      null, 0, "", "", "", ""]],"rows":5}
      """#
    ),
  ]
  /// Five photos of five days, and one without a date.
  private static let week: [(query: String, answer: String)] = [
    (
      #"""
      DESCRIBE TABLE `gallery`.`week` FORMAT JSONCompact
      """#,
      #"""
      {"data":[["id", "String", "", "", ""], ["taken", "Nullable(DateTime)", "", "", \#
      ""]],"rows":2}
      """#
    ),
    (
      #"""
      SELECT toInt64(intDiv(toUInt32(ifNull(`taken`, toDateTime(0))), 604800)), count() \#
      FROM `gallery`.`week` GROUP BY intDiv(toUInt32(ifNull(`taken`, toDateTime(0))), \#
      604800) ORDER BY intDiv(toUInt32(ifNull(`taken`, toDateTime(0))), 604800) DESC LIMIT \#
      10000 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["2835", "2"], ["2834", "3"], ["0", "1"]],"rows":3}
      """#
    ),
    (
      #"""
      SELECT toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))) FROM `gallery`.`week` WHERE \#
      ifNull(`taken`, toDateTime(0)) > toDateTime(0) LIMIT 1 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["1714384800"]],"rows":1}
      """#
    ),
    (
      #"""
      SELECT toInt64((toUInt32(ifNull(`taken`, toDateTime(0))) = 0)), \#
      toInt64(intDiv(toUInt32(ifNull(`taken`, toDateTime(0))), 604800)), count() FROM \#
      `gallery`.`week` GROUP BY (toUInt32(ifNull(`taken`, toDateTime(0))) = 0), \#
      intDiv(toUInt32(ifNull(`taken`, toDateTime(0))), 604800) ORDER BY \#
      (toUInt32(ifNull(`taken`, toDateTime(0))) = 0), intDiv(toUInt32(ifNull(`taken`, \#
      toDateTime(0))), 604800) LIMIT 10000 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["0", "2834", "3"], ["0", "2835", "2"], ["1", "0", "1"]],"rows":3}
      """#
    ),
    (
      #"""
      SELECT toInt64((toUInt32(ifNull(`taken`, toDateTime(0))) = 0)), \#
      toInt64(toYYYYMM(ifNull(`taken`, toDateTime(0)), 'UTC')), count() FROM \#
      `gallery`.`week` GROUP BY (toUInt32(ifNull(`taken`, toDateTime(0))) = 0), \#
      toYYYYMM(ifNull(`taken`, toDateTime(0)), 'UTC') ORDER BY (toUInt32(ifNull(`taken`, \#
      toDateTime(0))) = 0), toYYYYMM(ifNull(`taken`, toDateTime(0)), 'UTC') DESC LIMIT \#
      10000 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["0", "202405", "3"], ["0", "202404", "2"], ["1", "197001", "1"]],"rows":3}
      """#
    ),
    (
      #"""
      SELECT toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, \#
      toUInt32(ifNull(`taken`, toDateTime(0))) FROM `gallery`.`week` WHERE ifNull(`taken`, \#
      toDateTime(0)) <= toDateTime(1715212799) AND ifNull(`taken`, toDateTime(0)) >= \#
      toDateTime(1714003200) AND ifNull(`taken`, toDateTime(0)) <= toDateTime(1714644000) \#
      AND (ifNull(`taken`, toDateTime(0)) < toDateTime(1714644000) OR (ifNull(`taken`, \#
      toDateTime(0)) = toDateTime(1714644000) AND `id` < unhex('7034'))) ORDER BY \#
      ifNull(`taken`, toDateTime(0)) DESC, `id` DESC LIMIT 2 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["1714557600", "7033", "p3",1714557600], ["1714471200", "7032", \#
      "p2",1714471200]],"rows":2}
      """#
    ),
    (
      #"""
      SELECT toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, \#
      toUInt32(ifNull(`taken`, toDateTime(0))) FROM `gallery`.`week` WHERE ifNull(`taken`, \#
      toDateTime(0)) >= toDateTime(1712480800) ORDER BY ifNull(`taken`, toDateTime(0)) \#
      DESC, `id` DESC LIMIT 3 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["1714730400", "7035", "p5",1714730400], ["1714644000", "7034", \#
      "p4",1714644000], ["1714557600", "7033", "p3",1714557600]],"rows":3}
      """#
    ),
    (
      #"""
      SELECT toInt64((toUInt32(ifNull(`taken`, toDateTime(0))) = 0)), \#
      toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, \#
      toUInt32(ifNull(`taken`, toDateTime(0))) FROM `gallery`.`week` WHERE ifNull(`taken`, \#
      toDateTime(0)) > toDateTime(0) AND ifNull(`taken`, toDateTime(0)) <= \#
      toDateTime(1716804000) ORDER BY (toUInt32(ifNull(`taken`, toDateTime(0))) = 0), \#
      ifNull(`taken`, toDateTime(0)), `id` DESC LIMIT 3 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["0", "1714384800", "7031", "p1",1714384800], ["0", "1714471200", "7032", \#
      "p2",1714471200], ["0", "1714557600", "7033", "p3",1714557600]],"rows":3}
      """#
    ),
    (
      #"""
      SELECT toInt64((toUInt32(ifNull(`taken`, toDateTime(0))) = 0)), \#
      toInt64(toYYYYMM(ifNull(`taken`, toDateTime(0)), 'UTC')), \#
      toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, \#
      toUInt32(ifNull(`taken`, toDateTime(0))) FROM `gallery`.`week` WHERE ifNull(`taken`, \#
      toDateTime(0)) >= toDateTime(1712480800) ORDER BY (toUInt32(ifNull(`taken`, \#
      toDateTime(0))) = 0), toYYYYMM(ifNull(`taken`, toDateTime(0)), 'UTC') DESC, \#
      ifNull(`taken`, toDateTime(0)) DESC, `id` DESC LIMIT 5 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["0", "202405", "1714730400", "7035", "p5",1714730400], ["0", "202405", \#
      "1714644000", "7034", "p4",1714644000], ["0", "202405", "1714557600", "7033", \#
      "p3",1714557600], ["0", "202404", "1714471200", "7032", "p2",1714471200], ["0", \#
      "202404", "1714384800", "7031", "p1",1714384800]],"rows":5}
      """#
    ),
    (
      #"""
      SELECT toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, \#
      toUInt32(ifNull(`taken`, toDateTime(0))) FROM `gallery`.`week` WHERE ifNull(`taken`, \#
      toDateTime(0)) >= toDateTime(1712480800) ORDER BY ifNull(`taken`, toDateTime(0)) \#
      DESC, `id` DESC LIMIT 6 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["1714730400", "7035", "p5",1714730400], ["1714644000", "7034", \#
      "p4",1714644000], ["1714557600", "7033", "p3",1714557600], ["1714471200", "7032", \#
      "p2",1714471200], ["1714384800", "7031", "p1",1714384800]],"rows":5}
      """#
    ),
    (
      #"""
      SELECT toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, \#
      toUInt32(ifNull(`taken`, toDateTime(0))) FROM `gallery`.`week` WHERE ifNull(`taken`, \#
      toDateTime(0)) >= toDateTime(1705223200) ORDER BY ifNull(`taken`, toDateTime(0)) \#
      DESC, `id` DESC LIMIT 6 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["1714730400", "7035", "p5",1714730400], ["1714644000", "7034", \#
      "p4",1714644000], ["1714557600", "7033", "p3",1714557600], ["1714471200", "7032", \#
      "p2",1714471200], ["1714384800", "7031", "p1",1714384800]],"rows":5}
      """#
    ),
    (
      #"""
      SELECT toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, \#
      toUInt32(ifNull(`taken`, toDateTime(0))) FROM `gallery`.`week` WHERE ifNull(`taken`, \#
      toDateTime(0)) <= toDateTime(1715212799) AND ifNull(`taken`, toDateTime(0)) >= \#
      toDateTime(1714003200) ORDER BY ifNull(`taken`, toDateTime(0)) DESC, `id` DESC LIMIT \#
      5 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["1714730400", "7035", "p5",1714730400], ["1714644000", "7034", \#
      "p4",1714644000], ["1714557600", "7033", "p3",1714557600], ["1714471200", "7032", \#
      "p2",1714471200], ["1714384800", "7031", "p1",1714384800]],"rows":5}
      """#
    ),
    (
      #"""
      SELECT toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, \#
      toUInt32(ifNull(`taken`, toDateTime(0))) FROM `gallery`.`week` WHERE ifNull(`taken`, \#
      toDateTime(0)) >= toDateTime(1714608000) AND ifNull(`taken`, toDateTime(0)) <= \#
      toDateTime(1715212799) ORDER BY ifNull(`taken`, toDateTime(0)) DESC, `id` DESC LIMIT \#
      2 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["1714730400", "7035", "p5",1714730400], ["1714644000", "7034", \#
      "p4",1714644000]],"rows":2}
      """#
    ),
    (
      #"""
      SELECT toInt64(toUInt32(ifNull(`taken`, toDateTime(0)))), hex(`id`), `id`, \#
      toUInt32(ifNull(`taken`, toDateTime(0))) FROM `gallery`.`week` WHERE ifNull(`taken`, \#
      toDateTime(0)) >= toDateTime(1714003200) AND ifNull(`taken`, toDateTime(0)) <= \#
      toDateTime(1714607999) ORDER BY ifNull(`taken`, toDateTime(0)) DESC, `id` DESC LIMIT \#
      2 FORMAT JSONCompact
      """#,
      #"""
      {"data":[["1714557600", "7033", "p3",1714557600], ["1714471200", "7032", \#
      "p2",1714471200]],"rows":2}
      """#
    ),
  ]
}
