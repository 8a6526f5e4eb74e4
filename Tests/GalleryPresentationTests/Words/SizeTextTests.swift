import ExpectationSupport
import GalleryPresentation
import Testing

/// Sizes of files as users read them.
struct SizeTextTests {
  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1.0 kB"), (9_949, "9.9 kB"),
    (9_950, "10 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (999_600, "1.0 MB"),
    (999_499_999, "999 MB"), (999_700_000, "1.0 GB"), (999_499_999_999, "999 GB"),
    (999_500_000_000, "1.0 TB"), (999_500_000_000_000, "1.0 PB"),
    (999_600_000_000_000_000, "1.0 EB"), (.max, "9.2 EB"),
  ])
  func `no unit reaches 1,000`(_ count: Int, _ text: String) {
    expectEqual(CountText.size(count), text)
  }

  @Test func `nor does any size between`() {
    var count = 1
    while count < Int.max / 3 {
      for near in [count - 1, count, count + 1, count / 2 * 3] {
        #expect(!CountText.size(near).contains("1000"), "\(near)")
      }
      count *= 2
    }
    for power in [1_000, 1_000_000, 1_000_000_000, 1_000_000_000_000] {
      for part in 990...1_000 { #expect(!CountText.size(power / 1_000 * part).contains("1000")) }
    }
  }
}
