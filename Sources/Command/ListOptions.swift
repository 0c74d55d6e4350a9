import ArgumentParser
import Basics
import Core
import Platform
import Service

extension ListOrder: ExpressibleByArgument {}

/// The options for the look and the order of a list, which `lists add` and `lists edit` share.
struct ListOptions: ParsableArguments, Sendable {
  @Option(
    name: .customLong("color"),
    help: .init(
      "blue, green, yellow, orange, red, purple, brown, grey, or as #1a5fb4; “none” for none.",
      valueName: "color"), completion: .list(ListAppearanceRules.colours + [TimeWords.none]))
  var colour: String?

  @Option(
    help: .init("A single emoji that stands before the name; “none” for none.", valueName: "emoji"))
  var emoji: String?

  @Option(
    name: .customLong("sort"),
    help: .init(
      "How its to-dos are sorted: manual, due, priority, title or added (the newest first).",
      valueName: "order"),
    completion: .list(ListOrder.allCases.map(\.rawValue)))
  var order: ListOrder?

  /// Whether no option is given.
  var isEmpty: Bool { colour == nil && emoji == nil && order == nil }

  /// Checks the options and returns the change that they make.
  func change() throws(CommandFailure) -> @Sendable (inout TodoList) -> Void {
    let colour = Self.given(colour)
    if case .some(.some(let typed)) = colour, !ListAppearanceRules.isColour(typed) {
      throw CommandFailure(
        .usage,
        tr(
          "“%s” is not a color. These are understood: %s, or as #1a5fb4.", PlainText.line(typed),
          ListAppearanceRules.colours.joined(separator: ", ")))
    }
    let emoji = Self.given(emoji)
    if case .some(.some(let typed)) = emoji, !ListAppearanceRules.isEmoji(typed) {
      throw CommandFailure(.usage, tr("“%s” is not a single emoji.", PlainText.line(typed)))
    }
    return { [order] list in
      if let colour { list.colour = colour }
      if let emoji { list.emoji = emoji }
      if let order { list.order = order }
    }
  }

  /// Nil if the option was not given; an inner nil if the value is to be removed.
  private static func given(_ typed: String?) -> String?? {
    guard let typed else { return nil }
    return .some(typed == TimeWords.none ? nil : typed)
  }
}
