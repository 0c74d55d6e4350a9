/// One answer to a search, as the desktop shows it.
package struct SearchResultMeta: Equatable, Sendable {
  package let id: String
  /// Plain text.
  package var name: String
  /// Plain text; nil leaves it out.
  package var description: String?
  /// The name of a themed icon.
  package var icon: String

  package init(id: String, name: String, description: String? = nil, icon: String) {
    self.id = id
    self.name = name
    self.description = description
    self.icon = icon
  }
}

/// Answers the desktop's searches.
@MainActor
package protocol SearchProviding: AnyObject {
  /// The identifiers of the results, best first.
  /// - Parameters:
  ///   - terms: the typed text, split at white space; all must match.
  ///   - caller: who asks; a new search cancels an unfinished one of the same caller.
  func results(for terms: [String], caller: String) async -> [String]
  /// How results are shown; results that no longer exist are left out.
  func metas(of ids: [String]) async -> [SearchResultMeta]
  /// The user chose a result.
  /// - Parameter timestamp: of the key press or click, for the window system.
  func activate(_ id: String, timestamp: UInt32)
  /// The user wants to continue the search in the application.
  func launch(_ terms: [String], timestamp: UInt32)
}
