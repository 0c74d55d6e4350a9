import Basics
import Core
import Platform
import Service
import Sync

/// Finds the list with a name typed in a terminal.
///
/// For a shared list, its owner chooses the name and the ID. Neither can take the place of one of the user's own lists
/// (docs/decisions/0017).
struct ListFinder {
  private struct Entry {
    let list: TodoList
    let name: ComparableName
    /// Whether it is one of the user's own lists.
    let isOwn: Bool
  }

  private let entries: [Entry]
  private let accounts: [Account]
  /// The number of lists for each skeleton of a name.
  private let skeletonCounts: [String: Int]

  /// The most lists that a message names.
  private static let most = 10

  /// - Parameters:
  ///   - accounts: all accounts including shares; messages use them to tell lists apart.
  ///   - foreign: the lists of other people in the user's own accounts.
  init(lists: [TodoList], accounts: [Account] = [], foreign: Set<ListID> = []) {
    entries = lists.map { list in
      Entry(
        list: list, name: ComparableName(list.name),
        isOwn: (list.account.map { $0.root == $0 } ?? true) && !foreign.contains(list.id))
    }
    self.accounts = accounts
    skeletonCounts = Dictionary(entries.map { ($0.name.skeleton, 1) }, uniquingKeysWith: +)
  }

  /// The list with this name, or with an ID that begins like this.
  ///
  /// The exact name of one of the user's own lists always wins. Any other name must be the only one that looks like it;
  /// it may differ from the typed one in case, width and composition. Names have precedence over IDs.
  /// - Throws: ``CommandStatus/notFound`` if there is none, or more than one.
  func list(_ typed: String) throws(CommandFailure) -> TodoList {
    let wanted = TodoContent.normalized(typed) ?? ""
    let comparable = ComparableName(wanted)
    let exact = entries.filter { $0.isOwn && $0.list.name.utf8.elementsEqual(wanted.utf8) }
    if !exact.isEmpty { return try only(exact, typed) }
    let same = entries.filter { $0.name.isSame(as: comparable) && !comparable.folded.isEmpty }
    if same.count == 1, same[0].isOwn { return same[0].list }
    // If only another person's list has this name, no other list may look like it.
    if !same.isEmpty {
      return try only(entries.filter { $0.name.isConfusable(with: comparable) }, typed)
    }
    let identified = entries.filter { Self.identifies(wanted, $0) }
    if let full = identified.first(where: { $0.list.id.rawValue.utf8.count == wanted.utf8.count }) {
      return full.list
    }
    if !identified.isEmpty { return try only(identified, typed) }
    throw CommandFailure(.notFound, notFoundMessage(typed, comparable))
  }

  /// Whether the list could be mistaken for another one.
  func hasDouble(_ list: TodoList) -> Bool {
    skeletonCounts[ComparableName(list.name).skeleton, default: 0] > 1
  }

  /// A prefix of the ID that is unique among the lists.
  func shortID(of list: TodoList) -> String {
    let scalars = Array(list.id.rawValue.unicodeScalars)
    let shared = entries.filter { $0.list.id != list.id }.map { other in
      zip(scalars, other.list.id.rawValue.unicodeScalars).prefix { $0 == $1 }.count
    }
    var short = String.UnicodeScalarView()
    short.append(
      contentsOf: scalars.prefix(max(TodoStore.shortestID, (shared.max() ?? 0) + 1)))
    return PlainText.line(String(short))
  }

  /// The completions for shells: each list by its name, or by its ID if the name does not find the list or cannot be
  /// typed.
  var candidates: [CompletionCandidate] {
    entries.map(\.list).compactMap { list in
      if finds(list.name, list) { return CompletionCandidate(list.name) }
      let id = shortID(of: list)
      return finds(id, list) ? CompletionCandidate(id, list.name) : nil
    }
  }

  // MARK: Parts

  private func finds(_ word: String, _ list: TodoList) -> Bool {
    guard CompletionCandidate.isTypable(word), let found = try? self.list(word) else {
      return false
    }
    return found.id == list.id
  }

  /// Whether the typed text is a prefix of the ID. Another person may have chosen an ID that looks like a name, so for
  /// their lists the prefix counts only if the ID is a UUID, which nobody would type as a name.
  private static func identifies(_ typed: String, _ entry: Entry) -> Bool {
    typed.utf8.count >= TodoStore.shortestID && entry.list.id.rawValue.utf8.starts(with: typed.utf8)
      && (entry.isOwn || isUUID(entry.list.id.rawValue))
  }

  /// Whether it has the format of RFC 9562, section 4, in lower case.
  private static func isUUID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && parts.allSatisfy { part in
        part.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
      }
  }

  private func only(_ found: [Entry], _ typed: String) throws(CommandFailure) -> TodoList {
    if found.count == 1 { return found[0].list }
    throw ambiguity(of: typed, found.map(\.list))
  }

  /// The failure for a typed name that could mean several lists.
  func ambiguity(of typed: String, _ lists: [TodoList]) -> CommandFailure {
    CommandFailure(
      .notFound,
      tr(
        "Several lists are called “%s”, or look as if they were. Name one by its ID:",
        PlainText.line(typed))
        + lines(lists) { "\(shortID(of: $0))  \(PlainText.line($0.name)) — \(place(of: $0))" })
  }

  /// The place where a list is kept.
  private func place(of list: TodoList) -> String {
    guard let id = list.account else { return tr("on this computer only") }
    let account = PlainText.line(accounts.first { $0.id == id.root }?.name ?? "")
    guard let share = accounts.first(where: { $0.id == id })?.share else { return account }
    return tr("%s, shared by the user %s", account, PlainText.line(share.owner))
  }

  private func notFoundMessage(_ typed: String, _ comparable: ComparableName) -> String {
    let name = PlainText.line(typed)
    guard !entries.isEmpty else {
      return tr("There is no list “%s”, nor any other.", name)
    }
    let similar = entries.filter { entry in
      let other = entry.name.folded
      return !comparable.folded.isEmpty
        && (other.contains(comparable.folded) || comparable.folded.contains(other))
        || entry.name.isConfusable(with: comparable) || Similarity.isTypo(other, comparable.folded)
    }
    if !similar.isEmpty {
      return tr("There is no list “%s”. Similar ones:", name)
        + lines(similar.map(\.list)) { PlainText.line($0.name) }
    }
    return tr("There is no list “%s”. These are there:", name)
      + lines(entries.map(\.list)) { PlainText.line($0.name) }
  }

  private func lines(_ lists: [TodoList], _ text: (TodoList) -> String) -> String {
    lists.prefix(Self.most).map { "\n  " + text($0) }.joined()
      + (lists.count > Self.most ? "\n  …" : "")
  }
}
