import Service

/// Everything the dialog for a list's name shows.
struct AddListState: Equatable {
  var title: String
  var name: String
  /// What stands in the empty entry, and what the list is called then.
  var placeholder: String
  /// Where the list can be kept, by name; nothing to choose where there are fewer than two.
  var places: [String] = []
  /// An index into ``places``.
  var chosenPlace = 0
  /// While the name is being written to disk.
  var isBusy = false
}
