/** What lines of predictions have in common, whatever the task: whose they are, and what they are about. */
import type { Prediction, PredictionReading } from '@/lib/protocols/evaluation'
import type { RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'

/** How the fields of every task's lines are documented. */
export const placeFields = [
  {
    name: 'system',
    required: false,
    text: 'Name of the system; the field may also be called "model". Without it, the name of the file is used.',
  },
  {
    name: 'item',
    required: false,
    text: 'The item’s id, or its position as "#12"; the field may also be called "id" or "index".',
  },
  {
    name: 'about',
    required: false,
    text: 'Facts about the system by which systems are compared: {"family": "gpt", "size": "6B"}.',
  },
] as const

/** The first of these fields that is there, as a text; numbers count as texts. */
export function textIn(record: JsonRecord, ...names: string[]): string | null {
  for (const name of names) {
    const value = record[name]
    if (typeof value === 'string' && value.trim() !== '') return value
    if (typeof value === 'number') return String(value)
  }
  return null
}

/** The first of these fields that the record has, even if null. */
export function fieldIn(record: JsonRecord, ...names: string[]): string | undefined {
  return names.find((name) => name in record)
}

export const systemIn = (record: JsonRecord): string => textIn(record, 'system', 'model') ?? ''
export const itemIn = (record: JsonRecord): string | null => textIn(record, 'item', 'id', 'index')

/** Facts of the system: texts, numbers, yes and no of `about`, and of these fields beside it. */
export function aboutIn(record: JsonRecord, ...names: string[]): Pick<Prediction, 'about'> {
  if (!('about' in record) && !names.some((name) => name in record)) return {}
  const { about } = record
  const all = {
    ...Object.fromEntries(names.map((name) => [name, record[name] ?? null])),
    ...(isJsonRecord(about ?? null) ? (about as JsonRecord) : {}),
  }
  const stated = Object.entries(all).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[key, String(value)]] : [],
  )
  return stated.length > 0 ? { about: Object.fromEntries(stated) } : {}
}

/** A line that cannot be used, with what to do. */
export function refused(field: string, message: string, fix: string): PredictionReading {
  return { ok: false, problems: [{ field, message, fix } satisfies RecordProblem] }
}

export const notALine = refused('', 'The line is not a JSON object.', 'Write one object with named fields per line.')
