import Basics
import Sync

/// The completion scripts for shells, which ask the program for candidates.
///
/// They contain no options or names: all candidates are requested when Tab is pressed. The answer is compared and
/// inserted, but never expanded (docs/decisions/0016).
enum CompletionScript {
  /// The option that prints them.
  static let option = "--generate-completion-script"

  /// The script for a shell.
  /// - Returns: nil if there is none for this shell.
  static func text(for shell: String) -> String? {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: nil
    }
  }

  /// The shell for which a command line requests the script; nil if it requests something else.
  ///
  /// The parser would answer this option with its own scripts, which expand their candidates.
  static func shell(askedForBy words: [String]) -> String? {
    for (index, word) in words.enumerated() {
      if word == "--" { return nil }
      if word == option { return index + 1 < words.count ? words[index + 1] : "" }
      if word.hasPrefix(option + "=") { return String(word.dropFirst(option.count + 1)) }
    }
    return nil
  }

  // MARK: Parts

  private static let bash = #"""
    # Completion of optimist for bash. What the program answers is quoted already.
    _optimist() {
        local program=$1 reply
        [[ $program == "~/"* ]] && program=$HOME/${program:2}
        COMPREPLY=()
        while IFS= read -r reply; do
            COMPREPLY+=("$reply")
        done < <("$program" ---complete bash "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
    }
    complete -F _optimist optimist
    """#

  private static let zsh = #"""
    #compdef optimist
    # Completion of optimist for zsh. compadd compares and quotes.
    _optimist() {
        local program=${(Q)words[1]} line
        local -a before candidates texts
        [[ $program == "~/"* ]] && program=$HOME/${program:2}
        before=("${(@Q)words[2,CURRENT-1]}")
        while IFS= read -r line; do
            candidates+=("${line%%$'\t'*}")
            texts+=("${line/$'\t'/  }")
        done < <("$program" ---complete words "${before[@]}" "${(Q)PREFIX}" 2>/dev/null)
        compadd -V optimist -d texts -a -- candidates
    }
    if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then
        _optimist "$@"
    else
        compdef _optimist optimist
    fi
    """#

  private static let fish = #"""
    # Completion of optimist for fish, which compares and quotes by itself.
    function __optimist_complete
        set -l words (commandline --tokenize --current-process --cut-at-cursor)
        set -l program $words[1]
        string match --quiet -- '~/*' $program; and set program $HOME/(string sub --start 3 -- $program)
        set -l current (commandline --current-token --cut-at-cursor | string collect)
        # In quotation marks: an empty word is one word. A tilde at the beginning is the only character that fish does not quote.
        command $program ---complete words $words[2..] "$current" 2>/dev/null | string match --invert -- '~*'
    end
    complete --command optimist --no-files --arguments '(__optimist_complete)'
    """#
}
