import Basics
import Foundation
import Sync

// Requests that change something.

/// A connection to the server without faults.
extension SimulatedCalDAV: HTTPTransport {
  public func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
    if habits.breaksOnConditionalDeletion, request.method == .delete,
      request.headers["If-Match"] != nil, WebDAVRequest.segments(request.url).count < 3
    {
      throw .interrupted(reason: "the server has crashed")
    }
    let answer = answer(request)
    guard habits.escapesNamesTwice else { return answer }
    var headers = answer.headers
    headers["X-DAViCal-Version"] = "DAViCal/1.1.12; DB/1.3.5"
    return HTTPResponse(status: answer.status, headers: headers, body: answer.body)
  }
}

extension SimulatedCalDAV {
  /// Answers a request at once and atomically.
  public func answer(_ request: HTTPRequest) -> HTTPResponse {
    let request = WebDAVRequest(request)
    let response = answer(request)
    guard habits.explainsRefusals, response.status >= 400, response.body.isEmpty else {
      return response
    }
    return WebDAVAnswer.explanation(response.status)
  }

  private func answer(_ request: WebDAVRequest) -> HTTPResponse {
    state.withLock { state in
      guard request.path.first == "home", request.path.count <= 3 else { return .init(status: 404) }
      if isForbidden(request, state) {
        return WebDAVAnswer.refusal(403, "d:need-privileges", prefix: habits.prefix)
      }
      switch request.method {
      case .get: return get(request, state)
      case .propfind: return propfind(request, state)
      case .report: return report(request, state)
      case .put: return put(request, &state)
      case .delete: return delete(request, &state)
      case .move: return move(request, &state)
      case .proppatch: return proppatch(request, &state)
      case .makeCalendar, .makeCollection: return make(request, &state)
      case .post: return .init(status: 405)
      }
    }
  }

  /// Whether the preconditions of a request hold.
  private func isMet(_ request: WebDAVRequest, _ present: Resource?) -> Bool {
    if request.header("if-none-match") == "*" { return present == nil }
    guard let etag = request.header("if-match") else { return true }
    return present?.etag == etag
  }

  private func failedPrecondition(_ request: WebDAVRequest) -> HTTPResponse {
    guard habits.namesPreconditions else { return .init(status: 412) }
    let name = request.header("if-match") == nil ? "d:if-none-match" : "d:if-match"
    return WebDAVAnswer.refusal(412, name, prefix: habits.prefix)
  }

  /// Whether a request changes a read-only calendar.
  private func isForbidden(_ request: WebDAVRequest, _ state: State) -> Bool {
    switch request.method {
    case .put, .delete, .move, .proppatch: break
    default: return false
    }
    let target = WebDAVRequest.segments(request.header("destination") ?? "")
    return [request.path, target].contains { path in
      path.count > 1 && state.collections[path[1]]?.isReadOnly == true
    }
  }

  private func put(_ request: WebDAVRequest, _ state: inout State) -> HTTPResponse {
    guard request.path.count == 3 else { return .init(status: 405) }
    let (collection, name) = (request.path[1], request.path[2])
    guard let present = state.collections[collection] else {
      return .init(status: habits.missingCalendar)
    }
    let before = present.resources[name]
    guard isMet(request, before) else { return failedPrecondition(request) }
    let lines = CalendarLines(reading: request.text)
    guard let uid = lines["UID"], lines.lines.last == "END:VCALENDAR" else {
      state.confusions.append("\(name) was written without an identifier")
      return .init(status: 400)
    }
    if request.header("if-none-match") == nil, request.header("if-match") == nil {
      state.confusions.append("\(uid) was written without a precondition")
    }
    if let before, before.lines.others != lines.others {
      state.confusions.append(
        "\(uid) lost what another program wrote: \(before.lines.others) became \(lines.others)")
    }
    if present.resources.contains(where: { $0.key != name && $0.value.uid == uid }) {
      return WebDAVAnswer.refusal(409, "c:no-uid-conflict", prefix: habits.prefix)
    }
    var text = habits.rewrites ? rewritten(lines, state) : request.text
    if habits.dropsRelations {
      var rest = CalendarLines(reading: text)
      rest.lines.removeAll { $0.hasPrefix("RELATED-TO") }
      text = rest.text()
    }
    let resource = Resource(text: text, etag: nextETag(of: text, &state))
    state.put(resource, name, in: collection)
    let tells = habits.tellsETagsOfWrites && !habits.rewrites
    return .init(
      status: before == nil ? 201 : 204, headers: tells ? ["ETag": told(resource.etag)] : [:])
  }

