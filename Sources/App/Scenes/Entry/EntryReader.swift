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
  /// Whether the user is in the entry. Elsewhere, no names are offered.
  var isEntered = false
  /// The account whose people the text can name; nil for none.
  var account: AccountID? {
    didSet { if account != oldValue { learn() } }
  }

  private let store: TodoStore
  private var names = TypedNames()
  private var feed: Task<Void, Never>?
  private var learning: Task<Void, Never>?
  private var vocabulary = EntryVocabulary()
  /// What the user has decided about parts of the text.
  private(set) var corrections = EntryCorrections()
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
    // Once the name is edited, it no longer means the list that was chosen for it.
    corrections.lists = corrections.lists.filter { QuickAddReader.contains($0.key, in: text) }
    guard isOn(), !text.isEmpty else { return nil }
    prepare()
    return EntryReading(
      text, vocabulary, corrections: corrections, account: account, now: store.now)
  }

  /// Reads a text that was typed elsewhere; nil if nothing is to be recognised. If it names a list, it can name the
  /// people of that list's account.
  func readOnce(_ text: String) async throws(StoreError) -> EntryReading? {
    guard isOn() else { return nil }
    let (names, now) = (try await store.currentTypedNames(), store.now)
    let known = await EntryVocabulary.building(names, [], now: now)
    let reading = EntryReading(text, known, account: nil, now: now)
    let home = if let list = reading?.list { list.account } else { account }
    guard let home, text.contains(where: { $0 == "@" || $0 == "＠" }) else { return reading }
    let rows = Array(await awaitPeople(home).prefix(Self.mostPeople))
    let withPeople = await EntryVocabulary.building(names, rows, now: now)
    return EntryReading(text, withPeople, account: home, now: now)
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
    vocabulary.reader?.completion(ofTag: typed, without: own.map(\.text))
      .map { EntryOffers($0, vocabulary) }
  }

  /// The names offered for the one being typed.
  /// - Parameter cursor: its position in the UTF-8 of the text.
  func offers(_ text: String, at cursor: Int) -> EntryOffers? {
    let decided = corrections.asText.union(corrections.lists.keys)
    guard isOn(), feed != nil,
      let found = vocabulary.reader?.completion(text, at: cursor, decided: decided)
    else {
      closed = nil
      return nil
    }
    guard found.range.lowerBound != closed else { return nil }
    closed = nil
    return EntryOffers(found, vocabulary)
  }

  /// Stops offering names for the one being typed.
  func close(_ offers: EntryOffers) { closed = offers.completion.range.lowerBound }

  /// Reverts parts to plain text.
  /// - Parameter parts: as typed.
  func makeText(_ parts: [String]) {
    corrections.asText.formUnion(parts)
    for part in parts { corrections.lists[part] = nil }
  }

  /// Takes an offered name.
  /// - Parameters:
  ///   - part: the name with its mark, as it is in the text from now on.
  ///   - list: the list that the part means until it is edited; nil for a tag or a person.
  func choose(_ part: String, _ list: ListID?) {
    corrections.asText.remove(part)
    corrections.lists[part] = list
  }

  /// Adds the corrections of a text that is put into the entry.
  func take(_ other: EntryCorrections) { corrections = corrections.union(other) }

  /// Resets the reader for another text.
  /// - Returns: the corrections of the text so far.
  @discardableResult
  func forget() -> EntryCorrections {
    defer { corrections = EntryCorrections() }
    closed = nil
    return corrections
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
  /// The names of the lists as shown: with the account if another list looks the same.
  private(set) var listTitles: [String] = []
  private(set) var people: [PersonRowModel] = []
  private(set) var reader: QuickAddReader?

  init() {}

  init(_ names: TypedNames, _ people: [PersonRowModel], now: Timestamp) {
    lists = names.lists
    listTitles = Self.titles(of: names)
    self.people = people
    reader = QuickAddReader(
      LocalQuickAdd.context(
        now: now, lists: lists.map(\.name),
        tags: names.tags.map(\.text).sorted { $0.precedesExactly($1) },
        people: PersonNames(people).typed))
  }

  private static func titles(of names: TypedNames) -> [String] {
    let skeletons = names.lists.map { ComparableName($0.name).skeleton }
    let counts = Dictionary(skeletons.map { ($0, 1) }, uniquingKeysWith: +)
    return zip(names.lists, skeletons).map { list, skeleton in
      guard counts[skeleton, default: 0] > 1 else { return list.name }
      return tr(
        "%1$s (%2$s)", list.name, AccountText.place(of: list.account, among: names.accounts))
    }
  }

  @concurrent
  static func building(_ names: TypedNames, _ people: [PersonRowModel], now: Timestamp) async
    -> EntryVocabulary
  {
    EntryVocabulary(names, people, now: now)
  }
}
