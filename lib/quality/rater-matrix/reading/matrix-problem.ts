/** Where in a file something is wrong, and what to do about it. */
export interface PlaceInFile {
  /** From 1; of JSON, the number of the record unless `lines` were counted. */
  line?: number | undefined
  record?: number | undefined
  column?: string | undefined
}

/** A file that cannot be counted as it is: what is wrong, where, and what to do. The only error that reading throws. */
export class MatrixProblem extends Error {
  constructor(
    readonly what: string,
    readonly fix: string,
    readonly place: PlaceInFile = {},
  ) {
    super(`${placeWords(place)}${what} ${fix}`)
    this.name = 'MatrixProblem'
  }
}

function placeWords({ line, record, column }: PlaceInFile): string {
  const parts = [
    line === undefined ? null : `line ${line}`,
    record === undefined ? null : `record ${record}`,
    column === undefined ? null : `column "${shortened(column)}"`,
  ].filter((part) => part !== null)
  if (parts.length === 0) return ''
  const words = parts.join(', ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: `
}

const MOST_SHOWN = 60

/** A text from a file, short enough for a sentence. */
export function shortened(text: string): string {
  const characters = Array.from(text.replace(/\p{Cc}+/gu, ' '))
  return characters.length > MOST_SHOWN ? `${characters.slice(0, MOST_SHOWN - 1).join('')}…` : characters.join('')
}

/** "a", "b" and "c", at most a few. */
export function listed(names: readonly string[], most = 8): string {
  const quotedNames = names.slice(0, most).map((name) => `"${shortened(name)}"`)
  return names.length > most ? `${quotedNames.join(', ')} and ${names.length - most} more` : quotedNames.join(', ')
}
