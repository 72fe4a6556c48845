/** Where a quotation goes, as the stage's questions say: pure, so that it can be tested without a page. */
import { linksOf, linkValue } from '@/components/annotation/workbench/links'
import { isListQuestion, type List, type ListQuestion, listed, listOf } from '@/components/annotation/workbench/lists'
import { isWhole } from '@/components/annotation/workbench/navigation'
import { askedQuestions, type CausedChange, withChanges } from '@/lib/annotation/annotations/rules'
import { answerOf } from '@/lib/protocols/completeness'
import { linkProblem } from '@/lib/protocols/links'
import { newUnitKey, wholeOf } from '@/lib/protocols/made-units'
import type { Answers, EvidenceFields, ListEntry, Question, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { codePointSlice } from '@/lib/text/code-points'

/** What the functions need of the workbench. */
export interface Desk {
  stage: Stage
  subject: Subject
  answers: Answers
}

/** What is quoted. `url` is null for a document without an address on the web. */
export interface Quoted {
  quote: string
  url: string | null
  query: string
}

/** A list whose entries are quotations, a list of links, or neither. `unit`: what the search is about. */
export type EvidencePlace =
  | { kind: 'list'; unit: UnitDraft; question: ListQuestion; fields: EvidenceFields }
  | { kind: 'links'; unit: UnitDraft; question: Question }
  | { kind: 'none'; unit: UnitDraft }

/** Where what is found for a unit goes: to the unit, to what it is a part of, or to the item as a whole. */
export function evidencePlace(desk: Desk, unit: UnitDraft): EvidencePlace {
  const chain = [...wholes(desk.subject, unit), ...desk.subject.units.filter(isWhole)]
  const lists = chain.map((each) => listPlace(desk, each)).find((place) => place !== null)
  if (lists) return lists
  for (const each of chain) {
    const question = listAskedQuestions(desk, each).find(({ form }) => form === 'links')
    if (question) return { kind: 'links', unit: each, question }
  }
  return { kind: 'none', unit }
}

function wholes(subject: Subject, unit: UnitDraft): UnitDraft[] {
  const whole = wholeOf(subject, unit)
  return whole ? [unit, ...wholes(subject, whole)] : [unit]
}

const listAskedQuestions = ({ stage, subject, answers }: Desk, unit: UnitDraft) =>
  askedQuestions(stage, subject, answers, unit)

function listPlace(desk: Desk, unit: UnitDraft): EvidencePlace | null {
  for (const question of desk.stage.questions.filter(isListQuestion)) {
    const fields = question.list.evidence
    if (!fields || question.unit !== unit.kind) continue
    const answers = withChanges(desk.answers, along(desk, unit.key, fields))
    if (question.asked(desk.subject, answers, unit)) return { kind: 'list', unit, question, fields }
  }
  return null
}

/** The answer that goes with own evidence, where it is not given already. */
function along({ answers }: Pick<Desk, 'answers'>, unit: string, fields: EvidenceFields): CausedChange[] {
  if (!fields.along || answerOf(answers, unit, fields.along.question) === fields.along.value) return []
  return [{ unit, ...fields.along, cause: CHOSEN }]
}
const CHOSEN = { origin: 'chosen' } as const

/** What quoting changes, in one step. `also`: an answer that is given along with it, in words. */
export interface QuoteAct {
  changes: CausedChange[]
  unit: string
  also: string | null
}

/** Own evidence of a quotation; null where it is there already. */
export function quoteIntoList(
  desk: Desk,
  place: Extract<EvidencePlace, { kind: 'list' }>,
  { quote, url, query }: Quoted,
  newKey = newUnitKey,
): QuoteAct | null {
  const { unit, question, fields } = place
  const list = listOf(desk.answers, unit.key, question)
  if (list.entries.some(({ key }) => isQuoted(desk.answers, list, fields, key, { quote, url }))) return null
  const entry: ListEntry = { key: newKey(), made: 'added', from: [] }
  const values = { [question.list.text]: quote, [fields.url]: url, [fields.query]: query }
  const impliedChanges = along(desk, unit.key, fields)
  const changes: CausedChange[] = Object.entries(values).flatMap(([field, value]) =>
    value ? [{ unit: entry.key, question: field, value, cause: CHOSEN }] : [],
  )
  return {
    changes: [...impliedChanges, listed(list, [...list.entries, entry]), ...changes],
    unit: entry.key,
    also: impliedChanges.length > 0 ? inWords(desk, unit, fields) : null,
  }
}

function isQuoted(
  answers: Answers,
  { question }: List,
  fields: EvidenceFields,
  key: string,
  { quote, url }: Pick<Quoted, 'quote' | 'url'>,
): boolean {
  return answerOf(answers, key, question.list.text) === quote && answerOf(answers, key, fields.url) === url
}

/** “Automatic evidence: Not enough”. */
function inWords(
  { stage }: Pick<Desk, 'stage'>,
  { kind }: UnitDraft,
  { along: impliedAnswer }: EvidenceFields,
): string | null {
  const question = stage.questions.find(({ key, unit }) => key === impliedAnswer?.question && unit === kind)
  const option = question?.options?.find(({ value }) => value === impliedAnswer?.value)
  return question && option ? `${question.title}: ${option.text}` : null
}

/** Code points; half of what a link's note may hold in UTF-16. */
const LONGEST_NOTE = 500

/** A link to the page, with the quotation as its note; null where the page is linked already or has no address. */
export function quoteIntoLinks(
  { answers }: Pick<Desk, 'answers'>,
  { unit, question }: Extract<EvidencePlace, { kind: 'links' }>,
  { quote, url }: Pick<Quoted, 'quote' | 'url'>,
): QuoteAct | null {
  const links = linksOf(answerOf(answers, unit.key, question.key))
  if (url === null || linkProblem(url) !== null || links.some((link) => link.url === url)) return null
  const note = codePointSlice(quote, 0, LONGEST_NOTE)
  const value = [...links, note === '' ? { url } : { url, note }].map(linkValue)
  return { changes: [{ unit: unit.key, question: question.key, value, cause: CHOSEN }], unit: unit.key, also: null }
}

/** Writing down that these queries found nothing; null where nothing takes them, or all of them are written down. */
export function queriesWrittenDown(desk: Desk, unit: UnitDraft, queries: readonly string[]): QuoteAct | null {
  const queryTarget = questionOfQueries(desk, unit)
  if (!queryTarget) return null
  const { question, place, given, answers } = queryTarget
  const text = answerOf(answers, unit.key, question.key)
  const lines = typeof text === 'string' ? text.split('\n').map((line) => line.trim()) : []
  const more = [...new Set(queries.map((query) => query.trim()))].filter((query) => query && !lines.includes(query))
  if (more.length === 0) return null
  const value = [...lines.filter((line) => line !== ''), ...more].join('\n')
  return {
    changes: [...given, { unit: unit.key, question: question.key, value, cause: CHOSEN }],
    unit: unit.key,
    also: given.length > 0 && place?.kind === 'list' ? inWords(desk, unit, place.fields) : null,
  }
}

/** Where queries that found nothing are written down, and what is answered with it; null where no question takes them. */
function questionOfQueries(desk: Desk, unit: UnitDraft) {
  const place = listPlace(desk, unit)
  const impliedChanges = place?.kind === 'list' ? along(desk, unit.key, place.fields) : []
  const answers = withChanges(desk.answers, impliedChanges)
  const question = askedQuestions(desk.stage, desk.subject, answers, unit).find(({ takes }) => takes === 'queries')
  return question ? { question, place, given: impliedChanges, answers } : null
}

/** Does the unit, as it is answered, have a place for queries that found nothing? */
export const takesQueries = (desk: Desk, unit: UnitDraft): boolean => questionOfQueries(desk, unit) !== null
