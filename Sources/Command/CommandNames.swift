import ArgumentParser
import Core
import Platform
import Service

/// Checks whether the first word of a command line is a command.
struct CommandNames {
  private let names: [String]
  /// Options that only the window accepts.
  private let commands: Set<String>
  /// The subcommands of commands that also do something on their own, such as “lists”.
  private let below: [String: [String]]

  init(of configuration: CommandConfiguration) {
    names = Self.names(configuration)
    commands = Set(names)
    var below: [String: [String]] = [:]
    for command in configuration.subcommands {
      let configuration = command.configuration
      guard configuration.defaultSubcommand != nil else { continue }
      below[configuration.commandName ?? ""] = Self.names(configuration)
    }
    self.below = below
  }

  private static func names(_ configuration: CommandConfiguration) -> [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  func contains(_ word: String?) -> Bool { word.map(commands.contains) ?? false }

  /// What is wrong with the command line; nil if nothing is, or if the parser's own message is better.
  func errorMessage(for words: [String]) -> String? {
    guard let first = words.first else { return nil }
    if first.hasPrefix("-") { return misplacedOptionMessage(words) }
    if first == "help" {
      guard words.count > 1, !words[1].hasPrefix("-"), words[1] != "help" else { return nil }
      return commands.contains(words[1]) ? nil : unknownCommandMessage(words[1], of: names)
    }
    if commands.contains(first) {
      guard let names = below[first], words.count > 1, !words[1].hasPrefix("-"),
        !names.contains(words[1])
      else { return nil }
      return unknownCommandMessage(words[1], below: first, of: names)
    }
    let title = words.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
    let message = unknownCommandMessage(first, of: names)
    guard !message.hasSuffix("?") else { return message }
    return message + " To write it down as a to-do: optimist add \"\(PlainText.line(title))\""
  }

  /// Reports that a word is not a command, and suggests a similar one if there is any.
  private func unknownCommandMessage(
    _ word: String, below command: String? = nil, of names: [String]
  ) -> String {
    let typed = PlainText.line(word)
    let kind = command.map { "a command below “\($0)”" } ?? "a command"
    let similar = names.filter { name in
      name.hasPrefix(word) || Similarity.isTypo(name, word.lowercased())
    }
    if !similar.isEmpty {
      let list = similar.map { "“\($0)”" }.joined(separator: " or ")
      return "“\(typed)” is not \(kind). Did you mean \(list)?"
    }
    let list = names.map { "“\($0)”" }.joined(separator: ", ")
    return "“\(typed)” is not \(kind). The commands are \(list)."
  }

  /// Reports options of the window that were given to a command, where they have no meaning.
  private func misplacedOptionMessage(_ words: [String]) -> String? {
    guard words.first != "--", let command = words.first(where: { !$0.hasPrefix("-") }),
      commands.contains(command), !words.contains("--help"), !words.contains("-h"),
      words.first?.hasPrefix("---") == false, isFlag(words[0])
    else { return nil }
    return "\(words[0]) is an option of the window and does not go with “\(command)”."
  }

  /// Whether an option takes no value, so that the next word is not its value.
  private func isFlag(_ option: String) -> Bool {
    ["--non-unique", "--new-todo", "--gapplication-service"].contains(option)
  }
}
