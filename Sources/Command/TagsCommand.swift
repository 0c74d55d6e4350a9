import ArgumentParser
import Core
import Platform

/// `optimist tags`
struct TagsCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags", abstract: "Show the tags and how many open to-dos have each.")

  @Flag(help: "Print JSON, in a form that stays the same.")
  var json = false

  var writes: Bool { false }

  func run(in context: CommandContext) async throws(CommandFailure) -> CommandStatus {
    let tags = try await context.stored { store throws(StoreError) in try await store.tags() }
    if json {
      try CommandJSON.print(tags.map { TagRecord(tag: $0.tag, open: $0.openCount) })
    } else {
      for tag in tags {
        Terminal.printLine(
          "#\(PlainText.line(tag.tag)) – " + ntr("%d to-do", "%d to-dos", tag.openCount))
      }
    }
    return .done
  }
}

/// A tag in the JSON of the commands. Fields may be added later, but none is renamed or removed.
struct TagRecord: Encodable {
  enum CodingKeys: CodingKey, CaseIterable {
    case open, tag
  }

  let tag: String
  /// The number of open to-dos that have the tag.
  let open: Int
}
