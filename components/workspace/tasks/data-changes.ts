/** What differs in what a unit is known by, leaf by leaf and in words. */
import type { Json, Question, Stage } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { matchClaims } from '@/lib/stats/claim-alignment'
import { CLAIM_SIMILARITY_THRESHOLD, textSimilarity } from '@/lib/text/text-similarity'
import { inWords, plainValue } from './plain-value'

export interface LeafChange {
  /** The field in words: "Importance", "claim 2, what became of it". */
  name: string
  before: string
  after: string
}

type Fields = { [name: string]: Json }

/** Where units come from is told by their texts, and keys are no words. */
const UNTOLD: readonly string[] = ['from', 'key']
/** Fields of which no question speaks. */
const WORDS: Readonly<Record<string, string>> = { was: 'before its correction', fate: 'what became of it' }

/** The leaves that differ. `stages`: those of the protocol, whose questions give fields and values their words. */
export function dataChanges(stages: readonly Stage[], kind: string, before: Json, after: Json): LeafChange[] {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
    .filter((name) => !UNTOLD.includes(name) && !sameValue(old[name] ?? null, fresh[name] ?? null))
    .flatMap((name) => fieldChanges(stages, kind, name, old[name] ?? null, fresh[name] ?? null))
}

function fieldChanges(stages: readonly Stage[], kind: string, name: string, was: Json, is: Json): LeafChange[] {
  const question = questionOf(stages, kind, name)
  const title = question?.title ?? WORDS[name] ?? inWords(name)
  if (isEntries(was) || isEntries(is)) {
    const part = question?.list?.kind ?? name
    const word = stages.flatMap(({ unitKinds }) => unitKinds).find((each) => each.kind === part)?.text ?? inWords(part)
    return entryPairs(isEntries(was) ? was : [], isEntries(is) ? is : []).flatMap(({ number, old, fresh }) => {
      const inside = dataChanges(stages, part, old, fresh)
      return inside.map((leaf) => ({ ...leaf, name: `${word} ${number}, ${leaf.name}` }))
    })
  }
  if (isFields(was) || isFields(is)) {
    return dataChanges(stages, kind, was, is).map((leaf) => ({ ...leaf, name: `${title}, ${leaf.name}` }))
  }
  return [{ name: title, before: valueWords(question, was), after: valueWords(question, is) }]
}

const questionOf = (stages: readonly Stage[], kind: string, name: string): Question | undefined =>
  stages.flatMap(({ questions }) => questions).find(({ key, unit }) => key === name && unit === kind)

function valueWords(question: Question | undefined, value: Json): string {
  if (value === null) return ''
  return question?.options?.find((option) => option.value === value)?.text ?? plainValue(value)
}

const isFields = (value: Json): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isEntries = (value: Json): value is Fields[] => Array.isArray(value) && value.length > 0 && value.every(isFields)
const fieldsOf = (value: Json): Fields => (isFields(value) ? value : value === null ? {} : { value })

interface EntryPair {
  /** Its place from 1 in the new list; of one that is gone, in the old. */
  number: number
  old: Json
  fresh: Json
}

/** Entries that say the same belong together, then those whose words are most alike; others are new, or gone. */
function entryPairs(before: readonly Fields[], after: readonly Fields[]): EntryPair[] {
  const left = new Set(before)
  const partner = new Map<Fields, Fields>()
  for (const entry of after) {
    const same = [...left].find((each) => sameValue(visibleFields(each), visibleFields(entry)))
    if (same && left.delete(same)) partner.set(entry, same)
  }
  const [olds, news] = [[...left], after.filter((entry) => !partner.has(entry))]
  const similarity = olds.map((old) => news.map((entry) => textSimilarity(textIn(old), textIn(entry))))
  if (news.length > 0)
    for (const [row, column] of matchClaims(similarity, CLAIM_SIMILARITY_THRESHOLD)) {
      const [old, entry] = [olds[row], news[column]]
      if (old && entry && left.delete(old)) partner.set(entry, old)
    }
  return [
    ...after.map((fresh, index) => ({ number: index + 1, old: partner.get(fresh) ?? null, fresh })),
    ...[...left].map((old) => ({ number: before.indexOf(old) + 1, old, fresh: null })),
  ]
}

const visibleFields = (entry: Fields): Fields =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => !UNTOLD.includes(name)))

/** The longest text of an entry: what it is known by. */
const textIn = (entry: Fields): string =>
  Object.values(visibleFields(entry))
    .filter((value) => typeof value === 'string')
    .reduce((longest, value) => (value.length > longest.length ? value : longest), '')
