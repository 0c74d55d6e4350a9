extension Mirror {
  /// The presenter that a view holds, which is nobody else's business.
  static func presenter(of view: AnyObject) -> AnyObject? {
    Mirror(reflecting: view).children.first { $0.label == "presenter" }?.value as AnyObject?
  }
}
