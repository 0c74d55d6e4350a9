import Basics
import Core
import Platform
import Service

/// Finds the person with a name typed in a terminal, among the people of an account who are known on this computer.
///
/// No server is asked. The names are those that the window read last; the members of lists are known without the
/// window.
struct PersonFinder: Sendable {
  private let rows: [PersonRowModel]
  /// All user IDs, including those of people about whom nothing else is known.
  private let ids: Set<ExactText>
  /// The names by which people are found; a person is identified by the index.
  let names: PersonNames

  /// The most people that a message names.
  private static let most = 10

  /// - Parameters:
  ///   - people: the people with known names.
  ///   - users: the user IDs of other people who are known to exist.
  init(_ people: [Person], users: [String] = []) {
    rows = PersonIndex(people).rows
    let named = Set(rows.map { ExactText($0.id) })
    let others = Set(users.map { ExactText($0) }).subtracting(named)
    ids = named.union(others)
    names = PersonNames(rows, others: others.map(\.text))
  }

  /// The user ID of the person at an index of ``names``.
  func user(at position: Int) -> String { rows[position].id }

  /// The user ID of the person with this name, user name or user ID; case is ignored in names.
  /// - Throws: ``CommandStatus/notFound`` if there is none, or more than one.
  func person(_ typed: String) throws(CommandFailure) -> String {
    let wanted = TodoContent.normalized(typed) ?? ""
    if ids.contains(ExactText(wanted)) { return wanted }
    let comparable = ComparableName(wanted.hasPrefix("@") ? String(wanted.dropFirst()) : wanted)
    let found = people(comparable) { $0.isSame(as: comparable) }
    if found.count == 1 { return found[0].id }
    let name = PlainText.line(typed)
    if !found.isEmpty {
      throw CommandFailure(
        .notFound,
        tr("Several people are called “%s”. Name one by the user ID:", name) + lines(found))
    }
    let similar = people(comparable) { other in
      other.folded.contains(comparable.folded) || other.isConfusable(with: comparable)
        || Similarity.isTypo(other.folded, comparable.folded)
    }
    throw CommandFailure(
      .notFound,
      similar.isEmpty
        ? tr(
          "Nobody called “%s” is known here. The people whom the window shows can be named, and user IDs of members.",
          name)
        : tr("Nobody called “%s” is known here. Similar ones:", name) + lines(similar))
  }

  /// The completions for shells: a person's name if it is unambiguous, otherwise the user ID. Each person is visited
  /// only once, because there may be a hundred thousand.
  var candidates: [CompletionCandidate] {
    rows.enumerated().compactMap { position, row in
      if CompletionCandidate.isTypable(row.name), isUnambiguous(row.name, at: position) {
        return CompletionCandidate(row.name)
      }
      guard CompletionCandidate.isTypable(row.id) else { return nil }
      return CompletionCandidate(row.id, row.distinctName)
    }
  }

  /// Whether ``person(_:)`` finds the person at an index by a name.
  private func isUnambiguous(_ name: String, at position: Int) -> Bool {
    if ids.contains(ExactText(name)) { return name.isExactly(rows[position].id) }
    return names.means(name.hasPrefix("@") ? String(name.dropFirst()) : name, position)
  }

  /// The people who have a matching name; none for a blank text.
  private func people(
    _ comparable: ComparableName, where isWanted: (ComparableName) -> Bool
  ) -> [PersonRowModel] {
    guard !comparable.folded.isEmpty else { return [] }
    return rows.indices.filter { names[$0].contains { isWanted(ComparableName($0)) } }.map {
      rows[$0]
    }
  }

  private func lines(_ found: [PersonRowModel]) -> String {
    found.prefix(Self.most).map { row in
      "\n  \(PlainText.line(row.id))  \(PlainText.line(row.distinctName))"
    }.joined() + (found.count > Self.most ? "\n  …" : "")
  }
}

/// Finds people in each account, and reads those of each account only once.
@MainActor
final class PersonFinders {
  private let context: CommandContext
  private var finders: [AccountID: PersonFinder] = [:]

  init(_ context: CommandContext) {
    self.context = context
  }

  /// The finder for an account; nil for an account without other people.
  /// - Parameter account: for a share, the account that takes part in it is used.
  func finder(for account: AccountID) async throws(CommandFailure) -> PersonFinder? {
    let account = account.root
    guard account.offers.contains(.people) else { return nil }
    if let finder = finders[account] { return finder }
    let (known, accounts) = try await context.stored { store throws(StoreError) in
      (try await store.acquaintances(of: account), try await store.accounts())
    }
    let me = accounts.first { $0.id == account }?.user
    let people: [Person]? = await CacheStore.answer(
      "people", of: account, inFile: context.cachePath)
    let finder = PersonFinder(people ?? [], users: known.map(\.user) + [me].compactMap(\.self))
    finders[account] = finder
    return finder
  }

  /// The user ID for a name given for a to-do of an account; nil if the to-do is for nobody.
  /// - Throws: ``CommandStatus/usage`` if nobody can be named for that account.
  func person(_ typed: String, of account: AccountID?) async throws(CommandFailure) -> String? {
    if typed.isEmpty || typed == TimeWords.none { return nil }
    guard let account else {
      throw CommandFailure(
        .usage, tr("Nobody can be named for a to-do of this list: it is on this computer only."))
    }
    guard let finder = try await finder(for: account) else {
      throw CommandFailure(
        .usage,
        tr("Nobody can be named for a to-do of this list: its account has no other people."))
    }
    return try finder.person(typed)
  }

  /// The user ID for a name given for a to-do that is about to be added.
  func person(_ typed: String, forListOf draft: TodoDraft) async throws(CommandFailure) -> String? {
    let lists = try await context.stored { store throws(StoreError) in try await store.lists() }
    return try await person(typed, of: lists.first { $0.id == draft.listID }?.account)
  }
}
