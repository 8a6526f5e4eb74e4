import ExpectationSupport
import FeedServerSupport
import Foundation
import Testing

extension InterfaceTests {
  /// A server that receives request bodies, with a preset of the user's own.
  struct BodyTests {
    private static let preset = #"""
      name = "index"
      title = "Index"
      about = "An index of photos"
      argument = { kind = "address", meaning = "the index" }
      items = "hits.hits"
      page_size = { least = 2, most = 2 }
      [list]
      method = "POST"
      url = "{base}/_search"
      body = '{"size": {size}, "sort": ["id"], "search_after?": {after}}'
      [fields]
      id = "_id"
      title = "_source.title"
      camera = "_source.camera"
      image = "_source.image"
      [[paging]]
      kind = "token"
      next = "hits.hits[-1].sort"
      parameter = "after"
      until = "short"
      """#

    /// Five photos, two per page, each with the value with which the next page starts.
    private static func answer(to request: FeedRequest) -> Answer {
      let asked = try? JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
      let after = ((asked?["search_after"] as? [Any])?.first as? Int) ?? 0
      let hits = (after..<min(after + 2, 5)).map {
        """
        {"_id":"h\($0)","sort":[\($0 + 1),"x"],
        "_source":{"title":"Photo \($0)","camera":"Nikon \\"D\\"","image":"/pictures/\($0).png"}}
        """
      }
      return .json(#"{"hits":{"hits":[\#(hits.joined(separator: ","))]}}"#)
    }

    @Test func `pages are requested in bodies`() throws {
      let home = try NetworkHome()
      try home.preset(Self.preset, named: "index")
      let server = try FeedServer { Self.answer(to: $0) }

      let all = try home.list("index:\(server.address)")

      expectEqual(all.outputLines.filter { $0.contains("Photo ") }.count, 5)
      let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
      expectEqual(
        bodies,
        [
          #"{"size":2,"sort":["id"]}"#,
          #"{"size":2,"sort":["id"],"search_after":[2,"x"]}"#,
          #"{"size":2,"sort":["id"],"search_after":[4,"x"]}"#,
        ])
      #expect(server.requests.allSatisfy { $0.method == "POST" })
    }
  }
}
