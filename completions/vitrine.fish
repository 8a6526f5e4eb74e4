# Completion of vitrine's command line in fish. The program says what fits: `vitrine ---complete WORD ...`.

function __vitrine_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l output ($words[1] ---complete $words[2..] (string unescape -- $current; or echo -- $current) 2>/dev/null)
    test (count $output) -gt 0; or return
    set -l kinds (string split ' ' -- $output[1])
    printf '%s\n' $output[2..]
    switch $kinds[1]
        case folders
            __fish_complete_directories $current ''
        case files
            if test (count $kinds) -eq 1
                __fish_complete_path $current
            else
                set -l extensions (string join '|' -- $kinds[2..])
                __fish_complete_path $current | string match -rei "(/|\.($extensions))(\t.*)?\$"
            end
    end
end

complete -c vitrine -f -k -a '(__vitrine_complete)'
