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

/// Finds things for the desktop's search.
@MainActor
package protocol SearchProviding: AnyObject {
  /// The identifiers of what was found, best first.
  /// - Parameters:
  ///   - terms: what was typed, cut at white space; all of them count.
  ///   - caller: who asks; a new search takes the place of an unfinished one of the same caller.
  func results(for terms: [String], caller: String) async -> [String]
  /// How results are shown; those that are gone meanwhile are left out.
  func metas(of ids: [String]) async -> [SearchResultMeta]
  /// A result was chosen.
  /// - Parameter timestamp: of the key or click, for the window system.
  func activate(_ id: String, timestamp: UInt32)
  /// The search is to go on in the application.
  func launch(_ terms: [String], timestamp: UInt32)
}
