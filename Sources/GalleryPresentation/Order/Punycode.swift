/// How long an international label of a domain is when it is sent.
enum Punycode {
  /// The octets of a label as it is sent: the label itself if it is ASCII, else `xn--` and its Punycode (RFC 3492,
  /// section 6.3, with the parameters of section 5).
  ///
  /// Counts the label as it is, without the mapping to lower case and the normalization that come before it; these
  /// change the length by few octets.
  ///
  /// - Complexity: O(*n* × *m*) for *n* scalars, *m* of them different.
  static func octetCount(ofLabel label: some Collection<Unicode.Scalar>) -> Int {
    let points = label.map { Int($0.value) }
    let ascii = points.filter { $0 < 0x80 }.count
    guard ascii < points.count else { return points.count }
    // A longer label is never valid, so its length need not be exact.
    guard points.count <= EmailSyntax.labelLimit else { return points.count + 4 }
    var octets = 4 + ascii + (ascii > 0 ? 1 : 0)
    var (n, delta, bias, handled) = (0x80, 0, 72, ascii)
    while handled < points.count {
      guard let next = points.filter({ $0 >= n }).min() else { break }
      // At most 63 scalars times 0x10FFFF: far from an overflow.
      delta += (next - n) * (handled + 1)
      n = next
      for point in points {
        if point < n { delta += 1 }
        guard point == n else { continue }
        octets += digitCount(of: delta, bias: bias)
        bias = adapted(delta, count: handled + 1, isFirst: handled == ascii)
        delta = 0
        handled += 1
      }
      delta += 1
      n += 1
    }
    return octets
  }

  /// How many digits a variable-length integer has.
  private static func digitCount(of delta: Int, bias: Int) -> Int {
    var (rest, k, count) = (delta, 36, 1)
    while true {
      let threshold = min(max(k - bias, 1), 26)
      guard rest >= threshold else { return count }
      rest = (rest - threshold) / (36 - threshold)
      count += 1
      k += 36
    }
  }

  private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var k = 0
    while delta > 455 {
      delta /= 35
      k += 36
    }
    return k + 36 * delta / (delta + 38)
  }
}
