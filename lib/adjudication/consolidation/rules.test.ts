import { describe, expect, it } from 'vitest'
import { protocolById } from '@/lib/protocols'
import { blockers } from '@/lib/protocols/blockers'
import { answerOf } from '@/lib/protocols/completeness'
import { consolidate } from '@/lib/protocols/consolidation'
import { optionalListSchema } from '@/lib/protocols/made-units'
import type { Answers, Question, Subject } from '@/lib/protocols/protocol'
import type { SettledValue } from './contract'
import {
  type AgendaEntry,
  agendaOf,
  judgeChoice,
  laneChoices,
  laneValues,
  lastResolution,
  nextOf,
  nextOpen,
} from './rules'

const stage = protocolById('felm').stages[0]
const subject: Subject = {
  content: { prompt: 'p', response: 'One. Two.', domain: 'wk', source: null, index: null, refContents: [] },
  units: [
    { key: 'item', kind: 'item', text: 'p' },
    { key: 's1', kind: 'segment', text: 'One.' },
    { key: 's2', kind: 'segment', text: 'Two.' },
  ],
}
const question = (key: string, unit = 'segment'): Question => {
  const found = stage.questions.find((each) => each.key === key && each.unit === unit)
  if (!found) throw new Error(`no question ${key}`)
  return found
}
const wrong = (errorType: string, reason: string) => ({ label: false, errorType, reason })
const keep = { action: 'keep' }
const lanes = [
  { id: 'A', answers: { item: keep, s1: { label: true }, s2: wrong('fooled', 'Not two.') } as Answers },
  { id: 'B', answers: { item: keep, s1: { label: true }, s2: wrong('knowledge_error', 'It is three.') } as Answers },
]
const settledAs = (outcome: ReturnType<typeof consolidate>, byPerson: Answers = {}): SettledValue[] =>
  outcome.settled.map(({ unit, question: key, value, lane }) => ({
    unit,
    question: key,
    value,
    lane,
    how: byPerson[unit]?.[key] === undefined ? 'agreed' : 'lane',
    by: { kind: 'agreement', lane: null, name: null },
    at: null,
    reason: '',
  }))

describe('judgeChoice', () => {
  it('takes the value of a lane', () => {
    expect(judgeChoice(question('errorType'), 's2', lanes, { lane: 'B' }, '')).toEqual({
      ok: true,
      value: 'knowledge_error',
      how: 'lane',
      lane: 'B',
    })
  })

  it('knows a typed value as that of whoever gave it, blanks aside; of several, as nobody’s own', () => {
    const typed = judgeChoice(question('reason'), 's2', lanes, { value: ' Not two. ' }, '')
    expect(typed).toEqual({ ok: true, value: 'Not two.', how: 'lane', lane: 'A' })
    const both = judgeChoice(question('label'), 's1', lanes, { value: true }, '')
    expect(both).toEqual({ ok: true, value: true, how: 'lane', lane: null })
  })

  it('knows an empty list as what leaving the list blank says, where a blank says so', () => {
    const list: Question = { ...question('reason'), key: 'facts', form: 'list', schema: optionalListSchema }
    const choice = { value: [] }
    expect(judgeChoice({ ...list, blank: [] }, 's1', lanes, choice, '')).toMatchObject({ ok: true, how: 'lane' })
    expect(judgeChoice({ ...list, blank: [] }, 's1', lanes, { lane: 'A' }, '')).toMatchObject({ ok: true, value: [] })
    expect(judgeChoice(list, 's1', lanes, choice, '')).toMatchObject({ ok: false })
    // It is said as theirs also once something stands, and can be objected to.
    const one = [lanes[0], { id: 'B', answers: { s1: { facts: ['f'] } } }].flatMap((lane) => lane ?? [])
    expect(laneValues(one, 's1', { ...list, blank: [] })).toEqual([
      { lane: 'A', value: [] },
      { lane: 'B', value: ['f'] },
    ])
    expect(laneValues(one, 's1', list).map(({ lane }) => lane)).toEqual(['B'])
    expect(laneValues(lanes, 's1', { ...list, blank: [] })).toEqual([])
  })

  it('wants a reason for a value that nobody gave', () => {
    const choice = { value: 'reasoning_error' }
    expect(judgeChoice(question('errorType'), 's2', lanes, choice, '')).toMatchObject({ ok: false })
    expect(judgeChoice(question('errorType'), 's2', lanes, choice, 'Neither.')).toEqual({
      ok: true,
      value: 'reasoning_error',
      how: 'edited',
      lane: null,
    })
  })

  it.each([{ lane: 'C' }, { value: null }, { value: 'nonsense' }])('refuses %j', (choice) => {
    expect(judgeChoice(question('errorType'), 's2', lanes, choice, 'Why not.').ok).toBe(false)
  })
})

