/**
 * Spans as a record holds them: a list with an entry each, offsets in the unit that the file names. What is read is proven by slicing:
 * offsets have to lie between characters of the text, and give the words that the entry quotes.
 */
import type { Json } from '@/lib/protocols/answers'
import { cleanMarks } from '@/lib/protocols/clean-marks'
import type { Pointer, QuestionDefinition, SpanEntry, VotePlace } from '@/lib/protocols/language/definition'
import { type MarkedSpan, MOST_SPANS, sameSpan, spansAnswer, spansOf } from '@/lib/protocols/marked-spans'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { shownValue } from '@/lib/protocols/shown-value'
import { excerpt } from '@/lib/text/excerpt'
import type { OffsetsOf } from '@/lib/text/offset-units'
import { optionFor, writeValue } from './answers-in-records'
import type { MarkedText } from './marked-text'
import { schemaOf } from './questions'

/** `at`: where in the list the problem stands. */
export type SpansReading = { ok: true; value: Json } | { ok: false; at: Pointer; message: string; fix: string }

const DEFAULT_ENTRY: SpanEntry = { start: 'start', end: 'end', quote: 'text', label: null }
const entryOf = ({ gold }: QuestionDefinition): SpanEntry => gold.entry ?? DEFAULT_ENTRY

/**
 * What a record says, as an answer. Nothing and null are no answer; an empty list says that nothing is marked. `clean`: how what somebody
 * marked is cleaned before it counts; it may have no characters or end behind the text then.
 */
export function readSpans(
  question: QuestionDefinition,
  written: Json | undefined,
  marked: MarkedText,
  clean?: VotePlace['clean'],
): SpansReading {
  if (written === undefined || written === null) return { ok: true, value: null }
  if (!Array.isArray(written))
    return {
      ok: false,
      at: [],
      message: `${shownValue(written)} is no list of spans.`,
      fix: 'Write a list, [] for none.',
    }
  if (written.length > MOST_SPANS)
    return {
      ok: false,
      at: [],
      message: `${written.length.toLocaleString('en')} spans; at most ${MOST_SPANS.toLocaleString('en')} can be marked in a text.`,
      fix: 'Leave out spans, or divide the text into several items.',
    }
  const reader = new EntryReader(question, marked)
  const spans: MarkedSpan[] = []
  for (const [index, entry] of written.entries()) {
    const read = clean ? reader.readRaw(entry) : reader.read(entry)
    if ('message' in read) return { ok: false, ...read, at: [String(index), ...read.at] }
    spans.push(read)
  }
  const counting = clean ? cleaned(marked, spans) : spans
  const checked = schemaOf(question).safeParse(spansAnswer(question, counting))
  if (checked.success) return { ok: true, value: checked.data }
  const message = checked.error.issues[0]?.message ?? `These are no spans of "${question.id}".`
  return {
    ok: false,
    at: [],
    message,
    fix: 'Correct the spans, or let the question allow them (overlapping, min, max).',
  }
}

/** Where an entry of a list of marks is, as an answer of one span. */
export function readMark(question: QuestionDefinition, written: Json | undefined, marked: MarkedText): SpansReading {
  // What is no entry is said of the list.
  if (written === undefined || !isJsonRecord(written)) return { ok: true, value: null }
  const read = new EntryReader(question, marked).read(written)
  return 'message' in read ? { ok: false, ...read } : { ok: true, value: spansAnswer(question, [read]) }
}

const cleaned = ({ cut }: MarkedText, spans: readonly MarkedSpan[]): MarkedSpan[] => {
  const stretches = cleanMarks(
    cut,
    spans.map(({ start, end }) => [start, end]),
  )
  return stretches
    .filter(([start, end], index) => stretches.findIndex((each) => each[0] === start && each[1] === end) === index)
    .map(([start, end]) => ({ start, end, label: null }))
}

type EntryProblem = { at: Pointer; message: string; fix: string }

class EntryReader {
  private readonly offsets: OffsetsOf
  private readonly entry: SpanEntry

  constructor(
    private readonly question: QuestionDefinition,
    private readonly marked: MarkedText,
  ) {
    this.offsets = marked.places
    this.entry = entryOf(question)
  }

  /** A mark as somebody made it: without characters, or up to behind the text. */
  readRaw(json: Json): MarkedSpan | EntryProblem {
    const { offsets, points } = this.marked
    const start = this.placeOf(json, this.entry.start, 0)
    if (typeof start !== 'number') return start
    const written = fieldOf(json, this.entry.end)
    const more = offsets.end === 'inclusive' ? 1 : 0
    const { length } = points
    const isBehind = typeof written === 'number' && written + more > this.offsets.fromCodePoint(length)
    const end = isBehind && Number.isInteger(written) ? length : this.placeOf(json, this.entry.end, more)
    return typeof end === 'number' ? { start, end, label: null } : end
  }

