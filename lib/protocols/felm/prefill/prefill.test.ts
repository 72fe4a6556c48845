import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { promptHash } from '@/lib/automation/llm/render-prompt'
import { segmentsStage } from '@/lib/protocols/felm/work'
import { type PrefillStep, StepFailure, type StepInput } from '@/lib/protocols/prefill'
import { proposalProblems, type Script, scriptedTools, settingsOf } from '@/lib/protocols/prefill-test-tools'
import type { Json } from '@/lib/protocols/protocol'
import { segmentText } from '@/lib/text/segment-text'
import { felmPipeline } from '.'
import { bestChunk } from './references'
import { verdictsStep } from './verdicts'

const RESPONSE = 'The Danube rises in the Black Forest. It is the longest river of Europe. It flows east.'
const SEGMENTS = ['The Danube rises in the Black Forest. ', 'It is the longest river of Europe. ', 'It flows east.']

const content = (domain: string, refContents: string[] = []): Json => ({
  prompt: 'Tell me about the Danube.',
  response: RESPONSE,
  domain,
  source: null,
  index: null,
  refContents,
})

function inputOf(domain = 'wk', refContents: string[] = []): StepInput {
  const given = content(domain, refContents)
  return {
    content: given,
    units: segmentsStage.units(given, SEGMENTS, {}),
    earlier: {},
    proposals: [],
    notes: {},
  }
}

async function runModel(
  step: PrefillStep,
  script: Script,
  {
    domain,
    parameters = {},
    refContents,
  }: { domain?: string; parameters?: Record<string, Json>; refContents?: string[] },
) {
  const tools = scriptedTools(script)
  const input = inputOf(domain, refContents)
  const output = await step.run(input, tools, settingsOf(step, 'model', parameters))
  expect(proposalProblems(segmentsStage, input.units, output.proposals)).toEqual([])
  return { output, used: tools.used, labels: labelsOf(output.proposals) }
}

const labelsOf = (proposals: readonly { unit: string; question: string; value: Json }[] = []) =>
  Object.fromEntries(proposals.filter(({ question }) => question === 'label').map(({ unit, value }) => [unit, value]))

const VOLGA = { number: 2, reason: 'The Volga is longer.', type: 'knowledge_error' }
const wrong = (...found: Json[]): Json => ({ thought: null, wrong: found })
const hits = { '*': [{ url: 'https://example.org/danube', title: 'Danube', snippet: 'A river.' }] }

function stepCalled(key: string): PrefillStep {
  const step = felmPipeline.steps.find((each) => each.key === key)
  if (!step) throw new Error(`There is no step ${key}`)
  return step
}

