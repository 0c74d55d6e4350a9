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

/// How the desktop's searches are answered.
package struct SearchAnswers {
  /// The identifiers of the results, best first. The terms are the typed text, split at white space; all must match. A
  /// new search cancels an unfinished one of the same caller.
  package let results: @MainActor (_ terms: [String], _ caller: String) async -> [String]
  /// How results are shown; results that no longer exist are left out.
  package let metas: @MainActor (_ ids: [String]) async -> [SearchResultMeta]
  /// The user chose a result. The timestamp is that of the key press or click, for the window system.
  package let activate: @MainActor (_ id: String, _ timestamp: UInt32) -> Void
  /// The user wants to continue the search in the application.
  package let launch: @MainActor (_ terms: [String], _ timestamp: UInt32) -> Void

  package init(
    results: @escaping @MainActor (_ terms: [String], _ caller: String) async -> [String],
    metas: @escaping @MainActor (_ ids: [String]) async -> [SearchResultMeta],
    activate: @escaping @MainActor (_ id: String, _ timestamp: UInt32) -> Void,
    launch: @escaping @MainActor (_ terms: [String], _ timestamp: UInt32) -> Void
  ) {
    self.results = results
    self.metas = metas
    self.activate = activate
    self.launch = launch
  }
}
