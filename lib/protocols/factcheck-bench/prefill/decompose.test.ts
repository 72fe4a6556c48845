import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { type PrefillStep, StepFailure } from '@/lib/protocols/prefill'
import { proposalProblems, type Script, scriptedTools, settingsOf } from '@/lib/protocols/prefill-test-tools'
import { codePointLength } from '@/lib/text/code-points'
import { checkworthyStep } from './checkworthy'
import { claimsStep } from './claims'
import { decontextStep } from './decontext'
import { importanceStep } from './importance'
import { decomposeInput } from './sample-inputs'

const SENTENCES = ['Ada Lund was a painter. ', 'She was born in Oslo and died in Rome. ', 'Is that enough?']

const inputOf = (sentences: readonly string[] = SENTENCES, prompt = 'Who was Ada Lund?') =>
  decomposeInput(sentences, prompt)

async function run(step: PrefillStep, script: Script | null, input = inputOf()) {
  const tools = scriptedTools(script ?? {})
  const output = await step.run(input, tools, settingsOf(step, script ? 'model' : 'rules'))
  expect(proposalProblems(decomposeStage, input.units, output.proposals)).toEqual([])
  return { ...output, used: tools.used, proposals: output.proposals ?? [] }
}

const steps = [decontextStep, claimsStep, checkworthyStep, importanceStep]
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.lorem({ mode: 'sentences', maxCount: 2 }))

describe('by rules', () => {
  it.each(steps.map((step) => [step.key, step]))('%s proposes only what its questions allow', async (_, step) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyText, { maxLength: 5 }), anyText, async (sentences, prompt) => {
        const input = inputOf(sentences, prompt)
        const { proposals } = await run(step, null, input)
        for (const { unit, value } of proposals) {
          if (!Array.isArray(value)) continue
          const length = codePointLength(input.units.find(({ key }) => key === unit)?.text ?? '')
          const spans = value.flatMap((seed) => Object(seed).values.span ?? [])
          expect(spans.filter(({ start, end }) => start < 0 || end > length)).toEqual([])
        }
      }),
      { numRuns: 20 },
    )
  })

  it('asks no model', async () => {
    for (const step of steps) expect((await run(step, null)).used.asked).toEqual([])
  })

  it('lists claims with their kinds and places', async () => {
    const input = inputOf()
    const decontext = await run(decontextStep, null, input)
    expect(decontext.proposals.map(({ unit, value }) => [unit, value])).toEqual([
      ['s2', 'Ada Lund was born in Oslo and died in Rome.'],
    ])
    const { proposals } = await run(claimsStep, null, { ...input, proposals: decontext.proposals })
    expect(proposals.find(({ unit }) => unit === 's2')?.value).toMatchObject([
      { values: { text: 'Ada Lund was born in Oslo.', type: 'factual', importance: 'yes' } },
      { values: { text: 'Ada Lund died in Rome.', type: 'factual', importance: 'intermediate' } },
    ])
  })
})

const entry = (number: number, begins: string, claims: string[]) => ({ number, begins, claims })
const kinds = { entries: [] }

