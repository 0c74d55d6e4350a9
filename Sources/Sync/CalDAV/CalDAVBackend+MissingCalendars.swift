import Core

// Writing into calendars that another device may have deleted.

extension CalDAVBackend {
  /// Writes into a calendar that may be gone: another device has deleted the list, and a new to-do or an edit wins over
  /// that deletion. Servers then answer 403, 404, 405 or 409, as if something were wrong with the to-do.
  ///
  /// If the calendar exists after such an answer, another device has made it again since, and the write is repeated
  /// once.
  func writing<Value>(
    to collection: DAVPath, _ write: () async throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    do throws(SyncError) { return try await write() } catch {
      guard try await isPresent(collection, after: error) else {
        throw .postponed(.listIsMissing)
      }
      guard Self.isAsOfMissing(error) else { throw error }
    }
    do throws(SyncError) { return try await write() } catch {
      throw try await isPresent(collection, after: error) ? error : .postponed(.listIsMissing)
    }
  }

  /// Changes a resource whose calendar may be gone in the same way.
  ///
  /// - Throws: ``SyncError/conflict`` if the resource is gone.
  func changing<Value>(
    _ resource: DAVPath, _ write: () async throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    do throws(SyncError) { return try await write() } catch {
      guard case .rejected = error else { throw error }
      guard try await exchange.properties(of: resource, [.etag]) != nil else { throw .conflict }
      // A server that was restored meanwhile has it again.
      guard Self.isAsOfMissing(error) else { throw error }
    }
    return try await write()
  }

  /// Whether an error may mean that a calendar does not exist.
  private static func isAsOfMissing(_ error: SyncError) -> Bool {
    guard case .rejected(let status, code: "") = error else { return false }
    return [403, 404, 405, 409].contains(status)
  }

  /// Whether a calendar exists after a failed write into it; true if the failure has another reason.
  private func isPresent(_ collection: DAVPath, after error: SyncError) async throws(SyncError)
    -> Bool
  {
    switch error {
    case .conflict, .rejected: break
    case .transient, .postponed, .authentication, .untrusted, .protocolViolation: return true
    }
    return try await exchange.properties(of: collection, [.resourceType])?.isCalendar == true
  }
}
