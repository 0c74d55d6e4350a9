import ArgumentParser
import Core
import Platform
import Service

/// Checks whether the first word of a command line is a command.
struct CommandNames {
  private let names: [String]
  /// Options that only the window accepts.
  private let commands: Set<String>

  init(of configuration: CommandConfiguration) {
    names = configuration.subcommands.compactMap { $0.configuration.commandName }
    commands = Set(names)
  }

  func contains(_ word: String?) -> Bool { word.map(commands.contains) ?? false }

  /// What is wrong, in plain words; nil if nothing is or the parser's own message is better.
  func complaint(_ words: [String]) -> String? {
    guard let first = words.first else { return nil }
    if first.hasPrefix("-") { return complaintOnOptions(words) }
    guard !commands.contains(first), first != "help" else { return nil }
    let typed = PlainText.line(first)
    let similar = names.filter { name in
      name.hasPrefix(first) || Similarity.isSlip(name, first.lowercased())
    }
    if !similar.isEmpty {
      let list = similar.map { "“\($0)”" }.joined(separator: " or ")
      return "“\(typed)” is not a command. Did you mean \(list)?"
    }
    let list = names.map { "“\($0)”" }.joined(separator: ", ")
    return """
      “\(typed)” is not a command. The commands are \(list). To write it down as a to-do: \
      optimist add "\(typed)"
      """
  }

  /// The window's options have no meaning for a command.
  private func complaintOnOptions(_ words: [String]) -> String? {
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
