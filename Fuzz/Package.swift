// swift-tools-version: 6.2

import PackageDescription

/// Fuzz targets, in a package of their own so that the plain build knows nothing of them.
///
/// `Sources` holds links to the modules under test: they are compiled here with the fuzzer's
/// instrumentation, which a dependency could not be. Build and run with `./run`.
let fuzzed: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .unsafeFlags(["-sanitize=fuzzer,address", "-parse-as-library", "-enable-testing"]),
]

let linked: [LinkerSetting] = [.unsafeFlags(["-sanitize=fuzzer,address"])]

let package = Package(
  name: "VitrineFuzz",
  dependencies: [.package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0")],
  targets: [
    .target(name: "CFuzzDriver"),
    .target(name: "CLinux"),
    .target(name: "Files", dependencies: ["CLinux"], swiftSettings: fuzzed),
    .target(name: "PhotoFacts", swiftSettings: fuzzed),
    .target(name: "GalleryDomain", dependencies: ["Files", "PhotoFacts"], swiftSettings: fuzzed),
    .target(name: "PhotoSQL", dependencies: ["GalleryDomain"], swiftSettings: fuzzed),
    .target(name: "Digests", swiftSettings: fuzzed),
    .target(name: "Processes", dependencies: ["CLinux"], swiftSettings: fuzzed),
    .target(
      name: "PictureProtocol", dependencies: ["CLinux", "PhotoFacts"], swiftSettings: fuzzed),
    // What the worker reads of files before a decoder sees them: the part of it that needs no library.
    .target(name: "PictureFormats", dependencies: ["PictureProtocol"], swiftSettings: fuzzed),
    .target(
      name: "FeedFormats",
      dependencies: [
        "Digests", "GalleryDomain", "PictureProtocol",
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      swiftSettings: fuzzed),
    .target(
      name: "FolderFormats", dependencies: ["Digests", "FeedFormats", "GalleryDomain"],
      swiftSettings: fuzzed),
    .target(
      name: "GalleryData",
      dependencies: [
        "CLinux", "Digests", "FeedFormats", "FolderFormats", "GalleryDomain", "PhotoSQL",
        "PictureProtocol", "Processes",
      ],
      swiftSettings: fuzzed),
    .target(
      name: "GalleryClickHouse", dependencies: ["FeedFormats", "GalleryData", "GalleryDomain"],
      swiftSettings: fuzzed),
    .executableTarget(
      name: "fuzz-xml", dependencies: ["FeedFormats", "CFuzzDriver"], swiftSettings: fuzzed,
      linkerSettings: linked),
    .executableTarget(
      name: "fuzz-picture",
      dependencies: ["PictureFormats", "PictureProtocol", "CFuzzDriver"],
      swiftSettings: fuzzed, linkerSettings: linked),
    .executableTarget(
      name: "fuzz-protocol", dependencies: ["PictureProtocol", "CFuzzDriver"],
      swiftSettings: fuzzed, linkerSettings: linked),
    .executableTarget(
      name: "fuzz-listing",
      dependencies: [
        "FeedFormats", "FolderFormats", "GalleryClickHouse", "GalleryData", "CFuzzDriver",
      ],
      swiftSettings: fuzzed, linkerSettings: linked),
    .executableTarget(
      name: "fuzz-lines", dependencies: ["FeedFormats", "GalleryData", "CFuzzDriver"],
      swiftSettings: fuzzed, linkerSettings: linked),
    // What is tested is linked in: its module needs libcurl's shim.
    .executableTarget(
      name: "fuzz-sftp", dependencies: ["FolderFormats", "CFuzzDriver"], swiftSettings: fuzzed,
      linkerSettings: linked),
    .target(
      name: "TerminalKit", dependencies: ["CLinux"],
      swiftSettings: fuzzed + [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "fuzz-input", dependencies: ["TerminalKit", "CFuzzDriver"],
      swiftSettings: fuzzed + [.defaultIsolation(MainActor.self)], linkerSettings: linked),
    .executableTarget(
      name: "fuzz-cleaner", dependencies: ["FeedFormats", "GalleryDomain", "CFuzzDriver"],
      swiftSettings: fuzzed,
      linkerSettings: linked),
  ]
)
