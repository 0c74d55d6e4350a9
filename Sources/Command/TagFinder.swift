import Core
import Platform
import QuickAdd

/// Finds a tag typed in a terminal among the tags in use.
struct TagFinder: Sendable {
  private let tags: [String]
  private let spellings: TagSpellings

  /// The most tags that a message names.
  private static let most = 10

  init(_ tags: [String]) {
    self.tags = tags
    spellings = TagSpellings(tags)
  }

  /// - Parameter typed: the tags to find; if there are none, nothing is read.
  static func read(_ context: CommandContext, for typed: [String]) async throws(CommandFailure)
    -> TagFinder
  {
    guard !typed.isEmpty else { return TagFinder([]) }
    let tags = try await context.stored { store throws(StoreError) in try await store.tags() }
    return TagFinder(tags.map(\.tag))
  }

  /// The known spelling of a tag, ignoring case; nil for a new tag. The stored text is accepted too, because other
  /// programs write tags that could not be typed otherwise.
  func known(_ typed: String) -> String? {
    spellings.known(typed) ?? TodoTag.normalized(typed).flatMap { spellings.known($0) }
  }

  /// Checks that a to-do has this tag.
  /// - Throws: ``CommandStatus/notFound``.
  func require(_ typed: String) throws(CommandFailure) {
    guard known(typed) == nil else { return }
    let wanted = ComparableName(TodoTag.normalized(typed) ?? typed).folded
    let similar = tags.filter { tag in
      let other = ComparableName(tag).folded
      return !wanted.isEmpty
        && (other.contains(wanted) || wanted.contains(other) || Similarity.isTypo(other, wanted))
    }
    let name = PlainText.line(typed)
    guard !similar.isEmpty else {
      throw CommandFailure(.notFound, tr("There is no tag “%s”.", name))
    }
    throw CommandFailure(
      .notFound,
      tr("There is no tag “%s”. Similar ones:", name)
        + similar.prefix(Self.most).map { "\n  " + PlainText.line($0) }.joined()
        + (similar.count > Self.most ? "\n  …" : ""))
  }
}
