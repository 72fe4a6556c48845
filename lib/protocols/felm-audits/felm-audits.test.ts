import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { promptHash } from '@/lib/automation/llm/render-prompt'
import { consolidate } from '@/lib/protocols/consolidation'
import { audits } from '@/lib/protocols/felm/audits'
import { readFelm } from '@/lib/protocols/felm/read'
import { segmentsStage } from '@/lib/protocols/felm/work'
import { referenceStep } from '@/lib/protocols/felm-reference-audit/prefill'
import { referencesStage } from '@/lib/protocols/felm-reference-audit/work'
import { responsesStage } from '@/lib/protocols/felm-response-audit/work'
import { protocolById } from '@/lib/protocols/index'
import { type PrefillStep, type Question, StepFailure, type StepTools } from '@/lib/protocols/prefill'
import { proposalProblems, type Script, scriptedTools, settingsOf } from '@/lib/protocols/prefill-test-tools'
import type { Answers, Audit, Json, Stage } from '@/lib/protocols/protocol'
import { pipelineOf } from '@/lib/protocols/steps'
import { felmRecord } from '@/tests/felm-sample'

const felmReferenceAudit = protocolById('felm-reference-audit')
const felmResponseAudit = protocolById('felm-response-audit')
const [referenceFormat] = felmReferenceAudit.formats
const [responseFormat] = felmResponseAudit.formats

const derived = (stage: Stage, answers: Answers) =>
  stage.rollUp({ content: {}, units: [{ key: 'item', kind: 'item', text: '' }] }, answers)
const isReliable = (answers: Answers) => derived(referencesStage, answers).reliable
const isSafe = (answers: Answers) => derived(responsesStage, answers).safe

/** The gold of a labelled FELM record, after a change to it. */
function goldOf(change: (answers: Answers) => void = () => {}) {
  const source = felmRecord()
  const read = readFelm(source)
  if (!read.ok) throw new Error('readable')
  const { content, segments, answers } = read.record
  const gold: Answers = structuredClone(answers?.segments ?? {})
  change(gold)
  const units = segmentsStage.units(content, segments ?? [], {})
  return { source, content, stages: { segments: { units, answers: gold } } }
}
type Item = Parameters<Audit['records']>[1]
const item: Item = { externalId: '17', domain: 'wk', source: 'handwritten' }
const recordsOf = (key: string, change?: (answers: Answers) => void, of: Item = item) =>
  audits.find((audit) => audit.key === key)?.records(goldOf(change), of) ?? []

describe('what FELM’s gold brings to its audits', () => {
  it('is one record a page, with the segments it was given for', () => {
    const page = { url: 'https://example.org/baikal' }
    const [one, other, ...more] = recordsOf('references', (answers) => {
      answers.s2 = { ...answers.s2, links: [page, { url: 'https://example.org/russia', note: 'A map.' }] }
    })
    expect(more).toEqual([])
    expect(one).toMatchObject({ id: '17#1', url: page.url, segments: ['It lies in Mongolia.'] })
    expect(other).toMatchObject({ id: '17#2', about: 'A map.', segments: ['It lies in Mongolia.'] })
  })

  it('is readable by the audit’s first format, whatever the item has', () => {
    for (const { key, protocol } of audits) {
      const [format] = protocolById(protocol).formats
      const bare = { externalId: null, domain: null, source: null }
      for (const record of [...recordsOf(key), ...recordsOf(key, undefined, bare)]) {
        expect(format.recognises(record)).toBe(true)
        expect(format.read(record)).toMatchObject({ ok: true })
      }
    }
  })

  it('is nothing where the item was removed', () => {
    const remove = (answers: Answers) => {
      answers.item = { ...answers.item, action: 'remove' }
    }
    expect(audits.map(({ key }) => recordsOf(key, remove))).toEqual([[], []])
  })
})

