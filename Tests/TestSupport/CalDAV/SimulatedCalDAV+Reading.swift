import Foundation
import Sync

// Requests that read.

extension SimulatedCalDAV {
  func get(_ request: WebDAVRequest, _ state: State) -> HTTPResponse {
    guard request.path.count == 3,
      let resource = state.collections[request.path[1]]?.resources[request.path[2]]
    else { return .init(status: 404) }
    return .init(
      status: 200, headers: habits.tellsETagsOfReads ? ["ETag": told(resource.etag)] : [:],
      body: Data(resource.text.utf8))
  }

  func propfind(_ request: WebDAVRequest, _ state: State) -> HTTPResponse {
    let isDeep = request.header("depth") == "1"
    var answer = WebDAVAnswer()
    let names = request.names
    if request.path.count == 1 {
      answer.add(href(["home"]), Self.properties(names, ["d:resourcetype": "<d:collection/>"]))
      if isDeep {
        for (name, collection) in state.collections.sorted(by: { $0.key < $1.key }) {
          answer.add(href(["home", name]), properties(names, of: collection, state))
        }
        for name in state.trashedCollections.sorted() {
          answer.add(href(["home", name]), Self.trashed(names))
        }
      }
      return answer.response(prefix: habits.prefix)
    }
    guard let collection = state.collections[request.path[1]] else {
      guard request.path.count == 2, state.trashedCollections.contains(request.path[1]) else {
        return .init(status: 404)
      }
      answer.add(href(request.path), Self.trashed(names))
      return answer.response(prefix: habits.prefix)
    }
    if request.path.count == 3 {
      guard let resource = collection.resources[request.path[2]] else { return .init(status: 404) }
      answer.add(href(request.path), properties(names, of: resource))
      return answer.response(prefix: habits.prefix)
    }
    answer.add(href(request.path), properties(names, of: collection, state))
    if isDeep {
      for (name, resource) in collection.resources.sorted(by: { $0.key < $1.key }) {
        answer.add(href(request.path + [name]), properties(names, of: resource))
      }
    }
    return answer.response(prefix: habits.prefix)
  }

  func report(_ request: WebDAVRequest, _ state: State) -> HTTPResponse {
    guard request.path.count == 2, let collection = state.collections[request.path[1]] else {
      return .init(status: 404)
    }
    if request.has("c:calendar-multiget") { return multiget(request, collection) }
    if request.has("c:calendar-query") {
      var answer = WebDAVAnswer()
      let uid = request.texts("c:text-match").first
      for (name, resource) in collection.resources.sorted(by: { $0.key < $1.key })
      where uid.map({ resource.uid.contains($0) }) ?? true {
        answer.add(href(request.path + [name]), properties(request.names, of: resource))
      }
      return answer.response(prefix: habits.prefix)
    }
    guard request.has("d:sync-collection"), habits.hasSyncReport else {
      return WebDAVAnswer.refusal(403, "d:supported-report", prefix: habits.prefix)
    }
    return changes(request, collection, state)
  }

  private func multiget(_ request: WebDAVRequest, _ collection: Collection) -> HTTPResponse {
    var answer = WebDAVAnswer()
    for text in request.texts("d:href") {
      let path = WebDAVRequest.segments(text)
      if path.count == 3, path[1] == request.path[1], let resource = collection.resources[path[2]] {
        answer.add(href(path), properties(request.names, of: resource))
      } else if !habits.omitsMissing {
        answer.add(text, status: "404 Not Found")
      }
    }
    return answer.response(prefix: habits.prefix)
  }

