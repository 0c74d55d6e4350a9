import Core

extension Timestamp {
  func moved(by duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    return Timestamp(
      milliseconds: milliseconds + seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }
}
