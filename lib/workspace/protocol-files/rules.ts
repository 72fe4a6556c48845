import type { Definition } from '@/lib/protocols/language/definition'
import type { StoredCount, VersionChangeView } from './contract'

/** What everybody who works under a protocol is given of it: without its tests, which are records with their answers. */
export const definitionForBrowsers = (definition: Definition): Definition => ({ ...definition, tests: [] })

/** The text of a file to go on from: a protocol of one's own with an id of its own, or the version after `newest` of the same. */
export function asNext(source: string, as: 'copy' | { newest: number }): string {
  if (as === 'copy') return source.replace(/^id: *([^\s#]*)/m, 'id: my-$1').replace(/^version: *\d+/m, 'version: 1')
  return source.replace(/^version: *\d+/m, `version: ${as.newest + 1}`)
}

const PLURAL: Record<StoredCount['what'], [string, string]> = {
  answers: ['answer', 'answers'],
  'gold answers': ['answer of gold', 'answers of gold'],
  suggestions: ['suggestion', 'suggestions'],
  'submitted annotations': ['submitted annotation', 'submitted annotations'],
  gold: ['task with gold', 'tasks with gold'],
  items: ['item', 'items'],
}

/** "12 answers and 3 answers of gold"; empty where a change touches nothing. */
export function storedText(stored: readonly StoredCount[]): string {
  const parts = stored.map(({ what, count }) => `${count.toLocaleString('en')} ${PLURAL[what][count === 1 ? 0 : 1]}`)
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** Why a project cannot move to a version: what it has that would no longer be right, a sentence each. */
export function reasonsAgainst({
  changes,
  imports,
  hasCopies,
}: {
  changes: VersionChangeView['changes']
  /** Files that are being read or wait to be applied. */
  imports: number
  /** Has it calibration tasks or repetitions, which are copies under the version that they were made with? */
  hasCopies: boolean
}): string[] {
  const against = changes.filter(({ never, stored }) => never || stored.length > 0)
  return [
    ...against.map(({ at, message, never, stored }) =>
      never
        ? `${at}: ${message} A project cannot follow this: begin a new one under that version.`
        : `${at}: ${message} It touches ${storedText(stored)}.`,
    ),
    ...(imports > 0 ? ['A file is being imported: apply or cancel it first.'] : []),
    ...(hasCopies
      ? ['The project has calibration tasks or repetitions, which stay under the version they were made with.']
      : []),
  ]
}
