import type { Argument, Command, Option } from 'commander'

/** A word that can stand next on a command line, with what it means ('' where nothing is known). */
export interface Completion {
  word: string
  meaning: string
}

/** Where the words before the one that is being written lead. */
interface Place {
  command: Command
  /** Arguments of the command that are there already. */
  given: number
  /** The option whose value is being written. */
  option: Option | undefined
  /** After `--`, nothing is an option. */
  isPlain: boolean
}

/**
 * What can stand where the last of `words` is being written: commands, options, or the choices of an option or argument. Nothing where
 * a free text or a file is wanted: shells complete files there by themselves. `words` are without the program's name, the last is '' behind a space.
 */
export function completionsOf(program: Command, words: readonly string[]): Completion[] {
  const begun = words.at(-1) ?? ''
  const place = placeAfter(program, words.slice(0, -1))
  return possible(program, place, begun).filter(({ word }) => word.startsWith(begun))
}

function possible(program: Command, { command, given, option, isPlain }: Place, begun: string): Completion[] {
  const isOption = !isPlain && begun.startsWith('-')
  if (option && !isOption) return choicesOf(option)
  const help = command.createHelp()
  if (isOption) {
    const options = [...help.visibleOptions(command), ...help.visibleOptions(program)]
    const descriptions = new Map(options.flatMap(({ long, description }) => (long ? [[long, description]] : [])))
    return [...descriptions].map(([word, meaning]) => ({ word, meaning }))
  }
  if (command.commands.length > 0 && given === 0)
    return help.visibleCommands(command).map((each) => ({ word: each.name(), meaning: each.description() }))
  const argument = command.registeredArguments[given] ?? command.registeredArguments.at(-1)
  const isFull = given >= command.registeredArguments.length && argument?.variadic !== true
  return argument && !isFull ? choicesOf(argument) : []
}

const choicesOf = ({ argChoices, description }: Option | Argument): Completion[] =>
  (argChoices ?? []).map((word) => ({ word, meaning: description }))

function placeAfter(program: Command, words: readonly string[]): Place {
  const place: Place = { command: program, given: 0, option: undefined, isPlain: false }
  for (const word of words) {
    if (!place.isPlain && word.startsWith('-') && word !== '-') {
      place.isPlain = word === '--'
      place.option = word.includes('=') ? undefined : withValue(program, place.command, word)
    } else if (place.option) {
      // One with several values takes them all, up to the next option.
      if (!place.option.variadic) place.option = undefined
    } else {
      const inner = place.given === 0 && place.command.commands.find((each) => each.name() === word)
      if (inner) place.command = inner
      else place.given++
    }
  }
  return place
}

/** The option of that name, where a value follows it. */
function withValue(program: Command, command: Command, name: string): Option | undefined {
  const found = [...command.options, ...program.options].find(({ long, short }) => long === name || short === name)
  return found && (found.required || found.optional) ? found : undefined
}
