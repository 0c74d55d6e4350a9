/// One entry of a menu.
struct MenuItem: Equatable, Sendable {
  /// With `_` before the mnemonic letter.
  var label: String
  /// The detailed action name: `"row.delete"`, or with a target `"row.move::list-id"`.
  var action: String

  init(_ label: String, _ action: String) {
    self.label = label
    self.action = action
  }
}
