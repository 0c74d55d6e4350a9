import Basics
import Core
import Platform
import QuickAdd
import Service

/// Recognises dates, lists, tags and people in the text typed for a new to-do.
///
/// It does not slow down the start: the known names are read when the user types the first letter, and are indexed off
/// the main thread.
@MainActor
final class EntryReader {
  /// Whether the preferences allow recognition.
  var isOn: @MainActor () -> Bool = { true }
  /// The people of an account.
  var people: @MainActor (AccountID) -> [PersonRowModel] = { _ in [] }
  /// The people of an account, for a text that is read only once: waits a moment if none are known yet.
  var awaitPeople: @MainActor (AccountID) async -> [PersonRowModel] = { _ in [] }
  /// Runs when the known names have changed.
  var onChange: @MainActor () -> Void = {}
  /// Whether the text can name a list.
  var knowsLists = true
  /// The account whose people the text can name; nil for none.
  var account: AccountID? {
    didSet { if account != oldValue { learn() } }
  }

  private let store: TodoStore
  private var names = TypedNames()
  private var feed: Task<Void, Never>?
  private var learning: Task<Void, Never>?
  private var vocabulary = EntryVocabulary()
  /// The parts that are kept as plain text, as typed.
  private(set) var asText: Set<String> = []
  /// The position of the name for which no more names are offered, in the UTF-8 of the text.
  private var closed: Int?
  /// The maximum number of known people; each keystroke after an @ searches them all.
  private static let mostPeople = 1000

  init(store: TodoStore) {
    self.store = store
  }

  isolated deinit {
    feed?.cancel()
    learning?.cancel()
  }

  /// Connects the preference and the people of the servers.
  func follow(_ services: AppServices) {
    isOn = { [settings = services.settings] in settings.understandsTyping }
    people = { [directory = services.directory] in directory.known(of: $0)?.index.rows ?? [] }
    // The cache answers within this time; a server that has to be asked may not.
    awaitPeople = { [directory = services.directory] in
      await directory.known(of: $0, within: .seconds(1))?.index.rows ?? []
    }
  }

  /// Reads a text; nil if nothing is to be recognised.
  func read(_ text: String) -> EntryReading? {
    if text.isEmpty { forget() }
    guard isOn(), !text.isEmpty else { return nil }
    prepare()
    return EntryReading(text, vocabulary, asText: asText, account: account, now: store.now)
  }

  /// Reads a text that was typed elsewhere; nil if nothing is to be recognised. If it names a list, it can name the
  /// people of that list's account.
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

  /// Begins to read the known names.
  func prepare() {
    if feed == nil { observeNames() }
  }

  /// The known tag for a tag typed on its own; nil for a new tag, and as long as no names are read.
  func knownTag(_ typed: String) -> String? { vocabulary.reader?.knownTag(typed) }

  /// The names offered for a tag typed on its own; nil if none match, and as long as no names are read.
  /// - Parameter own: the tags that the to-do has already.
  func tagOffers(_ typed: String, without own: Set<ExactText>) -> EntryOffers? {
    vocabulary.reader?.completion(ofTag: typed, without: own.map(\.text)).map { EntryOffers($0) }
  }

  /// The names offered for the one being typed.
  /// - Parameter cursor: its position in the UTF-8 of the text.
  func offers(_ text: String, at cursor: Int) -> EntryOffers? {
    guard isOn(), feed != nil, let found = vocabulary.reader?.completion(text, at: cursor) else {
      closed = nil
      return nil
    }
    guard found.range.lowerBound != closed else { return nil }
    closed = nil
    return EntryOffers(found)
  }

  /// Stops offering names for the one being typed.
  func close(_ offers: EntryOffers) { closed = offers.completion.range.lowerBound }

  /// Reverts parts to plain text.
  /// - Parameter parts: as typed.
  func makeText(_ parts: [String]) { asText.formUnion(parts) }

  /// Resets the reader for another text.
  /// - Returns: the parts that were kept as plain text.
  @discardableResult
  func forget() -> Set<String> {
    defer { asText = [] }
    closed = nil
    return asText
  }

  /// Rebuilds the vocabulary, since other people may be known now.
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
          // The page reports the same error with its rows, and days and times are still recognised.
          Log.warning("no names for the entry: \(ErrorText.reason(error))")
        }
      }
    }
    vocabulary = EntryVocabulary(TypedNames(), [], now: store.now)
  }
}

/// The known names, and the reader that recognises them.
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
