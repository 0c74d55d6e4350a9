import XCTest

@testable import QuickAdd

final class EnglishTests: XCTestCase {
  func testPhrases() { check(phrases, .english, atLeast: 150) }
}

private let phrases = """
  Call Ann tomorrow 5pm !! #home every week → Call Ann; 2026-11-19T17:00; WEEKLY; !!; #home
  -- days
  Call Ann today → Call Ann; 2026-11-18
  Call Ann tomorrow → Call Ann; 2026-11-19
  Call Ann tmr → Call Ann; 2026-11-19
  Tomorrow call Ann → call Ann; 2026-11-19
  TOMORROW CALL ANN → CALL ANN; 2026-11-19
  Call Ann the day after tomorrow → Call Ann; 2026-11-20
  Call Ann tonight → Call Ann; 2026-11-18T20:00
  Call Ann friday → Call Ann; 2026-11-20
  Call Ann on Friday → Call Ann; 2026-11-20
  Call Ann by fri → Call Ann; 2026-11-20
  Read the draft until friday → Read the draft; 2026-11-20
  Read the draft till tomorrow 5pm → Read the draft; 2026-11-19T17:00
  Wash up before tomorrow → Wash up; 2026-11-19
  Book a table for 24 Dec at 19:00 → Book a table; 2026-12-24T19:00
  Draft for monday #work → Draft; 2026-11-23; #work
  Rent a car from Monday until Friday → Rent a car from Monday until Friday
  Wait for sun
  Buy eggs for 3
  Call Ann, friday → Call Ann; 2026-11-20
  Call Ann, friday, about the party → Call Ann, about the party; 2026-11-20
  Call Ann wednesday → Call Ann; 2026-11-25
  Call Ann next fri → Call Ann; 2026-11-27
  Call Ann next friday → Call Ann; 2026-11-27
  Call Ann this friday → Call Ann; 2026-11-20
  Call Ann this monday → Call Ann; 2026-11-23
  Call Ann on sat → Call Ann; 2026-11-21
  Call Ann sat 5pm → Call Ann; 2026-11-21T17:00
  Call Ann sun at 10 → Call Ann; 2026-11-22T10:00
  Clean up next week → Clean up; 2026-11-23
  Clean up next week on thursday → Clean up; 2026-11-26
  Clean up next month → Clean up; 2026-12-01
  Clean up next year → Clean up; 2027-01-01
  Clean up this weekend → Clean up; 2026-11-21
  Clean up on the weekend → Clean up; 2026-11-21
  Clean up next weekend → Clean up; 2026-11-28
  Pay rent end of month → Pay rent; 2026-11-30
  Pay rent by the end of the month → Pay rent; 2026-11-30
  Pay rent end of next month → Pay rent; 2026-12-31
  Pay rent eom → Pay rent; 2026-11-30
  Call Ann friday next week → Call Ann; 2026-11-27
  Call Ann friday the 27th → Call Ann; 2026-11-27
  Call Ann monday week → Call Ann; 2026-11-30
  Call Ann Friday, the 27th → Call Ann; 2026-11-27
  Call Ann Friday the 27th of November → Call Ann; 2026-11-27
  Friday 27 Nov at 5pm call Ann → call Ann; 2026-11-27T17:00
  Call Ann Friday, November 27 → Call Ann; 2026-11-27
  Send report by friday eod → Send report; 2026-11-20
  Send report eod tomorrow → Send report; 2026-11-19
  Call Ann noon tomorrow → Call Ann; 2026-11-19T12:00
  Party sat night → Party; 2026-11-21T21:00
  Take out trash tonight at 9 → Take out trash; 2026-11-18T21:00
  Take out trash tonight 9:30pm → Take out trash; 2026-11-18T21:30
  Watch the rocket tonight at midnight → Watch the rocket; 2026-11-19T00:00
  Watch the rocket today at midnight → Watch the rocket; 2026-11-19T00:00
  Submit the report by midnight tonight → Submit the report; 2026-11-19T00:00
  Call Ann at 8 in the evening → Call Ann; 2026-11-18T20:00
  Call Ann at half past 8 in the evening → Call Ann; 2026-11-18T20:30
  Wake up at 6 in the morning → Wake up; 2026-11-19T06:00
  Meet Ann 3 o'clock in the afternoon → Meet Ann; 2026-11-18T15:00
  Dinner 7pm tonight → Dinner; 2026-11-18T19:00
  Take out trash at 9 tonight → Take out trash; 2026-11-18T21:00
  Take out trash at 9 at night → Take out trash; 2026-11-18T21:00
  Watch the rocket at 12 at night → Watch the rocket; 2026-11-19T00:00
  Book a table for 5 tonight → Book a table for 5; 2026-11-18T20:00
  Party on Saturday at 12 at night → Party; 2026-11-22T00:00
  Party at 12 at night on Saturday → Party; 2026-11-22T00:00
  Call Ann tomorrow at 8 in the evening → Call Ann; 2026-11-19T20:00
  Feed the baby at 3 at night → Feed the baby; 2026-11-19T03:00
  Feed the baby tonight at 2 → Feed the baby; 2026-11-19T02:00
  Flight 6am tomorrow morning → Flight; 2026-11-19T06:00
  Flight at 6 on friday morning → Flight; 2026-11-20T06:00
  Flight tomorrow morning at 5:30 → Flight; 2026-11-19T05:30
  Party at 8 this evening → Party; 2026-11-18T20:00
  Call Ann at 5 tomorrow → Call Ann; 2026-11-19T17:00
  Dinner Sat 28 Nov → Dinner; 2026-11-28
  Meet Ann Wed, Nov 25 → Meet Ann; 2026-11-25
  Watch the rocket this evening at 8 → Watch the rocket; 2026-11-18T20:00
  Send report by eod → Send report; 2026-11-18
  Send report by the end of the day → Send report; 2026-11-18
  Pay rent on the last day of the month → Pay rent; 2026-11-30
  Pay rent last friday of the month → Pay rent; 2026-11-27
  -- dates
  Buy presents 24 dec → Buy presents; 2026-12-24
  Buy presents Dec 24 → Buy presents; 2026-12-24
  Buy presents dec 24th → Buy presents; 2026-12-24
  Buy presents on the 24th of December → Buy presents; 2026-12-24
  Buy presents 24th December 2027 → Buy presents; 2027-12-24
  Buy presents December 24, 2027 → Buy presents; 2027-12-24
  Buy presents 2026-12-24 → Buy presents; 2026-12-24
  Buy presents 2026-12-24 17:00 → Buy presents; 2026-12-24T17:00
  Buy presents 2026-12-24T17:00 → Buy presents; 2026-12-24T17:00
  Renew passport jan 5 → Renew passport; 2027-01-05
  Renew passport Feb 29 → Renew passport; 2028-02-29
  Renew passport on May 5 → Renew passport; 2027-05-05
  Renew passport 5 may → Renew passport; 2027-05-05
  Renew passport may 5th → Renew passport; 2027-05-05
  Renew passport March 3 at 5pm → Renew passport; 2027-03-03T17:00
  Pay rent on the 15th → Pay rent; 2026-12-15
  Pay rent on the 30th → Pay rent; 2026-11-30
  Pay rent by the 1st of next month → Pay rent; 2026-12-01
  Pay rent due 24 dec → Pay rent; 2026-12-24
  Pay rent due tomorrow → Pay rent; 2026-11-19
  -- from now
  Water plants in 3 days → Water plants; 2026-11-21
  Water plants in two weeks → Water plants; 2026-12-02
  Water plants in a week → Water plants; 2026-11-25
  Water plants in a month → Water plants; 2026-12-18
  Water plants in 1 year → Water plants; 2027-11-18
  Water plants 3 days from now → Water plants; 2026-11-21
  Water plants two weeks from now → Water plants; 2026-12-02
  Take the cake out in 40 minutes → Take the cake out; 2026-11-18T10:40
  Take the cake out in an hour → Take the cake out; 2026-11-18T11:00
  Take the cake out in 20 hours → Take the cake out; 2026-11-19T06:00
  Water plants in 3 days at 5pm → Water plants; 2026-11-21T17:00
  Book a flight in a couple of days → Book a flight; 2026-11-20
  Call Ann a week from Friday → Call Ann; 2026-11-27
  Call Ann 3 days from tomorrow → Call Ann; 2026-11-22
  Call Ann in two weeks on Monday → Call Ann; 2026-11-30
  Check the oven in half an hour → Check the oven; 2026-11-18T10:30
  Check the oven in an hour and a half → Check the oven; 2026-11-18T11:30
  -- times
  Pick up kids at 3:30 → Pick up kids; 2026-11-18T15:30
  Pick up kids at 03:30 → Pick up kids; 2026-11-19T03:30
  Meet Ann at half past five → Meet Ann; 2026-11-18T17:30
  Meet Ann at quarter to 6 → Meet Ann; 2026-11-18T17:45
  Meet from 2pm to 3pm tomorrow → Meet from 2pm to 3pm; 2026-11-19
  Meet Ann at 10:30 → Meet Ann; 2026-11-18T10:30
  Meet Ann at 9:30 → Meet Ann; 2026-11-19T09:30
  Meet Ann 17:00 → Meet Ann; 2026-11-18T17:00
  Meet Ann 5pm → Meet Ann; 2026-11-18T17:00
  Meet Ann 5 pm → Meet Ann; 2026-11-18T17:00
  Meet Ann 5:30 p.m. → Meet Ann; 2026-11-18T17:30
  Meet Ann at 12am → Meet Ann; 2026-11-19T00:00
  Meet Ann at 12 pm → Meet Ann; 2026-11-18T12:00
  Meet Ann at noon → Meet Ann; 2026-11-18T12:00
  Meet Ann tomorrow at noon → Meet Ann; 2026-11-19T12:00
  Meet Ann at 5 → Meet Ann; 2026-11-18T17:00
  Meet Ann at 8 → Meet Ann; 2026-11-19T08:00
  Meet Ann at 17 → Meet Ann; 2026-11-18T17:00
  Meet Ann at 5 tomorrow → Meet Ann; 2026-11-19T17:00
  Meet Ann 5 o'clock → Meet Ann; 2026-11-18T17:00
  At 10:30 meet Ann → meet Ann; 2026-11-18T10:30
  Meet Ann tomorrow morning → Meet Ann; 2026-11-19T09:00
  Meet Ann friday afternoon → Meet Ann; 2026-11-20T15:00
  Meet Ann this evening → Meet Ann; 2026-11-18T19:00
  Meet Ann tomorrow in the evening → Meet Ann; 2026-11-19T19:00
  Meet Ann tomorrow, 5pm → Meet Ann; 2026-11-19T17:00
  Meet Ann (tomorrow) at 17:00. → Meet Ann.; 2026-11-19T17:00
  Meet Ann tomorrow evening at 8 → Meet Ann; 2026-11-19T20:00
  Meet Ann friday night at 9:30 → Meet Ann; 2026-11-20T21:30
  Meet Ann tomorrow by 5pm → Meet Ann; 2026-11-19T17:00
  -- repeats
  Water plants every day → Water plants; 2026-11-18; DAILY
  Water plants daily → Water plants; 2026-11-18; DAILY
  Water plants every 3 days → Water plants; 2026-11-18; DAILY;INTERVAL=3
  Water plants every other day → Water plants; 2026-11-18; DAILY;INTERVAL=2
  Water plants every second week → Water plants; 2026-11-18; WEEKLY;INTERVAL=2
  Water plants every two weeks → Water plants; 2026-11-18; WEEKLY;INTERVAL=2
  Water plants every monday → Water plants; 2026-11-23; WEEKLY;BYDAY=MO
  Water plants every mon, wed and fri → Water plants; 2026-11-18; WEEKLY;BYDAY=MO,WE,FR
  Water plants every mon/thu → Water plants; 2026-11-19; WEEKLY;BYDAY=MO,TH
  Water plants every second Tuesday → Water plants; 2026-11-24; WEEKLY;INTERVAL=2;BYDAY=TU
  Water plants every second Tuesday of the month → Water plants; 2026-12-08; MONTHLY;BYDAY=2TU
  Water plants every first monday → Water plants; 2026-12-07; MONTHLY;BYDAY=1MO
  Water plants every last friday of the month → Water plants; 2026-11-27; MONTHLY;BYDAY=-1FR
  Water plants every weekday → Water plants; 2026-11-18; WEEKLY;BYDAY=MO,TU,WE,TH,FR
  Water plants on weekdays → Water plants; 2026-11-18; WEEKLY;BYDAY=MO,TU,WE,TH,FR
  Water plants every weekend → Water plants; 2026-11-21; WEEKLY;BYDAY=SA,SU
  Water plants on mondays → Water plants; 2026-11-23; WEEKLY;BYDAY=MO
  Water plants every month → Water plants; 2026-11-18; MONTHLY
  Water plants every month on the 15th → Water plants; 2026-12-15; MONTHLY;BYMONTHDAY=15
  Water plants every 15th → Water plants; 2026-12-15; MONTHLY;BYMONTHDAY=15
  Water plants every 1st and 15th → Water plants; 2026-12-01; MONTHLY;BYMONTHDAY=1,15
  Water plants every last day of the month → Water plants; 2026-11-30; MONTHLY;BYMONTHDAY=-1
  Water plants every last workday of the month → Water plants; 2026-11-30; MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1
  Water plants every year → Water plants; 2026-11-18; YEARLY
  Ann's birthday every 24 dec → Ann's birthday; 2026-12-24; YEARLY;BYMONTH=12;BYMONTHDAY=24
  Ann's birthday every Feb 29 → Ann's birthday; 2028-02-29; YEARLY;BYMONTH=2;BYMONTHDAY=29
  Stand up every 2 hours → Stand up; 2026-11-18T12:00; HOURLY;INTERVAL=2
  Walk every morning → Walk; 2026-11-19T09:00; DAILY
  Walk every day at 7 → Walk; 2026-11-19T07:00; DAILY
  Walk every day at 5pm → Walk; 2026-11-18T17:00; DAILY
  Walk every monday at 8:00 → Walk; 2026-11-23T08:00; WEEKLY;BYDAY=MO
  Walk every day until 24 dec → Walk; 2026-11-18; DAILY;UNTIL=20261224
  Walk every day for 5 times → Walk; 2026-11-18; DAILY;COUNT=5
  Walk every week 3 times → Walk; 2026-11-18; WEEKLY;COUNT=3
  Clean filter every 3 months after completion → Clean filter; 2026-11-18; MONTHLY;INTERVAL=3 when done
  Walk every week starting monday → Walk; 2026-11-23; WEEKLY
  Walk tomorrow every week → Walk; 2026-11-19; WEEKLY
  Walk each sunday → Walk; 2026-11-22; WEEKLY;BYDAY=SU
  Walk every monday morning → Walk; 2026-11-23T09:00; WEEKLY;BYDAY=MO
  Walk every evening at 8 → Walk; 2026-11-18T20:00; DAILY
  Run every morning at 6 → Run; 2026-11-19T06:00; DAILY
  Run every day at 6 in the morning → Run; 2026-11-19T06:00; DAILY
  Walk every monday at 8 in the evening → Walk; 2026-11-23T20:00; WEEKLY;BYDAY=MO
  Walk every day at 5pm until 24 dec → Walk; 2026-11-18T17:00; DAILY;UNTIL=20261224T235959
  Run every day starting tomorrow until 31 dec → Run; 2026-11-19; DAILY;UNTIL=20261231
  Run every day starting tomorrow at 5pm until 31 dec → Run; 2026-11-19T17:00; DAILY;UNTIL=20261231T235959
  Until 31 dec run every day → run; 2026-11-18; DAILY;UNTIL=20261231
  Walk every day with Ann till dec 24 → Walk with Ann; 2026-11-18; DAILY;UNTIL=20261224
  Walk every monday with Ann until friday → Walk with Ann; 2026-11-20; WEEKLY;BYDAY=MO
  Walk every day until 24 dec with Ann until 31 dec → Walk with Ann; 2026-12-31; DAILY;UNTIL=20261224
  Walk daily at 5pm → Walk; 2026-11-18T17:00; DAILY
  Walk every monday 8am → Walk; 2026-11-23T08:00; WEEKLY;BYDAY=MO
  Walk once a week → Walk; 2026-11-18; WEEKLY
  Rent due on the 1st of every month → Rent; 2026-12-01; MONTHLY;BYMONTHDAY=1
  Pay rent on the first of every month → Pay rent; 2026-12-01; MONTHLY;BYMONTHDAY=1
  Pay rent last day of every month → Pay rent; 2026-11-30; MONTHLY;BYMONTHDAY=-1
  Pay rent on the last friday of each month at 5pm → Pay rent; 2026-11-27T17:00; MONTHLY;BYDAY=-1FR
  Change filter every quarter → Change filter; 2026-11-18; MONTHLY;INTERVAL=3
  Review every fortnight → Review; 2026-11-18; WEEKLY;INTERVAL=2
  Take pills every day for 2 weeks → Take pills; 2026-11-18; DAILY;UNTIL=20261201
  Rent a house every year for 2 weeks → Rent a house for 2 weeks; 2026-11-18; YEARLY
  -- start
  Plant bulbs not before 1 march → Plant bulbs; from 2027-03-01
  Plant bulbs starting friday → Plant bulbs; from 2026-11-20
  -- priority, tags, people, lists, reminders
  Buy milk ! → Buy milk; !
  Buy milk !! → Buy milk; !!
  !!! Buy milk → Buy milk; !!!
  Buy milk #errand → Buy milk; #Errand
  Buy milk #new-tag, please → Buy milk, please; #new-tag
  Buy milk #a #b → Buy milk; #a; #b
  Buy milk @ann → Buy milk; @Ann
  Buy milk @Ann Smith tomorrow → Buy milk; 2026-11-19; @Ann Smith
  Buy milk ~home → Buy milk; ~Home
  Buy milk /big plans → Buy milk; ~Big Plans
  Call Ann tomorrow 5pm remind 1h before → Call Ann; 2026-11-19T17:00; rings 60 before
  Call Ann tomorrow remind me 2 days before → Call Ann; 2026-11-19; rings 2880 before
  Call Ann friday remind me at 9am → Call Ann; 2026-11-20; rings 09:00
  Call Ann friday remind me tomorrow at 9 → Call Ann; 2026-11-20; rings 2026-11-19 09:00
  -- one of two is meant
  Prepare Monday meeting tomorrow → Prepare Monday meeting; 2026-11-19
  Tomorrow prepare the Monday meeting → prepare the Monday meeting; 2026-11-19
  -- two of a kind
  Take pill at 8am and 8pm daily → Take pill at 8am and 8pm; 2026-11-18; DAILY
  Take pill daily at 8am and 8pm → Take pill at 8am and 8pm; 2026-11-18; DAILY
  Take pill tomorrow at 8am and 8pm → Take pill at 8am and 8pm; 2026-11-19
  Call Ann tomorrow at 5pm or 6pm → Call Ann at 5pm or 6pm; 2026-11-19
  Call Ann friday or saturday
  Call Ann today or tomorrow at 5pm
  Gym mon, wed, fri 6pm
  Gym mon and wed
  Gym fri, sat
  Fri and sat work
  Call between 2pm and 3pm tomorrow → Call between 2pm and 3pm; 2026-11-19
  Meet from 2pm until 3pm
  Take meds at 8am and call Ann at 5pm → Take meds at 8am and call Ann; 2026-11-18T17:00
  Buy milk and tomorrow call Ann → Buy milk and call Ann; 2026-11-19
  -- stretches and exceptions of a repeat
  Run every mon to fri → Run; 2026-11-18; WEEKLY;BYDAY=MO,TU,WE,TH,FR
  Run every mon-fri at 7 → Run; 2026-11-19T07:00; WEEKLY;BYDAY=MO,TU,WE,TH,FR
  Run every sat to mon → Run; 2026-11-21; WEEKLY;BYDAY=SA,SU,MO
  Run every day from monday to friday → Run; 2026-11-18; WEEKLY;BYDAY=MO,TU,WE,TH,FR
  Run every day from monday until friday → Run; 2026-11-18; WEEKLY;BYDAY=MO,TU,WE,TH,FR
  Run every day from tomorrow → Run; 2026-11-19; DAILY
  Run every monday from dec 7 until dec 31 → Run; 2026-12-07; WEEKLY;UNTIL=20261231;BYDAY=MO
  Run every day except sunday → Run; 2026-11-18; WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA
  Run every day at 7 except sundays → Run; 2026-11-19T07:00; WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA
  Run every day except sunday and monday at 8 → Run; 2026-11-19T08:00; WEEKLY;BYDAY=TU,WE,TH,FR,SA
  Run daily except weekends → Run; 2026-11-18; WEEKLY;BYDAY=MO,TU,WE,TH,FR
  Run every weekday except friday → Run; 2026-11-18; WEEKLY;BYDAY=MO,TU,WE,TH
  Run every day except holidays
  -- words that would be left behind
  Trip dec 3 to dec 5
  Trip dec 3 to 5
  Trip dec 3 - dec 5
  Trip from dec 3
  Trip from dec 3 to dec 5
  Diet from monday
  Last friday drinks
  Last friday 5pm drinks
  Second tuesday lunch
  2nd tuesday lunch
  Black Friday shopping
  Move the meeting to friday
  Move the meeting from monday to tuesday tomorrow
  Call Ann after 5pm
  Call Ann about friday
  Plan the week of dec 3
  Finish before 5pm → Finish; 2026-11-18T17:00
  Book a table for 5pm → Book a table; 2026-11-18T17:00
  Stay until 5pm → Stay; 2026-11-18T17:00
  Meet Ann around 5pm → Meet Ann; 2026-11-18T17:00
  Remember tomorrow to call Ann → Remember to call Ann; 2026-11-19
  Log in tomorrow → Log in; 2026-11-19
  -- reminders that are asked for, and quotations
  remind me tomorrow at 5 to call Ann → call Ann; 2026-11-19T17:00; rings 0 before
  remind me in 10 minutes to stretch → stretch; 2026-11-18T10:10; rings 0 before
  Remind me at 5pm to call Ann → call Ann; 2026-11-18T17:00; rings 0 before
  Remind me at 5 tomorrow to call Ann → call Ann; 2026-11-19T17:00; rings 0 before
  remind me on friday at 9:30 to call Ann → call Ann; 2026-11-20T09:30; rings 0 before
  remind me tomorrow to call Ann → call Ann; 2026-11-19; rings 2026-11-19 09:00
  remind me next monday to call Ann #home → call Ann; 2026-11-23; rings 2026-11-23 09:00; #home
  remind me tonight to water plants → water plants; 2026-11-18T20:00; rings 0 before
  remind me at 9 tonight to call Ann → call Ann; 2026-11-18T21:00; rings 0 before
  remind me at 6 in the morning to run → run; 2026-11-19T06:00; rings 0 before
  remind me in 3 days to call Ann → call Ann; 2026-11-21; rings 2026-11-21 09:00
  remind me in 3 days at 5pm to call Ann → call Ann; 2026-11-21T17:00; rings 0 before
  remind me in an hour to call Ann → call Ann; 2026-11-18T11:00; rings 0 before
  remind me every day at 8 to stretch → stretch; 2026-11-19T08:00; DAILY; rings 0 before
  remind me every monday to call Ann → call Ann; 2026-11-23; WEEKLY;BYDAY=MO; rings 09:00
  remind me tomorrow to call Ann on monday → call Ann on monday; 2026-11-19; rings 2026-11-19 09:00
  remind me of the party
  remind me to call Ann
  Call Ann friday 5pm remind 10m before → Call Ann; 2026-11-20T17:00; rings 10 before
  Call Ann friday 5pm remind me 2d before → Call Ann; 2026-11-20T17:00; rings 2880 before
  Walk 10m before lunch
  Watch “Tomorrow Never Dies”
  Watch "Tomorrow Never Dies" friday → Watch "Tomorrow Never Dies"; 2026-11-20
  Read “Today #5” tomorrow → Read “Today #5”; 2026-11-19
  Buy a 27" screen tomorrow for the 24" desk → Buy a 27" screen for the 24" desk; 2026-11-19
  Say "hello tomorrow → Say "hello; 2026-11-19
  remind me tomorrow at 5
  remind me tomorrow at 5 to 6 people → 6 people; 2026-11-19T17:00; rings 0 before
  -- repeats and amounts that people type
  Call Ann weds → Call Ann; 2026-11-25
  Take pill at 8am daily for 10 days → Take pill; 2026-11-19T08:00; DAILY;COUNT=10
  Take pill daily for 10 days → Take pill; 2026-11-18; DAILY;COUNT=10
  Take pill every day at 8 for 10 days → Take pill; 2026-11-19T08:00; DAILY;COUNT=10
  Write daily for Ann
  Standup weekdays 9:15 → Standup; 2026-11-19T09:15; WEEKLY;BYDAY=MO,TU,WE,TH,FR
  Standup weekdays at 9:15 → Standup; 2026-11-19T09:15; WEEKLY;BYDAY=MO,TU,WE,TH,FR
  Standup weekdays → Standup; 2026-11-18; WEEKLY;BYDAY=MO,TU,WE,TH,FR
  Weekdays are short
  Sleep in on weekends → Sleep in; 2026-11-21; WEEKLY;BYDAY=SA,SU
  Pay rent every last day of month → Pay rent; 2026-11-30; MONTHLY;BYMONTHDAY=-1
  Pay VAT quarterly → Pay VAT; 2026-11-18; MONTHLY;INTERVAL=3
  Quarterly report
  Clean up fortnightly → Clean up; 2026-11-18; WEEKLY;INTERVAL=2
  Clean up biweekly → Clean up; 2026-11-18; WEEKLY;INTERVAL=2
  Clean up bi-weekly at 5pm → Clean up; 2026-11-18T17:00; WEEKLY;INTERVAL=2
  Clean up biweekly on monday → Clean up; 2026-11-23; WEEKLY;INTERVAL=2;BYDAY=MO
  Clean up fortnightly on fri → Clean up; 2026-11-20; WEEKLY;INTERVAL=2;BYDAY=FR
  Water plants every other day at 7 → Water plants; 2026-11-19T07:00; DAILY;INTERVAL=2
  Call Ann every other friday → Call Ann; 2026-11-20; WEEKLY;INTERVAL=2;BYDAY=FR
  Write biweekly report
  Bi-weekly meeting notes
  Bi-lingual weekly report
  Fortnightly magazine
  Every other person
  Clean up bimonthly
  Run every week until end of december → Run; 2026-11-18; WEEKLY;UNTIL=20261231
  Pay by the end of march → Pay; 2027-03-31
  End of december party
  Check the oven in 1.5 hours → Check the oven; 2026-11-18T11:30
  Read chapter 1.5
  -- what something is for
  Tickets for 7pm show
  Tickets for the show at 7pm → Tickets for the show; 2026-11-18T19:00
  Buy tickets tomorrow for 7pm show → Buy tickets for 7pm show; 2026-11-19
  Buy tickets for 7pm show tomorrow → Buy tickets for 7pm show; 2026-11-19
  Tickets for tomorrow 7pm show
  Tickets for 24 dec 7pm show !! → Tickets for 24 dec 7pm show; !!
  Buy drinks for friday party
  Buy drinks for friday evening party #home → Buy drinks for friday evening party; #home
  Slides for next monday meeting
  Pack before 7pm train
  Call Ann for 7pm every week Bob → Call Ann Bob; 2026-11-18T19:00; WEEKLY
  Call Ann around 5pm coffee
  Call Ann for 7pm → Call Ann; 2026-11-18T19:00
  Call Ann for 7pm tomorrow → Call Ann; 2026-11-19T19:00
  Call Ann for 7pm with Bob → Call Ann with Bob; 2026-11-18T19:00
  Call Ann for friday, please → Call Ann, please; 2026-11-20
  Book a table for 7pm at Luigi's → Book a table at Luigi's; 2026-11-18T19:00
  Book a table for friday 7pm !! #food → Book a table; 2026-11-20T19:00; !!; #food
  Book a table for 24 Dec at 19:00 with Ann → Book a table with Ann; 2026-12-24T19:00
  Book a room for tomorrow and call Ann → Book a room and call Ann; 2026-11-19
  Finish before 5pm. Call Ann → Finish. Call Ann; 2026-11-18T17:00
  For friday buy milk → buy milk; 2026-11-20
  Prepare slides friday for 7pm show every week → Prepare slides for 7pm show; 2026-11-20; WEEKLY
  -- dates that are written with points are text
  Buy presents 24.12.
  Buy presents 24.12.2026
  -- left alone
  May the force
  Read The Monday Murders
  Watch Friday the 13th
  Holiday from Monday to Friday
  Check in 24h before flight
  Meeting from 2 to 3pm
  Ask Jan 5 questions
  End of day report
  May the force be with you
  Read 1984
  3 eggs
  Mark Jane's paprika
  Decide
  Buy sun cream
  Enjoy the sun
  The cat sat on the mat
  Marry me
  Marsh mallows
  Monday's paper
  today's special
  Friday-ish
  Rule 3 may change
  May 5 people come?
  March 15 miles
  Look at 3 houses
  Meet at 5 Oak Street
  Watch Ocean's 12
  Ratio 16:9
  Track 10:30:15
  Score 25:70
  Version 2026.12.24
  Read 2026-13-45
  Room 5.30
  C# for beginners
  Issue #42
  mail ann@example.com
  Buy milk!!
  Wow!!!! great
  Ask @bob
  and/or
  cd /home/user
  ~5 eggs
  Buy 1/2 cup of cream
  Every Breath You Take
  Write weekly report
  Daily standup notes
  Read the daily newspaper
  everyday things
  Good morning message
  Cut sugar by 10%
  Buy shares at 20€
  Bake at 12°C
  High Noon
  Second opinion
  The third man
  The 3rd attempt
  Call the 5th Avenue shop
  Next!
  This is it
  In 5
  In 2027
  In a nutshell
  At Ann's
  On air
  By hand
  Due diligence
  End of story
  Remind Ann
  remind me to call
  Starting grid
  Not before
  7-eleven
  Sunday
  tomorrow 5pm
  Tomorrowland tickets
  Friday's
  am I 5 amps
  5 pmol
  Buy 10 a.m
  The Dec issue
  Order 5 decaf
  Sat nav
  Wed in white
  Jan's number
  Once a thief
  Every man for himself
  Evening dress
  Meet 5-6pm
  Augustus
  weekdayish
  """
