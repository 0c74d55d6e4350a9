import Core
import QuickAdd
import Service

/// Reads titles as the user types them.
struct TypedLines: Sendable {
  /// Recognises everything except people.
  private let reader: QuickAddReader
  /// The lists that can be named.
  private let lists: [TodoList]
  /// Describes lists of one name.
  private let finder: ListFinder
  /// The accounts of all lists.
  private let accounts: [ListID: AccountID]
  /// The list of a to-do if none is named.
  private let home: TodoList?
  private let people: [AccountID: PersonFinder]
  /// Also recognise the people of an account.
  private let readers: [AccountID: QuickAddReader]
  private let now: Timestamp

  /// - Parameter titles: the titles to be read. People are looked up only if a title may name one.
  static func read(
    _ context: CommandContext, _ finders: PersonFinders, for titles: [String]
  ) async throws(CommandFailure) -> TypedLines {
    let now = context.store.now
    let (lists, tags, foreign) = try await context.stored { store throws(StoreError) in
      (try await store.lists(), try await store.tags(), try await store.foreignLists())
    }
    // Needed only to describe lists of one name.
    var known: [Account] = []
    if titles.contains(where: mayNameLists) {
      known = try await context.stored { store throws(StoreError) in
        try await store.syncAccounts()
      }
    }
    let namesPeople = titles.contains(where: mayNamePeople)
    var people: [AccountID: PersonFinder] = [:]
    if namesPeople {
      for account in Set(lists.compactMap { $0.account?.root }) {
        people[account] = try await finders.finder(for: account)
      }
    }
    // A to-do must not go to another person's list because of that list's name.
    let own = lists.filter { list in
      (list.account.map { $0.root == $0 } ?? true) && !foreign.contains(list.id)
    }
    let names = LocalQuickAdd.context(now: now, lists: own.map(\.name), tags: tags.map(\.tag))
    let readers = people.mapValues { finder in
      var names = names
      names.people = finder.names.typed
      return QuickAddReader(names)
    }
    return TypedLines(
      reader: QuickAddReader(names), lists: own,
      finder: ListFinder(lists: lists, accounts: known, foreign: foreign),
      accounts: Dictionary(lists.compactMap { list in list.account.map { (list.id, $0) } }) { $1 },
      home: namesPeople ? try await context.listForNewTodos() : nil, people: people,
      readers: readers, now: now)
  }

  private static func mayNamePeople(_ line: String) -> Bool {
    line.contains("@") || line.contains("＠")
  }

  private static func mayNameLists(_ line: String) -> Bool {
    line.contains { "~～/／".contains($0) }
  }

  /// Applies the meaning of a line to a draft. A named list counts only if the draft has none yet.
  /// - Throws: ``CommandStatus/notFound`` if that name could mean several lists.
  func fill(_ draft: inout TodoDraft, from line: String) throws(CommandFailure) {
    var reading = reader.read(line, zone: LocalClock.zone)
    var asText: Set<String> = []
    // An option has set the list, so all names of lists in the line stay text.
    while draft.listID != nil, reading.list != nil {
      let named = reading.parts.filter { if case .list = $0.meaning { true } else { false } }
      asText.formUnion(named.map(\.text))
      reading = reader.read(line, asText: asText, zone: LocalClock.zone)
    }
    if draft.listID == nil, let part = reading.ambiguousList, case .list(let found) = part.meaning {
      throw finder.ambiguity(of: String(part.text.dropFirst()), found.map { lists[$0] })
    }
    let list = draft.listID ?? reading.list.map { lists[$0].id } ?? home?.id
    // A person known to one account is unknown to another; the list decides which account counts.
    if Self.mayNamePeople(line), let list, let account = accounts[list]?.root,
      let people = people[account], let reader = readers[account]
    {
      let named = reader.read(line, asText: asText, zone: LocalClock.zone)
      if let person = named.person, named.list == reading.list {
        reading = named
        draft.listID = list
        draft.assignee = people.user(at: person)
      }
    }
    draft.take(reading, now: now)
    if let list = reading.list { draft.listID = lists[list].id }
  }
}
