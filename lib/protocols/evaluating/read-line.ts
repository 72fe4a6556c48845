/** What lines of predictions have in common, whatever the task: whose they are, and what they are about. */
import type { EvaluationTask, Prediction, PredictionReading } from '@/lib/protocols/evaluation'
import type { Json, RecordProblem } from '@/lib/protocols/protocol'
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
export const itemIn = (record: JsonRecord): string | null => textIn(record, 'item', 'id', 'index')?.trim() ?? null

/** Facts of the system: texts, numbers, yes and no of `about`, and of these fields beside it. */
export function aboutIn(record: JsonRecord, ...names: string[]): Pick<Prediction, 'about'> {
  if (!('about' in record) && !names.some((name) => name in record)) return {}
  const { about = null } = record
  const stated = typeof about === 'string' ? unpacked(about) : about
  const all = {
    ...Object.fromEntries(names.map((name) => [name, record[name] ?? null])),
    ...(stated !== undefined && isJsonRecord(stated) ? stated : {}),
  }
  const facts = Object.entries(all).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[key, String(value)]] : [],
  )
  return facts.length > 0 ? { about: Object.fromEntries(facts) } : {}
}

/** A list or an object that a table has as a text, such as `[true, false]`; undefined of any other text. */
export function unpacked(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One line of a file. A row of a table has lists and objects as texts, which are read as what they are where the texts mean nothing to the task. */
export function readPrediction({ read }: Pick<EvaluationTask, 'read'>, record: Json): PredictionReading {
  const reading = read(record)
  if (reading.ok || !isJsonRecord(record)) return reading
  const entries = Object.entries(record).map(([name, value]): [string, Json, boolean] => {
    const listed = typeof value === 'string' ? unpacked(value) : undefined
    return [name, listed ?? value, listed !== undefined]
  })
  if (!entries.some(([, , isUnpacked]) => isUnpacked)) return reading
  const again = read(Object.fromEntries(entries))
  return again.ok ? again : reading
}

/** A line that cannot be used, with what to do. */
export function refused(field: string, message: string, fix: string): PredictionReading {
  return { ok: false, problems: [{ field, message, fix } satisfies RecordProblem] }
}

export const notALine = refused('', 'The line is not a JSON object.', 'Write one object with named fields per line.')