describe('laneChoices', () => {
  const taken = (...given: Parameters<typeof laneChoices>) => laneChoices(...given).taken

  it('walks through what one settled question raises', () => {
    const third = { id: 'C', answers: { item: keep, s1: { label: true }, s2: { label: true } } as Answers }
    expect(taken(stage, subject, [...lanes, third], {}, { unit: 's2', lane: 'A' })).toEqual([
      { unit: 's2', question: 'label', value: false },
      { unit: 's2', question: 'errorType', value: 'fooled' },
      { unit: 's2', question: 'reason', value: 'Not two.' },
    ])
    expect(taken(stage, subject, [...lanes, third], {}, { unit: 's2', lane: 'C' })).toEqual([
      { unit: 's2', question: 'label', value: true },
    ])
  })

  it('replaces what was settled before, and finds nothing where lanes agree', () => {
    const before = { s2: { errorType: 'fooled', reason: 'Not two.' } }
    expect(taken(stage, subject, lanes, before, { unit: 's2', lane: 'B' })).toEqual([
      { unit: 's2', question: 'errorType', value: 'knowledge_error' },
      { unit: 's2', question: 'reason', value: 'It is three.' },
    ])
    expect(taken(stage, subject, lanes, {}, { unit: 's1', lane: 'A' })).toEqual([])
  })

  it('takes back what was settled against what the lanes agree on, and what is settled otherwise is no more than settled', () => {
    const at = { unit: 's1', lane: 'A' }
    const agreed = answerOf(lanes[0]?.answers ?? {}, 's1', 'label')
    expect(laneChoices(stage, subject, lanes, { s1: { label: !agreed } }, at)).toEqual({
      taken: [],
      withdrawn: [{ unit: 's1', question: 'label' }],
    })
    expect(
      laneChoices(stage, subject, lanes, { s1: { label: !agreed } }, { ...at, keep: () => true }).withdrawn,
    ).toEqual([])
    expect(
      laneChoices(stage, subject, lanes, { s2: { reason: 'Else.' } }, { unit: 's2', lane: 'B' }).withdrawn,
    ).toEqual([])
  })
})

describe('agendaOf', () => {
  it('puts disagreements first, wording next, what agreed last', () => {
    const outcome = consolidate(stage, subject, lanes, {})
    const agenda = agendaOf(stage, subject, { lanes, settled: settledAs(outcome), open: outcome.open })
    expect(agenda.map((entry) => [entry.group, entry.unit, entry.question])).toEqual([
      ['decide', 's2', 'errorType'],
      ['wording', 's2', 'reason'],
      ['agreed', 'item', 'action'],
      ['agreed', 's1', 'label'],
      ['agreed', 's2', 'label'],
    ])
  })

  it('keeps what a person settled in its place', () => {
    const resolved = { s2: { errorType: 'fooled' } }
    const outcome = consolidate(stage, subject, lanes, resolved)
    const agenda = agendaOf(stage, subject, { lanes, settled: settledAs(outcome, resolved), open: outcome.open })
    expect(agenda[0]).toMatchObject({ group: 'decide', question: 'errorType', settled: { value: 'fooled' } })
    expect(agenda[0]?.values).toEqual([
      { lane: 'A', value: 'fooled' },
      { lane: 'B', value: 'knowledge_error' },
    ])
  })

  it('lists what the protocol misses though no lane differs', () => {
    const removed = [{ id: 'A', answers: { item: { action: 'remove', removeReason: 'other' } } as Answers }]
    const outcome = consolidate(stage, subject, removed, {})
    expect(blockers(stage, subject, outcome).map((each) => `${each.unit}.${each.question}`)).toEqual([
      'item.removeNote',
    ])
    const agenda = agendaOf(stage, subject, { lanes: removed, settled: settledAs(outcome), open: [] })
    expect(agenda[0]).toMatchObject({ group: 'wording', question: 'removeNote', values: [], settled: null })
    expect(agenda[0]?.message).toMatch(/why/)
  })
})

describe('nextOpen', () => {
  const entry = (unit: string, open: boolean): AgendaEntry => ({
    unit,
    question: 'label',
    group: 'decide',
    values: [],
    settled: open ? null : { ...BY_NOBODY, unit },
    message: null,
  })
  const BY_NOBODY: SettledValue = {
    unit: '',
    question: 'label',
    value: true,
    how: 'agreed',
    lane: null,
    by: { kind: 'agreement', lane: null, name: null },
    at: null,
    reason: '',
  }

  it('goes on to what is open, wraps round, and never stays', () => {
    const agenda = [entry('s1', true), entry('s2', false), entry('s3', true)]
    expect(nextOpen(agenda, { unit: 's1', question: 'label' })?.unit).toBe('s3')
    expect(nextOpen(agenda, { unit: 's3', question: 'label' })?.unit).toBe('s1')
    expect(nextOpen(agenda, null)?.unit).toBe('s1')
    expect(nextOpen([entry('s1', true)], { unit: 's1', question: 'label' })).toBeNull()
  })
})

describe('lastResolution', () => {
  it('is the latest that a person made', () => {
    const base = {
      unit: 's1',
      value: true,
      lane: null,
      by: { kind: 'you', lane: null, name: null },
      reason: '',
    } as const
    const settled: SettledValue[] = [
      { ...base, question: 'a', how: 'lane', at: '2026-01-01T00:00:02.000Z' },
      { ...base, question: 'b', how: 'edited', at: '2026-01-01T00:00:03.000Z' },
      { ...base, question: 'c', how: 'agreed', at: null },
    ]
    expect(lastResolution(settled)?.question).toBe('b')
    expect(lastResolution(settled.slice(2))).toBeNull()
  })
})

describe('nextOf', () => {
  const review = {
    toSettle: {
      tasks: [
        { taskId: 'here', waiting: false },
        { taskId: 'waits', waiting: true },
        { taskId: 'ready', waiting: false },
      ],
    },
    toApprove: { tasks: [{ taskId: 'approve' }] },
  }

  it('stays with the kind of work, and comes to what waits for others last', () => {
    expect(nextOf(review, 'here', 'settle')).toBe('ready')
    expect(nextOf(review, 'here', 'approve')).toBe('approve')
    const waiting = { toSettle: { tasks: review.toSettle.tasks.slice(0, 2) }, toApprove: { tasks: [] } }
    expect(nextOf(waiting, 'here', 'settle')).toBe('waits')
    expect(nextOf(waiting, 'waits', 'settle')).toBe('here')
    expect(nextOf({ toSettle: { tasks: [] }, toApprove: { tasks: [] } }, 'here', 'settle')).toBeNull()
  })
})
