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
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
  ],
  targets: [
    // C libraries, each behind a module map and a shim.
    .systemLibrary(name: "CNcurses"),
    .systemLibrary(name: "CVips", pkgConfig: "vips"),
    .systemLibrary(name: "CChafa", pkgConfig: "chafa"),
    .systemLibrary(name: "CGexiv2", pkgConfig: "gexiv2"),
    .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate"),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebpdemux"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CQrencode", pkgConfig: "libqrencode"),
    .systemLibrary(name: "CPangoCairo", pkgConfig: "pangocairo"),
    .systemLibrary(name: "CDescriptorPassing"),
    .systemLibrary(name: "CLinux"),
    // How a picture worker shuts itself in; and C++ whose exceptions Swift must not meet.
    .target(name: "CWorkerProcess"),
    .target(name: "CTags", dependencies: ["CGexiv2"]),

    // Domain, data, presentation.
    .target(name: "GalleryDomain", swiftSettings: common),
    .target(
      name: "GalleryData",
      dependencies: [
        "GalleryDomain",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      swiftSettings: common),
    // HTTP, for the feeds of `GalleryData`.
    .target(
      name: "GalleryNetwork",
      dependencies: [
        "GalleryData", "GalleryDomain", "CZlib",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: common),
    // SQLite: pages, images and what people searched for.
    .target(
      name: "GalleryStore",
      dependencies: [
        "GalleryData", "GalleryDomain",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: common),
    // Placing orders: shops' links, order servers, order files.
    .target(
      name: "GalleryOrders",
      dependencies: [
        "GalleryData", "GalleryDomain", "CQrencode",
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: common),
    // What sellers do with their own photos: sale marks in sidecars, and folders as feeds.
    .target(
      name: "GallerySales", dependencies: ["GalleryData", "GalleryDomain"], swiftSettings: common),
    // Contact sheets, and copies of originals.
    .target(
      name: "ContactSheet",
      dependencies: ["GalleryDomain", "GalleryPresentation", "PictureProtocol", "CLinux"],
      swiftSettings: common),
    .target(
      name: "GalleryPresentation", dependencies: ["GalleryDomain"], swiftSettings: common),

    // The terminal.
    .target(name: "TerminalKit", swiftSettings: mainActor),
    .target(name: "CTerminalRestore"),
    .target(
      name: "NcursesTerminal",
      dependencies: ["TerminalKit", "CNcurses", "CTerminalRestore", "CLinux"],
      swiftSettings: mainActor),

    // Pictures.
    .target(
      name: "PictureProtocol", dependencies: ["CDescriptorPassing"], swiftSettings: common),
    .target(
      name: "PictureKit", dependencies: ["PictureProtocol", "TerminalKit", "CLinux"],
      swiftSettings: mainActor),
    .executableTarget(
      name: "vitrine-pictures",
      dependencies: [
        "PictureProtocol", "CVips", "CChafa", "CGexiv2", "CDeflate", "CPangoCairo", "CWebP",
        "CTags", "CWorkerProcess",
      ],
      swiftSettings: common),

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
        "GalleryScreens", "GalleryData", "GalleryNetwork", "GalleryOrders", "GallerySales",
        "GalleryStore", "ContactSheet", "NcursesTerminal", "PictureKit", "PictureProtocol",
        "CLinux",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "TOMLKit", package: "TOMLKit"),
      ],
      resources: [.copy("Resources")],
      // Not `mainActor`: ArgumentParser's property wrappers cannot stand in an isolated command.
      swiftSettings: common),

    // Makes the pictures of the built-in gallery; not installed.
    .executableTarget(
      name: "sample-gallery", dependencies: ["CVips"], swiftSettings: common),
    .testTarget(
      name: "SampleGalleryTests", dependencies: ["sample-gallery"], swiftSettings: common),

    // Measures the programs (`make bench`); not installed.
    .executableTarget(
      name: "vitrine-bench",
      dependencies: [
        "FeedServerSupport", "GalleryData", "GalleryScreens", "GalleryTestSupport",
        "NcursesTerminal", "PictureKit", "PictureProtocol", "PseudoTerminalSupport",
      ],
      swiftSettings: common),

    // Takes a folder of bad pictures through the workers (`make corpus`); not installed.
    .executableTarget(
      name: "vitrine-corpus",
      dependencies: ["PictureKit", "PictureProtocol", "PseudoTerminalSupport"],
      swiftSettings: common),

    // Tests.
    .testTarget(
      name: "TerminalKitTests", dependencies: ["TerminalKit"], swiftSettings: mainActor),
    // Reads the sources: every string that users read, in docs/words.txt.
    .testTarget(name: "WordsTests", swiftSettings: common),
    // Runs programs in a pseudo-terminal.
    .target(
      name: "PseudoTerminalSupport", dependencies: ["TerminalKit"],
      path: "Tests/PseudoTerminalSupport", swiftSettings: common),
    .executableTarget(
      name: "terminal-probe", dependencies: ["NcursesTerminal", "TerminalKit"],
      path: "Tests/terminal-probe", swiftSettings: mainActor),
    .testTarget(
      name: "NcursesTerminalTests",
      dependencies: ["NcursesTerminal", "PseudoTerminalSupport", "terminal-probe"],
      swiftSettings: common),
    .testTarget(
      name: "GalleryScreensTests", dependencies: ["GalleryScreens", "GalleryTestSupport"],
      swiftSettings: mainActor),
    .testTarget(
      name: "PictureProtocolTests", dependencies: ["PictureProtocol"], swiftSettings: common),
    .testTarget(
      name: "PictureKitTests",
      dependencies: ["PictureKit", "PictureProtocol", "TerminalKit", "vitrine-pictures"],
      swiftSettings: mainActor),
    // Sources of photos that are made up on demand, for tests and the bench; no product.
    .target(
      name: "GalleryTestSupport", dependencies: ["GalleryDomain"],
      path: "Tests/GalleryTestSupport", swiftSettings: common),
    .testTarget(
      name: "GalleryDomainTests", dependencies: ["GalleryDomain", "GalleryTestSupport"],
      swiftSettings: common),
    .testTarget(
      name: "GalleryDataTests", dependencies: ["GalleryData", "GalleryTestSupport"],
      swiftSettings: common),
    // An HTTP server on loopback that answers rightly or, on demand, as no server should.
    .target(
      name: "FeedServerSupport", path: "Tests/FeedServerSupport", swiftSettings: common),
    .testTarget(
      name: "GalleryNetworkTests",
      dependencies: [
        "GalleryNetwork", "GalleryData", "GalleryDomain", "FeedServerSupport",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
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
        "GalleryStore", "GalleryData", "GalleryTestSupport", "PseudoTerminalSupport",
        "basket-probe",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: common),
    // A program that orders, to be killed at every step of it.
    .executableTarget(
      name: "order-probe",
      dependencies: [
        "GalleryNetwork", "GalleryOrders", "GalleryPresentation", "GalleryStore",
        "GalleryTestSupport",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/order-probe", swiftSettings: common),
    .testTarget(
      name: "GalleryOrdersTests",
      dependencies: [
        "GalleryOrders", "GalleryNetwork", "GalleryTestSupport", "FeedServerSupport",
        "PseudoTerminalSupport", "order-probe",
      ],
      swiftSettings: common),
    .testTarget(
      name: "GallerySalesTests", dependencies: ["GallerySales", "GalleryTestSupport"],
      swiftSettings: common),
    .testTarget(
      name: "ContactSheetTests",
      dependencies: ["ContactSheet", "GalleryTestSupport", "PictureProtocol"],
      swiftSettings: common),
    .testTarget(
      name: "GalleryPresentationTests",
      dependencies: ["GalleryPresentation", "GalleryTestSupport"], swiftSettings: common),
    // Shuts itself in as a worker does, and tries to get out.
    .executableTarget(
      name: "cell-probe", dependencies: ["CWorkerProcess"], path: "Tests/cell-probe"),
    // Runs the worker that was built beside it.
    .testTarget(
      name: "PictureWorkerTests",
      dependencies: ["PictureProtocol", "cell-probe", "vitrine-pictures"],
      exclude: ["Fixtures"], swiftSettings: common),
    // Runs the whole program in a pseudo-terminal and in pipes.
    .testTarget(
      name: "VitrineTests",
      dependencies: [
        "FeedServerSupport", "GalleryData", "GalleryScreens", "GalleryTestSupport",
        "PseudoTerminalSupport", "TerminalKit", "vitrine", "vitrine-pictures",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: common),
  ]
)
