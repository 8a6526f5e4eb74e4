import CCurl
import Glibc

/// The libraries for servers, which are opened when they are first needed; for a report of a problem.
public enum NetworkLibraries {
  /// libcurl's version with that of its encryption, such as `7.88.1 (OpenSSL/3.0.17)`; nil if it can't be used. Opens it.
  public static var curlVersion: String? {
    guard vitrine_curl_open() == nil, let about = vitrine_curl_about()?.pointee,
      let version = about.version
    else { return nil }
    let encryption = about.ssl_version.map { " (\(String(cString: $0)))" } ?? ""
    return String(cString: version) + encryption
  }

  /// OpenSSH's version, such as `9.2p1`; nil without it. Runs it.
  public static var sshVersion: String? { SSHProgram.version() }

  /// Whether the certificates that servers are checked by can be read: the user's (`SSL_CERT_FILE`), or those of libcurl.
  ///
  /// - Parameter environment: Returns the value of a variable.
  public static func hasCertificates(environment: (String) -> String?) -> Bool {
    if let file = environment("SSL_CERT_FILE"), access(file, R_OK) == 0 { return true }
    // A libcurl that names neither asks the system's own store.
    guard vitrine_curl_open() == nil, let about = vitrine_curl_about()?.pointee,
      about.age.rawValue >= CURLVERSION_SEVENTH.rawValue
    else { return true }
    let paths = [about.cainfo, about.capath].compactMap(\.self)
    return paths.isEmpty || paths.contains { access($0, R_OK) == 0 }
  }
}
