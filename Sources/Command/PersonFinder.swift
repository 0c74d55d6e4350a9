import Basics
import Core
import Platform
import Service

/// Finds the person with a name typed in a terminal, among those whom an account's server has told this computer about.
///
/// No server is asked. The names are those that the window has read last; who takes part in a list is known without it.
struct PersonFinder: Sendable {
  private struct Entry: Sendable {
    let row: PersonRowModel
    /// The names that are understood: the whole name, the user name, and what distinguishes namesakes.
    let names: [String]

    init(_ row: PersonRowModel) {
      self.row = row
      names = [row.name, row.person.username, row.distinctName].filter { !$0.isEmpty }
    }
  }

  private let entries: [Entry]
  /// All user IDs, also of people of whom nothing else is known.
  private let ids: Set<ExactText>
  /// Who has a name, by its folded form.
  private let owners: [String: Set<ExactText>]
  /// What can be typed in a line, and whom it means. A name that several people have is left out.
  let names: [(name: String, user: String)]

  /// The most people that a message names.
  private static let most = 10

  /// - Parameters:
  ///   - people: whose names are known.
  ///   - users: the user IDs of others who are known to be there.
  init(_ people: [Person], users: [String] = []) {
    let entries = PersonIndex(people).rows.map(Entry.init)
    self.entries = entries
    ids = Set((entries.map(\.row.id) + users).map { ExactText($0) })
    var owners: [String: Set<ExactText>] = [:]
    for entry in entries {
      for name in entry.names {
        owners[NameLook(name).folded, default: []].insert(ExactText(entry.row.id))
      }
    }
    names = entries.flatMap { entry in
      entry.names.filter { owners[NameLook($0).folded]?.count == 1 }.map { ($0, entry.row.id) }
    }
    self.owners = owners
  }

  /// The user ID of the person with this name, user name or user ID; upper and lower case of names do not matter.
  /// - Throws: ``CommandStatus/notFound`` if there is none, or more than one.
  func person(_ typed: String) throws(CommandFailure) -> String {
    let wanted = TodoContent.normalized(typed) ?? ""
    if ids.contains(ExactText(wanted)) { return wanted }
    let look = NameLook(wanted.hasPrefix("@") ? String(wanted.dropFirst()) : wanted)
    let found = entries.filter { entry in
      !look.folded.isEmpty && entry.names.contains { NameLook($0).isSame(as: look) }
    }
    if found.count == 1 { return found[0].row.id }
    let name = PlainText.line(typed)
    if !found.isEmpty {
      throw CommandFailure(
        .notFound,
        tr("Several people are called “%s”. Name one by the user ID:", name) + lines(found))
    }
    let similar = entries.filter { entry in
      !look.folded.isEmpty
        && entry.names.contains { other in
          let other = NameLook(other)
          return other.folded.contains(look.folded) || other.isAlike(look)
            || Similarity.isSlip(other.folded, look.folded)
        }
    }
    throw CommandFailure(
      .notFound,
      similar.isEmpty
        ? tr(
          "Nobody called “%s” is known here. The people whom the window shows can be named, and user IDs of members.",
          name)
        : tr("Nobody called “%s” is known here. Similar ones:", name) + lines(similar))
  }

  /// What the shells offer: the name where it means one person, else the user ID. Looks at each person once: there may
  /// be a hundred thousand.
  var candidates: [CompletionCandidate] {
    entries.compactMap { entry in
      let (name, id) = (entry.row.name, entry.row.id)
      if CompletionCandidate.isTypable(name), isUnambiguous(name, of: entry) {
        return CompletionCandidate(name)
      }
      guard CompletionCandidate.isTypable(id) else { return nil }
      return CompletionCandidate(id, entry.row.distinctName)
    }
  }

  /// Whether ``person(_:)`` finds this person by a name.
  private func isUnambiguous(_ name: String, of entry: Entry) -> Bool {
    let id = ExactText(entry.row.id)
    if ids.contains(ExactText(name)) { return ExactText(name) == id }
    let folded = NameLook(name.hasPrefix("@") ? String(name.dropFirst()) : name).folded
    return !folded.isEmpty && owners[folded] == [id]
  }

  private func lines(_ found: [Entry]) -> String {
    found.prefix(Self.most).map { entry in
      "\n  \(PlainText.line(entry.row.id))  \(PlainText.line(entry.row.distinctName))"
    }.joined() + (found.count > Self.most ? "\n  …" : "")
  }
}

/// Finds people in each account, and reads those of each account once.
@MainActor
final class PersonFinders {
  private let context: CommandContext
  private var finders: [AccountID: PersonFinder] = [:]

  init(_ context: CommandContext) {
    self.context = context
  }

  /// Nil for an account without other people.
  /// - Parameter account: for a share, the member's account is asked.
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

  /// The user ID of the person who is named for a to-do of an account; nil for nobody.
  /// - Throws: ``CommandStatus/usage`` where nobody can be named.
  func person(_ typed: String, of account: AccountID?) async throws(CommandFailure) -> String? {
    if typed.isEmpty || typed == TimeWords.none { return nil }
    guard let account, let finder = try await finder(for: account) else {
      throw CommandFailure(
        .usage,
        tr("Nobody can be named for a to-do of this list: its account has no other people."))
    }
    return try finder.person(typed)
  }

  /// The same for a to-do that is to be added.
  func person(_ typed: String, forListOf draft: TodoDraft) async throws(CommandFailure) -> String? {
    let lists = try await context.stored { store throws(StoreError) in try await store.lists() }
    return try await person(typed, of: lists.first { $0.id == draft.listID }?.account)
  }
}
