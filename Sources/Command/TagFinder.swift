import Core
import Platform
import QuickAdd

/// Finds the tag that was typed in a terminal among those that to-dos have.
struct TagFinder: Sendable {
  private let tags: [String]
  private let spellings: TagSpellings

  /// The most tags that a message names.
  private static let most = 10

  init(_ tags: [String]) {
    self.tags = tags
    spellings = TagSpellings(tags)
  }

  /// - Parameter typed: what is to be found; without any, nothing is read.
  static func read(_ context: CommandContext, for typed: [String]) async throws(CommandFailure)
    -> TagFinder
  {
    guard !typed.isEmpty else { return TagFinder([]) }
    let tags = try await context.stored { store throws(StoreError) in try await store.tags() }
    return TagFinder(tags.map(\.tag))
  }

  /// The tag as it is spelled already, whatever its case; nil for a new one. Other programs write tags that nobody could
  /// type here, so it may be typed as it is stored, too.
  func known(_ typed: String) -> String? {
    spellings.known(typed) ?? TodoTag.normalized(typed).flatMap { spellings.known($0) }
  }

  /// Checks that a to-do has this tag.
  /// - Throws: ``CommandStatus/notFound``.
  func require(_ typed: String) throws(CommandFailure) {
    guard known(typed) == nil else { return }
    let wanted = NameLook(TodoTag.normalized(typed) ?? typed).folded
    let similar = tags.filter { tag in
      let other = NameLook(tag).folded
      return !wanted.isEmpty
        && (other.contains(wanted) || wanted.contains(other) || Similarity.isSlip(other, wanted))
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
