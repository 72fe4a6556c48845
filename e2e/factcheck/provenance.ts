/** The exports' word on where values come from, laid beside the journey's own. */
import { expect } from '@/e2e/fixtures'
import type { Json } from '@/lib/protocols/protocol'
import { type Acts, listedAs, type Place, type StageKey } from './acts'

interface Label {
  unit: string
  kind: string
  text: string
  parent: string | null
  listed: boolean
  question: string
  value: Json
  origin: string
  suggestionId: string | null
}

/** A line of the raw annotations. */
export interface RawAnnotation {
  item: { position: number }
  stage: StageKey
  annotator: string
  labels: Label[]
}

/** A line of the native export; what matters here. */
export interface NativeItem {
  item: { position: number }
  stages: {
    key: StageKey
    gold: { answers: Record<string, Record<string, Json>> } | null
    units: { key: string; parent?: string | null; text: string }[]
    values: { unit: string; question: string; value: Json; how: string; from: string | null; by: string | null }[]
  }[]
}

/** A value with what the export says of it and what the journey wrote down; both in words that can be compared. */
export interface Trace {
  name: string
  exported: Json
  done: Json
}

const entryKeys = (value: Json): string[] =>
  Array.isArray(value)
    ? value.flatMap((entry) =>
        typeof entry === 'object' && entry !== null && !Array.isArray(entry) && typeof entry.key === 'string'
          ? [entry.key]
          : [],
      )
    : []

/** "Ana (annotator 1)" and "annotator 1" alike begin with whom they name. */
const nameOf = (person: string | null): string | null => person?.split(' (')[0] ?? null

/** Every value that an annotator gave, and how: typed, chosen, accepted from which suggestion, or in bulk. */
export function traceAnnotations(
  lines: readonly RawAnnotation[],
  acts: Acts,
  suggestions: ReadonlyMap<string, string>,
): Trace[] {
  return lines.flatMap(({ item, stage, annotator, labels }) => {
    const texts = new Map(labels.map(({ unit, text }) => [unit, text]))
    return labels.flatMap((label): Trace[] => {
      const { unit, parent, text, listed, question, origin, suggestionId } = label
      const place: Place = { position: item.position, stage, unit: listed ? listedAs(parent ?? '', text) : unit }
      const keys = entryKeys(label.value)
      const value = keys.length > 0 ? keys.map((key) => texts.get(key) ?? '') : label.value
      const said = acts.saidBy(nameOf(annotator) ?? '', place, question)
      const source = suggestions.get(`${item.position} ${listed ? parent : unit}`) ?? null
      return [
        {
          name: `${annotator}, ${item.position}, ${stage}, ${place.unit}, ${question}`,
          exported: { value, origin, suggestionId },
          done: said
            ? { value: said[0], origin: said[1], suggestionId: said[1] === 'suggestion' ? source : null }
            : null,
        },
      ]
    })
  })
}

/** Every value of the gold, and how it came to stand: agreed, discussed, or settled by the third rater. */
export function traceGold(lines: readonly NativeItem[], acts: Acts): Trace[] {
  return lines.flatMap(({ item, stages }) =>
    stages.flatMap(({ key: stage, gold, units, values }) => {
      const own = new Set(units.map(({ key }) => key))
      const answers = gold?.answers ?? {}
      const textOf = (key: string) => answers[key]?.text ?? answers[key]?.quote ?? ''
      const wholeOf = (key: string) =>
        Object.entries(answers).find(([, given]) =>
          Object.values(given).some((value) => entryKeys(value).includes(key)),
        )
      return values.map(({ unit, question, value, how, from, by }): Trace => {
        const named = own.has(unit) ? unit : listedAs(wholeOf(unit)?.[0] ?? '', String(textOf(unit)))
        const place: Place = { position: item.position, stage, unit: named }
        const keys = entryKeys(value)
        const settled = acts.settledAt(place, question) ?? settledItself(acts, place, question)
        const shown = keys.length > 0 ? keys.map((key) => textOf(key)) : value
        return {
          name: `gold, ${item.position}, ${stage}, ${named}, ${question}`,
          exported: { ...('value' in settled ? { value: shown } : {}), how, from: nameOf(from), by: nameOf(by) },
          done: { ...settled },
        }
      })
    }),
  )
}

/** Nobody settled it: both said the same, or only one was asked and answered. */
function settledItself(acts: Acts, place: Place, question: string) {
  const sayers = ['Ana', 'Ben'].filter((who) => acts.saidBy(who, place, question))
  const only = sayers.length === 1 ? sayers[0] : undefined
  return { how: only ? 'single' : 'agreed', from: only ?? null, by: null }
}

/** So many of them, drawn by a generator that a seed sets going (mulberry32), so that a failure can be repeated. */
export function draw<T>(from: readonly T[], count: number, seed: number): T[] {
  const left = [...from]
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(next() * left.length), 1)[0],
  ).flatMap((drawn) => (drawn === undefined ? [] : [drawn]))
}

/** Fails unless the exports and the journey say the same of each. */
export function expectSameTraces(traces: readonly Trace[]): void {
  const by = (side: 'exported' | 'done') => Object.fromEntries(traces.map((trace) => [trace.name, trace[side]]))
  expect(by('exported')).toEqual(by('done'))
}
