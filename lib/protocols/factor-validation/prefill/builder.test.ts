import { describe, expect, it } from 'vitest'
import { renderPrompt } from '@/lib/automation/llm/render-prompt'
import { contentOf } from '@/lib/protocols/factor-validation/content'
import { readDocument } from '@/lib/protocols/factor-validation/formats/document'
import { readRow } from '@/lib/protocols/factor-validation/formats/row'
import { documentRecord, factorRow } from '@/lib/protocols/factor-validation/sample-records'
import { validateStage } from '@/lib/protocols/factor-validation/stage'
import { type PrefillStep, StepFailure, type StepInput, type StepMethod } from '@/lib/protocols/prefill'
import { proposalProblems, type Script, scriptedTools, settingsOf } from '@/lib/protocols/prefill-test-tools'
import type { Json } from '@/lib/protocols/protocol'
import { factorValidationPipeline } from './index'
import { withEvidence } from './with-evidence'

const SENTENCE = 'The mayor opened a new bridge in 1962 because the valley needed one so badly.'
const edited = (from: string, to: string) => SENTENCE.replace(from, to)

interface Choice {
  method?: StepMethod
  parameters?: Record<string, Json>
}

/** Runs steps in order as the core does: what is evidence changes the content, what is noted is told to the next. */
async function build(content: Json, script: Script, choices: Record<string, Choice | null> = {}) {
  const tools = scriptedTools(script)
  let input: StepInput = { content, units: validateStage.units(content, [], {}), earlier: {}, proposals: [], notes: {} }
  for (const step of factorValidationPipeline.steps) {
    const choice = choices[step.key]
    if (choice === null) continue
    const output = await step.run(input, tools, settingsOf(step, choice?.method ?? 'model', choice?.parameters ?? {}))
    const now = withEvidence(input.content, output.evidence ?? [])
    input = {
      content: now,
      units: validateStage.units(now, [], {}),
      earlier: {},
      proposals: [...input.proposals, ...(output.proposals ?? [])],
      notes: { ...input.notes, [step.key]: output.note ?? null },
    }
  }
  expect(proposalProblems(validateStage, input.units, input.proposals)).toEqual([])
  return { ...input, used: tools.used, example: contentOf(input.content) }
}

function contentFrom(read: ReturnType<typeof readRow>): Json {
  if (!read.ok) throw new Error('not read')
  return read.record.content
}
const document = () => contentFrom(readDocument(documentRecord()))

const pair = (number: number, change: string, contradiction: string) => ({ number, change, contradiction })
const judged = (field: string, ...values: number[]): Json => ({
  judgements: values.map((value, index) => ({ number: index + 1, [field]: value })),
})

const answers: Script['answers'] = {
  'factor-types': { types: ['link', 'entity', 'circumstance'] },
  'factor-entity': {
    pairs: [pair(1, 'mayor becomes governor', edited('mayor', 'governor')), pair(2, 'none', SENTENCE)],
  },
  'factor-circumstance': { pairs: [pair(1, '1962 becomes 1966', edited('1962', '1966'))] },
  'factor-link': {
    pairs: [
      pair(1, 'because becomes although', edited('because', 'although')),
      pair(2, 'x', edited('so badly', 'so sad')),
    ],
  },
  'factor-contradiction-judge': judged('contradiction', 0.9, 0.8, 0.7, 0.6),
}

/** The same fluency for every text but those that hold a word. */
const fluency =
  (low: string, value = 0.5) =>
  ({ values }: { values: Readonly<Record<string, string>> }): Json => {
    const lines = (values.sentences ?? '').split('\n')
    return judged('fluency', ...lines.map((line) => (line.includes(low) ? value : 0.9)))
  }

const LAST = { parameters: { which: 'last' } }

