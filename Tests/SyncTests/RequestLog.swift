import Basics
import Core
import Sync

/// What a backend made of the answers of a server, step by step, without times and versions.
final class RequestLog {
  private(set) var lines: [String] = []

  func step<T>(_ name: String, _ work: () async throws -> T) async -> T? {
    do {
      let value = try await work()
      lines.append("\(name): \(Self.text(of: value))")
      return value
    } catch {
      lines.append("\(name): failed with \(error)")
      return nil
    }
  }

  @discardableResult
  func push(_ name: String, _ changes: [PendingChange], to backend: FirestoreBackend) async
    -> RecordVersion?
  {
    await step(name) { try await backend.push(changes) }?.last
  }

  /// Reads all that there is of some kinds, in each of the ways that the engine has.
  func read(_ kinds: [RecordKind], from backend: FirestoreBackend, _ name: String = "") async {
    for kind in kinds {
      _ = await step("\(name) count") { try await backend.count(of: kind) }
      _ = await step("\(name) pages") { try await backend.pages(of: kind) }
      _ = await step("\(name) versions") { try await Self.versions(backend, kind) }
    }
  }

  private static func versions(
    _ backend: FirestoreBackend, _ kind: RecordKind
  ) async throws -> [String] {
    var names: [String] = []
    var place: SyncCursor?
    repeat {
      guard let page = try await backend.versions(of: kind, after: place) else { break }
      names += page.versions.keys.map(\.id).sorted { $0.precedesExactly($1) }
      place = page.next
    } while place != nil
    return names
  }

  /// What a step answered, without times and versions.
  private static func text(of value: Any) -> String {
    switch value {
    case let versions as [RecordVersion]: "\(versions.count) versions"
    case let records as [RemoteRecord]: records.map(text).joined(separator: "; ")
    case let pages as [ChangePage]:
      pages.map { page in
        "\(page.records.map(text)) \(page.isLast) \(page.isListing) \(page.total ?? -1)"
      }.joined(separator: "; ")
    default: "\(value)"
    }
  }

  private static func text(_ record: RemoteRecord) -> String {
    let fields = record.fields.map { fields in
      fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }
    return "\(record.key) \(record.version == nil ? "no version" : "") \(fields ?? ["none"])"
  }
}
