import Core
import TestSupport

// Scenarios that occur by chance in none of many hundred runs. Some runs play several of them.

extension SimulationRun {
  typealias Order = () async throws -> Void

  /// Plays one of these scenarios without anything in between.
  func playOrder(_ chances: Chances) async throws {
    var orders: [Order] = [
      restoreWhatGaveWay, restoreAnyConflict, takeBackWhatIsUnderWayAtTheSameTime,
      renameListWhileItsLossIsNoticed, completeOnTwoDevices, completeWithSubtasks,
      placeBelowOwnPart,
    ]
    orders +=
      isSharing
      ? [
        writeIntoDeletedList, acceptWhenTheListIsLost, partWhileSending, partWhileReadingFirst,
        snoozeForTwoPeople, giveUpMoveIntoListOfAnotherPerson,
      ]
      : [editBesideAnOlderState, editWhatAnotherDeviceMoved, takeBackWhatAnotherDeviceMoved]
    guard let order = chances.pick(orders) else { return }
    try await undisturbed(order)
  }

  /// Plays one of the scenarios that were added later.
  func playLaterOrder(_ chances: Chances) async throws {
    var orders: [Order] = [deleteListBehindWhatCannotLeaveIt]
    if hasSecondAccount { orders += [writeOnWhereAnotherDeviceMovedIt, moveWhatIsUnderWay] }
    guard let order = chances.pick(orders) else { return }
    try await undisturbed(order)
  }

  /// Plays one of the scenarios that were added last.
  func playLatestOrder(_ chances: Chances) async throws {
    var orders: [Order] = [addListWhileSending, refuseToTellAfterConflict]
    if isSharing { orders.append(loseRoleInListOfAnotherPerson) }
    if !isOnWire { orders.append(answerOneBatchForAnother) }
    if hasSecondAccount { orders += [moveWhatAnotherDeviceMoved, giveTitlesInBothPlaces] }
    guard let order = chances.pick(orders) else { return }
    try await undisturbed(order)
  }

  /// Plays a scenario without faults and without other activity.
  func undisturbed(_ order: Order) async throws {
    let isStorm = weather.isSet
    let storms = computers.map(\.isStormy.isSet)
    weather.isSet = false
    server.fail(nil)
    for computer in computers { computer.isStormy.isSet = false }
    isUndisturbed = true
    defer {
      isUndisturbed = false
      onAnswer = nil
      onArrival = nil
      weather.isSet = isStorm
      for (computer, isStormy) in zip(computers, storms) { computer.isStormy.isSet = isStormy }
    }
    try await order()
  }

  // MARK: Earlier values

  /// A user restores a value that gave way in a conflict, while another device, which once had it, edits the same
  /// field.
  private func restoreWhatGaveWay() async throws {
    guard let (list, owners) = try await makeList(with: 2),
      let key = try await addTodo(to: list, owners)
    else { return }
    log.add("what gave way in \(key.id) is wanted again")
    for owner in owners { await setTitle(of: key, on: owner) }
    for owner in [owners[0], owners[1], owners[0]] { await syncCalmly(owner) }
    await setTitle(of: key, on: owners[0])
    await attempt(on: owners[1]) { store, records in
      let conflict = try await store.recentConflicts().first { $0.key == key }
      if let conflict { try await self.restore(conflict, store, records) }
    }
    for owner in [owners[1], owners[0]] { await syncCalmly(owner) }
  }

  /// A user restores a value that gave way in any conflict, whatever has happened since.
  private func restoreAnyConflict() async throws {
    guard let computer = chances.pick(computers), !computer.disk.isDead else { return }
    await attempt(on: computer) { store, records in
      let conflict = self.chances.pick(try await store.recentConflicts())
      if let conflict { try await self.restore(conflict, store, records) }
    }
  }

  private func restore(
    _ conflict: SyncConflict, _ store: TodoStore, _ records: [RecordKey: RecordFields]
  ) async throws(StoreError) {
    log.add("what gave way in \(conflict.key.id) is wanted again")
    try await store.restoreConflict(conflict.id)
    // If the value is present already, restoring it changes nothing. A user who knew it earlier, and does not know of
    // this wish, may then replace it, and it is no longer listed.
    let present = records[conflict.key] ?? [:]
    for (field, value) in conflict.lost where present[field] == value {
      ledger.giveUp(value, at: .init(key: conflict.key, field: field))
    }
  }

  // MARK: Losses and trees

  /// A user tries to make a to-do a subtask of its own subtask.
  private func placeBelowOwnPart() async throws {
    guard let (list, owners) = try await makeList(with: 1),
      let key = try await addTodo(to: list, owners),
      let part = try await addTodo(to: list, owners)
    else { return }
    log.add("\(key.id) is to be a part of \(part.id), which is its own")
    let (id, partID) = (TodoID(rawValue: key.id), TodoID(rawValue: part.id))
    await attempt(on: owners[0]) { store, _ in
      try await store.place(partID, below: id, .last)
      try await store.place(id, below: partID, .last)
      self.trespasses.append("\(key.id) was made a part of \(part.id), which is its own")
    }
  }

  /// The server loses the first list. It is renamed as soon as the loss is noticed, before it is sent again.
  private func renameListWhileItsLossIsNoticed() async throws {
    guard let computer = chances.pick(computers), !computer.isBusy, !computer.disk.isDead,
      let account = try await ownAccounts(of: computer).first(where: { account in
        server.names(of: tree(of: account)).contains(Self.firstList(of: account))
      })
    else { return }
    let key = Self.firstList(of: account)
    await syncCalmly(computer)
    guard await hasAgreed(on: key, account, computer), await !isWaiting(key, on: computer) else {
      return
    }
    log.add("\(key.id) is lost, and gets another name when that is noticed")
    try await lose(key, of: tree(of: account))
    onAnswer = (
      { if case .fetch(let keys) = $0 { keys.contains(key) } else { false } },
      {
        self.onArrival = {
          await self.attempt(on: computer) { store, records in
            guard records[key] != nil else { return }
            let renamed = try await store.renameList(
              ListID(rawValue: key.id), to: self.unique("name"))
            if renamed.key != key {
              self.trespasses.append("\(computer.name) gave the lost \(key.id) another identifier")
            }
          }
        }
      }
    )
    await syncCalmly(computer)
  }

  func isWaiting(_ key: RecordKey, on computer: Computer) async -> Bool {
    let found = try? await computer.store.column(
      """
      SELECT record FROM outbox WHERE kind = '\(key.kind.rawValue)' AND record = '\(key.id)'
        UNION SELECT record FROM inFlightWrite
          WHERE kind = '\(key.kind.rawValue)' AND record = '\(key.id)'
      """)
    return found?.isEmpty != true
  }
}
