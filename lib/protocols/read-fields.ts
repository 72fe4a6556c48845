/** Which parts of a record its format reads, and the record without the others. */
import type { Json } from './answers'
import { isJsonRecord } from './record-fields'

/** A name or a pattern of names; within a path `*` is any name, or any place in a list. */
type Part = string | RegExp
/** A field of the record that is read whole, or the path to one within it. */
export type ReadField = Part | readonly Part[]

export interface SplitRecord {
  /** The record with nothing but what is read. */
  shown: Json
  /** The names of what is left out, such as `data.note` or `sentences[].note`, each once. */
  unread: string[]
}

const pathOf = (field: ReadField): readonly Part[] =>
  typeof field === 'string' || field instanceof RegExp ? [field] : field

/** Parts a record by what its format reads. */
export function splitByFields(record: Json, fields: readonly ReadField[]): SplitRecord {
  const { shown, unread } = split(record, fields.map(pathOf), '')
  return { shown, unread: [...new Set(unread)] }
}

function split(value: Json, paths: readonly (readonly Part[])[], valuePath: string): SplitRecord {
  if (paths.some((path) => path.length === 0)) return { shown: value, unread: [] }
  if (Array.isArray(value)) return splitList(value, paths, valuePath)
  const unread: string[] = []
  const shownFields = Object.entries(isJsonRecord(value) ? value : {}).flatMap(([name, inner]): [string, Json][] => {
    const within = behind(paths, name)
    const place = valuePath === '' ? name : `${valuePath}.${name}`
    if (within.length === 0 || !(holdsMore(inner) || isWhole(within))) {
      unread.push(place)
      return []
    }
    const parts = split(inner, within, place)
    unread.push(...parts.unread)
    return [[name, parts.shown]]
  })
  return { shown: Object.fromEntries(shownFields), unread }
}

/** Entries that are texts or numbers stay: where entries are read, they may be written as bare texts. */
function splitList(list: readonly Json[], paths: readonly (readonly Part[])[], listPath: string): SplitRecord {
  const place = `${listPath}[]`
  const parts = list.map((entry, index): SplitRecord => {
    const within = behind(paths, String(index))
    if (within.length === 0) return { shown: null, unread: [place] }
    return holdsMore(entry) ? split(entry, within, place) : { shown: entry, unread: [] }
  })
  return { shown: parts.map(({ shown }) => shown), unread: parts.flatMap(({ unread }) => unread) }
}

const holdsMore = (value: Json): boolean => typeof value === 'object' && value !== null
const isWhole = (paths: readonly (readonly Part[])[]) => paths.some((path) => path.length === 0)

const behind = (paths: readonly (readonly Part[])[], name: string) =>
  paths.filter(([first]) => first !== undefined && meets(first, name)).map(([, ...rest]) => rest)

const meets = (part: Part, name: string): boolean =>
  typeof part === 'string' ? part === '*' || part === name : part.test(name)
