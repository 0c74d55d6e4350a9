// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Optimist",
  products: [
    .executable(name: "optimist", targets: ["optimist"])
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CGLib", pkgConfig: "gio-unix-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .systemLibrary(
      name: "CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
    .systemLibrary(
      name: "CSoup", pkgConfig: "libsoup-3.0", providers: [.apt(["libsoup-3.0-dev"])]),
    .systemLibrary(
      name: "CSecret", pkgConfig: "libsecret-1", providers: [.apt(["libsecret-1-dev"])]),
    // Its list for pkg-config names two more libraries that nothing here calls, and these load a database.
    .systemLibrary(name: "CIcal", providers: [.apt(["libical-dev"])]),
    .systemLibrary(
      name: "CXML", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    // Loads the libraries that a start does not need when they are called first.
    .target(name: "LazyLibraries", dependencies: ["CSoup", "CSecret", "CIcal", "CXML"]),
    .target(name: "Basics", dependencies: ["CGLib"]),
    .target(name: "Dates", dependencies: ["Basics", "LazyLibraries", "CGLib", "CIcal"]),
    .target(name: "QuickAdd", dependencies: ["Dates"]),
    .target(
      name: "Core",
      dependencies: ["Basics", "Dates", .product(name: "GRDB", package: "GRDB.swift")]),
    .target(
      name: "Sync",
      dependencies: [
        "Basics", "Core", "LazyLibraries", "CGLib", "CIcal", "CSecret", "CSoup", "CXML",
      ]),
    .target(name: "Platform", dependencies: ["Basics", "CGLib"]),
    .target(name: "Toolkit", dependencies: ["Basics", "Platform", "CGtk", "CAdwaita"]),
    .target(
      name: "Service",
      dependencies: ["Basics", "Core", "QuickAdd", "Sync", "Platform", "CGLib"],
      resources: [.embedInCode("VERSION")]),
    .target(
      name: "Command",
      dependencies: [
        "Basics", "Core", "QuickAdd", "Sync", "Platform", "Service",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "App",
      dependencies: [
        "Basics", "Core", "Dates", "QuickAdd", "Sync", "Platform", "Service", "Toolkit", "CGtk",
        "CAdwaita",
      ]),
    .executableTarget(name: "optimist", dependencies: ["App", "Command", "Toolkit"]),
    .target(
      name: "TestSupport", dependencies: ["Basics", "Core", "Sync"], path: "Tests/TestSupport"),
    .target(
      name: "Simulation", dependencies: ["Basics", "Core", "Sync", "TestSupport"],
      path: "Tests/Simulation",
      exclude: [
        "mutant_copy.py", "mutations.py", "noticing.py", "schemata.py", "unit_mutations.py",
      ]),
    .executableTarget(
      name: "optimist-simulation", dependencies: ["Simulation"], path: "Tests/SimulationCommand"),
    .testTarget(
      name: "DatesTests", dependencies: ["Basics", "Dates"], exclude: ["oracle.py"]),
    .executableTarget(
      name: "optimist-quick-add", dependencies: ["Dates", "QuickAdd"],
      path: "Tests/QuickAddCommand"),
    .testTarget(name: "QuickAddTests", dependencies: ["Basics", "Dates", "QuickAdd"]),
    .executableTarget(
      name: "optimist-page", dependencies: ["Core", "Sync"], path: "Tests/PageCommand"),
    .testTarget(name: "CoreTests", dependencies: ["Basics", "Core", "TestSupport"]),
    .testTarget(
      name: "SyncTests",
      dependencies: ["Basics", "Core", "Sync", "TestSupport", "Simulation", "CIcal"],
      exclude: ["CalDAV/Calendar/Fixtures"],
      // Tests compare calendars with functions that the program does not use.
      linkerSettings: [.linkedLibrary("ical")]),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "Basics", "Core", "Sync", "Platform", "Service", "Command", "Toolkit", "App", "TestSupport",
        "CGLib", "CGtk", "CAdwaita",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
