/// A certificate that signs itself. All have one key, and are worth nothing outside of these tests.
///
/// Made with Python's `cryptography`: P-256, SHA-256, a basic constraint of `CA:TRUE`.
struct TestCertificate: Sendable, CustomStringConvertible {
  let description: String
  let pem: String

  /// For localhost and 127.0.0.1, from 2020 to 2120.
  static let valid = TestCertificate(
    description: "valid",
    pem: """
      -----BEGIN CERTIFICATE-----
      MIIBXDCCAQGgAwIBAgIUQbyp3WE30Fnul/Dp/CBSBVmAQ54wCgYIKoZIzj0EAwIw
      FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAx
      MDAwMDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
      PQMBBwNCAAQ45CyuGkmpfJoG/sNjlVyWxw0uNjAJjaIskBA/fls/XR7FH8ejwXz4
      K/gLnC2WjYXeBK6MRqxL/byDOv5cOBhNoy8wLTAaBgNVHREEEzARgglsb2NhbGhv
      c3SHBH8AAAEwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAryV5
      DioAYSIKF2z619zejWjzpJzmw6QvNHXXMauT9R0CIQCFML8W4RQDr4ho2Uc3a3WQ
      tT2kQVgFY0XUaZQhYj6mYw==
      -----END CERTIFICATE-----
      """)

  /// The same, from 2019 to 2020.
  static let expired = TestCertificate(
    description: "expired",
    pem: """
      -----BEGIN CERTIFICATE-----
      MIIBVzCB/6ADAgECAhQihMJohkXKJTJyNmn4tNqBYLNmoDAKBggqhkjOPQQDAjAU
      MRIwEAYDVQQDDAlsb2NhbGhvc3QwHhcNMTkwMTAxMDAwMDAwWhcNMjAwMTAxMDAw
      MDAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMB
      BwNCAAQ45CyuGkmpfJoG/sNjlVyWxw0uNjAJjaIskBA/fls/XR7FH8ejwXz4K/gL
      nC2WjYXeBK6MRqxL/byDOv5cOBhNoy8wLTAaBgNVHREEEzARgglsb2NhbGhvc3SH
      BH8AAAEwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNHADBEAiBe9kYmz2tv
      ABwbMx2E6DFGpvdEbHGStbXrbJqVMdOC9AIgb8WLDFOT0wk+06KA1/Q01kB5jCbb
      ZxmPYvP8gRHNnFc=
      -----END CERTIFICATE-----
      """)

  /// The same, from 2110 to 2120.
  static let early = TestCertificate(
    description: "not valid yet",
    pem: """
      -----BEGIN CERTIFICATE-----
      MIIBXjCCAQOgAwIBAgIUYcblkLY8QDOFZ/hPgzjoeJI/ykcwCgYIKoZIzj0EAwIw
      FDESMBAGA1UEAwwJbG9jYWxob3N0MCIYDzIxMTAwMTAxMDAwMDAwWhgPMjEyMDAx
      MDEwMDAwMDBaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqG
      SM49AwEHA0IABDjkLK4aSal8mgb+w2OVXJbHDS42MAmNoiyQED9+Wz9dHsUfx6PB
      fPgr+AucLZaNhd4EroxGrEv9vIM6/lw4GE2jLzAtMBoGA1UdEQQTMBGCCWxvY2Fs
      aG9zdIcEfwAAATAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQCc
      i3+ZUHzFiQDMqi/xNVnel5Zn8qJG39ukt0X1THX5OwIhAJaatmO5RK5eDOqz4j6q
      6hNqn6y7cGS9F9yj/OzW5kRt
      -----END CERTIFICATE-----
      """)

  /// For other.example, from 2020 to 2120.
  static let otherName = TestCertificate(
    description: "for another name",
    pem: """
      -----BEGIN CERTIFICATE-----
      MIIBYTCCAQegAwIBAgIUUsb5Lf3m+lAX0SBl4JCXoLe/R4owCgYIKoZIzj0EAwIw
      GDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIw
      MDEwMTAwMDAwMFowGDEWMBQGA1UEAwwNb3RoZXIuZXhhbXBsZTBZMBMGByqGSM49
      AgEGCCqGSM49AwEHA0IABDjkLK4aSal8mgb+w2OVXJbHDS42MAmNoiyQED9+Wz9d
      HsUfx6PBfPgr+AucLZaNhd4EroxGrEv9vIM6/lw4GE2jLTArMBgGA1UdEQQRMA+C
      DW90aGVyLmV4YW1wbGUwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBF
      AiEAkX6e+k2BsWJmmP7B6Zt7RgkvLs9IgznDEhHPzjGcNpMCIF3X0EBswGVkJdoC
      3zRk5k+r9rQtkOBy/U1YBFPij6XB
      -----END CERTIFICATE-----
      """)

  /// The key of all of them.
  static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVgEZz+C2TC7VM56k
    kl4OOS4e21O/vDOdt/fTSmvXbYChRANCAAQ45CyuGkmpfJoG/sNjlVyWxw0uNjAJ
    jaIskBA/fls/XR7FH8ejwXz4K/gLnC2WjYXeBK6MRqxL/byDOv5cOBhN
    -----END PRIVATE KEY-----
    """
}
