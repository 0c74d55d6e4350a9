/// A step from the rows on screen to other rows; rows that do not differ are left alone.
package enum KeyedStep<Value: Equatable & Identifiable>: Equatable {
  case remove(at: Int)
  case insert(Value, at: Int)
  case move(from: Int, to: Int)
  case update(Value, at: Int)

  /// The steps in the order in which they must be taken; each index applies after the steps before it.
  /// - Parameters:
  ///   - old: the values on screen, with unique IDs.
  ///   - new: the wanted values, with unique IDs.
  package static func steps(from old: [Value], to new: [Value]) -> [KeyedStep] {
    let wanted = Set(new.map(\.id))
    var steps: [KeyedStep] = []
    var shown = old
    for index in old.indices.reversed() where !wanted.contains(old[index].id) {
      steps.append(.remove(at: index))
      shown.remove(at: index)
    }
    for (index, value) in new.enumerated() {
      if let place = shown[min(index, shown.count)...].firstIndex(where: { $0.id == value.id }) {
        if place != index {
          steps.append(.move(from: place, to: index))
          shown.insert(shown.remove(at: place), at: index)
        }
        if shown[index] != value { steps.append(.update(value, at: index)) }
      } else {
        steps.append(.insert(value, at: index))
        shown.insert(value, at: index)
      }
    }
    return steps
  }
}
