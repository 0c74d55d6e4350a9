import Basics
import Core
import Sync
import Synchronization
import TestSupport

// The names of calendars have no version. A program reads the name before it writes another one, so a name written
// between these two requests is overwritten without being seen (RFC 4918 §9.2 has no precondition for properties).

/// For each calendar, the name that a computer read last in a request for that calendar.
final class NamesRead: Sendable {
  private let names = Mutex<[String: String]>([:])

  func note(_ name: String, of collection: String) {
    names.withLock { $0[collection] = name }
  }

  /// Returns the name read before a write, and forgets it, since it does not count for another write.
  func take(_ collection: String) -> String? {
    names.withLock { $0.removeValue(forKey: collection) }
  }
}

extension CalDAVRun {
  /// Examines a request. If it overwrote a name that was written after the computer had read the earlier one, that name
  /// counts as given up, because no program can notice this.
  func noteNames(_ request: HTTPRequest, _ answer: HTTPResponse, _ read: NamesRead) {
    let overwritten = server.takeOverwritten()
    let path = request.url.dropFirst(SimulatedCalDAV.address.count).split(separator: "/")
    guard path.count == 2, answer.status == 207 else { return }
    let name = String(path[1])
    switch request.method {
    case .propfind:
      if let present = server.collections[name] { read.note(present.name, of: name) }
    case .proppatch:
      guard let known = read.take(name) else { return }
      for (collection, name) in overwritten where !name.isExactly(known) {
        log.add("  nobody saw \(name) in \(collection)")
        giveUpName(name, of: collection)
      }
    default: break
    }
  }
}
