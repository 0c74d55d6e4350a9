import Core
import Platform
import Service
import Sync

/// Finds completions for the end of a command line.
struct Completer {
  /// Finds an argument's values from the store.
  ///
  /// Receives the names of the subcommands, the argument's name as in swift-argument-parser's
  /// `---completion`, and the words before it.
  typealias Values = @Sendable ([String], String, [String]) -> [CompletionCandidate]

  private let root: CommandGrammar.Command
  private let values: Values

  init(_ grammar: CommandGrammar, values: @escaping Values) {
    root = grammar.command
    self.values = values
  }

  /// The candidates, in the order in which they are shown.
  ///
  /// - Parameters:
  ///   - words: the words before the cursor, without the program's name and without the shell's quoting.
  ///   - current: the typed part of the word. Only its kind matters here; the caller filters the candidates by it.
  func candidates(after words: [String], current: String) -> [CompletionCandidate] {
    var place = Place(root)
    for word in words { place.read(word) }
    if let option = place.pending { return offers(of: option, place, words) }
    if current.utf8.first == UInt8(ascii: "-"), !place.isTerminated {
      guard let end = current.firstIndex(of: "=") else { return options(place) }
      let name = String(current[..<end])
      guard let option = place.command.named(name), option.kind == .option else { return [] }
      return offers(of: option, place, words).map {
        CompletionCandidate(name + "=" + $0.word, $0.meaning)
      }
    }
    let commands = place.isTerminated || place.count > 0 ? [] : place.command.shownCommands
    if !commands.isEmpty {
      return commands.map { CompletionCandidate($0.commandName, $0.abstract ?? "") }
    }
    return place.positional.map { offers(of: $0, place, words) } ?? []
  }

  // MARK: Parts

  private func options(_ place: Place) -> [CompletionCandidate] {
    place.command.shownArguments
      .filter {
        $0.kind != .positional
          && ($0.isRepeating == true || !$0.words.contains(where: place.used.contains))
      }
      .flatMap { argument in argument.words.map { CompletionCandidate($0, argument.abstract ?? "") }
      }
  }

  private func offers(
    of argument: CommandGrammar.Argument, _ place: Place, _ words: [String]
  ) -> [CompletionCandidate] {
    if let list = argument.completionKind?.list {
      return list.values.map { CompletionCandidate($0) }
    }
    guard argument.completionKind?.custom != nil else { return [] }
    let name =
      argument.kind == .positional
      ? "positional@\(place.positionalIndex)"
      : argument.words.first { $0.hasPrefix("--") } ?? argument.words.last ?? ""
    return values(place.path, name, words)
  }
}

extension Completer {
  /// The state after parsing part of a command line.
  private struct Place {
    private(set) var command: CommandGrammar.Command
    /// The names of the subcommands.
    private(set) var path: [String] = []
    /// The number of words so far that are neither options nor their values.
    private(set) var count = 0
    private(set) var used: Set<String> = []
    /// The option whose value comes next.
    private(set) var pending: CommandGrammar.Argument?
    /// Whether “--” was reached.
    private(set) var isTerminated = false

    init(_ root: CommandGrammar.Command) { command = root }

    /// The index of the next positional argument; the last one may take several words.
    var positionalIndex: Int {
      let last = command.positionals.count - 1
      return last >= 0 && command.positionals[last].isRepeating == true ? min(count, last) : count
    }

    var positional: CommandGrammar.Argument? {
      let all = command.positionals
      return positionalIndex < all.count ? all[positionalIndex] : nil
    }

    mutating func read(_ word: String) {
      if pending != nil {
        pending = nil
      } else if !isTerminated, word == "--" {
        isTerminated = true
      } else if !isTerminated, word.hasPrefix("-"), word != "-" {
        let name = word.firstIndex(of: "=").map { String(word[..<$0]) } ?? word
        used.insert(name)
        if let argument = command.named(name), argument.kind == .option, name == word {
          pending = argument
        }
      } else if !isTerminated, count == 0,
        let next = command.shownCommands.first(where: { $0.commandName == word })
      {
        path.append(word)
        (command, used) = (next, [])
      } else {
        count += 1
      }
    }
  }
}
