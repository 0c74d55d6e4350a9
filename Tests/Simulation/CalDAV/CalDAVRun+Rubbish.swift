import Sync
import TestSupport

// Texts that no program can read. They may still matter to somebody, so each must be reported and left unchanged.

extension CalDAVRun {
  /// The resources that are to-dos.
  var readable: [(collection: String, name: String, resource: SimulatedCalDAV.Resource)] {
    server.resources.filter { !Self.isRubbish($0.name) }
  }

  static func isRubbish(_ name: String) -> Bool { name.hasPrefix("rubbish-") }

  /// Another program may write a text that is not a calendar, or only the beginning of one.
  /// - Returns: whether it wrote one.
  func perhapsAddRubbish(to names: [String]) -> Bool {
    guard let rubbishChances, rubbishChances.happens(40),
      let collection = rubbishChances.pick(names)
    else { return false }
    counter += 1
    let name = "rubbish-\(counter).ics"
    let texts = [
      "<html><body>\(counter)</body></html>",
      "BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:rubbish-\(counter)\r\nSUMMARY:cut o",
      "BEGIN:VCALENDAR\r\nEND:VTODO\r\nEND:VCALENDAR\r\n",
    ]
    guard let text = rubbishChances.pick(texts) else { return false }
    log.add("another program writes \(name) to \(collection)")
    rubbish[name] = text
    server.put(text, name, in: collection)
    return true
  }

  /// Examines a request: an unreadable resource must not be overwritten, moved or deleted.
  func noteTouched(_ path: String, _ method: HTTPRequest.Method) {
    guard Self.isRubbish(path.split(separator: "/").last.map(String.init) ?? "") else { return }
    switch method {
    case .put, .delete, .move:
      trespasses.append("\(method.rawValue) of \(path), which is unreadable")
    default: break
    }
  }
}
