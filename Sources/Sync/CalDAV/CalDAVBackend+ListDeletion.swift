import Basics
import Core

// Deleting a list. Deleting a calendar deletes everything in it, so it is done only if nothing else is in it.

extension CalDAVBackend {
  /// Deletes a calendar with the to-dos that were deleted with the list. If the calendar contains anything else (a
  /// to-do that somebody has added or changed since, or something that is not a to-do), the deletion is refused, and
  /// the to-dos are deleted one by one.
  func deleteList(_ key: RecordKey, from tag: String?) async throws(SyncError)
    -> RecordVersion
  {
    guard tag != nil else {
      // An earlier request to make the list may have arrived without an answer.
      if try await fetchList(key).fields != nil { throw .conflict }
      return .gone(key)
    }
    do throws(SyncError) {
      try await deleteCalendar(of: key, in: tag)
    } catch {
      // The calendar is gone: somebody has deleted or renamed it, perhaps since it was read.
      guard error.isMissing else { throw error }
    }
    return .gone(key)
  }

  private func deleteCalendar(of key: RecordKey, in tag: String?) async throws(SyncError) {
    let collection = try await self.collection(of: key, in: tag, besides: [.syncToken])
    guard collection.isForTodosOnly else {
      throw .rejected(status: 403, code: "calendar-with-events")
    }
    let etag = try await etagWithoutOthers(of: collection, key)
    do throws(SyncError) {
      // The token is older than the listing, so a write between the two fails the precondition as well.
      try await exchange.delete(
        collection.path, ifMatch: etag,
        ifToken: etag == nil ? collection.properties.syncToken : nil)
    } catch {
      try await deleteUnconditionally(collection, key, from: etag, after: error)
    }
  }

  /// Deletes a calendar without a precondition after the deletion with one has failed, if it still holds nothing else.
  /// The first deletion may have failed because somebody has just written into the calendar, or because the server
  /// compares other ETags and tokens than it gives out. Cyrus 3.6 ends the connection without an answer.
  private func deleteUnconditionally(
    _ collection: CalDAVCollection, _ key: RecordKey, from etag: String?, after failure: SyncError
  ) async throws(SyncError) {
    switch failure {
    case .conflict, .transient(.interrupted, _): break
    default: throw failure
    }
    let token = etag == nil ? collection.properties.syncToken : nil
    guard etag != nil || token != nil else { throw failure }
    if let token {
      let again = try await exchange.properties(of: collection.path, [.syncToken])
      // The calendar was deleted, and only the answer was lost.
      guard let again else { return }
      guard again.syncToken.isExactly(token) else { throw .conflict }
    }
    guard try await etagWithoutOthers(of: collection, key).isExactly(etag) else { throw .conflict }
    try await exchange.delete(collection.path, ifMatch: nil)
  }

  /// Compares what is in a calendar with the to-dos that were deleted with its list.
  /// - Returns: the ETag of the calendar, which few servers have. As a precondition, it ensures that nothing is written
  ///   into the calendar between this listing and the deletion.
  /// - Throws: ``SyncError/rejected(status:code:)`` if the calendar contains anything else.
  private func etagWithoutOthers(of collection: CalDAVCollection, _ key: RecordKey)
    async throws(SyncError) -> String?
  {
    let deleted = try await known { () throws(StoreError) in
      try await store.deletedTodos(of: ListID(rawValue: key.id), in: account)
    }
    var etags: [ExactText: String] = [:]
    for resource in deleted { etags[ExactText(resource.path)] = resource.etag }
    var etag: String?
    let answer = try await exchange.propfind(collection.path, depth: 1, [.etag])
    // A resource that the listing lacks would be deleted without having been compared.
    guard !answer.isCutOff,
      answer.responses.contains(where: { DAVPath(href: $0.href)?.asCollection == collection.path })
    else { throw .protocolViolation(detail: "a listing that is not whole") }
    for response in answer.responses {
      let path = DAVPath(href: response.href)
      let present = response.properties.etag.flatMap(CalDAVETag.normalized)
      if path?.asCollection == collection.path {
        etag = present
      } else if present == nil || !present.isExactly(path.flatMap { etags[ExactText($0.text)] }) {
        throw .rejected(status: 409, code: "calendar-not-empty")
      }
    }
    return etag
  }
}