  /// The text that a server makes of a calendar if it parses the calendar and writes it anew.
  private func rewritten(_ lines: CalendarLines, _ state: State) -> String {
    var lines = lines
    lines.lines.removeAll { $0.hasPrefix("X-SERVER:") }
    lines["X-SERVER"] = String(state.lastChange)
    return lines.text(width: 60)
  }

  private func delete(_ request: WebDAVRequest, _ state: inout State) -> HTTPResponse {
    guard request.path.count > 1 else { return .init(status: 403) }
    guard let present = state.collections[request.path[1]] else {
      let isTrashed = request.path.count == 2 && state.trashedCollections.contains(request.path[1])
      return .init(status: isTrashed ? 204 : 404)
    }
    guard request.path.count == 3 else {
      if let etag = request.header("if-match"), etag != Self.etag(of: present) {
        return failedPrecondition(request)
      }
      if habits.hasTrash { state.trashedCollections.insert(request.path[1]) }
      state.swept += present.resources.values.sorted { $0.uid < $1.uid }
      state.lastChange += 1
      state.writes += 1
      state.collections[request.path[1]] = nil
      return .init(status: 204)
    }
    let name = request.path[2]
    guard let resource = present.resources[name] else { return .init(status: 404) }
    guard isMet(request, resource) else { return failedPrecondition(request) }
    if request.header("if-match") == nil {
      state.confusions.append("\(resource.uid) was deleted without a precondition")
    }
    if habits.hasTrash, request.header("x-nc-caldav-no-trashbin") == nil,
      !state.trashedResources.insert(request.path).inserted
    {
      return .init(status: 403)
    }
    state.remove(name, in: request.path[1])
    return .init(status: 204)
  }

  private func move(_ request: WebDAVRequest, _ state: inout State) -> HTTPResponse {
    let target = WebDAVRequest.segments(request.header("destination") ?? "")
    guard request.path.count == 3, target.count == 3,
      let resource = state.collections[request.path[1]]?.resources[request.path[2]]
    else { return .init(status: 404) }
    guard let goal = state.collections[target[1]] else {
      return .init(status: habits.missingCalendar)
    }
    guard isMet(request, resource), goal.resources[target[2]] == nil else {
      return failedPrecondition(request)
    }
    if request.header("if-match") == nil || request.header("overwrite") != "F" {
      state.confusions.append("\(resource.uid) was moved without a precondition")
    }
    if goal.resources.contains(where: { $0.value.uid == resource.uid }) {
      return WebDAVAnswer.refusal(409, "c:no-uid-conflict", prefix: habits.prefix)
    }
    state.remove(request.path[2], in: request.path[1])
    let etag =
      habits.keepsETagsOfMoves ? resource.etag : nextETag(of: resource.text, &state)
    state.put(Resource(text: resource.text, etag: etag), target[2], in: target[1])
    return .init(status: 201)
  }

  private func make(_ request: WebDAVRequest, _ state: inout State) -> HTTPResponse {
    guard request.path.count == 2 else { return .init(status: 403) }
    if let refusal = state.newCalendarRefusal { return refusal }
    if request.method == .makeCalendar, !habits.hasMakeCalendar { return .init(status: 501) }
    guard state.collections[request.path[1]] == nil,
      !state.trashedCollections.contains(request.path[1])
    else { return .init(status: 405) }
    state.set(
      request.path[1], name: request.texts("d:displayname").last ?? "",
      colour: request.texts("ai:calendar-color").last)
    return .init(status: 201)
  }

  private func proppatch(_ request: WebDAVRequest, _ state: inout State) -> HTTPResponse {
    guard request.path.count == 2, let present = state.collections[request.path[1]] else {
      return .init(status: 404)
    }
    let colour = request.has("d:remove") ? nil : present.colour
    let name = request.texts("d:displayname").last ?? present.name
    if !name.isExactly(present.name) { state.overwritten[request.path[1]] = present.name }
    state.set(
      request.path[1], name: name,
      colour: request.has("d:set") ? request.texts("ai:calendar-color").last ?? colour : colour)
    var answer = WebDAVAnswer()
    answer.add(href(request.path), (["<d:displayname/>"], []))
    return answer.response(prefix: habits.prefix)
  }

  // MARK: Output

  func told(_ etag: String) -> String { (habits.hasWeakETags ? "W/" : "") + etag }

  /// - Parameter path: names a collection if it has fewer than three segments.
  func href(_ path: [String]) -> String {
    let end = path.count < 3 ? "/" : ""
    guard habits.hasAbsoluteHrefs else { return "/" + path.joined(separator: "/") + end }
    // A letter may be percent-encoded.
    let odd = path.map { $0.replacingOccurrences(of: "a", with: "%61") }
    return Self.address + "/" + odd.joined(separator: "/") + end
  }
}
