import ExpectationSupport
import Testing

@testable import GalleryStore

struct StoreFoldersTests {
  @Test(
    arguments: [
      (["HOME": "/home/a"], "/home/a/.cache/vitrine", "/home/a/.local/state/vitrine"),
      (
        ["HOME": "/home/a", "XDG_CACHE_HOME": "/c", "XDG_STATE_HOME": "/s/"], "/c/vitrine",
        "/s/vitrine"
      ),
      (
        ["HOME": "/home/a", "XDG_CACHE_HOME": "c", "XDG_STATE_HOME": ""], "/home/a/.cache/vitrine",
        "/home/a/.local/state/vitrine"
      ),
      (["XDG_CACHE_HOME": "/c"], "/c/vitrine", nil),
      (["HOME": "home"], nil, nil),
      (["HOME": "/home/\u{FFFD}"], nil, nil),
      ([:], nil, nil),
      (["HOME": "/home/a", "VITRINE_CACHE": "off"], nil, "/home/a/.local/state/vitrine"),
    ] as [([String: String], String?, String?)])
  func `folders follow the environment`(
    environment: [String: String], cache: String?, state: String?
  ) {
    let folders = StoreFolders(environment: environment)

    expectEqual(folders.cache, cache)
    expectEqual(folders.state, state)
  }
}