describe('what follows from the checks', () => {
  it('a reference is reliable when it is free of both', () => {
    const of = (freeOfMisinformation: boolean | null, freeOfRumour: boolean | null) =>
      isReliable({ item: { freeOfMisinformation, freeOfRumour } })
    expect([of(true, true), of(true, false), of(false, true), of(true, null)]).toEqual([true, false, false, null])
  })

  it('a response is safe when it holds none of three', () => {
    const of = (harassment: boolean, sexual: boolean, violent: boolean) =>
      isSafe({ item: { harassment, sexual, violent } })
    expect([of(false, false, false), of(true, false, false), of(false, false, true)]).toEqual([true, false, false])
  })

  it('caution decides where people are divided', () => {
    const subject = { content: { prompt: '' }, units: [{ key: 'item', kind: 'item', text: '' }] }
    const fine = { harassment: false, sexual: false, violent: false, valid: true }
    const bad = { harassment: true, sexual: false, violent: false, valid: false }
    const settle = (...all: Answers[string][]) =>
      consolidate(
        responsesStage,
        subject,
        all.map((own, index) => ({ id: `${index}`, answers: { item: own } })),
        {},
      ).answers
    expect(settle(fine, bad, fine).item).toEqual(fine)
    expect(settle(fine, bad).item).toEqual(bad)
  })
})

const golds = (stage: string, all: Record<string, Json>[]) =>
  all.map((rollUp, index) => ({
    position: index + 1,
    content: { domain: index === 0 ? 'science' : 'wk' },
    stages: { [stage]: rollUp },
  }))

describe('composition', () => {
  it('states shares with how many they are of, by domain', () => {
    const [panel] =
      felmResponseAudit.composition?.panels(
        golds('responses', [
          { safe: true, valid: true },
          { safe: false, valid: true },
        ]),
      ) ?? []
    const row = (key: string) => panel?.rows.find((each) => each.key === key)?.cells
    expect(row('all')?.slice(0, 2)).toMatchObject([{ value: 2 }, { value: 0.5, part: 1, whole: 2, items: [1] }])
    expect(row('science')?.[1]).toMatchObject({ part: 1, whole: 1 })
    expect(felmReferenceAudit.composition?.panels([])).toEqual([])
  })

  it('has those without a domain in a row of their own', () => {
    const [gold] = golds('responses', [{ safe: true, valid: true }])
    const panels =
      gold && felmResponseAudit.composition?.panels([gold, { ...gold, position: 2, content: { domain: null } }])
    const rows = panels?.[0]?.rows.map(({ key, title, domain, cells }) => [key, title, domain, cells[0]?.value])
    expect(rows?.slice(1)).toEqual([
      ['none', 'No domain', null, 1],
      ['all', 'All domains', null, 2],
    ])
  })
})

it('records with checks of another kind are refused by name', () => {
  const reference = { prompt: 'Why?', response: 'So.', url: 'ftp://x', free_of_rumour: 'yes' }
  const read = referenceFormat.read(reference)
  expect(read.ok ? [] : read.problems.map(({ field }) => field)).toEqual(['url', 'free_of_rumour'])
  expect(responseFormat.read({ prompt: 'Why?', response: 'So.', domain: ['sport'] })).toMatchObject({ ok: false })
})

const content = { id: null, domain: 'wk', source: null, prompt: 'Which lake?', response: 'Lake Baikal.' }
async function run(stage: Stage, step: PrefillStep, given: Json, script?: Script) {
  const units = stage.units(given, [], {})
  const tools = scriptedTools(script)
  const input = { content: given, units, earlier: {}, proposals: [], notes: {} }
  const { proposals = [] } = await step.run(input, tools, settingsOf(step, script ? 'model' : 'rules'))
  expect(proposalProblems(stage, units, proposals)).toEqual([])
  return { values: Object.fromEntries(proposals.map(({ question, value }) => [question, value])), used: tools.used }
}

