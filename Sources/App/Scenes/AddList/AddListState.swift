/// Everything the dialog for a list's name shows.
struct AddListState: Equatable {
  var title: String
  var name: String
  /// What stands in the empty entry, and what the list is called then.
  var placeholder: String
  /// While the name is being written to disk.
  var isBusy = false
}
