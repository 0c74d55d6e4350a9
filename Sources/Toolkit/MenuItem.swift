/// One entry of a menu.
package struct MenuItem: Equatable, Sendable {
  /// With `_` before the mnemonic letter.
  package var label: String
  /// The detailed action name: `"row.delete"`, or with a target `"row.move::list-id"`.
  package var action: String

  package init(_ label: String, _ action: String) {
    self.label = label
    self.action = action
  }
}
