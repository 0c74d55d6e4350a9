import CGLib
import Synchronization
import XCTest

@testable import Platform

/// The order in which the threads take the jobs that wait. They are installed for a whole process, so that not
/// the runtime's own are looked at but jobs that are as urgent as their number says.
final class TaskThreadsTests: XCTestCase {
  private static let done = Mutex<[Int]>([])
  private static let isFree = DispatchSemaphore(value: 0)

  func testTheMostUrgentIsFirstAndOfEqualOnesTheOldest() throws {
    let pool = optimist_job_pool_new(
      { job, _ in
        let number = Int(bitPattern: job)
        if number == 1 { TaskThreadsTests.isFree.wait() }
        TaskThreadsTests.done.withLock { $0.append(number) }
      }, 1, { job in UInt8(Int(bitPattern: job) / 100) })
    for number in [1, 101, 301, 102, 201, 302, 103] {
      g_thread_pool_push(pool, UnsafeMutableRawPointer(bitPattern: number), nil)
      // Its only thread has taken the first, and waits.
      if number == 1 { while g_thread_pool_unprocessed(pool) > 0 { sched_yield() } }
    }
    Self.isFree.signal()
    g_thread_pool_free(pool, 0, 1)
    XCTAssertEqual(Self.done.withLock { $0 }, [1, 301, 302, 201, 101, 102, 103])
  }

  func testTheUrgencyOfAJobIsThatOfItsTask() async {
    let executor = Recorder()
    for priority in [TaskPriority.background, .utility, .medium, .high] {
      await Task.detached(executorPreference: executor, priority: priority) {}.value
    }
    let seen = executor.seen.withLock { $0 }
    XCTAssertEqual(Set(seen.map(\.0)).count, 4)
    for (told, expected) in seen { XCTAssertEqual(told, expected) }
  }
}

/// Runs jobs where they come from, and notes how urgent each is said to be.
private final class Recorder: TaskExecutor {
  let seen = Mutex<[(UInt8, UInt8)]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let expected = job.priority.rawValue
    let job = UnownedJob(job)
    let told = TaskThreads.priority(unsafeBitCast(job, to: UnsafeMutableRawPointer.self))
    seen.withLock { $0.append((told, expected)) }
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
