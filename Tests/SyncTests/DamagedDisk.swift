import Foundation

/// A folder for one database that a test can damage while it is open.
struct DamagedDisk {
  let folder: String
  var path: String { folder + "/store.sqlite" }

  init() throws {
    folder = NSTemporaryDirectory() + "/disk-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Cuts every file of the database to nothing.
  func damage() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      if name.hasSuffix("-shm") { continue }
      guard truncate(folder + "/" + name, 0) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: folder)
  }
}
