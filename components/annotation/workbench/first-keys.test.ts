import { expect, it } from 'vitest'
import { surveyOf } from '@/lib/annotation/annotations/rules'
import { protocols } from '@/lib/protocols'
import { sampleSubject } from '@/lib/protocols/conformance'
import { samples } from '@/lib/protocols/conformance-samples'
import type { Answers, Protocol, Stage } from '@/lib/protocols/protocol'
import { firstKeys } from './first-keys'
import { stageBindings } from './keys'
import { firstUnit } from './navigation'

/** The words of what stands first on arrival at a stage, or at a unit of it. */
function wordsAt(protocol: Protocol, stage: Stage, { at, answers = {} }: { at?: string; answers?: Answers } = {}) {
  const { subject } = sampleSubject(protocol, stage, samples[protocol.id] ?? [])
  const open = at ?? firstUnit(stage, subject, answers)
  const survey = surveyOf(stage, subject, answers)
  const openUnit = survey.units.get(open)?.unit
  const bindings = stageBindings(protocol.id, stage, [])
  const first = firstKeys(
    { readOnly: false, survey, answers, open, openUnit },
    (id) => bindings.some((each) => each.id === id),
    [],
  )
  return first.map((id) => bindings.find((binding) => binding.id === id)?.label)
}

const stages = protocols.flatMap((protocol) => protocol.stages.map((stage) => ({ protocol, stage })))

it('names five keys of each stage, the open question’s first', () => {
  const found = stages.map(({ protocol, stage }) => ({
    key: `${protocol.id}/${stage.key}`,
    words: wordsAt(protocol, stage),
  }))
  for (const { key, words } of found) {
    expect([key, words.length, words.includes(undefined)]).toEqual([key, 5, false])
    expect(words.slice(3)).toEqual(['Next that lacks an answer', 'Submit, or go to what is missing'])
  }
  // They are the keys of what is asked there, and so not the same everywhere.
  expect(new Set(found.map(({ words }) => words.join())).size).toBeGreaterThan(found.length / 2)
})

it('follows the open question', () => {
  const [felm] = protocols.filter(({ id }) => id === 'felm')
  const [stage] = felm?.stages ?? []
  if (!felm || !stage) throw new Error('there is such a stage')
  const { subject } = sampleSubject(felm, stage, samples.felm ?? [])
  const segment = subject.units.find(({ kind }) => kind === 'segment')?.key ?? ''
  expect(wordsAt(felm, stage, { at: segment })[0]).toBe('Label (segment): true')
  expect(wordsAt(felm, stage, { at: segment, answers: { [segment]: { label: false } } })[0]).toMatch(/^Error type/)
  expect(wordsAt(felm, stage, { at: 'item' })[0]).toBe('Keep or remove: keep')
})

it('names no key that answers while reading', () => {
  const place = {
    readOnly: true,
    survey: { units: new Map(), answered: 0, asked: 0 },
    answers: {},
    open: '',
    openUnit: undefined,
  }
  expect(firstKeys(place, () => true, [])).toEqual(['next', 'previous', 'definitions', 'guidelines', 'notes'])
})