  /// The changes since a token, the earliest first (RFC 6578 §3.2).
  private func changes(_ request: WebDAVRequest, _ collection: Collection, _ state: State)
    -> HTTPResponse
  {
    let token = request.texts("d:sync-token").first ?? ""
    var since = 0
    if !token.isEmpty {
      let numbers = token.split(separator: "/").suffix(3).compactMap { Int($0) }
      if numbers.count == 3, numbers[0] == state.epoch || habits.believesTokens,
        numbers[1] >= max(state.oldestToken, collection.made)
      {
        since = numbers[2]
      } else if habits.tokenRefusal != 0 {
        return WebDAVAnswer.refusal(
          habits.tokenRefusal, "d:valid-sync-token", prefix: habits.prefix)
      }
    }
    var changes = collection.changes.filter { $0.value > since }
      .sorted { $0.value < $1.value }
    // A client that has nothing is not told of removed resources.
    if since == 0 { changes.removeAll { collection.resources[$0.key] == nil } }
    var answer = WebDAVAnswer()
    var last = collection.changed
    if let limit = habits.reportLimit, changes.count > limit {
      changes = Array(changes.prefix(limit))
      last = changes[limit - 1].value
      answer.add(
        href(request.path), status: "507 Insufficient Storage",
        condition: "number-of-matches-within-limits")
    }
    for (name, _) in changes {
      let path = href(request.path + [name])
      if let resource = collection.resources[name] {
        answer.add(path, properties(request.names, of: resource))
      } else {
        answer.add(path, status: "404 Not Found")
      }
    }
    let isOfLostFuture = habits.believesTokens && since > collection.changed
    answer.add(syncToken: isOfLostFuture ? token : Self.token(state, upTo: last))
    return answer.response(prefix: habits.prefix)
  }

  private static func token(_ state: State, upTo last: Int) -> String {
    "http://example.org/sync/\(state.epoch)/\(state.lastChange)/\(last)"
  }

  static func etag(of collection: Collection) -> String { "\"c\(collection.changed)\"" }

  // MARK: Properties

  private func properties(_ names: Set<String>, of resource: Resource) -> WebDAVAnswer.Properties {
    Self.properties(
      names,
      [
        "d:getetag": WebDAVAnswer.escaped(told(resource.etag)), "d:resourcetype": "",
        "c:calendar-data": WebDAVAnswer.escaped(resource.text),
      ])
  }

  private func properties(_ names: Set<String>, of collection: Collection, _ state: State)
    -> WebDAVAnswer.Properties
  {
    let reports = habits.hasSyncReport ? ["c:calendar-multiget", "d:sync-collection"] : []
    return Self.properties(
      names,
      [
        "d:resourcetype": "<d:collection/><c:calendar/>",
        "d:displayname": WebDAVAnswer.escaped(
          habits.escapesNamesTwice ? WebDAVAnswer.escaped(collection.name) : collection.name),
        "c:supported-calendar-component-set": "<c:comp name=\"VTODO\"/>",
        "ai:calendar-color": collection.colour,
        "d:owner": "<d:href>/principals/\(collection.owner ?? habits.owner)/</d:href>",
        "d:current-user-principal": "<d:href>/principals/ann</d:href>",
        "d:current-user-privilege-set":
          (collection.isReadOnly ? ["read"] : ["read", "write"]).map {
            "<d:privilege><d:\($0)/></d:privilege>"
          }.joined(),
        "d:sync-token": habits.hasSyncReport && habits.tellsTokens
          ? Self.token(state, upTo: collection.changed) : nil,
        "d:getetag": habits.hasETagsOfCalendars ? Self.etag(of: collection) : nil,
        "cs:getctag": habits.hasCTag ? "\(state.epoch)-\(collection.changed)" : nil,
        "d:supported-report-set": reports.map {
          "<d:supported-report><d:report><\($0)/></d:report></d:supported-report>"
        }.joined(),
      ])
  }

  private static func trashed(_ names: Set<String>) -> WebDAVAnswer.Properties {
    properties(
      names, ["d:resourcetype": "<d:collection/><n:deleted-calendar xmlns:n=\"urn:trash\"/>"])
  }

  private static func properties(_ names: Set<String>, _ values: [String: String?])
    -> WebDAVAnswer.Properties
  {
    let asked = names.subtracting(notProperties.subtracting(values.keys)).sorted()
    return (
      asked.compactMap { name in
        guard let value = values[name] ?? nil else { return nil }
        return "<\(name)>\(value)</\(name)>"
      }, asked.filter { (values[$0] ?? nil) == nil }
    )
  }

  /// The elements of request bodies that are not properties.
  private static let notProperties: Set<String> = [
    "d:propfind", "d:prop", "d:sync-collection", "d:sync-token", "d:sync-level", "d:href",
    "c:calendar-multiget", "c:calendar-query", "c:filter", "c:comp-filter",
    "c:prop-filter", "c:text-match",
  ]
}
