import Dates

struct Japanese: Grammar {
  func match(_ line: TypedLine, at place: Int, _ days: DayMath) -> (
    end: Int, meaning: QuickAddMeaning
  )? { nil }
}
