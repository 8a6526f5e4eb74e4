// swift-tools-version: 6.2

import PackageDescription

/// Swift 6 language mode everywhere; a warning fails the build.
let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

/// The view layer lives on the main actor; data, domain and presentation are not isolated.
let mainActor: [SwiftSetting] = common + [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "Vitrine",
  products: [
    .library(name: "GalleryDomain", targets: ["GalleryDomain"]),
    .library(name: "GalleryPresentation", targets: ["GalleryPresentation"]),
    .executable(name: "vitrine", targets: ["vitrine"]),
    .executable(name: "vitrine-pictures", targets: ["vitrine-pictures"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
  ],
  targets: [
    // C libraries, each behind a module map and a shim.
    .systemLibrary(name: "CNcurses"),
    .systemLibrary(name: "CVips", pkgConfig: "vips"),
    .systemLibrary(name: "CChafa", pkgConfig: "chafa"),
    .systemLibrary(name: "CGexiv2", pkgConfig: "gexiv2"),
    .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate"),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebpdemux"),
    // Linux's calls that Swift cannot make by itself; and C++ whose exceptions Swift must not meet.
    .target(name: "CLinux"),
    // libcurl, opened at run time: it has no pkgConfig because nothing links it.
    .target(name: "CCurl"),
    // Files and folders as the system has them: reading, listing, replacing, copying, and what killed programs leave.
    .target(name: "Files", dependencies: ["CLinux"], swiftSettings: common),
    .target(name: "CTags", dependencies: ["CGexiv2"]),
    // A function of libjxl, opened at run time.
    .target(name: "CJXL"),

    // Domain, data, presentation.
    // What files say: one value for the workers that read it, the store and the domain.
    .target(name: "PhotoFacts", swiftSettings: common),
    .target(name: "GalleryDomain", dependencies: ["Files", "PhotoFacts"], swiftSettings: common),
    // Photos of folders as rows: the tables, and the statements that answer queries. Knows no database.
    .target(name: "PhotoSQL", dependencies: ["GalleryDomain"], swiftSettings: common),
    // MD5, SHA-1 and SHA-256, as thumbnails and servers want them.
    .target(name: "Digests", swiftSettings: common),
    // Other programs: how they are started, read and ended.
    .target(name: "Processes", dependencies: ["CLinux"], swiftSettings: common),
    // JSON, XML, HTML, RSS, Atom and presets: bytes in, photos out.
    .target(
      name: "FeedFormats",
      dependencies: [
        "Digests", "GalleryDomain", "PictureProtocol",
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      swiftSettings: common),
    // S3, WebDAV, directory indexes and SFTP: how folders at servers are listed.
    .target(
      name: "FolderFormats", dependencies: ["Digests", "FeedFormats", "GalleryDomain"],
      swiftSettings: common),
    // Folders, feed files and feeds on the network: the repositories.
    .target(
      name: "GalleryData",
      dependencies: [
        "Digests", "FeedFormats", "Files", "FolderFormats", "GalleryDomain", "PhotoSQL",
        "PictureProtocol", "Processes", "CLinux",
      ],
      swiftSettings: common),
    // Tables of a ClickHouse server as a source. Nothing but the program knows it.
    .target(
      name: "GalleryClickHouse", dependencies: ["FeedFormats", "GalleryData", "GalleryDomain"],
      swiftSettings: common),
    // HTTP, for the feeds of `GalleryData`.
    .target(
      name: "GalleryNetwork",
      dependencies: [
        "FeedFormats", "FolderFormats", "GalleryData", "GalleryDomain", "Processes", "CCurl",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: common),
    // SQLite: pages, images and what people searched for.
    .target(
      name: "GalleryStore",
      dependencies: [
        "FeedFormats", "Files", "GalleryData", "GalleryDomain", "PhotoSQL",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: common),
    // Placing orders: shops' links, order servers, order files.
    .target(
      name: "GalleryOrders",
      dependencies: [
        "FeedFormats", "Files", "GalleryData", "GalleryDomain",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: common),
    // What changes the user's own files: copies and the trash, sale marks in sidecars, folders as feeds.
    .target(
      name: "GalleryFiles",
      dependencies: [
        "Digests", "FeedFormats", "Files", "GalleryData", "GalleryDomain", "PictureProtocol",
        "CLinux",
      ],
      swiftSettings: common),
    // Contact sheets, and copies of originals.
    .target(
      name: "ContactSheet",
      dependencies: ["Files", "GalleryDomain", "GalleryPresentation", "PictureProtocol"],
      swiftSettings: common),
    .target(
      name: "GalleryPresentation", dependencies: ["GalleryDomain"], swiftSettings: common),

    // The terminal.
    .target(name: "TerminalKit", dependencies: ["CLinux"], swiftSettings: mainActor),
    .target(name: "CTerminalRestore"),
    .target(
      name: "NcursesTerminal",
      dependencies: [
        "Files", "Processes", "TerminalKit", "CNcurses", "CTerminalRestore", "CLinux",
      ],
      swiftSettings: mainActor),

    // Pictures.
    .target(
      name: "PictureProtocol", dependencies: ["CLinux", "PhotoFacts"], swiftSettings: common),
    .target(
      name: "PictureKit",
      dependencies: ["Digests", "Files", "PictureProtocol", "Processes", "TerminalKit", "CLinux"],
      swiftSettings: mainActor),
    .executableTarget(
      name: "vitrine-pictures",
      dependencies: [
        "PictureProtocol", "CVips", "CChafa", "CGexiv2", "CDeflate", "CWebP", "CTags", "CJXL",
        "CLinux",
      ],
      swiftSettings: common,
      // For libvips' module.
      linkerSettings: [
        .unsafeFlags(["-Xlinker", "--export-dynamic-symbol=JxlDecoderProcessInput"])
      ]),

    // The program.
    .target(
      name: "GalleryScreens",
      dependencies: [
        "GalleryPresentation", "TerminalKit", "PictureKit", "PictureProtocol",
      ],
      swiftSettings: mainActor),
    .executableTarget(
      name: "vitrine",
      dependencies: [
        "FeedFormats", "Files", "FolderFormats", "GalleryScreens", "GalleryClickHouse",
        "GalleryData", "GalleryNetwork", "GalleryOrders", "GalleryFiles", "GalleryStore",
        "ContactSheet",
        "NcursesTerminal",
        "PictureKit", "PictureProtocol", "Processes",
        "CLinux",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      resources: [.copy("Resources")],
      // Not `mainActor`: ArgumentParser's property wrappers cannot stand in an isolated command.
      swiftSettings: common),

    // Tests.
    // Compares two values with less work for the compiler than `#expect`; every test target has it.
    .target(
      name: "ExpectationSupport", path: "Tests/ExpectationSupport", swiftSettings: common),
    // Waits for what nothing announces, for a limited time.
    .target(name: "WaitSupport", path: "Tests/WaitSupport", swiftSettings: common),
    // A terminal in memory, and its frames as text.
    .target(
      name: "TerminalTestSupport", dependencies: ["TerminalKit"],
      path: "Tests/TerminalTestSupport", swiftSettings: mainActor),
    .testTarget(
      name: "TerminalKitTests",
      dependencies: ["TerminalKit", "TerminalTestSupport", "WaitSupport"],
      swiftSettings: mainActor),
    // Runs programs in a pseudo-terminal.
    .target(
      name: "PseudoTerminalSupport", dependencies: ["TerminalKit"],
      path: "Tests/PseudoTerminalSupport", swiftSettings: common),
    .executableTarget(
      name: "terminal-probe", dependencies: ["NcursesTerminal", "TerminalKit"],
      path: "Tests/terminal-probe", swiftSettings: mainActor),
    .testTarget(
      name: "NcursesTerminalTests",
      dependencies: [
        "NcursesTerminal", "PseudoTerminalSupport", "TerminalTestSupport", "WaitSupport",
        "terminal-probe",
      ],
      swiftSettings: common),
    .testTarget(
      name: "GalleryScreensTests",
      dependencies: [
        "GalleryScreens", "GalleryTestSupport", "PresentationTestSupport", "TerminalTestSupport",
        "WaitSupport",
      ],
      swiftSettings: mainActor),
    .testTarget(
      name: "PictureProtocolTests", dependencies: ["PictureProtocol"], swiftSettings: common),
    .testTarget(
      name: "PictureKitTests",
      dependencies: [
        "GalleryTestSupport", "PictureKit", "PictureProtocol", "TerminalKit", "TerminalTestSupport",
        "WaitSupport", "vitrine-pictures",
      ],
      swiftSettings: mainActor),
    // Sources of photos that are made up on demand, for tests and the bench; no product.
    .target(
      name: "GalleryTestSupport",
      dependencies: ["Files", "GalleryDomain", .product(name: "Logging", package: "swift-log")],
      path: "Tests/GalleryTestSupport", swiftSettings: common),
    // What view models ask, answered when a test says so.
    .target(
      name: "PresentationTestSupport", dependencies: ["GalleryPresentation", "GalleryTestSupport"],
      path: "Tests/PresentationTestSupport", swiftSettings: common),
    .testTarget(
      name: "GalleryDomainTests",
      dependencies: ["GalleryDomain", "GalleryTestSupport", "WaitSupport"],
      swiftSettings: common),
    .testTarget(
      name: "FilesTests", dependencies: ["Files", "GalleryTestSupport"], swiftSettings: common),
    .testTarget(name: "DigestsTests", dependencies: ["Digests"], swiftSettings: common),
    .testTarget(
      name: "ProcessesTests", dependencies: ["Processes", "WaitSupport"], swiftSettings: common),
    .testTarget(
      name: "FeedFormatsTests",
      dependencies: ["FeedFormats", "FolderFormats", "GalleryTestSupport"],
      exclude: ["Presets/Answers", "RemoteFolders/Fixtures"], swiftSettings: common),
    .testTarget(
      name: "GalleryDataTests",
      dependencies: [
        "FeedFormats", "Files", "FolderFormats", "GalleryClickHouse", "GalleryData", "GalleryStore",
        "GalleryTestSupport", "PictureProtocol", "WaitSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["ClickHouse/recorded.txt"], swiftSettings: common),
    // An HTTP server on loopback that answers rightly or, on demand, as no server should.
    .target(
      name: "FeedServerSupport", path: "Tests/FeedServerSupport", swiftSettings: common),
    // The server's side of TLS.
    .target(
      name: "CTestTLS", path: "Tests/CTestTLS",
      linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
    .testTarget(
      name: "GalleryNetworkTests",
      dependencies: [
        "FolderFormats", "GalleryClickHouse", "GalleryNetwork", "GalleryData", "GalleryDomain",
        "GalleryStore", "FeedServerSupport", "GalleryTestSupport", "PictureProtocol", "Processes",
        "CCurl", "CTestTLS", "vitrine-pictures",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: common),
    // A second program at the same basket, to be killed.
    .executableTarget(
      name: "basket-probe",
      dependencies: [
        "GalleryDomain", "GalleryStore", "GalleryTestSupport",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/basket-probe", swiftSettings: common),
    .testTarget(
      name: "GalleryStoreTests",
      dependencies: [
        "Files", "GalleryStore", "GalleryData", "GalleryFiles", "PictureProtocol",
        "GalleryTestSupport", "PhotoSQL", "PseudoTerminalSupport", "WaitSupport", "basket-probe",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: common),
    .testTarget(
      name: "GalleryOrdersTests",
      dependencies: [
        "Files", "GalleryOrders", "GalleryNetwork", "GalleryTestSupport", "FeedServerSupport",
      ],
      swiftSettings: common),
    .testTarget(
      name: "GalleryFilesTests",
      dependencies: [
        "FeedFormats", "Files", "FolderFormats", "GalleryData", "GalleryFiles", "GalleryStore",
        "GalleryTestSupport", "PictureProtocol", "CLinux",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: common),
    .testTarget(
      name: "ContactSheetTests",
      dependencies: [
        "ContactSheet", "Files", "GalleryFiles", "GalleryTestSupport", "PictureProtocol",
      ],
      swiftSettings: common),
    .testTarget(
      name: "GalleryPresentationTests",
      dependencies: ["GalleryPresentation", "GalleryTestSupport", "PresentationTestSupport"],
      swiftSettings: common),
    // Shuts itself in as a worker does, and tries to get out.
    .executableTarget(
      name: "cell-probe", dependencies: ["CLinux"], path: "Tests/cell-probe"),
    // Runs the worker that was built beside it.
    .testTarget(
      name: "PictureWorkerTests",
      dependencies: [
        "Files", "GalleryData", "GalleryDomain", "GalleryFiles", "GalleryTestSupport",
        "PictureProtocol", "Processes", "cell-probe", "vitrine-pictures",
      ],
      exclude: ["Fixtures"], swiftSettings: common),
    // Runs the whole program in a pseudo-terminal and in pipes.
    .testTarget(
      name: "VitrineTests",
      dependencies: [
        "FeedFormats", "FeedServerSupport", "GalleryData", "GalleryScreens",
        "GalleryStore", "GalleryTestSupport", "NcursesTerminal", "PictureKit", "PictureProtocol",
        "PseudoTerminalSupport", "TerminalKit", "WaitSupport", "vitrine", "vitrine-pictures",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Fixtures"], swiftSettings: common),
  ]
)

for target in package.targets where target.type == .test {
  target.dependencies.append("ExpectationSupport")
}

// The program that measures (`make bench`) is part of the package only when the Makefile asks for it, so that nobody waits for it who runs
// or tests Vitrine. It is a target, no package of its own: that would build all of Vitrine once more. Asking for it, or not any more,
// rebuilds nothing else.
if Context.environment["VITRINE_TOOLS"] != nil {
  package.targets.append(
    .executableTarget(
      name: "vitrine-bench",
      dependencies: [
        "CLinux", "GalleryClickHouse", "GalleryData", "GalleryNetwork", "GalleryStore",
        "GalleryTestSupport", "PhotoSQL", "PictureProtocol", "PseudoTerminalSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tools/vitrine-bench", swiftSettings: common))
}

// `make test ONLY="GalleryDataTests FeedFormatsTests"`: compiling all test targets is most of the time between an edit and its tests.
if let only = Context.environment["VITRINE_TESTS"], !only.isEmpty {
  let names = only.split(separator: " ").map(String.init)
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// A module is compiled again when the interface of one that its target names has changed. How large a value of it is may follow from a module
// further down, whose change leaves the interfaces between them the same byte for byte; compiled for another size, programs crash. So
// each target names all modules that it is made of.
let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
for target in package.targets {
  var (names, next) = ([String](), [target])
  while let part = next.popLast() {
    for case .byNameItem(let name, _) in part.dependencies where !names.contains(name) {
      guard let found = targets[name], found.swiftSettings != nil else { continue }
      names.append(name)
      next.append(found)
    }
  }
  for case .byNameItem(let name, _) in target.dependencies { names.removeAll { $0 == name } }
  target.dependencies += names.filter { targets[$0]?.type == .regular }.map {
    .byNameItem(name: $0, condition: nil)
  }
}
