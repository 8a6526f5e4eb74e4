import FeedFormats
import FolderFormats
import Foundation
import GalleryDomain

/// Where the user's buckets are and with which keys, from the environment and the files of `aws configure`.
///
/// `AWS_PROFILE`, `AWS_REGION` (`AWS_DEFAULT_REGION`), `AWS_ENDPOINT_URL_S3` (`AWS_ENDPOINT_URL`), `AWS_ACCESS_KEY_ID`,
/// `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN` come before a profile's settings in `~/.aws/config` and
/// `~/.aws/credentials` (`AWS_CONFIG_FILE`, `AWS_SHARED_CREDENTIALS_FILE`), as in other programs. Without keys,
/// requests are not signed: public buckets need no signature.
public struct S3Settings: Sendable {
  public var region: String
  /// nil if requests are not signed.
  public var keys: S3Credentials?
  /// nil for AWS itself.
  public var endpoint: URL?
  /// nil if the bucket's name decides.
  public var usesPathStyle: Bool?

  private static let fileByteLimit = 1 << 20

  /// - Parameters:
  ///   - endpoint: `--endpoint`, which takes precedence.
  ///   - environment: The value of a variable.
  ///   - read: The text of a file; nil if there is none.
  public init(
    endpoint: String? = nil, environment: (String) -> String?,
    read: (String) -> String? = S3Settings.text(ofFile:)
  ) throws(Complaint) {
    func value(_ names: String...) -> String? {
      names.lazy.compactMap(environment).first { !$0.isEmpty }
    }
    let home = value("HOME") ?? ""
    let config = Self.sections(read(value("AWS_CONFIG_FILE") ?? "\(home)/.aws/config") ?? "")
    let secrets = Self.sections(
      read(value("AWS_SHARED_CREDENTIALS_FILE") ?? "\(home)/.aws/credentials") ?? "")
    let profile = value("AWS_PROFILE", "AWS_DEFAULT_PROFILE")
    let name = profile ?? "default"
    let found = config["profile \(name)"] ?? (name == "default" ? config["default"] : nil)
    if profile != nil, found == nil, secrets[name] == nil {
      let name = TextCleaner.line(name, limit: .field)
      throw Complaint("AWS_PROFILE: no profile '\(name)' in ~/.aws/config and ~/.aws/credentials")
    }
    let settings = (found ?? [:]).merging(secrets[name] ?? [:]) { $1 }
    region = value("AWS_REGION", "AWS_DEFAULT_REGION") ?? settings["region"] ?? "us-east-1"
    switch settings["s3.addressing_style"] {
    case "path": usesPathStyle = true
    case "virtual": usesPathStyle = false
    default: usesPathStyle = nil
    }
    let variables = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"].map { ($0, value($0)) }
    let endpoints =
      [("--endpoint", endpoint)] + variables
      + [("endpoint_url", settings["s3.endpoint_url"] ?? settings["endpoint_url"])]
    for case (let name, let address?) in endpoints {
      self.endpoint = try Self.endpoint(address, of: name)
      break
    }
    // Keys from the environment and from a file are never mixed.
    let names = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"]
    let ofFiles = names.map { $0.lowercased() }
    let known = try Self.credentials(names.map { ($0, value($0)) })
    keys = known == nil ? try Self.credentials(ofFiles.map { ($0, settings[$0]) }) : known
  }

  /// - Parameter found: The two keys and the token, by their names.
  /// - Returns: nil without any key.
  private static func credentials(
    _ found: [(name: String, value: String?)]
  ) throws(Complaint) -> S3Credentials? {
    guard found[0].value != nil || found[1].value != nil else { return nil }
    guard let access = found[0].value, let secret = found[1].value else {
      throw Complaint(
        "\(found[found[0].value == nil ? 0 : 1].name) is not set, but the key beside it is")
    }
    return S3Credentials(accessKey: access, secretKey: secret, sessionToken: found[2].value)
  }

  /// - Parameter setting: Named in errors instead of the URL, which may contain a secret whatever is wrong with it.
  private static func endpoint(_ address: String, of setting: String) throws(Complaint) -> URL {
    guard !address.contains("@") else {
      throw Complaint(
        "\(setting) must not hold a user or a password; keys go into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
      )
    }
    let text = address.contains("://") ? address : "https://\(address)"
    guard let url = URL(string: text), WebAddress.isWeb(url), url.user() == nil, url.query() == nil
    else { throw noEndpoint(setting) }
    return url
  }

  private static func noEndpoint(_ setting: String) -> Complaint {
    "\(setting) is not the address of an object store; write https://host or http://host:port"
  }

  public func location(bucket: String, folder: String) throws(Complaint) -> S3Location {
    // Ceph and others also accept capitals and underscores.
    let letters = bucket.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-_.".utf8.contains(byte)
    }
    guard letters, (1...255).contains(bucket.utf8.count) else {
      throw Complaint(
        "'\(TextCleaner.line(bucket, limit: .field))' can't be the name of a bucket")
    }
    let usual = "https://s3.\(region).amazonaws.com"
    guard let url = endpoint ?? URL(string: usual), url.host() != nil else {
      throw Self.noEndpoint("AWS_REGION")
    }
    // A name with dots doesn't match any certificate, and other servers seldom have a host for each bucket.
    let isHost = bucket.utf8.allSatisfy { !(0x41...0x5A).contains($0) && !"._".utf8.contains($0) }
    return S3Location(
      endpoint: url, bucket: bucket, folder: folder,
      usesPathStyle: usesPathStyle ?? (endpoint != nil || !isHost))
  }

  public static func text(ofFile path: String) -> String? {
    guard let file = FileReference(path: path),
      let content = try? FileBytes.read(file, byteLimit: fileByteLimit)
    else { return nil }
    return String(decoding: content.bytes, as: UTF8.self)
  }

  /// The format of `aws configure`: `[section]`, `key = value`, `#` and `;` before comments, and further settings of a
  /// service indented below `s3 =`, which become `s3.key`.
  static func sections(_ text: String) -> [String: [String: String]] {
    var sections: [String: [String: String]] = [:]
    var (section, group) = ("", "")
    for line in text.split(whereSeparator: \.isNewline) {
      let isIndented = line.first == " " || line.first == "\t"
      let bare = line.trimmingCharacters(in: .whitespaces)
      guard let first = bare.first, first != "#", first != ";" else { continue }
      if first == "[", let end = bare.firstIndex(of: "]") {
        section = bare[bare.index(after: bare.startIndex)..<end]
          .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        group = ""
        continue
      }
      let parts = bare.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let key = parts[0].trimmingCharacters(in: .whitespaces)
      let value = parts[1].trimmingCharacters(in: .whitespaces)
      if !isIndented { group = value.isEmpty ? "\(key)." : "" }
      sections[section, default: [:]][isIndented ? group + key : key] = value
    }
    return sections
  }
}

/// Signs the requests to an object store.
public final actor S3Authorizer: RequestAuthorizer {
  private var signer: S3Signer
  private let now: @Sendable () -> Date

  public init(
    keys: S3Credentials, region: String, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    signer = S3Signer(keys, region: region)
    self.now = now
  }

  public func authorized(_ request: HTTPRequest) -> HTTPRequest {
    signer.signed(request, at: now())
  }

  public func learns(from response: HTTPResponse, to request: HTTPRequest) -> Bool { false }
}
