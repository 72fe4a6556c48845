import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { factcheckBench } from '@/lib/protocols/factcheck-bench/factcheck-bench'
import { mergeStage } from '@/lib/protocols/factcheck-bench/merge'
import { StepFailure } from '@/lib/protocols/prefill'
import { proposalProblems } from '@/lib/protocols/prefill-test-tools'
import type { Answers } from '@/lib/protocols/protocol'
import { factcheckBenchPipeline } from '.'
import { claimsStep } from './claims'
import { mergeStep } from './merge'
import { revisionStep } from './revision'
import { BRIDGE, decomposeInput, mergeInput, runSteps } from './sample-inputs'
import { triage, triageStep } from './triage'

const corrected: Answers = {
  's1.c1': { verdict: 'false', correction: 'edit', revised: 'The bridge opened in 1932.' },
  's1.c2': { verdict: 'false', correction: 'delete' },
}
const allGone: Answers = {
  's1.c1': { verdict: 'false', correction: 'delete' },
  's1.c2': { verdict: 'false', correction: 'delete' },
}

describe('merge', () => {
  it('by rules keeps what is left', async () => {
    const { proposals } = await runSteps([[mergeStep, 'rules']], mergeInput(corrected))
    expect(proposals.map(({ unit, value }) => [unit, value])).toEqual([
      ['s1', 'keep'],
      ['s2', 'keep'],
    ])
  })

  it('by rules deletes what says the same twice', async () => {
    const input = mergeInput(allGone)
    const units = input.units.flatMap((unit) =>
      unit.kind === 'sentence' ? [unit, { ...unit, key: `${unit.key}x` }] : [unit],
    )
    const { proposals } = await runSteps([[mergeStep, 'rules']], { ...input, units })
    expect(proposals.find(({ unit }) => unit === 's2x')).toMatchObject({ value: 'delete' })
  })

  it('by rules deletes a sentence of which nothing is left', async () => {
    const claims = [{ key: 's1.c1', text: '', was: BRIDGE, fate: 'deleted', type: 'factual' }]
    const data = { decontext: '', checkworthy: 'yes', claims }
    const input = mergeInput(allGone)
    const units = input.units.map((unit) => (unit.key === 's1' ? { ...unit, data } : unit))
    const { proposals } = await runSteps([[mergeStep, 'rules']], { ...input, units })
    expect(proposals.map(({ value }) => value)).toEqual(['delete', 'keep'])
  })

  it('by rules fits its questions, whatever the sentences say', async () => {
    const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('One bridge.', 'One bridge!', ''))
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { maxLength: 5 }), async (texts) => {
        const units = texts.map((text, index) => ({ key: `s${index + 1}`, kind: 'sentence', text }))
        const { proposals } = await runSteps([[mergeStep, 'rules']], { ...mergeInput({}), units })
        expect(proposalProblems(mergeStage, units, proposals)).toEqual([])
      }),
      { numRuns: 20 },
    )
  })

  it('by a model proposes texts that are not the automatic merge', async () => {
    const entries = [
      { number: 1, fate: 'keep', text: 'It opened in 1932.', reason: 'The year.' },
      { number: 2, fate: 'keep', text: ' Lovely!', reason: '' },
    ]
    const input = mergeInput(corrected)
    const { proposals } = await runSteps([[mergeStep, 'model']], input, { answers: { merge: { entries } } })
    expect(proposalProblems(mergeStage, input.units, proposals)).toEqual([])
    expect(proposals.map(({ unit, question, value }) => [unit, question, value])).toEqual([
      ['s1', 'fate', 'keep'],
      ['s1', 'revised', 'It opened in 1932.'],
      ['s2', 'fate', 'keep'],
    ])
  })

  it('does not take an empty text for a sentence that stays', async () => {
    const entries = [1, 2].map((number) => ({ number, fate: 'keep', text: ' ', reason: '' }))
    const failed = runSteps([[mergeStep, 'model']], mergeInput(corrected), { answers: { merge: { entries } } })
    await expect(failed).rejects.toMatchObject({ code: 'malformed' })
  })
})

