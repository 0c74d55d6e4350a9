import Basics
import CGtk

/// A `RowListModel` that receives new versions of its list and computes the differences itself.
///
/// Rows are identified by their ID: selection, focus and scroll position stay with a row, whatever is added or removed
/// around it. Setting equal rows costs one comparison and causes no signal.
@MainActor
package final class KeyedRowList<Row: Identifiable & Equatable> where Row.ID == String {
  package let model: RowListModel<Row>
  private let source = Source()
  /// With more changes than this, GTK gets a single change.
  private static var mostSteps: Int { 64 }

  package init() {
    model = RowListModel(source)
  }

  package var rows: [Row] { source.rows }

  /// Shows another list.
  package func replaceAll(with rows: [Row]) {
    model.replaceAll(with: [Row]())
    source.rows = rows
    model.replaceAll(with: source)
  }

  /// Shows a new version of the same list.
  package func update(to rows: [Row]) {
    let old = source.rows
    guard rows != old else { return }
    let steps = Self.steps(from: old, to: rows)
    for step in steps {
      source.rows.replaceSubrange(
        step.position..<step.position + step.removed,
        with: rows[step.position..<step.position + step.added])
      model.splice(at: step.position, removed: step.removed, added: step.added)
    }
    let values = Dictionary(old.map { (ExactText($0.id), $0) }) { $1 }
    source.rows = rows
    for (position, row) in rows.enumerated()
    where values[ExactText(row.id)].map({ $0 != row }) == true {
      model.rowChanged(at: position)
    }
  }

  /// One splice; its position assumes that the earlier ones have been made.
  package struct Step: Equatable {
    package var position: Int
    package var removed: Int
    package var added: Int
  }

  /// The splices that lead from one version to another, from the first row to the last.
  package static func steps(from old: [Row], to new: [Row]) -> [Step] {
    let oldIDs = Set(old.map { ExactText($0.id) })
    let newIDs = Set(new.map { ExactText($0.id) })
    var steps: [Step] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      var step = Step(position: j, removed: 0, added: 0)
      while i < old.count, !newIDs.contains(ExactText(old[i].id)) {
        step.removed += 1
        i += 1
      }
      while j < new.count, !oldIDs.contains(ExactText(new[j].id)) {
        step.added += 1
        j += 1
      }
      if step.removed + step.added > 0 {
        steps.append(step)
      } else if i < old.count, j < new.count, old[i].id.isExactly(new[j].id) {
        i += 1
        j += 1
      } else {
        // A row has moved.
        return [whole(from: old, to: new)]
      }
    }
    return steps.count > mostSteps ? [whole(from: old, to: new)] : steps
  }

  /// A single splice of everything between the common beginning and the common end.
  private static func whole(from old: [Row], to new: [Row]) -> Step {
    let common = min(old.count, new.count)
    var prefix = 0
    while prefix < common, old[prefix].id.isExactly(new[prefix].id) { prefix += 1 }
    var suffix = 0
    while suffix < common - prefix,
      old[old.count - 1 - suffix].id.isExactly(new[new.count - 1 - suffix].id)
    { suffix += 1 }
    return Step(
      position: prefix, removed: old.count - prefix - suffix, added: new.count - prefix - suffix)
  }

  private final class Source: RowSource {
    var rows: [Row] = []

    var count: Int { rows.count }

    func row(at index: Int) -> Row { rows[index] }
  }
}
