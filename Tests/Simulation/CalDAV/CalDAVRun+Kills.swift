import Sync
import TestSupport

// A computer loses its power between the moment in which the server has made something and the answer to that. Only its
// database knows then that it was sent.

extension CalDAVRun {
  /// Whether a computer loses its power when the server has done what a request asks for.
  func isKilled(by request: HTTPRequest) -> Bool {
    guard let killChances, !isCalm else { return false }
    switch request.method {
    case .put, .makeCalendar, .makeCollection, .move:
      guard killChances.happens(6) else { return false }
    default: return false
    }
    log.add("the power fails before this is answered:")
    let segments = request.url.split(separator: "/")
    guard request.method == .put, let name = segments.last.map(String.init), killChances.happens(50)
    else { return true }
    onTaken = (
      name,
      { [self] in
        guard let found = server.resources.first(where: { $0.name == name }),
          let other = killChances.pick(
            server.collections.keys.sorted().filter { $0 != found.collection })
        else { return }
        log.add("another program moves \(name) to \(other)")
        move(name, from: found.collection, to: other)
      }
    )
    return true
  }
}
