import Basics
import XCTest

@testable import App
@testable import Command
@testable import Platform
@testable import Service
@testable import Toolkit

final class CompletionTests: XCTestCase {
  private func words(_ before: [String], _ current: String = "") throws -> [String] {
    let completer = Completer(try CommandGrammar.ofOptimist()) { path, argument, _ in
      [CompletionCandidate((path + [argument]).joined(separator: " "))]
    }
    return completer.candidates(after: before, current: current).map(\.word)
  }

  func testEachPlaceOffersWhatTheParserTakesThere() throws {
    XCTAssertEqual(try words([]).prefix(5), ["add", "list", "show", "edit", "done"])
    XCTAssertEqual(try words(["add", "--list"]), ["add --list"])
    XCTAssertEqual(try words(["add", "-l"]), ["add --list"])
    XCTAssertEqual(try words(["add"], "--list=G"), ["--list=add --list"])
    XCTAssertEqual(try words(["add", "--list=Home", "--due"]), CommandCompletion.days)
    XCTAssertEqual(try words(["add", "--tag", "a", "--tag"]), ["add --tag"])
    XCTAssertEqual(try words(["edit", "aaaa", "--priority"]), ["none", "low", "medium", "high"])
    XCTAssertEqual(try words(["list"]), ["list positional@0"])
    XCTAssertEqual(try words(["list", "Home"]), [])
    XCTAssertEqual(try words(["done", "aaaa", "bbbb"]), ["done positional@0"])
    for command in ["show", "edit", "move", "delete"] {
      XCTAssertEqual(try words([command, "aaaa"]), ["\(command) positional@0"])
    }
    XCTAssertEqual(try words(["done", "--"], "-"), ["done positional@0"])
    XCTAssertEqual(try words(["add"]), [])
    XCTAssertEqual(try words(["lists"]), ["list", "add", "edit", "delete"])
    XCTAssertEqual(try words(["lists", "edit"]), ["lists edit positional@0"])
    XCTAssertEqual(try words(["lists", "edit", "Home", "--sort"]).first, "manual")
    XCTAssertEqual(try words(["lists", "add", "Home", "--color"]).last, "none")
    XCTAssertEqual(try words(["accounts"]), ["list", "add", "remove"])
    XCTAssertEqual(try words(["accounts", "add"]), ["caldav", "firebase"])
    XCTAssertEqual(try words(["accounts", "remove"]), ["accounts remove positional@0"])
    XCTAssertTrue(try words(["accounts"], "-").contains("--json"), "of what is meant usually")
    XCTAssertTrue(try words(["accounts", "add", "caldav"], "-").contains("--password-stdin"))
  }

  func testOptionsAreOfferedOnce() throws {
    let all = try words(["list"], "-")
    for option in ["--today", "--all", "-a", "--json", "--help"] {
      XCTAssertTrue(all.contains(option), option)
    }
    XCTAssertFalse(try words(["list", "-a", "--json"], "-").contains("--json"))
    XCTAssertFalse(try words(["sync"], "-").contains("--background"), "hidden")
  }

  func testScriptsOfTheParserAreNeverPrinted() {
    for words in [
      ["--generate-completion-script", "bash"], ["list", "--generate-completion-script=bash"],
    ] {
      XCTAssertEqual(CompletionScript.shell(askedForBy: words), "bash")
    }
    XCTAssertNil(CompletionScript.shell(askedForBy: ["add", "--", "--generate-completion-script"]))
    XCTAssertNil(CompletionScript.text(for: "sh"))
    for shell in ["bash", "zsh", "fish"] {
      XCTAssertEqual(CompletionScript.text(for: shell)?.contains("compgen"), false)
    }
  }

  func testLinesOfBash() {
    for (line, replaced, current, reply) in [
      ("optimist list Gro", "Gro", "Gro", "Groceries\\ \\$\\(x\\)"),
      ("optimist list \"Gro", "Gro", "Gro", "\"Groceries \\$(x)\""),
      ("optimist list 'Gro", "Gro", "Gro", "'Groceries $(x)'"),
      ("optimist list \"G\"ro", "\"G\"ro", "Gro", "Groceries\\ \\$\\(x\\)"),
      ("optimist list Groceries\\ \\$", "Groceries\\ \\$", "Groceries $", "Groceries\\ \\$\\(x\\)"),
      ("optimist add --list=Gro", "Gro", "--list=Gro", nil),
    ] as [(String, String, String, String?)] {
      let read = BashLine(line, replaced: replaced)
      XCTAssertEqual(read?.current, current, line)
      XCTAssertEqual(read?.reply("Groceries $(x)"), reply, line)
    }
    XCTAssertEqual(
      BashLine("o --list=Gro", replaced: "Gro")?.reply("--list=Gro ceries"), "Gro\\ ceries")
    XCTAssertEqual(
      BashLine("o a 'b c' \"d\\\"\" e\\ f ", replaced: "")?.words,
      [
        "o", "a", "b c", "d\"", "e f",
      ])
  }

  func testWhatOnlyAShellCouldEvaluateIsOfferedNothing() {
    for line in ["o $(x", "o `x", "o ${HOME", "o \"$x", "o $'x", "o a$b"] {
      XCTAssertNil(BashLine(line, replaced: ""), line)
    }
    XCTAssertNotNil(BashLine("o $HOME x", replaced: "x"))
    XCTAssertNil(BashLine("o x", replaced: "y"))
  }

  func testNamesThatCannotBeTyped() {
    for name in ["-x", "a\nb", "a\u{1B}b", "a\u{202E}b", " a", "a ", "", "-\u{301}x"] {
      XCTAssertFalse(CompletionCandidate.isTypable(name), name)
    }
    XCTAssertFalse(CompletionCandidate.isTypable(String(repeating: "x", count: 201)))
    for name in ["a b", "$(x)", "~", "'\"\\", "일"] {
      XCTAssertTrue(CompletionCandidate.isTypable(name), name)
    }
  }
}
