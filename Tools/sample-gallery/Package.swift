// swift-tools-version: 6.2

import PackageDescription

/// Draws the pictures of the built-in gallery. A package of its own, so that the plain build does not depend on it: the
/// pictures are committed, and are rarely drawn again.
let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
  name: "SampleGallery",
  targets: [
    // libvips' savers.
    .systemLibrary(name: "CVips", pkgConfig: "vips"),
    .executableTarget(name: "sample-gallery", dependencies: ["CVips"], swiftSettings: common),
    .testTarget(
      name: "SampleGalleryTests", dependencies: ["sample-gallery"], swiftSettings: common),
  ]
)
