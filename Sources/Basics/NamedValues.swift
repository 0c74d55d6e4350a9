/// A few values by name, in the order of the names' bytes.
///
/// A record has some twenty fields. For so few this is faster than a dictionary: no name is hashed, and nothing needs
/// sorting before it is written in the common order. Finding a name takes time in proportion to the number of values,
/// so in data from strangers only a fixed number of names is ever looked for.
public struct NamedValues<Value> {
  public typealias Element = (key: String, value: Value)

  /// In ascending order, each once.
  @usableFromInline var names: [String] = []
  /// As many as names.
  @usableFromInline var contents: [Value] = []

  /// The names, in ascending order.
  @inlinable public var keys: [String] { names }
  /// In the order of their names.
  @inlinable public var values: [Value] { contents }

  @inlinable
  public init() {}

  /// - Parameter elements: in any order; of several with one name the last one counts.
  @inlinable
  public init(uniqueKeysWithValues elements: some Sequence<(String, Value)>) {
    for (name, value) in elements { self[name] = value }
  }

  /// - Parameters:
  ///   - keys: in ascending order, each once.
  ///   - values: as many.
  @inlinable
  public init(ascending keys: [String], _ values: [Value]) {
    assert(zip(keys, keys.dropFirst()).allSatisfy { $0.precedesExactly($1) })
    assert(keys.count == values.count)
    names = keys
    contents = values
  }

  /// Makes room for so many values in all.
  @inlinable
  public mutating func reserveCapacity(_ count: Int) {
    names.reserveCapacity(count)
    contents.reserveCapacity(count)
  }

  // MARK: By name

  /// The value of a name; nil where there is none. Setting nil removes it.
  @inlinable
  public subscript(name: String) -> Value? {
    get { place(of: name).map { contents[$0] } }
    set {
      if let newValue, append(name, newValue) { return }
      switch (place(of: name), newValue) {
      case (let place?, let value?): contents[place] = value
      case (let place?, nil):
        names.remove(at: place)
        contents.remove(at: place)
      case (nil, let value?): insert(name, value)
      case (nil, nil): break
      }
    }
  }

  @inlinable
  func place(of name: String) -> Int? {
    for place in names.indices where names[place] == name {
      if names[place].isExactly(name) { return place }
    }
    return nil
  }

  /// Adds a value whose name sorts after all others, without searching for it.
  /// - Returns: false, without adding it, if the name does not sort after all others.
  @inlinable
  public mutating func append(_ name: String, _ value: Value) -> Bool {
    if let last = names.last, !last.precedesExactly(name) { return false }
    names.append(name)
    contents.append(value)
    return true
  }

  @inlinable
  mutating func insert(_ name: String, _ value: Value) {
    if append(name, value) { return }
    let place = names.firstIndex { name.precedesExactly($0) } ?? names.endIndex
    names.insert(name, at: place)
    contents.insert(value, at: place)
  }

  // MARK: All of them

  @inlinable
  public func filter(_ isKept: (Element) throws -> Bool) rethrows -> NamedValues {
    var result = NamedValues()
    for (name, value) in self where try isKept((name, value)) {
      result.names.append(name)
      result.contents.append(value)
    }
    return result
  }

  /// These values with those of others; `combine` decides between two of one name.
  @inlinable
  public func merging(_ others: NamedValues, uniquingKeysWith combine: (Value, Value) -> Value)
    -> NamedValues
  {
    var result = self
    for (name, value) in others { result[name] = result[name].map { combine($0, value) } ?? value }
    return result
  }
}

extension NamedValues: RandomAccessCollection {
  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { names.count }
  @inlinable public subscript(place: Int) -> Element { (names[place], contents[place]) }
}

extension NamedValues: ExpressibleByDictionaryLiteral {
  @inlinable
  public init(dictionaryLiteral elements: (String, Value)...) {
    self.init(uniqueKeysWithValues: elements)
  }
}

extension NamedValues: Equatable where Value: Equatable {
  @inlinable
  public static func == (a: NamedValues, b: NamedValues) -> Bool {
    a.names.count == b.names.count && zip(a.names, b.names).allSatisfy { $0.isExactly($1) }
      && a.contents == b.contents
  }
}

extension NamedValues: Hashable where Value: Hashable {
  @inlinable
  public func hash(into hasher: inout Hasher) {
    for name in names { name.hashExactly(into: &hasher) }
    hasher.combine(contents)
  }
}

extension NamedValues: Sendable where Value: Sendable {}

extension NamedValues: CustomStringConvertible {
  public var description: String {
    "[" + map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "]"
  }
}
