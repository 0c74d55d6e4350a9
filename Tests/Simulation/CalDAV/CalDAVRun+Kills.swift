import Sync
import TestSupport

// A computer loses power after the server has created something and before the answer arrives. Only the computer's
// database then knows that the request was sent.

extension CalDAVRun {
  /// Whether the computer loses power once the server has carried out a request.
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