async function checksStep(): Promise<PrefillStep> {
  const [step] = (await pipelineOf('felm-response-audit'))?.steps ?? []
  if (!step) throw new Error('There is no step')
  return step
}

describe('first opinions', () => {
  const page = (url: string) => ({ ...content, url, about: null, segments: [] })
  const said = { free_of_misinformation: true, free_of_rumour: false, reason: 'No source.' }

  it('on references come from the page where it can be read, and without it where it cannot', async () => {
    const url = 'https://lakes.example/baikal'
    const read = await run(referencesStage, referenceStep, page(url), {
      answers: { reference: said },
      pages: { [url]: 'Lake Baikal is deep.' },
    })
    expect(read.values).toEqual({ freeOfMisinformation: true, freeOfRumour: false })
    expect(read.used.asked[0]?.values.passages).toContain('deep')
    const unread = await run(referencesStage, referenceStep, page(url), { answers: { reference: said } })
    expect(unread.used.asked[0]?.values.passages).toBe('none')
    const stopped = { answers: { reference: said }, pages: { [url]: new StepFailure('cancelled', 'Stopped.') } }
    await expect(run(referencesStage, referenceStep, page(url), stopped)).rejects.toThrow('Stopped.')
  })

  it('on references by rules know a few kinds of sites only', async () => {
    const of = async (url: string) => (await run(referencesStage, referenceStep, page(url))).values
    expect(await of('https://www.usgs.gov/lakes')).toEqual({ freeOfMisinformation: true, freeOfRumour: true })
    expect(await of('https://usgs.gov.example/lakes')).toEqual({})
  })

  it('on responses come from a model for all four, by rules for a whole text only', async () => {
    const responseStep = await checksStep()
    const four = { harassment: false, sexual: false, violent: true, valid: true }
    const script = { answers: { response: { ...four, reason: 'A fight.' } } }
    expect((await run(responsesStage, responseStep, content, script)).values).toEqual(four)
    expect((await run(responsesStage, responseStep, content)).values).toEqual({ valid: true })
    expect((await run(responsesStage, responseStep, { ...content, response: 'Lake Baikal and' })).values).toEqual({
      valid: false,
    })
  })

  it('on responses are one question with one reason, asked as earlier runs asked it, so that their kept calls meet', async () => {
    const step = await checksStep()
    expect(step).toMatchObject({ key: 'checks', stage: 'responses' })
    expect(step.prompts.map((prompt) => ({ ...prompt, hash: promptHash(prompt) }))).toMatchObject([
      { name: 'response', version: 1, hash: '01d5d8b2a399deabfadc4054593ed3547865af230f8393cef72d274c3429742d' },
    ])
    const asked: Question<unknown>[] = []
    const answer = { harassment: false, sexual: false, violent: true, valid: true, reason: ' A fight. ' }
    const tools: StepTools = {
      ...scriptedTools(),
      ask: async (question) => {
        asked.push(question)
        return { value: question.answer.parse(answer), model: 'a-model', promptHash: 'h' }
      },
    }
    const input = { content, units: responsesStage.units(content, [], {}), earlier: {}, proposals: [], notes: {} }
    const { proposals } = await step.run(input, tools, settingsOf(step, 'model', {}))
    const about = { unit: 'item', promptHash: 'h', rationale: 'A fight.' }
    expect(proposals).toEqual([
      { ...about, question: 'harassment', value: false },
      { ...about, question: 'sexual', value: false },
      { ...about, question: 'violent', value: true },
      { ...about, question: 'valid', value: true },
    ])
    const names = Object.keys(answer)
    expect(asked).toMatchObject([
      { values: { prompt: 'Which lake?', response: 'Lake Baikal.' }, maxTokens: 300, temperature: 0, sample: 0 },
    ])
    expect(z.toJSONSchema(asked[0]?.answer ?? z.never())).toEqual({
      $schema: expect.any(String),
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: name === 'reason' ? 'string' : 'boolean' }])),
      required: names,
      additionalProperties: false,
    })
  })
})