  read(json: Json): MarkedSpan | EntryProblem {
    const { offsets } = this.marked
    const start = this.placeOf(json, this.entry.start, 0)
    if (typeof start !== 'number') return start
    const end = this.placeOf(json, this.entry.end, offsets.end === 'inclusive' ? 1 : 0)
    if (typeof end !== 'number') return end
    if (end <= start)
      return {
        at: [String(this.entry.end)],
        message: 'The span ends before it begins, or has no characters.',
        fix: `Ends are ${offsets.end} here: correct it, or record.offsets in the protocol.`,
      }
    const quoted = this.entry.quote === null ? null : (fieldOf(json, this.entry.quote) ?? null)
    const words = this.marked.slice(start, end)
    if (quoted !== null && quoted !== words)
      return {
        at: [String(this.entry.quote)],
        message: `The offsets give “${excerpt(words, 60)}”, and the entry quotes ${shownValue(quoted)}.`,
        fix: `Offsets count ${offsets.unit} here and ends are ${offsets.end}: correct them, or record.offsets in the protocol.`,
      }
    return { start, end, label: this.labelOf(json) }
  }

  /** An offset in code points; `more`: what is added to it before. */
  private placeOf(json: Json, name: string | number, more: number): number | EntryProblem {
    const { text, offsets } = this.marked
    const written = fieldOf(json, name)
    const fieldPath = [String(name)]
    if (typeof written !== 'number' || !Number.isInteger(written))
      return { at: fieldPath, message: `${shownValue(written)} is no offset.`, fix: 'Write a whole number from 0.' }
    const found = this.offsets.toCodePoint(written + more)
    if (found !== null) return found
    const length = this.offsets.fromCodePoint(text.length)
    return {
      at: fieldPath,
      message:
        written < 0 || written + more > length
          ? `${written} lies outside of the text, which has ${length} ${UNITS[offsets.unit]}.`
          : `${written} lies within a character.`,
      fix: `Offsets count ${offsets.unit} here: correct it, or record.offsets in the protocol.`,
    }
  }

  private labelOf(json: Json): MarkedSpan['label'] {
    const { label } = this.entry
    if (label === null) return null
    const found = optionFor(this.question, fieldOf(json, label) ?? null, false)
    return typeof found === 'object' ? String(shownValue(found)) : found
  }
}

const UNITS = { 'code points': 'code points', 'utf-16': 'UTF-16 units', bytes: 'bytes' } as const

function fieldOf(json: Json, name: string | number): Json | undefined {
  if (typeof name === 'number') return Array.isArray(json) ? json[name] : undefined
  return isJsonRecord(json) ? json[name] : undefined
}

/**
 * The spans of an answer as a record holds them; null where there is no answer. An entry that the record has for the same span stays as it
 * is, with what else it says; a span that is new has the fields that the file names.
 */
export function writeSpans(
  question: QuestionDefinition,
  answer: Json,
  { written, marked }: { written: Json | undefined; marked: MarkedText },
): Json {
  const spans = spansOf(answer)
  if (!spans) return null
  const reader = new EntryReader(question, marked)
  const writtenSpans = (Array.isArray(written) ? written : []).flatMap((entry) => {
    const read = reader.read(entry)
    return 'message' in read ? [] : [{ entry, read }]
  })
  return spans.map(
    (span) => writtenSpans.find(({ read }) => sameSpan(read, span))?.entry ?? newEntry(question, span, marked),
  )
}

/** The entry of a list of marks with the place of the answer, all else as it is written; as it is where the answer has no place. */
export function writeMark(
  question: QuestionDefinition,
  answer: Json,
  { written, marked }: { written: Json | undefined; marked: MarkedText },
): Json {
  const [span] = spansOf(answer) ?? []
  const entry = written !== undefined && isJsonRecord(written) ? written : {}
  if (!span) return entry
  const placed = newEntry(question, span, marked)
  return isJsonRecord(placed) ? { ...entry, ...placed } : entry
}

function newEntry(question: QuestionDefinition, { start, end, label }: MarkedSpan, marked: MarkedText): Json {
  const entry = entryOf(question)
  const { offsets, places } = marked
  const fields: [string | number, Json][] = [
    [entry.start, places.fromCodePoint(start)],
    [entry.end, places.fromCodePoint(end) - (offsets.end === 'inclusive' ? 1 : 0)],
  ]
  if (entry.quote !== null) fields.push([entry.quote, marked.slice(start, end)])
  if (entry.label !== null) fields.push([entry.label, label === null ? null : writeValue(question, label)])
  if (typeof entry.start === 'string') return Object.fromEntries(fields)
  const list: Json[] = Array.from({ length: Math.max(...fields.map(([place]) => Number(place))) + 1 }, () => null)
  for (const [place, value] of fields) list[Number(place)] = value
  return list
}
