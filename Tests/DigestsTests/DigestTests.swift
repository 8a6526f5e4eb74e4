import Digests
import ExpectationSupport
import Testing

struct DigestTests {
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (
      String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func `MD5 matches the standard`(text: String, digest: String) {
    expectEqual(Digest.hex(Digest.md5.hash(Array(text.utf8))), digest)
  }

  @Test(arguments: [55, 56, 57, 63, 64, 65, 119, 120])
  func `a message that exactly fills a block is padded`(count: Int) {
    // For this many letters *a*; from md5sum.
    let known = [
      55: "ef1772b6dff9a122358552954ad0df65", 56: "3b0c8ac703f828b04c6c197006d17218",
      57: "652b906d60af96844ebd21b674f35e93", 63: "b06521f39153d618550606be297466d5",
      64: "014842d480b571495a4a0363793f7367", 65: "c743a45e0d2e6a95cb859adae0248435",
      119: "8a7bd0732ed6a28ce75f6dabc90e1613", 120: "5f61c0ccad4cac44c75ff505e1f1e537",
    ]
    expectEqual(
      Digest.hex(Digest.md5.hash([UInt8](repeating: UInt8(ascii: "a"), count: count))), known[count]
    )
  }

  /// FIPS 180-4's examples, and each length around the end of a block compared with the sum of its own prefix.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func `SHA-256 matches the standard`(text: String, hash: String) {
    expectEqual(Digest.hex(Digest.sha256.hash(Array(text.utf8))), hash)
  }

  @Test(arguments: [
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (63, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    (65, "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"),
    (1_000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
  ])
  func `lengths around a block boundary are padded`(count: Int, hash: String) {
    expectEqual(
      Digest.hex(Digest.sha256.hash([UInt8](repeating: UInt8(ascii: "a"), count: count))), hash)
  }

  /// RFC 4231, cases 1, 2 and 6.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0B, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xAA, count: 131),
      "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func `the authentication code matches the standard`(
    key: [UInt8], message: String, code: String
  ) {
    expectEqual(Digest.hex(Digest.sha256.code(of: Array(message.utf8), key: key)), code)
  }
}
