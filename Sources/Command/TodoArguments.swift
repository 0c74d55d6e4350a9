import ArgumentParser

/// The argument that names to-dos, which `show`, `edit`, `move` and `delete` share.
struct TodoArguments: ParsableArguments, Sendable {
  @Argument(
    help: .init("The ID of a to-do or its beginning, at least four characters.", valueName: "id"),
    completion: .custom(CommandCompletion.todos))
  var ids: [String]
}