describe('verdicts of segments', () => {
  it('propose a label for every segment, and of wrong ones the type and the reason', async () => {
    const { output, labels } = await runModel(verdictsStep, { answers: { 'verdicts-plain': wrong(VOLGA) } }, {})
    expect(labels).toEqual({ s1: true, s2: false, s3: true })
    expect(
      output.proposals?.filter(({ unit }) => unit === 's2').map(({ question, value }) => [question, value]),
    ).toEqual([
      ['label', false],
      ['errorType', 'knowledge_error'],
      ['reason', 'The Volga is longer.'],
    ])
  })

  it('propose no type where the domain gives it', async () => {
    const { output } = await runModel(verdictsStep, { answers: { 'verdicts-plain': wrong(VOLGA) } }, { domain: 'math' })
    expect(output.proposals?.map(({ question }) => question)).not.toContain('errorType')
  })

  it('take the majority of the samples, with its share as the score', async () => {
    const answers = { 'verdicts-reasoned': ({ sample }: { sample: number }) => (sample < 5 ? wrong(VOLGA) : wrong()) }
    const { output, used, labels } = await runModel(
      verdictsStep,
      { answers },
      { parameters: { variant: 'consistency' } },
    )
    expect(used.asked.map(({ sample, temperature }) => [sample, temperature])).toEqual(
      Array.from({ length: 9 }, (_, sample) => [sample, 0.9]),
    )
    expect(labels).toEqual({ s1: true, s2: false, s3: true })
    expect(output.proposals?.find(({ unit }) => unit === 's2')?.score).toBeCloseTo(5 / 9)
  })

  it('call a segment right where the samples are tied', async () => {
    const answers = { 'verdicts-reasoned': ({ sample }: { sample: number }) => (sample % 2 ? wrong(VOLGA) : wrong()) }
    const parameters = { variant: 'consistency', samples: 4 }
    expect((await runModel(verdictsStep, { answers }, { parameters })).labels.s2).toBe(true)
  })

  it('call a segment wrong if any of its claims is', async () => {
    const answers = {
      'segment-claims': {
        claims: [
          { segment: 1, claim: 'The Danube rises in the Black Forest.' },
          { segment: 2, claim: 'The Danube is a river of Europe.' },
          { segment: 2, claim: 'The Danube is the longest river of Europe.' },
        ],
      },
      'claim-verdicts': wrong({ ...VOLGA, number: 3 }),
    }
    const { labels } = await runModel(verdictsStep, { answers }, { parameters: { granularity: 'claim' } })
    expect(labels).toEqual({ s1: true, s2: false, s3: true })
  })

  it('list claims once and take the majority of the samples over them', async () => {
    const answers = {
      'segment-claims': { claims: [{ segment: 2, claim: 'The Danube is the longest river of Europe.' }] },
      'claim-verdicts-reasoned': ({ sample }: { sample: number }) =>
        sample < 2 ? wrong({ ...VOLGA, number: 1 }) : wrong(),
    }
    const parameters = { granularity: 'claim', variant: 'consistency', samples: 3 }
    const { labels, used, output } = await runModel(verdictsStep, { answers }, { parameters })
    expect(labels).toEqual({ s1: true, s2: false, s3: true })
    expect(used.asked.map(({ prompt }) => prompt)).toEqual([
      'segment-claims',
      ...Array(3).fill('claim-verdicts-reasoned'),
    ])
    expect(output.note).toMatchObject({ granularity: 'claim', variant: 'consistency', samples: 3 })
  })

  it('offer their choices in words', () => {
    const { granularity, variant } = z.toJSONSchema(verdictsStep.parameters).properties ?? {}
    for (const choice of [granularity, variant])
      expect(choice).toMatchObject({
        anyOf: expect.arrayContaining([expect.objectContaining({ const: expect.any(String) })]),
      })
    expect(variant).toMatchObject({
      anyOf: expect.arrayContaining([expect.objectContaining({ title: 'With links to pages' })]),
    })
  })

  it('give links and texts to read, the best chunk of each page', async () => {
    const page = `${'Nothing about it. '.repeat(200)}The Danube is the second longest river of Europe after the Volga.`
    const script = {
      hits,
      pages: { 'https://example.org/danube': page },
      answers: { 'verdicts-with-links': wrong(), 'verdicts-with-text': wrong(VOLGA) },
    }
    const links = await runModel(verdictsStep, script, { parameters: { variant: 'links' } })
    expect(links.used.asked[0]?.values.references).toContain('https://example.org/danube')
    const texts = await runModel(verdictsStep, script, { parameters: { variant: 'text', chunkTokens: 100 } })
    const given = texts.used.asked[0]?.values.references ?? ''
    expect(given).toContain('second longest river')
    expect(given.length).toBeLessThan(page.length / 4)
  })

  it('use the pages that came with the record, and do without those that cannot be read', async () => {
    const answers = { 'verdicts-with-text': wrong() }
    const parameters = { variant: 'text' }
    const own = await runModel(verdictsStep, { answers }, { parameters, refContents: ['The Volga is the longest.'] })
    expect([own.used.searched, own.used.asked[0]?.values.references]).toEqual([[], 'The Volga is the longest.'])
    const broken = await runModel(verdictsStep, { answers, hits }, { parameters })
    expect(broken.used.asked[0]?.values.references).toBe('')
  })

  it.each(['math', 'reasoning'])('fall back to vanilla and segments in %s', async (domain) => {
    const settings: Record<string, Json>[] = [{ variant: 'links' }, { variant: 'text' }, { granularity: 'claim' }]
    for (const parameters of settings) {
      const { used } = await runModel(verdictsStep, { answers: { 'verdicts-plain': wrong() } }, { domain, parameters })
      expect(used.asked.map(({ prompt }) => prompt)).toEqual(['verdicts-plain'])
    }
  })

  it('refuse an answer about a segment that is not there', async () => {
    const script = { answers: { 'verdicts-plain': wrong({ ...VOLGA, number: 4 }) } }
    await expect(runModel(verdictsStep, script, {})).rejects.toThrow(/named segment 4/)
  })
})