describe('whole revisions', () => {
  it('are noted, with and without the prompt, from the claims that stand', async () => {
    const script = { answers: { revision: { revised: ' A. ' }, 'revision-with-prompt': { revised: 'B.' } } }
    const { notes, proposals, used } = await runSteps([[revisionStep, 'model']], mergeInput(corrected), script)
    expect(proposals).toEqual([])
    expect(notes.revision).toMatchObject({
      revisions: [
        { model: 'scripted', withQuestion: true, text: 'B.' },
        { model: 'scripted', withQuestion: false, text: 'A.' },
      ],
    })
    for (const { values } of used.asked) {
      expect(values.claims).toBe('1. The bridge opened in 1932.\n2. It is a lovely bridge.')
      expect(values.claims).not.toContain(BRIDGE)
    }
  })

  it('one that is refused leaves the other', async () => {
    const script = {
      answers: { revision: { revised: 'A.' }, 'revision-with-prompt': new StepFailure('refused', 'no') },
    }
    const { notes } = await runSteps([[revisionStep, 'model']], mergeInput(corrected), script)
    expect(notes.revision).toMatchObject({ revisions: [{ text: 'A.' }], problems: ['no'] })
  })
})

describe('triage', () => {
  const sentences = ['The bridge opened in 1931. ', 'A baker built the bridge. ', 'Is it not lovely?']
  const hits = { '*': [{ url: 'https://a.example/', snippet: 'The bridge opened in 1931, long ago.' }] }

  it('by rules notes the share of claims that a search bears out, and suggests nothing', async () => {
    const input = decomposeInput(sentences)
    const { notes, used, proposals } = await runSteps(
      [
        [claimsStep, 'rules'],
        [triageStep, 'rules'],
      ],
      input,
      { hits },
    )
    expect(notes.triage).toMatchObject({ supported: 1, checked: 2 })
    expect(used.read).toEqual([])
    expect(proposals.map(({ question }) => question)).toEqual(['claims', 'claims', 'claims'])
    expect(triage.scores(notes, input.content)).toMatchObject({ supported: 0.5, claims: 2, words: 14 })
  })

  it('by a model asks about each claim', async () => {
    const script = { hits, answers: { supported: { supported: 'yes', reason: 'Yes.' } } }
    const { notes } = await runSteps(
      [
        [claimsStep, 'rules'],
        [triageStep, 'model'],
      ],
      decomposeInput(sentences),
      script,
    )
    expect(notes.triage).toMatchObject({ supported: 2, checked: 2 })
  })

  it('has no share where nothing was looked up', async () => {
    const input = decomposeInput(['Why?'])
    const { notes } = await runSteps(
      [
        [claimsStep, 'rules'],
        [triageStep, 'rules'],
      ],
      input,
      { hits },
    )
    const keys = triage.measures.map(({ key }) => key).sort()
    for (const given of [notes, {}, { triage: 'odd', verdict: null }]) {
      const scores = triage.scores(given, input.content)
      expect(scores.supported).toBeNull()
      expect(Object.keys(scores).sort()).toEqual(keys)
    }
  })
})

describe('the pipeline', () => {
  it('tells its steps and prompts apart, and says what each is', () => {
    const { steps } = factcheckBenchPipeline
    const stages = factcheckBench.stages.map(({ key }) => key)
    expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length)
    const prompts = new Set(steps.flatMap((step) => step.prompts))
    expect(new Set([...prompts].map(({ name }) => name)).size).toBe(prompts.size)
    for (const [place, step] of steps.entries()) {
      expect(stages).toContain(step.stage)
      const before = steps.slice(0, place).filter(({ stage }) => stage === step.stage)
      expect(before.map(({ key }) => key)).toEqual(expect.arrayContaining([...step.after]))
      expect(step.methods.includes('model')).toBe(step.prompts.length > 0)
      const { properties = {} } = z.toJSONSchema(step.parameters)
      expect(Object.keys(step.parameters.parse({}))).toEqual(Object.keys(properties))
      for (const field of Object.values(properties)) {
        expect(field).toMatchObject({ title: expect.any(String), description: expect.any(String) })
      }
    }
  })

  it('begins a run without what only costs', () => {
    const off = factcheckBenchPipeline.steps.filter(({ startsOff }) => startsOff)
    expect(off.map(({ key }) => key)).toEqual(['triage', 'revision'])
  })

  it('makes records of generated responses that the plain format reads', () => {
    const record =
      factcheckBenchPipeline.generated?.({ prompt: 'P?', response: 'R.', model: 'm', externalId: null }) ?? null
    const format = factcheckBench.formats.find(({ recognises }) => recognises(record))
    expect(format?.read(record)).toMatchObject({ ok: true, record: { content: { source: 'm' }, externalId: null } })
  })
})
