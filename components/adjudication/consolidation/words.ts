import { queriesIn } from '@/components/annotation/workbench/query-list'
import type { Author, ConsolidationView, Lane, SettledValue } from '@/lib/adjudication/consolidation/contract'
import { textsOf } from '@/lib/adjudication/consolidation/lists/rules'
import { entriesOf } from '@/lib/protocols/made-units'
import { textToMark } from '@/lib/protocols/marked-spans'
import { listedOptions } from '@/lib/protocols/option-lists'
import { referencesIn } from '@/lib/protocols/picks'
import type { Json, Question, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { spansInWords } from '@/lib/protocols/span-words'
import { kindName, partName, questionName, unitName } from '@/lib/protocols/unit-name'
import { codePointSlice } from '@/lib/text/code-points'

export { kindName, partName, questionName, unitName }

type Lanes = Pick<ConsolidationView, 'lanes'>

/** The lanes as the reader has them: their own first, otherwise by letter. */
export function lanesInOrder({ lanes }: Lanes): Lane[] {
  return [...lanes].sort((a, b) => Number(b.own) - Number(a.own) || a.id.localeCompare(b.id))
}

/** "Lane A" to a third person; "You" and "Partner" to the annotators themselves; with the name where it may be known. */
export function laneName({ lanes }: Lanes, id: string): string {
  const lane = lanes.find((each) => each.id === id)
  if (lane?.own) return 'You'
  const name = lanes.some((each) => each.own) ? (lanes.length > 2 ? `Partner ${id}` : 'Partner') : `Lane ${id}`
  return lane?.name ? `${name} (${lane.name})` : name
}

export function authorName(view: Lanes, { kind, lane, name }: Author): string {
  if (kind === 'you') return 'You'
  if (kind === 'agreement') return 'Agreement'
  if (kind === 'lane' && lane) return laneName(view, lane)
  return name ? `Reviewer (${name})` : 'Reviewer'
}

/** How a value came to stand, in a sentence without its full stop. */
export function howText(view: Lanes, { how, lane, by, reason }: SettledValue): string {
  const { lanes } = view
  const who = authorName(view, by)
  const from = lane ? laneName(view, lane) : null
  switch (how) {
    case 'agreed':
      return 'All who were asked agree'
    case 'single':
      return from ? `Only ${from === 'You' ? 'you' : from} had a say` : 'One annotator only'
    case 'merged':
      return 'Lists put together'
    case 'lane':
      return from
        ? `${who} took ${from === 'You' ? 'your' : from === 'Partner' ? 'your partner’s' : `${from}’s`} answer`
        : `${who} took the answer that several gave`
    case 'edited':
      return `${who} settled it otherwise`
    case 'majority':
      return reason === '' ? 'Decided by the majority' : 'Nobody has the majority, so the protocol decides'
    case 'discussed':
      return lanes.some(({ own }) => own) ? 'You and your partner accept it' : 'The annotators accept it'
    case 'imported':
      return 'Imported as gold'
  }
}

/** What gives words to values that name other units or places. */
export interface Surroundings {
  stage: Stage
  units: readonly UnitDraft[]
  /** The content, where spans are marked in it; left out: offsets stand for their words. */
  content?: Json
  /** The unit that the question is about. */
  unit: string
  /** Who may have listed the entries of a list; left out: they are only counted. */
  lanes?: readonly Pick<Lane, 'listed'>[]
}

/** A value on one line. */
export function valueText(question: Question, value: Json, around: Surroundings): string {
  const option = question.options?.find((each) => each.value === value)
  if (option) return option.text
  switch (question.form) {
    case 'links':
      return (
        linksOf(value)
          .map(({ url }) => url)
          .join(' ') || 'no links'
      )
    case 'list':
      return listText(value, around)
    case 'references':
      return referencesIn(value)
        .map((key) => partName(around.stage, around.units, key))
        .join(', ')
    case 'set':
    case 'rank':
      return listedOptions(question, value)
        .map(({ text }) => text)
        .join(', ')
    case 'span':
      return spanText(value, around)
    case 'spans':
      return spansInWords(question, textToMark(question, around.content ?? null), value) ?? 'no answer'
    case 'text':
      if (question.takes === 'queries' && typeof value === 'string') return queriesIn(value).join(' · ')
      return typeof value === 'string' ? value : JSON.stringify(value)
    case 'choice':
    case 'number':
      return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

/** The entries by their texts, where lanes are given that listed them; else how many there are. */
function listText(value: Json, { lanes }: Pick<Surroundings, 'lanes'>): string {
  const entries = entriesOf(value)
  if (entries.length === 0) return 'nothing to list'
  if (!lanes) return `${entries.length} listed`
  return entries
    .map((entry) => textsOf(lanes, entry)[0])
    .map((text) => (text ? `“${text}”` : 'an entry without a text'))
    .join(', ')
}

/** The words of the whole that a value of form `span` marks. */
export function spanText(value: Json, { units, unit }: Pick<Surroundings, 'units' | 'unit'>): string {
  const parent = units.find(({ key }) => key === unit)?.parent
  const text = units.find(({ key }) => key === parent)?.text ?? ''
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ''
  const { start, end } = value
  return typeof start === 'number' && typeof end === 'number' ? `“${codePointSlice(text, start, end)}”` : ''
}

/** The links in an answer. */
export function linksOf(value: Json): { url: string; note: string }[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry) =>
    entry && typeof entry === 'object' && !Array.isArray(entry) && typeof entry.url === 'string'
      ? [{ url: entry.url, note: typeof entry.note === 'string' ? entry.note : '' }]
      : [],
  )
}

/** Links as lines of text, one a line with its note behind it, and back. */
export const linksToText = (value: Json): string =>
  linksOf(value)
    .map(({ url, note }) => `${url} ${note}`.trim())
    .join('\n')

export const textToLinks = (text: string): Json =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line): Json => {
      const [, url = line, note = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
      return note ? { url, note } : { url }
    })
