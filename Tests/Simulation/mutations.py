"""Deliberate mistakes in the sync engine, each of which the simulation must notice.

A mutation is a name, a file, a piece of its text that stands there once, and what replaces it.

What the simulation meets in none of many hundred seeds, and unit tests fail without, is in unit_mutations.py.
"""

STORE = "Sources/Core/Store/"
REPLICATION = "Sources/Core/Replication/"
ENGINE = "Sources/Sync/Engine/"
FIRESTORE = "Sources/Sync/Firestore/"
CALDAV = "Sources/Sync/CalDAV/"
DATES = "Sources/Dates/"
MODEL = "Sources/Core/Model/"

MUTATIONS = [
    (
        "a to-do is sent before its list, which came meanwhile",
        REPLICATION + "TodoStore+Push.swift",
        "            !change.isIn(later)\n",
        "            later.isEmpty || !later.isEmpty\n",
    ),
    (
        "an acknowledgement takes later edits along",
        REPLICATION + "TodoStore+Push.swift",
        "of: change.key, account, through: change.lastSequence, presence: presence)\n",
        "of: change.key, account, through: .max, presence: presence)\n",
    ),
    (
        "what is on the screen becomes the base, not what was sent",
        REPLICATION + "TodoStore+Push.swift",
        "let state = change.fields.map(RemoteRecord.State.live) ?? .deleted\n",
        "let now = try SyncRecordReader(db: work.db, account: change.account).local(change.key)?.fields\n"
        "        let state = now.map(RemoteRecord.State.live) ?? .deleted\n",
    ),
    (
        "a deletion is forgotten when it could not be sent",
        REPLICATION + "TodoStore+Push.swift",
        "          try SyncBaseTable(db: work.db, account: change.account).endSending(change.key)\n        }",
        "          try SyncBaseTable(db: work.db, account: change.account).endSending(change.key)\n"
        "          if change.operation == .delete {\n"
        "            try work.removeEntries(of: change.key, change.account, through: .max)\n          }\n        }",
    ),
    (
        "the cursor is stored before the rows",
        REPLICATION + "TodoStore+Pull.swift",
        "  ) async throws(StoreError) -> [RecordKey]? {\n    try await transaction { work in\n"
        "      guard try Self.isSetUp(account, work.db) else { throw StoreError.cancelled }\n"
        "      guard try Self.cursor(work.db, kind, account) == place else { return nil }\n",
        "  ) async throws(StoreError) -> [RecordKey]? {\n    try await transaction { work in\n"
        "      try work.db.run(\n"
        "        \"INSERT INTO syncCursor (account, kind, token, scan) VALUES (?, ?, ?, 0) "
        "ON CONFLICT DO UPDATE SET token = excluded.token\",\n"
        "        [account.rawValue, kind.rawValue, page.next.token])\n    }\n"
        "    return try await transaction { work in\n"
        "      guard try Self.isSetUp(account, work.db) else { throw StoreError.cancelled }\n",
    ),
    (
        "a conflict is taken for an acknowledgement",
        ENGINE + "SyncEngine+Push.swift",
        "    case .failure(.conflict):\n      outcome.didReachServer = true\n"
        "      return try await resolve(changes, &outcome)\n",
        "    case .failure(.conflict):\n      outcome.didReachServer = true\n"
        "      try await stored { () throws(StoreError) in\n"
        "        try await store.acknowledge(changes, versions: changes.map { _ in RecordVersion(tag: \"\") })\n"
        "      }\n      return .taken\n",
    ),
    (
        "the server's value wins, and nobody is told",
        REPLICATION + "ThreeWayMerge.swift",
        "if !isOursChanged || isSameAnswer {",
        "if isOursChanged || !isOursChanged || isSameAnswer {",
    ),
    (
        "a value that gave way is not listed",
        REPLICATION + "ThreeWayMerge.swift",
        "          result.lost[name] = value\n",
        "          _ = (name, value)\n",
    ),
    (
        "a delete beats an edit that waits here",
        REPLICATION + "StoreTransaction+Remote.swift",
        "      guard isPending else { return try removeDeletedElsewhere(key, account) }\n",
        "      try dequeue(key, account, through: .max)\n"
        "      guard isPending, local == nil else { return try removeDeletedElsewhere(key, account) }\n",
    ),
    (
        "a delete that waits here beats an edit made elsewhere",
        REPLICATION + "StoreTransaction+Merging.swift",
        "    if isKnown { return }\n",
        "    if isKnown || !isKnown { return }\n",
    ),
    (
        "what was sent without an answer is forgotten",
        REPLICATION + "SyncBaseTable+InFlight.swift",
        "    ).map(StoredFields.decodeStates) ?? []\n",
        "    ).map { _ in [] } ?? []\n",
    ),
    (
        "a listing deletes what was never sent",
        REPLICATION + "TodoStore+Pull.swift",
        "      guard page.isListing, page.isLast else { return [] }\n",
        "      guard page.isListing, page.isLast else { return [] }\n"
        "      try work.db.run(\n"
        "        \"DELETE FROM todo WHERE id NOT IN (SELECT record FROM syncBase WHERE kind = 'todo')\")\n",
    ),
    (
        "to-dos are left without their list",
        ENGINE + "SyncEngine+Pull.swift",
        "        try await store.reconcileLists(of: account)\n",
        "        _ = try await store.missingLists(of: account)\n",
    ),
    (
        "a record that waits already is not noted again",
        REPLICATION + "StoreTransaction+Outbox.swift",
        "    guard let account else { return }\n    try db.run(\n      \"INSERT INTO outbox",
        "    guard let account else { return }\n"
        "    if try SyncRecordReader(db: db, account: account).isWaiting(key) { return }\n"
        "    try db.run(\n      \"INSERT INTO outbox",
    ),
    (
        "reading everything again forgets what waits",
        REPLICATION + "TodoStore+Pull.swift",
        "    try await transaction { work in\n      try work.db.run(\n"
        "        \"UPDATE syncCursor SET token = NULL",
        "    try await transaction { work in\n"
        "      try work.db.run(\"DELETE FROM outbox WHERE account = ?\", [account.rawValue])\n"
        "      try work.db.run(\n        \"UPDATE syncCursor SET token = NULL",
    ),
    (
        "a discarded change is taken for a record that the server does not have",
        ENGINE + "SyncEngine+Discard.swift",
        "          remote = try await store.syncBase(for: key, of: account)\n",
        "          remote = nil\n",
    ),
    (
        "an expired cursor is kept",
        ENGINE + "SyncEngine+Pull.swift",
        "        try await store.forgetCursors(of: account, kind: kind)\n",
        "        _ = try await store.syncCursor(of: kind, of: account)\n",
    ),
    (
        "a merge keeps the old version",
        REPLICATION + "SyncBaseTable.swift",
        "ON CONFLICT DO UPDATE SET version = excluded.version, ordinal = excluded.ordinal,\n",
        "ON CONFLICT DO UPDATE SET ordinal = excluded.ordinal,\n",
    ),
    (
        "a record that the server lost is deleted here",
        REPLICATION + "StoreTransaction+Remote.swift",
        "      if isPending {\n        if local == nil, !mayArrive {\n",
        "      if let todo = try todo(TodoID(rawValue: key.id)) {\n        try delete(todo, outbox: nil)\n        return\n"
        "      }\n      if isPending {\n        if local == nil, !mayArrive {\n",
    ),
    (
        "a tombstone is not remembered",
        REPLICATION + "StoreTransaction+Remote.swift",
        "      try refreshBadge(key) { try SyncBaseTable(db: $0, account: account).set(record) }\n      guard isPending",
        "      try refreshBadge(key) { try SyncBaseTable(db: $0, account: account).delete(record.key) }\n      guard isPending",
    ),
    (
        "who takes part no longer keeps no copies",
        STORE + "StoreTransaction+Shares.swift",
        "    try remove(id, reason: .unshared, isKeepingAll: isKeepingAll)\n",
        "    for table in [\"list\", \"todo\", \"member\", \"syncBase\"] {\n"
        "      try db.run(\"DELETE FROM \\(table) WHERE account = ?\", [id.rawValue])\n    }\n",
    ),
    (
        "another role is not taken over",
        STORE + "StoreTransaction+Shares.swift",
        "        ON CONFLICT (id) DO UPDATE SET role = excluded.role\n",
        "        ON CONFLICT (id) DO NOTHING\n",
    ),
    (
        "the queue of a list is kept after revocation",
        STORE + "StoreTransaction+Shares.swift",
        "    for table in TodoStore.tablesOfAccount {\n",
        "    for table in TodoStore.tablesOfAccount where table != \"outbox\" {\n",
    ),
    (
        "a list is read on from where an earlier invitation ended",
        STORE + "StoreTransaction+Shares.swift",
        "    for table in TodoStore.tablesOfAccount {\n",
        "    for table in TodoStore.tablesOfAccount where table != \"syncCursor\" {\n",
    ),
    (
        "a list that was moved among the others is not sent",
        STORE + "TodoStore+Lists.swift",
        "list = try work.separateFromFirst(list) }\n      try work.enqueue(list)\n",
        "list = try work.separateFromFirst(list) }\n"
        "      if list.position == before.position { try work.enqueue(list) }\n",
    ),
    (
        "a tombstone does not tell its list",
        REPLICATION + "SyncRecordReader.swift",
        "list: try list(of: key, local?.fields ?? base?.fields)",
        "list: try list(of: key, local?.fields)",
    ),
    (
        "that a membership has ended is ignored",
        STORE + "StoreTransaction+Shares.swift",
        "      try endMembership(before, of: owner, account, isKeepingAll: isLost)\n",
        "",
    ),
    (
        "what was refused for want of a role is not tried again",
        STORE + "StoreTransaction+Shares.swift",
        "      try db.run(\"DELETE FROM syncRetry WHERE account = ?\", [id.rawValue])\n",
        "",
    ),
    (
        "edits in a list of another person are queued for the user's own account",
        STORE + "StoreTransaction.swift",
        "account: todo.account, reason)",
        "account: todo.account?.root, reason)",
    ),
    (
        "a reader may write",
        STORE + "StoreTransaction+Members.swift",
        "    guard isContent, share.role == .writer else",
        "    guard isContent || share.role == .writer else",
    ),
    (
        "a declined invitation counts as accepted",
        STORE + "StoreTransaction+Shares.swift",
        "      consent.choice == .accepted\n"
        "    else { return try removeShare(id) }\n"
        "    let agreed = try bases.base(of: RecordKey(kind: .consent, id: consent.id))?.fields\n"
        "    let isAgreed = agreed?[Consent.Field.choice] == .string(Consent.Choice.accepted.rawValue)\n",
        "      consent.choice != .blocked\n"
        "    else { return try removeShare(id) }\n"
        "    let agreed = try bases.base(of: RecordKey(kind: .consent, id: consent.id))?.fields\n"
        "    let isAgreed = agreed != nil\n",
    ),
    (
        "a consent outlives the membership",
        STORE + "StoreTransaction+Shares.swift",
        "    try withdrawConsent(to: list, of: owner, account)\n",
        "",
    ),
    (
        "the answer of another device is ignored",
        REPLICATION + "StoreTransaction+Remote.swift",
        "    if let list { try updateShare(list, account) }\n",
        "    _ = list\n",
    ),
    (
        "an older acknowledgement is taken",
        REPLICATION + "SyncBaseTable.swift",
        "record.version?.isOlder(than: known) == true {",
        "record.version?.isOlder(than: known) == true, false {",
    ),
    (
        "a role that was changed outlives its list",
        REPLICATION + "TodoStore+Pull.swift",
        "      for member in try Self.membersOfDeletedLists(work.db, account) {\n",
        "      for member in try Self.membersOfDeletedLists(work.db, account) where false {\n",
    ),
    (
        "a copy that is put back brings its time of creation",
        STORE + "TodoStore+Trash.swift",
        "    fields[Todo.Field.createdAt] = nil\n",
        "",
    ),
    (
        "every earlier value counts as an old one",
        REPLICATION + "StoreTransaction+Merging.swift",
        "      && base.map {\n"
        "        $0.isDeletionGuessed || known.isRecreated(remote, after: $0)\n"
        "          || key.kind == .list && $0.fields?.isGuessed == true\n"
        "      } ?? false\n",
        "      && base != nil\n",
    ),
    (
        "an edited change is quarantined for what was refused before",
        REPLICATION + "TodoStore+Push.swift",
        "      guard try reader.lastSequence(change.key) == change.lastSequence else { return false }\n",
        "      _ = reader\n",
    ),
    (
        "an edit does not release what was quarantined",
        REPLICATION + "StoreTransaction+Outbox.swift",
        "\"DELETE FROM syncRetry WHERE kind = ? AND record = ? AND account = ?\",\n"
        "      [key.kind.rawValue, key.id, account.rawValue])\n    change.touchesSync = true\n    change.outboxAccounts",
        "\"DELETE FROM syncRetry WHERE 0 AND kind = ? AND record = ? AND account = ?\",\n"
        "      [key.kind.rawValue, key.id, account.rawValue])\n    change.touchesSync = true\n    change.outboxAccounts",
    ),
    (
        "what was taken back is not sent",
        REPLICATION + "SyncRecordReader.swift",
        "let states = try [agreed] + bases.inFlight(key)",
        "let states = [agreed]",
    ),
    (
        "the deletion of what may still arrive is not sent",
        REPLICATION + "SyncRecordReader.swift",
        "      guard try bases.inFlight(change.key).isEmpty else { return false }\n",
        "",
    ),
    (
        "a deletion that waits on both sides is kept waiting",
        REPLICATION + "StoreTransaction+Remote.swift",
        "      if local == nil { try dequeue(key, account, through: .max) }\n    case .absent:",
        "    case .absent:",
    ),
    (
        "a list that is edited here is taken for deleted elsewhere",
        REPLICATION + "TodoStore+Pull.swift",
        "          WHERE list.account = ?1 AND syncBase.fields IS NULL AND NOT EXISTS (SELECT 1 FROM outbox\n"
        "            WHERE outbox.kind = 'list' AND outbox.record = list.id AND outbox.account = ?1)\n",
        "          WHERE list.account = ?1 AND syncBase.fields IS NULL\n",
    ),
    (
        "a deleted list goes with what is in it",
        REPLICATION + "TodoStore+Pull.swift",
        "        if count > 0 {\n",
        "        if count > 1_000 {\n",
    ),
    (
        "members bring lists of others back",
        REPLICATION + "TodoStore+Pull.swift",
        "      guard isOwn else { return }\n",
        "",
    ),
    (
        "what is quarantined is sent",
        REPLICATION + "PendingOrder.swift",
        "        AND record NOT IN (SELECT record FROM syncRetry WHERE kind = '\\(name)' AND account = ?1)\n",
        "",
    ),
    (
        "what was deleted elsewhere leaves no copy",
        REPLICATION + "StoreTransaction+RemoteRows.swift",
        "    try keepInTrash(todo, .deletedElsewhere)\n",
        "",
    ),
    (
        "an answer for an account that is gone is taken",
        REPLICATION + "TodoStore+Push.swift",
        "      guard let account = changes.first?.account, try Self.isSetUp(account, work.db) else { return }\n",
        "      guard let account = changes.first?.account else { return }\n",
    ),
    (
        "a page for an account that is gone is taken",
        REPLICATION + "TodoStore+Pull.swift",
        "      guard try Self.isSetUp(account, work.db) else { throw StoreError.cancelled }\n      guard try Self.cursor(",
        "      guard try Self.cursor(",
    ),
    (
        "one refusal quarantines a whole batch",
        ENGINE + "SyncEngine+Push.swift",
        "          if changes.count > 1 { return try await sendHalves(changes, &outcome) }\n"
        "          // What was edited meanwhile",
        "          for change in changes.dropFirst() {\n"
        "            _ = try await quarantine(change, .refused(status: status, code: code), &outcome)\n"
        "          }\n"
        "          // What was edited meanwhile",
    ),
    (
        "nobody asks a server that lost documents how many it has",
        ENGINE + "SyncEngine+Comparison.swift",
        "      guard try await isOther(counted, kind), try await",
        "      guard try await isOther(counted, kind), false, try await",
    ),
    (
        "names and versions are compared for what was lost only once",
        ENGINE + "SyncEngine+Comparison.swift",
        "    return now < last || now >= last.adding(Self.comparisonInterval)\n",
        "    return now == last.adding(Self.comparisonInterval)\n",
    ),
    (
        "a read that is refused quarantines the change",
        ENGINE + "SyncEngine+Push.swift",
        "    case .failure(let error): throw .problem(error, at: changes.count == 1 ? changes[0].key : nil)\n",
        "    case .failure(let error): return .failed(error)\n",
    ),
    (
        "what was lost is noticed and not asked for",
        ENGINE + "SyncEngine+Comparison.swift",
        "      try await verify(missing)\n      let now",
        "      _ = missing\n      let now",
    ),
    (
        "a server that lost the last state is taken for an answer that was overtaken",
        REPLICATION + "StoreTransaction+LostStates.swift",
        "    if let readAt, let present = known.ordinal { return readAt < present }\n",
        "",
    ),
    (
        "an older state that the server lost itself in is merged as a new one",
        REPLICATION + "StoreTransaction+Remote.swift",
        "      if try maySend(key, account) || isPending && key.kind == .todo {\n"
        "        return try sendAgain(record, local, isPending, account)\n"
        "      }\n",
        "",
    ),
    (
        "a record made anew after it was lost is merged as if it had grown out of the known one",
        REPLICATION + "StoreTransaction+LostStates.swift",
        "    return createdAt > present\n",
        "    return createdAt > present && false\n",
    ),
    (
        "the first list that the server lost gets another name",
        REPLICATION + "StoreTransaction+GuessedLists.swift",
        "    return try bases.base(of: key) == nil && bases.formerValues(of: key).isEmpty\n",
        "    return try bases.base(of: key) == nil\n",
    ),
    (
        "a set that both changed is taken from the server",
        REPLICATION + "SetMerge.swift",
        "    guard isPending else { return remote }\n",
        "    if isPending || !isPending { return remote }\n",
    ),
    (
        "a set that both changed is kept as it is here",
        REPLICATION + "SetMerge.swift",
        "    guard isPending else { return remote }\n",
        "    guard isPending else { return remote }\n    if isPending { return local }\n",
    ),
    (
        "what another device removed from a set comes back",
        REPLICATION + "SetMerge.swift",
        "      if isHere == isOurs { merged.insert(member) }\n",
        "      if isHere == isOurs || isHere { merged.insert(member) }\n",
    ),
    (
        "a document loses the time of what is due",
        FIRESTORE + "FirestoreFieldWriter.swift",
        "    set(names.time, (time?.time).map { .string($0.iso8601) })\n",
        "    if names.day != \"date\" { set(names.time, (time?.time).map { .string($0.iso8601) }) }\n",
    ),
    (
        "a field of another type makes the document unreadable",
        FIRESTORE + "FirestoreDocumentCodec.swift",
        "    case .set:\n      return .set(loose(name).members)\n",
        "    case .set:\n      if case .integer = loose(name) { throw FirestoreDecodingError(detail: name) }\n"
        "      return .set(loose(name).members)\n",
    ),
    (
        "a to-do is deleted where it was before the other server has it",
        REPLICATION + "SyncRecordReader.swift",
        "    EXISTS (SELECT 1 FROM todo WHERE todo.id = \\(record) AND todo.account IS NOT NULL\n",
        "    EXISTS (SELECT 1 FROM todo WHERE 0 AND todo.id = \\(record) AND todo.account IS NOT NULL\n",
    ),
    (
        "edits at the old place of what was moved are dropped",
        REPLICATION + "StoreTransaction+Moves.swift",
        "      try write(merged, to: todo, todo, isVerifying: isNews)\n",
        "      _ = merged\n",
    ),
    (
        "a move that is given up loses the to-do",
        REPLICATION + "StoreTransaction+Moves.swift",
        "    guard let source = try source(of: id, besides: account),\n",
        "    guard let source = try source(of: id, besides: account), source == account,\n",
    ),
    (
        "what was moved here by another device is not shown when its old place loses it",
        REPLICATION + "StoreTransaction+HiddenCopies.swift",
        "    guard key.kind == .todo, let before = try todo(TodoID(rawValue: key.id)),\n",
        "    guard key.kind == .list, let before = try todo(TodoID(rawValue: key.id)),\n",
    ),
    (
        "subtasks stay where they are when what they are a part of moves",
        STORE + "TodoStore+Moving.swift",
        "        for part in below { try Self.move(part, to: target, isRoot: false, in: &work) }\n",
        "        _ = below\n",
    ),
    (
        "subtasks outlive what they are a part of",
        STORE + "StoreTransaction+Trees.swift",
        "      try delete(todo, outbox: .edit)\n    }\n",
        "      _ = todo\n    }\n",
    ),
    (
        "what a to-do is a part of is not sent",
        REPLICATION + "Todo+Fields.swift",
        "Self.table.map { $0.get(self) }",
        "Self.table.map { $0.name == Field.parent ? .null : $0.get(self) }",
    ),
    (
        "what was cancelled is sent as done",
        REPLICATION + "Todo+Fields.swift",
        "Self.table.map { $0.get(self) }",
        "Self.table.map { $0.name == Field.status ? .string((isDone ? Status.done : .open).rawValue) : $0.get(self) }",
    ),
    (
        "CalDAV: a write names no state",
        CALDAV + "Client/DAVExchange+Methods.swift",
        "    var headers = precondition.header\n    headers[\"Content-Type\"] = Self.calendar",
        "    var headers: [String: String] = [:]\n    headers[\"Content-Type\"] = Self.calendar",
    ),
    (
        "CalDAV: a text that the server may have changed is taken for what was sent",
        CALDAV + "CalDAVBackend+Todos.swift",
        "    return Self.version(change.key, path, isReadAlike ? written.etag : nil, written.text)\n",
        "    let told = written.etag\n"
        "    let etag = try await told == nil ? exchange.properties(of: path, [.etag])?.etag : told\n"
        "    return Self.version(change.key, path, isReadAlike ? etag : nil, written.text)\n",
    ),
    (
        "CalDAV: what a report does not name is deleted",
        CALDAV + "CalDAVBackend+Changes.swift",
        "Listing(isComplete: token == nil, token: token)",
        "Listing(isComplete: true, token: token)",
    ),
    (
        "CalDAV: what was moved is deleted at its old place",
        CALDAV + "CalDAVBackend+Deletions.swift",
        "      if rest.found[ExactText(resource.key.id)] != nil {\n        // It is",
        "      if rest.found[ExactText(resource.key.id)] == nil, false {\n        // It is",
    ),
    (
        "CalDAV: nobody is asked about many deletions",
        CALDAV + "CalDAVBackend+Deletions.swift",
        "      if isMuch || place.places[path]?.isHeld == true {\n",
        "      if isMuch && !isMuch {\n",
    ),
    (
        "CalDAV: a list is sent again without end",
        CALDAV + "CalDAVCollection.swift",
        "      as: known.isExactly(tag) ? Self.again + tag : tag, keeping: fields, except: rejected,\n",
        "      as: tag, keeping: [:], except: [],\n",
    ),
    (
        "the base of what has moved is what was known there, not what was edited",
        REPLICATION + "StoreTransaction+HiddenCopies.swift",
        "    guard base != there.fields else { return false }\n",
        "    if base != there.fields || base == there.fields { return false }\n",
    ),
    (
        "what another person's list has leaves it with what it was about to be a part of",
        REPLICATION + "StoreTransaction+Moves.swift",
        "      if let account, part != id, try TodoStore.share(of: account, db) != nil,\n",
        "      if let account, part == id, try TodoStore.share(of: account, db) != nil,\n",
    ),
    (
        "CalDAV: a text that looks like a page stops everything",
        CALDAV + "Client/DAVExchange+Methods.swift",
        "      if isTheirs { return again.resource }\n",
        "      _ = isTheirs\n",
    ),
    (
        "CalDAV: what has arrived without an answer and was moved is made again",
        CALDAV + "CalDAVBackend+Todos.swift",
        "    let mayBeThere = isAttempted || change.isSentAgain || change.precondition != .absent\n",
        "    let mayBeThere = change.precondition != .absent || isAttempted && !isAttempted\n",
    ),
    (
        "CalDAV: a to-do whose list another device has deleted is told as refused",
        CALDAV + "CalDAVBackend+MissingCalendars.swift",
        "        throw .postponed(.listIsMissing)\n",
        "        throw .rejected(status: 409, code: \"\")\n",
    ),
    (
        "CalDAV: what was sent before the power failed is made again where it was moved",
        CALDAV + "CalDAVBackend+Todos.swift",
        "    let mayBeThere = isAttempted || change.isSentAgain || change.precondition != .absent\n",
        "    let mayBeThere = isAttempted || change.precondition != .absent\n",
    ),
    (
        "two devices that complete something are merged field by field",
        REPLICATION + "ThreeWayMerge.swift",
        "    let occurrence = isPending ? OccurrenceMerge(base: base, local: local, remote: remote) : nil\n",
        "    let occurrence: OccurrenceMerge? = nil\n",
    ),
    (
        "of two devices that complete something the one that is not as far is followed",
        REPLICATION + "OccurrenceMerge.swift",
        "ours.precedesOnClock(theirs) ? (remote, local) : (local, remote)\n",
        "theirs.precedesOnClock(ours) ? (remote, local) : (local, remote)\n",
    ),
    (
        "a reminder that two devices moved to their next occurrences is there twice",
        REPLICATION + "ThreeWayMerge.swift",
        "        result.fields[name] = .set(occurrence?.withoutMoved(merged, of: name) ?? merged)\n",
        "        result.fields[name] = .set(merged)\n",
    ),
    (
        "what was done of a part stays done in the next occurrence",
        STORE + "TodoStore+Status.swift",
        "      try setStatus(.open, of: part, in: &work) { $0.status == .done }\n",
        "      try setStatus(.open, of: part, in: &work) { _ in false }\n",
    ),
    (
        "reminders of a moment stay there when the to-do moves on",
        STORE + "TodoStore+Status.swift",
        "        guard let alarm = reminder.alarm else { return reminder }\n",
        "        guard let alarm = reminder.alarm, zone != zone else { return reminder }\n",
    ),
    (
        "what was put off of an occurrence is put off of the next one",
        STORE + "TodoStore+Status.swift",
        "    snoozes = []\n",
        "",
    ),
    (
        "what repeats from its completion repeats from the day that it was due",
        DATES + "RecurrenceRule+Advance.swift",
        "      ? pattern.restarted(anchor, at: clock, isSkipped: isSkipped && isAhead(anchor)) : anchor\n",
        "      ? pattern.restarted(anchor, at: clock, isSkipped: true) : anchor\n",
    ),
    (
        "who is reminded again takes that from others",
        MODEL + "Snooze.swift",
        "    self = filter { $0.reminder != snooze.reminder || !$0.user.isExactly(snooze.user) }\n",
        "    self = filter { $0.reminder != snooze.reminder }\n",
    ),
    (
        "a part that is moved alone stays a part",
        STORE + "TodoStore+Moving.swift",
        "      todo.parent = nil\n      todo.position = try work.endPosition",
        "      todo.position = try work.endPosition",
    ),
    (
        "a to-do can become a part of its own part",
        STORE + "TodoStore+Moving.swift",
        "        try !work.subtasks(of: id).contains(parent)\n      else { throw",
        "        above.parent == nil || above.parent != nil\n      else { throw",
    ),
    (
        "what people write where a to-do was ends its move",
        REPLICATION + "StoreTransaction+Moves.swift",
        "    if !isEcho {\n",
        "    if !isEcho, entries < 0 {\n",
    ),
    (
        "two who disagree about a title and move a to-do in opposite directions answer each other without end",
        REPLICATION + "StoreTransaction+Moves.swift",
        "        || former.contains { $0.contains(value, of: name) || $0.containsSet(value, of: name) }\n",
        "        || former.contains { $0.containsSet(value, of: name) }\n",
    ),
    (
        "two who disagree about tags and move a to-do in opposite directions answer each other without end",
        REPLICATION + "StoreTransaction+Moves.swift",
        "$0.contains(value, of: name) || $0.containsSet(value, of: name) }\n",
        "$0.contains(value, of: name) }\n",
    ),
    (
        "what is written where a to-do was ends its move before anybody can have answered",
        REPLICATION + "StoreTransaction+Moves.swift",
        "    if isUnasked, entries > 1 { return }\n",
        "",
    ),
    (
        "a list goes before what cannot leave it for another list beside it",
        REPLICATION + "SyncRecordReader.swift",
        "            OR EXISTS (SELECT 1 FROM todo WHERE todo.id = entry.record AND todo.account = ?1))\n",
        "            OR 0)\n",
    ),
    (
        "what was moved to another account is sent to the one that it has left",
        REPLICATION + "SyncRecordReader.swift",
        "    let condition = \"WHERE id = ? AND account = ?\"\n",
        "    let condition = \"WHERE id = ?1 AND ?2 = ?2\"\n",
    ),
    (
        "what was moved while it was sent is not deleted where it may arrive",
        REPLICATION + "StoreTransaction+Moves.swift",
        "    if try bases.base(of: key)?.fields == nil, try bases.inFlight(key).isEmpty {\n",
        "    if try bases.base(of: key)?.fields == nil {\n",
    ),
    (
        "the words that give way where a to-do comes to are not listed",
        REPLICATION + "StoreTransaction+Moves.swift",
        "        if !lost.isEmpty {\n          try noteConflict(",
        "        if !lost.isEmpty, known.isEmpty {\n          try noteConflict(",
    ),
    (
        "the words that give way where a to-do was are not listed",
        REPLICATION + "StoreTransaction+Moves.swift",
        "    if let account = place.account, !lost.isEmpty {\n",
        "    if let account = place.account, account != place.account, !lost.isEmpty {\n",
    ),
    (
        "an edit of what another device has moved does not go with it",
        REPLICATION + "StoreTransaction+HiddenCopies.swift",
        "    case (true, false):\n      result = try merged(key, there.fields, nil, into: local.fields, true, account)\n",
        "    case (true, false): break\n",
    ),
    (
        "what was lost and made again replaces the words of who moves it to the next list",
        REPLICATION + "StoreTransaction+HiddenCopies.swift",
        "    return known.isOlder(than: version) && !record.isRecreated(after: known)\n",
        "    return known.isOlder(than: version)\n",
    ),
    (
        "an earlier state that the server went back to counts as a move to another list",
        REPLICATION + "StoreTransaction+Remote.swift",
        "      && !(isOlder && local != nil && mayTakeBack(record, to: account))\n",
        "",
    ),
    (
        "what was lost and made again in another list is taken for a move without a loss",
        REPLICATION + "StoreTransaction+Remote.swift",
        "    let isRecreated = known.map { reported.isRecreated(after: $0) } ?? false\n",
        "    let isRecreated = known.map { record.isRecreated(after: $0) } ?? false\n",
    ),
    (
        "what is deleted in another list of a person counts as deleted in the former one",
        REPLICATION + "StoreTransaction+Remote.swift",
        "    try forgetTombstoneElsewhere(record, account)\n",
        "",
    ),
    (
        "what was written in another list stays in the account of the one that it waited for",
        REPLICATION + "StoreTransaction+HiddenCopies.swift",
        "      || !SyncRecordReader(db: db, account: account).isWaiting(record.key)\n",
        "",
    ),
    (
        "what waits to go into a list is counted there",
        REPLICATION + "TodoStore+Comparison.swift",
        "        try StoredFields.decode($0)[Todo.Field.listID] != .string(list.rawValue)\n",
        "        try StoredFields.decode($0)[Todo.Field.listID] == nil\n",
    ),
    (
        "what a reader puts off ends what was put off of another to-do",
        MODEL + "ReaderSnooze.swift",
        "      guard let until = snooze.until, snooze.todo != todo else { return false }\n",
        "      guard let until = snooze.until, snooze.todo == nil else { return false }\n",
    ),
    (
        "what a reader puts off is not sent",
        STORE + "StoreTransaction+ReaderSnoozes.swift",
        "    try set(consent, outbox: .edit)\n",
        "    try set(consent, outbox: nil)\n",
    ),
    (
        "what is deleted stays where another device has moved it",
        STORE + "StoreTransaction.swift",
        "      try deleteHidden(todo, reason)\n",
        "      _ = reason\n",
    ),
    (
        "a move that is taken back leaves the to-do in both accounts",
        STORE + "TodoStore+Trash.swift",
        "      try work.relocate(todo, from: before.account)\n",
        "      try work.update(todo, outbox: .edit)\n",
    ),
    (
        "what was about to go into a list of another person is lost with the part in it",
        STORE + "StoreTransaction+Accounts.swift",
        "    try returnAllMoved(from: account)\n",
        "",
    ),
    (
        "what is about to go from one list of another person to the next is taken for gone",
        REPLICATION + "StoreTransaction+HiddenCopies.swift",
        "    return try local == nil || isKept(record.key, account)\n",
        "    return try local == nil || local != nil\n",
    ),
    (
        "who takes part puts a list back that its owner has deleted",
        REPLICATION + "TodoStore+Pull.swift",
        "          guard isOwn else { continue }\n",
        "",
    ),
    (
        "who takes part sends a list again that its owner's server has lost",
        REPLICATION + "StoreTransaction+LostStates.swift",
        "    return share.role == .writer && key.kind == .todo\n",
        "    return share.role == .writer\n",
    ),
    (
        "a guessed name replaces one that somebody chose",
        REPLICATION + "StoreTransaction+GuessedLists.swift",
        "      try remote.isGuessed && !local.isGuessed && maySend(record.key, account)\n",
        "      try remote.isGuessed && local.isGuessed && maySend(record.key, account)\n",
    ),
    (
        "what gives way in a record made anew after it was lost is not listed",
        REPLICATION + "StoreTransaction+LostStates.swift",
        "    if !gaveWay.isEmpty, key.kind != .member {\n",
        "    if !gaveWay.isEmpty, key.kind == .member {\n",
    ),
    (
        "what a device sent without an answer is taken for somebody else's",
        REPLICATION + "ThreeWayMerge.swift",
        "      let isTheirsChanged = theirs != agreed && !(isPending && own.contains(theirs))\n",
        "      let isTheirsChanged = theirs != agreed\n",
    ),
    (
        "edits that are given up leave no copy",
        REPLICATION + "TodoStore+Discard.swift",
        "      try keepDiscarded(key, differingFrom: fields)\n",
        "",
    ),
    (
        "one answer to two batches is believed",
        ENGINE + "SyncEngine+PushTogether.swift",
        "FirstAttempt(changes: $0.changes, answer: $1, isDoubtful: !isClear)\n",
        "FirstAttempt(changes: $0.changes, answer: $1, isDoubtful: isClear && !isClear)\n",
    ),
    (
        "a reader may move something out of a list",
        STORE + "TodoStore+Moving.swift",
        "    guard var todo = try work.todo(id) else { return }\n    try work.requireWriting(of: todo)\n",
        "    guard var todo = try work.todo(id) else { return }\n",
    ),
    (
        "a reader may delete something",
        STORE + "StoreTransaction+Trees.swift",
        "    try requireWriting(of: root)\n",
        "",
    ),
    (
        "who may only read by now takes back what was added before",
        STORE + "StoreTransaction+Undo.swift",
        "      try requireWriting(of: todo)\n",
        "",
    ),
    (
        "an edit of a document leaves nothing else in it",
        FIRESTORE + "FirestoreDocumentCodec.swift",
        "      mask = FirestoreCommit.Mask(fieldPaths: fields.keys)\n",
        "      mask = nil\n",
    ),
    (
        "what a server shows late is not asked for again",
        FIRESTORE + "FirestoreLookback.swift",
        "      return max(earliest, $0.adding(.zero - length))\n",
        "      return max(earliest, $0)\n",
    ),
    (
        "CalDAV: who has forgotten the token is believed to have told what was deleted",
        CALDAV + "CalDAVBackend+Changes.swift",
        "    guard !listing.isComplete, !listing.beginsWithRemoval else { return false }\n",
        "    guard listing.isComplete, !listing.beginsWithRemoval else { return false }\n",
    ),
    (
        "CalDAV: what was sent to a calendar that went before it was read stays",
        CALDAV + "CalDAVBackend+Changes.swift",
        "    gone.formUnion(\n"
        "      try await known { () throws(StoreError) in\n"
        "        try await store.folders(of: .todo, in: account)\n"
        "      })\n",
        "    gone.formUnion([String]())\n",
    ),
    (
        "CalDAV: the name that another device gave a list is written over",
        CALDAV + "CalDAVBackend+ListWrites.swift",
        "    guard tag.isExactly(collection.tag) else { throw .conflict }\n",
        "",
    ),
    (
        "CalDAV: a name for a list that is gone is told as refused",
        CALDAV + "CalDAVBackend+ListWrites.swift",
        "      throw error.isMissing ? .conflict : error\n",
        "      throw error\n",
    ),
    (
        "CalDAV: an edit in a calendar that is gone is told as refused",
        CALDAV + "CalDAVBackend+MissingCalendars.swift",
        "      guard try await exchange.properties(of: resource, [.etag]) != nil else { throw .conflict }\n",
        "",
    ),
    (
        "CalDAV: an edit in a calendar that was gone and is there again is told as refused",
        CALDAV + "CalDAVBackend+MissingCalendars.swift",
        "      // A server that was restored meanwhile has it again.\n"
        "      guard Self.isAsOfMissing(error) else { throw error }\n",
        "      throw error\n",
    ),
    (
        "CalDAV: what was moved and has its ETag still is taken for what is known",
        CALDAV + "CalDAVBackend.swift",
        "    return RecordVersion(tag: etag + \" \" + path.parent.text + part, resource: place)\n",
        "    _ = path\n    return RecordVersion(tag: etag + part, resource: place)\n",
    ),
    (
        "CalDAV: a calendar that was made without an answer is made a second time",
        CALDAV + "CalDAVBackend+ListWrites.swift",
        "        if there.isTodoCalendar { throw .conflict }\n",
        "        _ = there\n",
    ),
]
