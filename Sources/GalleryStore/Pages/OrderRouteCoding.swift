import Foundation
import GalleryData
import GalleryDomain

/// How a feed's photos are bought, as bytes of a stored page.
enum OrderRouteCoding {
  static func append(_ route: OrderRoute?, to body: inout ByteWriter) {
    guard let route else { return body.append(byte: 0) }
    switch route.channel {
    case .file: body.append(byte: 1)
    case .server(let url): append(2, url, to: &body)
    case .shopify(let url): append(3, url, to: &body)
    case .wooCommerce(let url): append(4, url, to: &body)
    }
    body.append(route.email ?? "")
    body.append(count: route.deliveries.count)
    for delivery in route.deliveries { body.append(delivery.rawValue) }
  }

  private static func append(_ kind: UInt8, _ url: URL, to body: inout ByteWriter) {
    body.append(byte: kind)
    body.append(url.absoluteString)
  }

  static func read(_ reader: inout ByteReader) throws(DamagedBytes) -> OrderRoute? {
    var route = OrderRoute()
    switch try reader.readByte() {
    case 0: return nil
    case 1: break
    case 2: route.channel = .server(try readAddress(&reader))
    case 3: route.channel = .shopify(try readAddress(&reader))
    case 4: route.channel = .wooCommerce(try readAddress(&reader))
    default: throw DamagedBytes()
    }
    let email = try reader.readText()
    route.email = email.isEmpty ? nil : email
    for _ in 0..<(try reader.readCount()) {
      guard let delivery = Delivery(rawValue: try reader.readText()) else { throw DamagedBytes() }
      route.deliveries.append(delivery)
    }
    return route
  }

  private static func readAddress(_ reader: inout ByteReader) throws(DamagedBytes) -> URL {
    guard let url = StoredAddress.url(try reader.readText()) else { throw DamagedBytes() }
    return url
  }
}
