import type { Definition } from '@/lib/protocols/language/definition'
import type { StoredCount, VersionChangeView } from './contract'

/**
 * What everybody who works under a protocol is given of it: without its tests and what is practised with, which are records with their answers, and
 * without its prompts, which may hold examples with theirs.
 */
export function definitionForBrowsers({ practice: _, prefill: __, ...definition }: Definition): Definition {
  return { ...definition, tests: [] }
}

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
  'tasks being settled': ['task that is being settled', 'tasks that are being settled'],
  gold: ['task with gold', 'tasks with gold'],
  items: ['item', 'items'],
}

/** "12 answers and 3 answers of gold"; empty where a change touches nothing. */
export function storedText(stored: readonly StoredCount[]): string {
  const parts = stored.map(({ what, count }) => `${count.toLocaleString('en')} ${PLURAL[what][count === 1 ? 0 : 1]}`)
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

/** Of files that were read under the version that the project has, and may still be written. */
export const IMPORT_UNDER_WAY = 'A file is being imported, or was uploaded and has problems: apply or cancel it first.'

/** Why a project cannot move to a version: what it has that would no longer be right, a sentence each. */
export function reasonsAgainst({
  changes,
  imports,
  hasCopies,
  unmarkable = 0,
  written = [],
}: {
  changes: VersionChangeView['changes']
  /** Files that are being read or wait to be applied, as a whole or without the records that have problems. */
  imports: number
  /** Has it calibration tasks or repetitions, which are copies under the version that they were made with? */
  hasCopies: boolean
  /** Items with a text that the version marks spans in and that is not stored as the record has it. */
  unmarkable?: number
  /** What stands against what the file says about earlier answers, a sentence each. */
  written?: readonly string[]
}): string[] {
  const against = changes.filter(({ never, stored, handled }) => never || (handled === null && stored.length > 0))
  return [
    ...against.map(({ at, message, never, stored }) =>
      never
        ? `${at}: ${message} A project cannot follow this: begin a new one under that version.`
        : `${at}: ${message} It touches ${storedText(stored)}.`,
    ),
    ...written,
    ...(unmarkable > 0
      ? [
          `Spans cannot be marked in the texts of ${unmarkable.toLocaleString('en')} ${unmarkable === 1 ? 'item, which hold' : 'items, which hold'} characters that are not stored as they are: begin a new project with records without NUL characters and halves of character pairs.`,
        ]
      : []),
    ...(imports > 0 ? [IMPORT_UNDER_WAY] : []),
    ...(hasCopies
      ? ['The project has calibration tasks or repetitions, which stay under the version they were made with.']
      : []),
  ]
}

/** What stands against what a file says about earlier answers, a sentence each. */
export function reasonsAgainstWritten({
  problems,
  settling,
  laterTasks,
  seconds,
  overrides,
}: {
  /** What is wrong with it, seen from the version that the project has. */
  problems: readonly { message: string; fix: string }[]
  /** Tasks whose answers are being settled, where questions are asked anew or named otherwise, or answers no longer count. */
  settling: number
  /** Tasks of later stages, which carry answers of the stages before them. */
  laterTasks: number
  /** Tasks that are adjudicated a second time. */
  seconds: number
  /** Labels of items that somebody set by hand, where what labels can be has changed. */
  overrides: number
}): string[] {
  const count = (number: number, one: string, many: string) =>
    `${number.toLocaleString('en')} ${number === 1 ? one : many}`
  return [
    ...problems.map(({ message, fix }) => `migrate: ${message} ${fix}`),
    ...(settling > 0
      ? [
          `${count(settling, 'task is', 'tasks are')} being settled, and the version asks something anew, gives a question another name or lets answers no longer count: settle them first.`,
        ]
      : []),
    ...(laterTasks > 0
      ? [
          `${count(laterTasks, 'task', 'tasks')} of later stages carry answers that the version calls otherwise: begin a new project for it.`,
        ]
      : []),
    ...(seconds > 0
      ? [
          `${count(seconds, 'task is', 'tasks are')} adjudicated a second time, in the words of the version that the project has.`,
        ]
      : []),
    ...(overrides > 0
      ? [
          `${count(overrides, 'label', 'labels')} of items were set by hand, and what a label can be has changed: take them back first.`,
        ]
      : []),
  ]
}

/** Why the last move cannot be taken back, a sentence each. */
export function reasonsAgainstUndo({
  version,
  answers,
  annotations,
  gold,
  suggestions,
  tasks,
}: {
  /** The version that the project has. */
  version: number
  answers: number
  annotations: number
  gold: number
  suggestions: number
  /** Tasks that were asked again and have gone on. */
  tasks: number
}): string[] {
  const stored: StoredCount[] = [
    { what: 'answers', count: answers },
    { what: 'submitted annotations', count: annotations },
    { what: 'gold', count: gold },
    { what: 'suggestions', count: suggestions },
  ]
  const since = stored.filter(({ count }) => count > 0)
  return [
    ...(since.length > 0
      ? [`The move can no longer be taken back: under version ${version} there are ${storedText(since)} that are new.`]
      : []),
    ...(tasks > 0
      ? [`The move can no longer be taken back: ${tasks} of the items that were asked again have gone on.`]
      : []),
  ]
}

const OUTCOME = {
  renamed: 'kept under the new name',
  dropped: 'kept, but no longer counted',
  asked: 'can be asked again',
  derived: 'derived again',
} as const

/** What a change touches in a project, and what becomes of that. */
export function touchedText({
  stored,
  never,
  handled,
}: Pick<VersionChangeView['changes'][number], 'stored' | 'never' | 'handled'>): string {
  if (never) return 'Not possible'
  const text = storedText(stored)
  if (text === '') return 'Nothing stored'
  return handled === null ? text : `${text}: ${OUTCOME[handled]}`
}
