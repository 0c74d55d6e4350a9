import Basics
import Core
import Platform
import QuickAdd
import Service

/// Understands what is typed into an entry for new to-dos.
///
/// Costs the start nothing: the known names are read with the first letter, and looked up away from the main thread.
@MainActor
final class EntryReader {
  /// Whether what is typed is understood, by the preferences.
  var isOn: @MainActor () -> Bool = { true }
  /// The people of an account.
  var people: @MainActor (AccountID) -> [PersonRowModel] = { _ in [] }
  /// The same for a text that is understood once: waits a moment where none are known yet.
  var awaitPeople: @MainActor (AccountID) async -> [PersonRowModel] = { _ in [] }
  /// Runs when other names are known.
  var onChange: @MainActor () -> Void = {}
  /// Whether a list can be named.
  var knowsLists = true
  /// The account of the list, whose people can be named; nil for none.
  var account: AccountID? {
    didSet { if account != oldValue { learn() } }
  }

  private let store: TodoStore
  private var names = TypedNames()
  private var feed: Task<Void, Never>?
  private var learning: Task<Void, Never>?
  private var vocabulary = EntryVocabulary()
  /// Parts that are text again, as they were typed.
  private(set) var asText: Set<String> = []
  /// The mark of the name that is offered no more, by its place in the UTF-8 of the text.
  private var closed: Int?
  /// The most people that are known by name: each keystroke after an @ looks at them.
  private static let mostPeople = 1000

  init(store: TodoStore) {
    self.store = store
  }

  isolated deinit {
    feed?.cancel()
    learning?.cancel()
  }

  /// Takes the preference and the people of the servers.
  func follow(_ services: AppServices) {
    isOn = { [settings = services.settings] in settings.understandsTyping }
    people = { [directory = services.directory] in directory.known(of: $0)?.index.rows ?? [] }
    // The cache answers within that; a server that has to be asked may not.
    awaitPeople = { [directory = services.directory] in
      await directory.known(of: $0, within: .seconds(1))?.index.rows ?? []
    }
  }

  /// What a text says; nil if it is not to be understood.
  func read(_ text: String) -> EntryReading? {
    if text.isEmpty { forget() }
    guard isOn(), !text.isEmpty else { return nil }
    prepare()
    return EntryReading(text, vocabulary, asText: asText, account: account, now: store.now)
  }

  /// What a text says that was typed elsewhere; nil if it is not to be understood. If it names a list, the people of that
  /// one can be named.
  func readOnce(_ text: String) async throws(StoreError) -> EntryReading? {
    guard isOn() else { return nil }
    let (names, now) = (try await store.currentTypedNames(), store.now)
    let known = await EntryVocabulary.building(names, [], now: now)
    let reading = EntryReading(text, known, asText: [], account: nil, now: now)
    let home = if let list = reading?.list { list.account } else { account }
    guard let home, text.contains(where: { $0 == "@" || $0 == "＠" }) else { return reading }
    let rows = Array(await awaitPeople(home).prefix(Self.mostPeople))
    let withPeople = await EntryVocabulary.building(names, rows, now: now)
    return EntryReading(text, withPeople, asText: [], account: home, now: now)
  }

  /// Reads the known names before anything is understood.
  func prepare() {
    if feed == nil { observeNames() }
  }

  /// The known tag that is meant by one that is typed by itself; nil for a new tag, and while none are read.
  func knownTag(_ typed: String) -> String? { vocabulary.reader?.knownTag(typed) }

  /// What can be chosen for a tag that is typed by itself; nil where none fits, and while none are read.
  /// - Parameter own: those that the to-do has.
  func tagOffers(_ typed: String, without own: Set<ExactText>) -> EntryOffers? {
    vocabulary.reader?.completion(ofTag: typed, without: own.map(\.text)).map { EntryOffers($0) }
  }

  /// What can be chosen for the name that is being typed.
  /// - Parameter cursor: its place in the UTF-8 of the text.
  func offers(_ text: String, at cursor: Int) -> EntryOffers? {
    guard isOn(), feed != nil, let found = vocabulary.reader?.completion(text, at: cursor) else {
      closed = nil
      return nil
    }
    guard found.range.lowerBound != closed else { return nil }
    closed = nil
    return EntryOffers(found)
  }

  /// Offers nothing more for the name that is being typed.
  func close(_ offers: EntryOffers) { closed = offers.completion.range.lowerBound }

  /// Makes parts text again.
  /// - Parameter parts: as they were typed.
  func makeText(_ parts: [String]) { asText.formUnion(parts) }

  /// Another text begins.
  /// - Returns: the parts that were text again.
  @discardableResult
  func forget() -> Set<String> {
    defer { asText = [] }
    closed = nil
    return asText
  }

  /// Looks up names again: people may be known by now.
  func learn() {
    guard feed != nil else { return }
    let people = Array((account.map(people) ?? []).prefix(Self.mostPeople))
    var names = names
    if !knowsLists { names = TypedNames(tags: names.tags) }
    let (known, now) = (names, store.now)
    learning?.cancel()
    learning = Task { [weak self] in
      let vocabulary = await EntryVocabulary.building(known, people, now: now)
      if Task.isCancelled { return }
      self?.vocabulary = vocabulary
      self?.onChange()
    }
  }

  private func observeNames() {
    let events = store.typedNames()
    feed = Task { [weak self] in
      for await event in events {
        switch event {
        case .opening(let names), .snapshot(let names):
          self?.names = names
          self?.learn()
        case .change(let change):
          if self?.names.apply(change) == true { self?.learn() }
        case .failed(let error):
          // The page reports the same with its rows; days and times are understood all the same.
          Log.warning("no names for the entry: \(ErrorText.reason(error))")
        }
      }
    }
    vocabulary = EntryVocabulary(TypedNames(), [], now: store.now)
  }
}

/// The names that can be typed, and what understands them.
struct EntryVocabulary: Sendable {
  private(set) var lists: [TodoList] = []
  private(set) var people: [PersonRowModel] = []
  private(set) var reader: QuickAddReader?

  init() {}

  init(_ names: TypedNames, _ people: [PersonRowModel], now: Timestamp) {
    lists = names.lists
    self.people = people
    reader = QuickAddReader(
      LocalQuickAdd.context(
        now: now, lists: lists.map(\.name),
        tags: names.tags.map(\.text).sorted { $0.precedesExactly($1) },
        people: PersonNames(people).typed))
  }

  @concurrent
  static func building(_ names: TypedNames, _ people: [PersonRowModel], now: Timestamp) async
    -> EntryVocabulary
  {
    EntryVocabulary(names, people, now: now)
  }
}
