import ArgumentParser
import Core
import FoundationEssentials
import Service

/// The command line's grammar as the parser itself describes it, so that new options need not be listed a second time.
struct CommandGrammar: Decodable {
  /// A command and its arguments.
  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let shouldDisplay: Bool?
    let arguments: [Argument]?
    let subcommands: [Command]?
    /// The subcommand that is run if none is named.
    let defaultSubcommand: String?

    var shownArguments: [Argument] {
      let usual = (subcommands ?? []).first { $0.commandName == defaultSubcommand }
      let own = (arguments ?? []).filter { $0.shouldDisplay ?? true }
      let names = Set(own.flatMap(\.words))
      return own + (usual?.shownArguments ?? []).filter { names.isDisjoint(with: $0.words) }
    }
    var shownCommands: [Command] { (subcommands ?? []).filter { $0.shouldDisplay ?? true } }
    var positionals: [Argument] { (arguments ?? []).filter { $0.kind == .positional } }

    /// The option or flag with this name; nil if this command has none.
    func named(_ word: String) -> Argument? {
      (arguments ?? []).first { $0.words.contains(word) }
    }
  }

  /// An option, a flag, or a positional argument.
  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
      let kind: String
      let name: String
    }

    struct Completion: Decodable {
      struct Words: Decodable { let values: [String] }
      struct Nothing: Decodable {}

      let list: Words?
      let custom: Nothing?
    }

    let kind: Kind
    let shouldDisplay: Bool?
    let isRepeating: Bool?
    let names: [Name]?
    let abstract: String?
    let completionKind: Completion?

    /// As typed: a long name after two dashes, any other name after one.
    var words: [String] {
      (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
    }
  }

  let command: Command

  /// The grammar of `optimist`.
  static func ofOptimist() throws -> CommandGrammar {
    try JSONDecoder().decode(CommandGrammar.self, from: Data(OptimistCommand._dumpHelp().utf8))
  }
}
