import { describe, expect, it } from 'vitest'
import { renderPrompt } from '@/lib/automation/llm/render-prompt'
import { contentOf } from '@/lib/protocols/factor-generation/content'
import { readPair } from '@/lib/protocols/factor-generation/read'
import { factStage, judgeStage } from '@/lib/protocols/factor-generation/work'
import { felmReferenceAuditPipeline } from '@/lib/protocols/felm-reference-audit/prefill'
import { type PrefillStep, StepFailure, type StepInput, type StepMethod } from '@/lib/protocols/prefill'
import { proposalProblems, type Script, scriptedTools, settingsOf } from '@/lib/protocols/prefill-test-tools'
import type { EarlierGold, Json } from '@/lib/protocols/protocol'
import { pairRecord } from '@/tests/factor-generation-sample'
import { continuationsStep } from './continuations'
import { changedClause, factStep } from './fact'
import { factorGenerationPipeline, withEvidence } from './index'
import { judgementsStep } from './judgements'

const FACT = 'The lighthouse was built in 1871.'

function inputOf(stage: typeof factStage, changes: Record<string, Json | undefined> = {}): StepInput {
  const read = readPair(pairRecord(changes))
  if (!read.ok) throw new Error('readable')
  const { content } = read.record
  const earlier: EarlierGold =
    stage === factStage ? {} : { fact: { units: [], answers: { item: { kind: 'fact', fact: FACT } } } }
  return { content, units: stage.units(content, [], earlier), earlier, proposals: [], notes: {} }
}

async function run(step: PrefillStep, input: StepInput, method: StepMethod, script: Script = {}) {
  const tools = scriptedTools(script)
  const output = await step.run(input, tools, settingsOf(step, method))
  const stage = [factStage, judgeStage].find(({ key }) => key === step.stage) ?? factStage
  expect(proposalProblems(stage, input.units, output.proposals)).toEqual([])
  return { ...output, used: tools.used }
}
const values = (proposals: { question: string; value: Json }[] = []) =>
  Object.fromEntries(proposals.map(({ question, value }) => [question, value]))

describe('the minimal fact', () => {
  it('comes from a model with its reason, or is said not to be there', async () => {
    const said = await run(factStep, inputOf(factStage), 'model', {
      answers: { 'minimal-fact': { fact: ` ${FACT} `, reason: 'Another year.' } },
    })
    expect(values([...(said.proposals ?? [])])).toEqual({ kind: 'fact', fact: FACT })
    const none = await run(factStep, inputOf(factStage, { prefix: '' }), 'model', {
      answers: { 'minimal-fact': { fact: null, reason: 'Two facts.' } },
    })
    expect(values([...(none.proposals ?? [])])).toEqual({ kind: 'none' })
    expect(none.proposals?.[0]?.rationale).toBe('Two facts.')
  })

  it('is the changed clause by rules, and labelled so', async () => {
    const { proposals = [] } = await run(factStep, inputOf(factStage), 'rules')
    expect(values([...proposals])).toEqual({ kind: 'fact', fact: 'Its lighthouse was built in 1871 by a widow.' })
    expect(proposals.every(({ rationale }) => rationale?.startsWith('By rules'))).toBe(true)
    expect(changedClause('After the war, it was red; so it stayed.', 'After the war, it was blue; so it stayed.')).toBe(
      'it was red',
    )
    expect(changedClause('The same.', 'The same.')).toBeNull()
  })
})

describe('continuations', () => {
  it('go on from the common beginning, three times, and become texts to judge', async () => {
    const inTurn = [{ text: '1871.' }, { text: 'Its lighthouse was built in stone.' }, { text: ' 1902. ' }]
    const input = inputOf(factStage)
    const { evidence = [], used } = await run(continuationsStep, input, 'model', {
      answers: { continuation: { inTurn } },
      model: 'gamma',
    })
    expect(used.asked.map(({ sample, temperature }) => [sample, temperature])).toEqual([
      [0, 0.8],
      [1, 0.8],
      [2, 0.8],
    ])
    expect(used.asked[0]?.values.start).toBe('Arden is a port on the north coast. Its lighthouse was built in')
    const content = withEvidence(input.content, evidence)
    const texts = contentOf(content).continuations.filter(({ model }) => model === 'gamma')
    expect(texts).toEqual([
      { model: 'gamma', sample: 1, text: '1871.' },
      { model: 'gamma', sample: 2, text: 'stone.' },
      { model: 'gamma', sample: 3, text: '1902.' },
    ])
    expect(withEvidence(content, [...evidence, { nothing: 'of the kind' }])).toEqual(content)
  })

  it('leave out what the model was given', async () => {
    const start = 'Arden is a port on the north coast. Its lighthouse was built in'
    const { evidence } = await run(continuationsStep, inputOf(factStage), 'model', {
      answers: { continuation: { text: `${start} 1871.` } },
    })
    expect(evidence?.[0]).toMatchObject({ text: '1871.' })
  })

  it('are part of the item itself, which alone knows whose they are', () => {
    expect(factorGenerationPipeline.evidenceIsContent).toBe(true)
  })
})

describe('judgements', () => {
  it('are asked for text by text, and one that fails leaves the others alone', async () => {
    const judgement = (value: string) => ({ judgement: value, reason: 'So it says.' })
    const inTurn = [judgement('true'), new StepFailure('refused', 'No.'), judgement('false'), judgement('neutral')]
    const {
      proposals = [],
      note,
      used,
    } = await run(judgementsStep, inputOf(judgeStage), 'model', {
      answers: { judgement: { inTurn } },
    })
    expect(proposals.map(({ value }) => value)).toEqual(['true', 'false', 'neutral'])
    expect(note).toEqual({ judged: 3, problems: ['No.'] })
    expect(used.asked[0]?.values).toMatchObject({ fact: FACT })
  })

  it('fail where every text fails', async () => {
    const script = { answers: { judgement: new StepFailure('refused', 'No.') } }
    await expect(run(judgementsStep, inputOf(judgeStage), 'model', script)).rejects.toThrow('No.')
  })

  it('look for the words that differ by rules, and say so', async () => {
    const { proposals = [] } = await run(judgementsStep, inputOf(judgeStage), 'rules')
    expect(proposals.map(({ value }) => value)).toEqual(['true', 'neutral', 'false', 'false'])
    expect(proposals.every(({ rationale }) => rationale?.startsWith('By rules'))).toBe(true)
  })

  it('are none without a fact', async () => {
    const input = inputOf(judgeStage)
    const units = judgeStage.units(input.content, [], {})
    expect((await run(judgementsStep, { ...input, units }, 'model')).proposals ?? []).toEqual([])
  })
})

it('prompts are given exactly what they name, fenced', () => {
  for (const pipeline of [factorGenerationPipeline, felmReferenceAuditPipeline])
    for (const prompt of pipeline.steps.flatMap(({ prompts }) => prompts)) {
      const names = Array.from(prompt.user.matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name)
      const { user } = renderPrompt(prompt, Object.fromEntries(names.map((name) => [name, `Value of ${name}.`])))
      for (const name of names) expect(user, prompt.name).toContain(`⟦${name}⟧\nValue of ${name}.\n⟦end of ${name}⟧`)
    }
})