describe('claims by a model', () => {
  const paired = {
    entries: [
      entry(1, 'Ada Lund was', ['Ada Lund was a painter.']),
      entry(2, 'She was born', ['A.', 'B.', ' a. ']),
      entry(3, 'Is that', []),
    ],
  }

  it('takes an answer that fits the sentences', async () => {
    const kind = { type: 'factual', worth: 'commonsense', importance: 'no', reason: 'Known.' }
    const both = { entries: [1, 2, 3].map((number) => ({ number, ...kind })) }
    const { proposals, used } = await run(claimsStep, { answers: { claims: paired, 'claim-kinds': both } })
    expect(proposals).toMatchObject([
      { unit: 's1', promptHash: 'claims@1', rationale: '1. Known.' },
      { unit: 's2', value: [{ values: { text: 'A.', setAside: 'commonsense' } }, { values: { text: 'B.' } }] },
    ])
    expect(used.asked).toHaveLength(2)
  })

  it('asks about the kinds of many claims a batch at a time', async () => {
    const texts = Array.from({ length: 45 }, (_, n) => `Claim ${n}.`)
    const kind = { type: 'opinion', worth: 'check', importance: 'no', reason: '' }
    const all = ({ values }: { values: Readonly<Record<string, string>> }) => ({
      entries: (values.claims ?? '').split('\n').map((_, index) => ({ number: index + 1, ...kind })),
    })
    const claims = {
      entries: [entry(1, 'Ada', texts.slice(0, 30)), entry(2, 'She', texts.slice(30)), entry(3, 'Is', [])],
    }
    const { proposals, used } = await run(claimsStep, { answers: { claims, 'claim-kinds': all } })
    expect(used.asked.map(({ prompt }) => prompt)).toEqual(['claims', 'claim-kinds', 'claim-kinds'])
    const seeds = proposals.flatMap(({ value }) => (Array.isArray(value) ? value : []))
    expect(seeds.map((seed) => Object(seed).values)).toMatchObject(texts.map((text) => ({ text, type: 'opinion' })))
  })

  it.each([
    ['shifted', { entries: paired.entries.map((each) => ({ ...each, number: each.number + 1 })) }],
    ['doubled', { entries: paired.entries.flatMap((each) => [each, each]) }],
    ['empty', { entries: [] }],
    ['unreadable', { nothing: true }],
    ['cut off', new StepFailure('truncated', 'cut')],
  ])('asks sentence by sentence when it is %s', async (_, answer) => {
    const script = { answers: { claims: answer, 'claims-of-a-sentence': { claims: ['One.'] }, 'claim-kinds': kinds } }
    const { proposals, note } = await run(claimsStep, script)
    expect(proposals.map(({ unit, promptHash }) => [unit, promptHash])).toEqual(
      ['s1', 's2', 's3'].map((unit) => [unit, 'claims-of-a-sentence@1']),
    )
    expect(note).toMatchObject({ fellBack: ['s1', 's2', 's3'] })
  })

  it('loses only the sentence that comes to nothing', async () => {
    const script = {
      answers: {
        claims: { entries: paired.entries.slice(0, 1) },
        'claims-of-a-sentence': { inTurn: [new StepFailure('refused', 'no'), { claims: ['That is enough.'] }] },
        'claim-kinds': kinds,
      },
    }
    const { proposals, note } = await run(claimsStep, script)
    expect(proposals.map(({ unit }) => unit)).toEqual(['s1', 's3'])
    expect(note).toMatchObject({ problems: ['no', expect.stringContaining('nothing usable')] })
  })

  it('fails where nothing comes, and at once where no call can succeed', async () => {
    const nothing = { claims: { entries: [] }, 'claims-of-a-sentence': new StepFailure('refused', 'no') }
    await expect(run(claimsStep, { answers: nothing })).rejects.toMatchObject({ code: 'refused' })
    const broke = new StepFailure('budget', 'spent')
    const late = { claims: { entries: paired.entries.slice(0, 1) }, 'claims-of-a-sentence': broke }
    await expect(run(claimsStep, { answers: late })).rejects.toMatchObject({ code: 'budget' })
  })
})

describe('ratings by a model', () => {
  const says = (...numbers: number[]) => ({
    entries: numbers.map((number) => ({ number, category: 'yes', reason: ` Because ${number}. ` })),
  })

  it.each([
    ['check-worthiness', checkworthyStep, 'checkworthy'],
    ['importance', importanceStep, 'importance'],
  ])('%s: asks again for what is missing or does not exist', async (_, step, prompt) => {
    const script = { answers: { [prompt]: { inTurn: [says(1, 7, 0, -1), says(1, 2, 3)] } } }
    const { proposals, used } = await run(step, script)
    expect(proposals.map(({ unit, rationale }) => `${unit} ${rationale}`)).toEqual([
      's1 Because 1.',
      's2 Because 2.',
      's3 Because 3.',
    ])
    expect(used.asked.map(({ sample }) => sample)).toEqual([0, 1])
  })

  it('proposes what there is when sentences are left out twice, and says which', async () => {
    const { proposals, note } = await run(checkworthyStep, { answers: { checkworthy: says(2) } })
    expect(proposals.map(({ unit }) => unit)).toEqual(['s2'])
    expect(note).toEqual({ answered: 1, without: ['s1', 's3'] })
  })

  it.each([[{ entries: [] }], [{ entries: [{ number: 9, category: 'yes', reason: '' }] }], [{ odd: 1 }], ['yes']])(
    'fails as malformed when twice nothing usable comes: %j',
    async (answer) => {
      const failed = run(checkworthyStep, { answers: { checkworthy: answer } })
      await expect(failed).rejects.toMatchObject({ code: 'malformed', message: expect.stringContaining('Asked twice') })
    },
  )

  it('asks nothing about a response without words', async () => {
    for (const step of steps) expect((await run(step, { answers: {} }, inputOf(['…', ' ']))).used.asked).toEqual([])
  })
})

describe('sentences on their own by a model', () => {
  it('proposes only what reads otherwise', async () => {
    const texts = [' Ada Lund  was a painter. ', 'Ada Lund was born in Oslo and died in Rome.', ' ']
    const entries = texts.map((text, index) => ({ number: index + 1, text }))
    const { proposals } = await run(decontextStep, { answers: { decontext: { entries } } })
    expect(proposals).toEqual([{ unit: 's2', question: 'decontext', value: texts[1], promptHash: 'decontext@1' }])
  })
})
