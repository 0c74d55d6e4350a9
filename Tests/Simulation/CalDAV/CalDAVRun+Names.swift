import Basics
import Core
import Sync
import Synchronization
import TestSupport

// Names of calendars have no version. A program reads the name before it writes another one, and what is written between
// the two is overwritten unseen (RFC 4918 §9.2 has no precondition for properties).

/// The name of each calendar as one computer has just read it by name.
final class NamesRead: Sendable {
  private let names = Mutex<[String: String]>([:])

  func note(_ name: String, of collection: String) {
    names.withLock { $0[collection] = name }
  }

  /// What was read before a write; it does not count for another one.
  func take(_ collection: String) -> String? {
    names.withLock { $0.removeValue(forKey: collection) }
  }
}

extension CalDAVRun {
  /// Looks at a request: the name that it has overwritten between a computer's look and its write is lost, which no program
  /// can notice.
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
