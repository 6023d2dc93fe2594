/// A shell for which there is a completion script.
///
/// The scripts are thin: they hand the words to the hidden command `__complete` of the program and
/// offer what it prints, so that all knowledge stays in the declarations.
package enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The script for a program of this name.
    package func completionScript(program: String) -> String {
        switch self {
        case .bash: Self.bashScript(program)
        case .zsh: Self.zshScript(program)
        case .fish: Self.fishScript(program)
        }
    }

    /// Bash hands words over as they were typed and breaks them at `=`; both is undone here, and what is
    /// offered is quoted again.
    private static func bashScript(_ program: String) -> String {
        """
        # Completion of \(program) for bash.
        _\(program)() {
            local -a words=()
            local i word line kind joined=
            for ((i = 1; i <= COMP_CWORD; i++)); do
                word=${COMP_WORDS[i]//[\\\\\\'\\"]/}
                if [[ ($word == '=' || $joined) && ${#words[@]} -gt 0 ]]; then
                    words[${#words[@]}-1]+=$word
                    [[ $word == '=' ]] && joined=1 || joined=
                else
                    words+=("$word")
                    joined=
                fi
            done
            COMPREPLY=()
            while IFS= read -r line; do
                if [[ ! $kind ]]; then
                    kind=$line
                    continue
                fi
                line=${line%%$'\\t'*}
                [[ ${words[-1]} == -*=* ]] && line=${line#*=}
                COMPREPLY+=("$(printf %q "$line")")
            done < <("${COMP_WORDS[0]}" __complete -- "${words[@]}" 2>/dev/null)
            if [[ $kind == files ]]; then
                compopt -o default
            fi
        }
        complete -F _\(program) \(program)

        """
    }

    private static func zshScript(_ program: String) -> String {
        """
        #compdef \(program)
        # Completion of \(program) for zsh.
        _\(program)() {
            local -a lines candidates
            local line word
            lines=("${(@f)$(${words[1]} __complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
            [[ ${words[CURRENT]} == -*=* ]] && compset -P '*='
            if [[ ${lines[1]} == files ]]; then
                _files
                return
            fi
            for line in "${(@)lines[2,-1]}"; do
                word=${line%%$'\\t'*}
                [[ $IPREFIX == -*= ]] && word=${word#*=}
                word=${${word//\\\\/\\\\\\\\}//:/\\\\:}
                if [[ $line == *$'\\t'* ]]; then
                    candidates+=("$word:${line#*$'\\t'}")
                else
                    candidates+=("$word")
                fi
            done
            _describe -V \(program) candidates
        }
        if [[ ${funcstack[1]} == _\(program) ]]; then
            _\(program) "$@"
        else
            compdef _\(program) \(program)
        fi

        """
    }

    private static func fishScript(_ program: String) -> String {
        """
        # Completion of \(program) for fish.
        function __\(program)_complete
            set -l words (commandline -opc) (commandline -ct)
            set -l lines ($words[1] __complete -- $words[2..-1] 2>/dev/null)
            if test "$lines[1]" = files
                __fish_complete_path (commandline -ct)
            else if set -q lines[2]
                printf '%s\\n' $lines[2..-1]
            end
        end
        complete -c \(program) -f -k -a '(__\(program)_complete)'

        """
    }
}