describe('the FACTOR builder', () => {
  it('makes an example of a document', async () => {
    const script = { answers: { ...answers, 'factor-fluency-judge': fluency('nothing of it') } }
    const { example, proposals, notes, used } = await build(document(), script, { sentence: LAST })
    expect(example.contradictions.map(({ type, text }) => [type, text])).toEqual([
      ['entity', edited('mayor', 'governor')],
      ['circumstance', edited('1962', '1966')],
      ['link', edited('because', 'although')],
    ])
    expect(example.contradictions[0]).toMatchObject({
      edit: 'mayor becomes governor',
      scores: { contradiction: 0.9, fluencyMargin: 0 },
    })
    expect(proposals.map(({ unit, question, value }) => [unit, question, value])).toEqual([
      ['c1', 'errorType', 'entity'],
      ['c2', 'errorType', 'circumstance'],
      ['c3', 'errorType', 'link'],
    ])
    // Above the threshold, not at it.
    expect(notes.selection).toMatchObject({
      rejected: [
        { text: edited('so badly', 'so sad'), reason: expect.stringContaining('0.6'), scores: { contradiction: 0.6 } },
      ],
    })
    expect(notes.contradictions).toMatchObject({ rejected: [{ text: SENTENCE }] })
    expect(used.asked.filter(({ prompt }) => prompt === 'factor-fluency-judge')).toHaveLength(1)
  })

  it('gives links without context, and the near context to both sides of the filters', async () => {
    const script = { answers: { ...answers, 'factor-fluency-judge': fluency('nothing of it') } }
    const { used } = await build(document(), script, { sentence: LAST })
    const values = (name: string) => used.asked.find(({ prompt }) => prompt === name)?.values ?? {}
    expect(Object.keys(values('factor-link'))).toEqual(['sentence', 'count'])
    expect(values('factor-entity').context).toContain('Anna Keller')
    expect(values('factor-contradiction-judge').context).toContain('Anna Keller')
    expect(values('factor-fluency-judge').sentences?.split('\n')).toHaveLength(4)
  })

  it('removes what falls behind in fluency by more than the margin, and fails where too few are left', async () => {
    const run = (value: number) =>
      build(
        document(),
        { answers: { ...answers, 'factor-fluency-judge': fluency('governor', value) } },
        { sentence: LAST },
      )
    await expect(run(0.69)).rejects.toMatchObject({ code: 'rejected', message: expect.stringContaining('2 of 4') })
    expect((await run(0.7)).example.contradictions).toHaveLength(3)
  })

  it('only measures where a sample for calibration is wanted', async () => {
    const script = { answers: { ...answers, 'factor-fluency-judge': fluency('governor', 0.1) } }
    const measure = { parameters: { action: 'measure' } }
    const choices = { sentence: LAST, 'contradiction-filter': measure, 'fluency-filter': measure }
    const { example } = await build(document(), script, {
      ...choices,
      selection: { parameters: { most: 4, fewest: 4 } },
    })
    expect(example.contradictions.map(({ scores }) => scores?.contradiction).toSorted()).toEqual([0.6, 0.7, 0.8, 0.9])
    expect(example.contradictions.map(({ scores }) => scores?.fluencyMargin)).toContain(0.8)
  })

  it('has a lower threshold for coreference', async () => {
    const types = { types: ['coreference'] }
    const pairs = { pairs: [pair(1, 'one', edited('one', 'it')), pair(2, 'a', edited('a new', 'its'))] }
    const given = {
      'factor-types': types,
      'factor-coreference': pairs,
      'factor-contradiction-judge': judged('contradiction', 0.31, 0.3),
    }
    const choices = { sentence: LAST, 'fluency-filter': null, selection: { parameters: { fewest: 1 } } }
    const { example } = await build(document(), { answers: given }, choices)
    expect(example.contradictions.map(({ text }) => text)).toEqual([edited('one', 'it')])
  })

  it('works by rules alone, without a model', async () => {
    const rules = { method: 'rules' as const }
    const choices = {
      sentence: LAST,
      types: rules,
      contradictions: rules,
      'contradiction-filter': null,
      'fluency-filter': null,
    }
    const { example, used } = await build(document(), {}, choices)
    expect(used.asked).toEqual([])
    expect(new Set(example.contradictions.map(({ type }) => type)).size).toBe(3)
    expect(example.contradictions.every(({ scores }) => scores === null)).toBe(true)
  })

  it('leaves imported contradictions as they are, with scores and guessed kinds', async () => {
    const content = contentFrom(readRow(factorRow()))
    const given = { 'factor-contradiction-judge': judged('contradiction', 0.9, 0.1, 0.8) }
    const choices = { types: { method: 'rules' as const }, 'fluency-filter': null }
    const { example, proposals } = await build(content, { answers: given }, choices)
    const before = contentOf(content).contradictions.map(({ text }) => text)
    expect(example.contradictions.map(({ text }) => text)).toEqual(before)
    expect(example.contradictions.map(({ scores }) => scores?.contradiction)).toEqual([0.9, 0.1, 0.8])
    expect(proposals.map(({ value }) => value)).toEqual(['entity', 'circumstance', 'predicate'])
  })

  it('says so where a document has no sentence, or a judge leaves one out', async () => {
    const short = contentFrom(readDocument(documentRecord({ text: 'Too short. Far too short.' })))
    await expect(build(short, {})).rejects.toBeInstanceOf(StepFailure)
    const given = { ...answers, 'factor-contradiction-judge': judged('contradiction', 0.9) }
    await expect(build(document(), { answers: given }, { sentence: LAST })).rejects.toMatchObject({ code: 'malformed' })
  })
})

describe('evidence', () => {
  const made = (completion: string): Json => ({
    kind: 'contradictions',
    completion,
    contradictions: [{ text: 'No.', edit: null, type: 'link', scores: null }],
  })
  const sentence = (start: number, end: number): Json => ({ kind: 'sentence', sentence: { start, end } })
  const text = String(documentRecord().text)

  it('taken twice changes nothing more', () => {
    const found = [sentence(0, 5), made(text.slice(0, 5)), sentence(6, 12), made(text.slice(6, 12))]
    const once = withEvidence(document(), found)
    expect(contentOf(once)).toMatchObject({ sentence: { start: 6, end: 12 }, contradictions: [{ text: 'No.' }] })
    expect(withEvidence(once, found)).toEqual(once)
  })

  it('about another completion, or in no shape of it, is left out', () => {
    const content = contentFrom(readRow(factorRow()))
    expect(withEvidence(content, [made('Another.'), sentence(0, 3), 7, { kind: 'other' }])).toEqual(content)
  })
})

describe('prompts', () => {
  const prompts = factorValidationPipeline.steps.flatMap((step: PrefillStep) => step.prompts)
  it.each(prompts.map((prompt) => [prompt.name, prompt]))('%s renders with every value fenced', (_, prompt) => {
    const names = Array.from(prompt.user.matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name)
    const { user } = renderPrompt(prompt, Object.fromEntries(names.map((name) => [name, `Value of ${name}.`])))
    for (const name of names) expect(user).toContain(`⟦${name}⟧\nValue of ${name}.\n⟦end of ${name}⟧`)
  })
})
