import { usageError } from './cli-error.ts'
import { summaryOf } from './help.ts'
import { globalOptions } from './own-commands.ts'
import { commands, optionsOf } from './read-arguments.ts'

const shells = ['bash', 'zsh', 'fish']

/** What completes the commands and options in a shell. Nothing is asked while a person types. */
export function completion(shell: string | undefined): string {
  if (shell === undefined || !shells.includes(shell)) throw usageError(`Name a shell: ${shells.join(', ')}.`)
  if (shell === 'fish') return fish()
  return shell === 'bash' ? bash() : `autoload -U +X bashcompinit && bashcompinit\n${bash()}`
}

/** Each beginning of a command with the words that may follow. */
function followers(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>()
  const add = (beginning: readonly string[], next: readonly string[]) => {
    const key = beginning.join(' ')
    const known = found.get(key) ?? new Set()
    for (const one of next) known.add(one)
    found.set(key, known)
  }
  for (const command of commands) {
    command.parts.forEach((word, index) => add(command.parts.slice(0, index), [word]))
    const options = [...optionsOf(command), ...globalOptions].map(({ option }) => `--${option}`)
    add(command.parts, options)
  }
  add(['completion'], shells)
  return new Map([...found].map(([key, next]) => [key, [...next]]))
}

function bash(): string {
  const cases = [...followers()]
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([beginning, next]) => `    "${beginning}"${beginning === '' ? '' : '*'}) parts="${next.join(' ')}" ;;`)
  return `_switchboardctl() {
  local before="\${COMP_WORDS[*]:1:COMP_CWORD-1}" parts=""
  case "$before" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$parts" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _switchboardctl switchboardctl
`
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`\'`)}'`

function fish(): string {
  const lines = commands.flatMap((command) => {
    const [first = '', second] = command.parts
    const seen = second === undefined ? `__fish_seen_subcommand_from ${first}` : `__fish_seen_subcommand_from ${second}`
    return [
      second === undefined
        ? `complete -c switchboardctl -n __fish_use_subcommand -a ${first} -d ${quoted(summaryOf(command))}`
        : `complete -c switchboardctl -n '__fish_seen_subcommand_from ${first}' -a ${second} -d ${quoted(summaryOf(command))}`,
      ...optionsOf(command).map(
        ({ option, kind, description }) =>
          `complete -c switchboardctl -n '${seen}' -l ${option}${kind === 'switch' ? '' : ' -r'} -d ${quoted(description)}`,
      ),
    ]
  })
  const global = globalOptions.map(
    ({ option, kind, description }) =>
      `complete -c switchboardctl -l ${option}${kind === 'switch' ? '' : ' -r'} -d ${quoted(description)}`,
  )
  return `complete -c switchboardctl -f\n${[...lines, ...global].join('\n')}\n`
}
