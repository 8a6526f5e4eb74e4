import ArgumentParser
import FeedFormats
import GalleryData
import GalleryDomain
import GalleryOrders
import GalleryPresentation

/// What the parser's completion scripts ask the program for when Tab is pressed: `vitrine ---completion …`.
///
/// Only the user's own lists and presets are read, the lists in `state.sqlite`; no server is asked.
enum CommandLineCompletion {
  /// Presets, saved searches, collections and recent sources. Scripts add files, which they know how to quote.
  static let sources = CompletionKind.custom { _, _, _ in
    MainActor.assumeIsolated {
      let network = AppContainer().network
      let places = Places(folder: network.folders.state)
      let words = places.libraryAddresses + places.recentSources.map(\.text)
      return shown(words + beginnings(network.catalog.library.presets))
    }
  }

  static let presets = CompletionKind.custom { _, _, _ in
    MainActor.assumeIsolated {
      let presets = AppContainer().network.catalog.library.presets.map(\.name)
      return shown(presets + [FormatCatalog.syndicationName])
    }
  }

  static let filters = CompletionKind.custom { words, index, _ in
    var typed = words.indices.contains(index) ? words[index] : ""
    if typed.hasPrefix("--") { typed = String(typed.drop { $0 != "=" }.dropFirst()) }
    typed.removeAll { "\\'\"".contains($0) }
    let completion = FilterCompletion()
    return shown(
      completion.suggestions(for: typed, offersAll: true).map { suggestion in
        // The shell itself adds a space after a value.
        String(suggestion.text.reversed().drop { $0 == " " }.reversed())
      })
  }

  static let orders = CompletionKind.custom { _, _, _ in
    MainActor.assumeIsolated {
      let state = AppContainer().network.folders.state
      return shown(
        OrderRecords(folder: state.map { "\($0)/orders" }).contents().orders.map(\.number))
    }
  }

  /// Cameras write `.JPG`, and scripts mind the case.
  static let pictures = CompletionKind.file(
    extensions: FileNameKind.pictureExtensions.flatMap { [$0, $0.uppercased()] })

  /// The beginnings of sources that are not files.
  static func beginnings(_ presets: [Preset]) -> [String] {
    presets.map { $0.name + ($0.argument.kind == .none ? "" : ":") }
      + ["\(FormatCatalog.syndicationName):", "exec:"]
  }

  /// Clean, and in the form in which the script that asks takes them.
  private static func shown(_ words: [String]) -> [String] {
    words.map { TextCleaner.line($0) }.map { word in
      switch CompletionShell.requesting {
      // `compgen -W` expands words like the shell itself, and would run what is in $( ).
      case .bash?: "'\(word.replacing("'", with: #"'\''"#))'"
      // What follows a colon would be a description.
      case .zsh?: word.replacing(#"\"#, with: #"\\"#).replacing(":", with: #"\:"#)
      default: word
      }
    }
  }
}

/// The parser's completion scripts, with what they don't know: that there is a command which is meant without one, that a source can
/// also be a file, and that bash parts words at colons.
enum CompletionScript {
  /// Commands that take any source.
  private static let sourceCommands = ["browse", "list", "sheet"]

  private static var names: String { VitrineCommand.commandNames.joined(separator: " ") }

  /// - Parameter script: From `--generate-completion-script`.
  static func completed(_ script: String) -> String {
    if script.hasPrefix("#!/bin/bash") { return bash(script) }
    return script.hasPrefix("#compdef") ? zsh(script) : fish(script)
  }

  private static func bash(_ script: String) -> String {
    let custom = #"__vitrine_add_completions -W "$(__vitrine_custom_complete ---completion "#
    let withFiles = sourceCommands.reduce(script) { script, name in
      script.replacing(
        "\(custom)\(name) -- positional@0 ",
        with: "__vitrine_add_completions -f\n        \(custom)\(name) -- positional@0 ")
    }
    return withFiles + """

      # Puts words together that bash parts at colons and equals signs, with `browse` if no command is typed.
      _vitrine_line() {
          local commands=' \(names) ' line=${COMP_LINE:0:COMP_POINT} words=() word rest index isFirst=
          for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
              rest=${line#"${line%%[![:space:]]*}"}
              word=${word:0:${#rest}}
              if [[ ${#words[@]} -gt 0 && $rest == "$line" ]]; then
                  words[${#words[@]}-1]+=$word
              else
                  words+=("$word")
              fi
              line=${rest:${#word}}
          done
          word=${words[-1]}
          if [[ $word == --*=* ]]; then words[-1]=${word%%=*}; words+=("${word#*=}"); fi

          # What is before the last break stays on the line; in quotes there are no breaks.
          word=${words[-1]}
          local kept=${word%"${word##*[:=]}"}
          [[ $word != [\\'\\"]* ]] || kept=
          for index in "${!words[@]}"; do words[index]=${words[index]//[\\\\\\'\\"]/}; done
          words[0]=${words[0]/#\\~\\//$HOME/}
          [[ ${#words[@]} -ne 2 ]] || isFirst=yes
          if [[ $isFirst || $commands != *" ${words[1]} "* ]]; then
              words=("${words[0]}" browse "${words[@]:1}")
          fi

          COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1))
          COMP_LINE=${words[*]} COMP_POINT=${#COMP_LINE}
          COMPREPLY=()
          _vitrine "${words[0]}" "${words[-1]}" "${words[-2]}"
          [[ ! $isFirst ]] || COMPREPLY+=($(compgen -W "$commands --version" -- "${words[-1]}"))
          for index in "${!COMPREPLY[@]}"; do COMPREPLY[index]=${COMPREPLY[index]#"$kept"}; done
          [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *: ]] || compopt -o nospace
          # Readline would put a backslash before colons, too.
          for word in "${COMPREPLY[@]}"; do [[ ! -e $word ]] || { compopt -o filenames; break; }; done
      }
      complete -F _vitrine_line vitrine

      """
  }

  private static func zsh(_ script: String) -> String {
    let described = VitrineCommand.configuration.subcommands.map { command in
      let about = command.configuration.abstract.replacing("'", with: #"'\''"#)
      return "'\(command.configuration.commandName ?? ""):\(about)'"
    }
    let start = "    local -r command_name="
    let script = script.replacing(
      start,
      with: """
            local -ar commands=(\(names)) described=(\(described.joined(separator: " ")))
            (( CURRENT != 2 )) || _describe -V command described
            if (( CURRENT == 2 || ! ${commands[(Ie)${words[2]}]} )); then
                words=("${words[1]}" browse "${(@)words[2,-1]}")
                (( CURRENT++ ))
            fi

        \(start)
        """)
    return sourceCommands.reduce(script) { script, name in
      let custom = "__vitrine_custom_complete ---completion \(name) -- positional@0 "
      return script.replacing("{\(custom)", with: "{_files; \(custom)")
    }
  }

  private static func fish(_ script: String) -> String {
    let tokens = "set -l unparsed_tokens (__vitrine_tokens -pc)\n"
    let script = script.replacing(
      tokens,
      with: tokens + """
            contains -- "$unparsed_tokens[2]" \(names)
            or set unparsed_tokens $unparsed_tokens[1] browse $unparsed_tokens[2..]

        """
    ).replacing(
      #"__vitrine_should_offer_completions_for_positional "vitrine" -eq 1"#,
      with: "test (count (__vitrine_tokens -pc)) -eq 1")
    return sourceCommands.reduce(script) { script, name in
      let custom = "ka '(__vitrine_custom_completion ---completion \(name) -- positional@0 "
      return script.replacing("-f\(custom)", with: "-F\(custom)")
    }
  }
}
