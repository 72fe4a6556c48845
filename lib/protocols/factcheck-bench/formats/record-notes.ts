import type { RecordProblem } from '@/lib/protocols/protocol'
import type { Dialect, SentenceField } from './dialects'

/** Notes something about a field of a sentence (and a claim, by its place) where it is so. */
export type Note = (isSo: boolean, field: SentenceField, message: string, claim?: number) => RecordProblem[]

export const COMPLETE_IT = 'Nothing, or complete it in the file.'

/** Writes notes with the names that the record itself gives its fields. */
export function noteAbout(path: string, dialect: Dialect): Note {
  return (isSo, field, message, claim) => {
    const name = dialect[field]
    if (!isSo || name === undefined) return []
    const fieldPath = claim === undefined ? name : `${name}[${claim}]`
    return [{ field: `${path}.${fieldPath}`, message: `${fieldPath} ${message}`, fix: COMPLETE_IT }]
  }
}

/** Two lists that should be of one length and are not: which entry belongs to which, nobody can tell. */
export function unclear(name: string, entries: number, wholes: number, whole: string): string {
  const count = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`)
  const has = `${name} has ${count(entries, 'entry', 'entries')} for ${count(wholes, whole, `${whole}s`)}`
  return `${has}: which belongs to which is unclear.`
}