describe('verdicts by rules', () => {
  const byRules = (refContents: string[], domain = 'wk') => {
    const tools = scriptedTools()
    return verdictsStep.run(inputOf(domain, refContents), tools, settingsOf(verdictsStep, 'rules'))
  }

  it('label what a page says alike or otherwise, and nothing else', async () => {
    const { proposals } = await byRules(['The Danube rises in the Black Forest of Germany. Vienna is a city.'])
    expect(proposalProblems(segmentsStage, inputOf().units, proposals)).toEqual([])
    expect(labelsOf(proposals)).toEqual({ s1: true })
    expect((await byRules(['The Danube never rises in the Black Forest.'])).proposals).toMatchObject([
      { unit: 's1', question: 'label', value: false },
    ])
  })

  it('say nothing about mathematics, which pages do not know', async () => {
    expect((await byRules(['The Danube rises in the Black Forest.'], 'math')).proposals).toEqual([])
  })

  it('propose only what fits, whatever the texts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.array(fc.string(), { maxLength: 3 }), async (response, refContents) => {
        const given = { ...(content('wk', refContents) as object), response } as Json
        const units = segmentsStage.units(given, segmentText(response), {})
        const input = { ...inputOf(), content: given, units }
        const { proposals } = await verdictsStep.run(input, scriptedTools(), settingsOf(verdictsStep, 'rules'))
        expect(proposalProblems(segmentsStage, units, proposals)).toEqual([])
      }),
    )
  })
})

describe('segments', () => {
  const segmentsStep = stepCalled('segments')

  it('are cut where the model says, exactly from the text', async () => {
    const answers = {
      segments: { segments: ['The Danube rises in the Black Forest.', `${SEGMENTS[1]}${SEGMENTS[2]}`] },
    }
    const { output } = await runModel(segmentsStep, { answers }, {})
    expect(output.segments).toEqual([SEGMENTS[0], `${SEGMENTS[1]}${SEGMENTS[2]}`])
  })

  it('are refused when they are not the text', async () => {
    const answers = { segments: { segments: ['The Danube rises in the Alps.', 'It flows east.'] } }
    await expect(runModel(segmentsStep, { answers }, {})).rejects.toThrow(StepFailure)
  })

  it('are asked for by the prompt that earlier runs asked by, so that their kept calls meet', () => {
    expect(segmentsStep.prompts.map((prompt) => ({ ...prompt, hash: promptHash(prompt) }))).toMatchObject([
      { name: 'segments', version: 1, hash: '730315171474a5ddd363cedbde719bed6bbd8d387c1dd81866a5213a87f31649' },
    ])
  })

  it('are asked for with what that prompt names, in the form and within the bounds of earlier runs', async () => {
    const { used } = await runModel(segmentsStep, { answers: { segments: { segments: SEGMENTS } } }, {})
    expect(used.asked).toEqual([
      {
        prompt: 'segments',
        values: { prompt: 'Tell me about the Danube.', response: RESPONSE },
        temperature: 0,
        sample: 0,
        maxTokens: 4_000,
      },
    ])
    expect(segmentsStep).toMatchObject({ key: 'segments', stage: 'segments', methods: ['rules', 'model'] })
  })
})

describe('links', () => {
  const linksStep = stepCalled('links')

  it('cut long titles between letters, never within one', async () => {
    const title = `${'a'.repeat(198)}🌉 and more`
    const tools = scriptedTools({ hits: { '*': [{ url: 'https://example.org/long', title }] } })
    const { proposals } = await linksStep.run(inputOf(), tools, settingsOf(linksStep))
    expect(proposals?.[0]?.value).toEqual([{ url: 'https://example.org/long', note: `${'a'.repeat(198)}🌉…` }])
  })

  it('propose what a search for the prompt finds', async () => {
    const tools = scriptedTools({ hits })
    const output = await linksStep.run(inputOf(), tools, settingsOf(linksStep))
    expect(proposalProblems(segmentsStage, inputOf().units, output.proposals)).toEqual([])
    expect(output.proposals).toEqual([
      { unit: 'item', question: 'links', value: [{ url: 'https://example.org/danube', note: 'Danube' }] },
    ])
    expect(tools.used.searched).toEqual(['Tell me about the Danube.'])
  })

  it('leave out addresses that are none, and domains without links', async () => {
    const tools = scriptedTools({ hits: { '*': [{ url: 'ftp://example.org' }] } })
    expect((await linksStep.run(inputOf(), tools, settingsOf(linksStep))).proposals).toBeUndefined()
    expect(await linksStep.run(inputOf('math'), tools, settingsOf(linksStep))).toEqual({})
  })
})

describe('the best chunk', () => {
  it('is a stretch of the page of so many tokens at most, whatever the page says', async () => {
    const tools = scriptedTools()
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 400 }), fc.integer({ min: 5, max: 100 }), async (text, most) => {
        const chunk = await bestChunk(tools, 'a b', text, most)
        expect(text).toContain(chunk)
        expect(tools.countTokens(chunk)).toBeLessThanOrEqual(most)
      }),
    )
  })
})
