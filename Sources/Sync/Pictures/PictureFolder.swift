import Core
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// The files of a picture cache. At the limits, the least recently used files are removed.
///
/// Work is done in order, on a queue of its own.
final class PictureFolder: Sendable {
  private struct Entry {
    var size: Int
    var usedAt: Timestamp
  }

  private let path: String
  private let maxBytes: Int
  private let maxFiles: Int
  private let queue = DispatchQueue(label: "pictures", qos: .utility)
  /// The files; nil before the folder was read. Used on the queue only.
  private let entries = Mutex<[String: Entry]?>(nil)

  /// A full folder is emptied to this fraction of its limits, so that not every new picture removes an old
  /// one.
  private static let fill = 0.9
  private static let unfinished = "new-"

  init(path: String, maxBytes: Int, maxFiles: Int) {
    self.path = path
    self.maxBytes = maxBytes
    self.maxFiles = maxFiles
  }

  /// Reads a file and marks it as used. A damaged one is removed.
  func read(
    _ name: String, now: Timestamp, completion: @escaping @Sendable (StoredPicture?) -> Void
  ) {
    work { [self] entries in
      guard let entry = entries[name] else { return completion(nil) }
      let file = entry.size <= StoredPicture.maxFileBytes ? try? Data(contentsOf: url(name)) : nil
      guard let file, let picture = StoredPicture(file: file) else {
        remove(name, &entries)
        return completion(nil)
      }
      entries[name]?.usedAt = now
      try? FileManager.default.setAttributes(
        [.modificationDate: now.date], ofItemAtPath: url(name).path)
      completion(picture)
    }
  }

  /// Writes a file, which appears when it is complete. A failure is ignored.
  func write(_ picture: StoredPicture, as name: String, now: Timestamp) {
    work { [self] entries in
      guard let file = picture.file, file.count <= maxBytes else { return remove(name, &entries) }
      let unfinished = url(Self.unfinished + name)
      do {
        try PrivateFiles.makeFile(unfinished.path)
        try file.write(to: unfinished)
        try FileManager.default.setAttributes(
          [.modificationDate: now.date, .posixPermissions: 0o600], ofItemAtPath: unfinished.path)
        guard rename(unfinished.path, url(name).path) == 0 else {
          throw CocoaError(.fileWriteUnknown)
        }
        entries[name] = Entry(size: file.count, usedAt: now)
      } catch {
        try? FileManager.default.removeItem(at: unfinished)
      }
      makeRoom(&entries)
    }
  }

  func removeAll(completion: @escaping @Sendable () -> Void) {
    work { [self] entries in
      for name in entries.keys { try? FileManager.default.removeItem(at: url(name)) }
      entries = [:]
      completion()
    }
  }

  // MARK: Details

  private func work(_ body: @escaping @Sendable (inout [String: Entry]) -> Void) {
    queue.async { [self] in
      entries.withLock { entries in
        var present = entries ?? open()
        body(&present)
        entries = present
      }
    }
  }

  /// Finds the files of earlier runs, and removes unfinished ones.
  private func open() -> [String: Entry] {
    let manager = FileManager.default
    if PrivateFiles.makeFolder(path) { PrivateFiles.restrictPermissionsOfContents(in: path) }
    var entries: [String: Entry] = [:]
    for name in (try? manager.contentsOfDirectory(atPath: path)) ?? [] {
      if name.hasPrefix(Self.unfinished) { try? manager.removeItem(at: url(name)) }
      var status = stat()
      guard name.utf8.count == 64, name.allSatisfy(\.isHexDigit),
        lstat(url(name).path, &status) == 0, status.st_mode & S_IFMT == S_IFREG
      else { continue }
      let usedAt = Date(
        timeIntervalSince1970: Double(status.st_mtim.tv_sec)
          + Double(status.st_mtim.tv_nsec) / 1_000_000_000)
      entries[name] = Entry(size: Int(status.st_size), usedAt: Timestamp(usedAt))
    }
    makeRoom(&entries)
    return entries
  }

  private func makeRoom(_ entries: inout [String: Entry]) {
    var total = entries.values.reduce(0) { $0 + $1.size }
    guard total > maxBytes || entries.count > maxFiles else { return }
    let bytes = Int(Double(maxBytes) * Self.fill)
    let files = Int(Double(maxFiles) * Self.fill)
    for (name, entry) in entries.sorted(by: { $0.value.usedAt < $1.value.usedAt }) {
      if total <= bytes, entries.count <= files { return }
      total -= entry.size
      remove(name, &entries)
    }
  }

  private func remove(_ name: String, _ entries: inout [String: Entry]) {
    if entries.removeValue(forKey: name) != nil {
      try? FileManager.default.removeItem(at: url(name))
    }
  }

  private func url(_ name: String) -> URL { URL(fileURLWithPath: path + "/" + name) }
}
