'use client'
import { CAUSE_TEXT } from '@/components/workspace/tasks/cause-text'
import { textsOf } from '@/lib/adjudication/consolidation/lists/rules'
import { type DeskChoice, deskChoiceSchema, knownSchema } from '@/lib/adjudication/consolidation/waiting/contract'
import { chosenValue, questionOf } from '@/lib/adjudication/consolidation/waiting/rules'
import type { OutboxEntry } from '@/lib/annotation/outbox/outbox-entry'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Json, Question } from '@/lib/protocols/protocol'
import { type Desk, useDeskContext } from './desk-context'
import { laneName, questionName, unitName, valueText } from './words'

/** A choice that could not be saved, in words: what it is about, what it says, and what stands there instead. */
export function useChoiceWords(entry: OutboxEntry) {
  const desk = useDeskContext()
  const { view, stage } = desk
  const place = { unit: entry.unit, question: questionOf(entry.question) }
  const kind = view.units.find(({ key }) => key === place.unit)?.kind
  const question = stage.questions.find((each) => each.key === place.question && (!kind || each.unit === kind))
  const choice = deskChoiceSchema.safeParse(entry.value).data
  const valueWords = (value: Json): string => {
    if (value === null) return 'Open'
    if (isWords(value)) return value.words
    if (!question) return JSON.stringify(value)
    if (!question.list) return valueText(question, value, { stage, units: view.units, unit: place.unit })
    return entriesOf(value)
      .map((each) => textsOf(view.lanes, each).join(' / ') || 'A new entry')
      .join('\n')
  }
  const mine = choice ? saidBy(desk, place, choice) : entry.value
  const remark = choice ? remarkIn(choice) : ''
  return {
    at: place,
    name: nameOf(desk, place.unit, question),
    // Causes and lanes are no values of the question.
    question: isWords(mine) ? undefined : question,
    mine,
    theirs: theirsOf(desk, choice, knownSchema.safeParse(entry.conflict?.value).data?.known[0] ?? null),
    remark,
    valueWords,
    choiceWords: [valueWords(mine), remark].filter((each) => each !== '').join('\n'),
  }
}

/** What a choice is about. A unit may have left its list meanwhile. */
function nameOf({ view, stage }: Desk, unit: string, question: Question | undefined): string {
  if (!view.units.some(({ key }) => key === unit))
    return question ? `No longer listed: ${question.title}` : 'No longer listed'
  return question ? questionName(stage, view.units, { unit, title: question.title }) : unitName(stage, view.units, unit)
}

type Words = { words: string }
const isWords = (value: Json): value is Words =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && typeof value.words === 'string'

const remarkIn = (choice: DeskChoice): string =>
  'reason' in choice ? choice.reason : 'comment' in choice ? choice.comment : ''

/** What a choice says: a value of the question, else words. */
function saidBy({ view }: Desk, place: { unit: string; question: string }, choice: DeskChoice): Json {
  switch (choice.does) {
    case 'settle':
    case 'accept':
      return chosenValue(view, place, choice.choice)
    case 'withdraw':
    case 'take_back':
      return { words: 'Taken back' }
    case 'take_unit':
    case 'accept_unit':
      return { words: `All of it as ${laneName(view, choice.lane)} has it` }
    case 'cause':
      return { words: choice.cause ? `Cause: ${CAUSE_TEXT[choice.cause].text}` : 'No cause' }
    case 'propose':
    case 'reply':
    case 'object':
      return choice.value
  }
}

/** What stands instead: of a question its value, of a unit everything that is settled. */
function theirsOf(desk: Desk, choice: DeskChoice | undefined, standing: Json): Json {
  if (!choice || choice.does === 'propose') return standing
  if (choice.does === 'cause') {
    const text = Object.entries(CAUSE_TEXT).find(([cause]) => cause === standing)?.[1].text
    return { words: text ? `Cause: ${text}` : 'No cause' }
  }
  const settled = Array.isArray(standing) ? standing.flatMap((each) => settledIn(each) ?? []) : []
  if (choice.does === 'settle') return settled[0]?.value ?? null
  const { view, stage } = desk
  const lines = settled.map(({ unit, question: key, value }) => {
    const question = stage.questions.find((each) => each.key === key)
    const words = question
      ? valueText(question, value, { stage, units: view.units, unit, lanes: view.lanes })
      : JSON.stringify(value)
    return `${questionName(stage, view.units, { unit, title: question?.title ?? key })}: ${words}`
  })
  return { words: lines.join('; ') || 'Open' }
}

function settledIn(value: Json): { unit: string; question: string; value: Json } | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { unit, question, value: held = null } = value
  return typeof unit === 'string' && typeof question === 'string' ? { unit, question, value: held } : null
}
