import { describe, expect, it } from 'vitest'
import type { PrefillStep, Proposal, StepMethod } from '@/lib/protocols/prefill'
import { proposalProblems, type Script, scriptedTools, settingsOf } from '@/lib/protocols/prefill-test-tools'
import type { Json } from '@/lib/protocols/protocol'
import { contentOf } from '@/lib/protocols/veriscore-verification/content'
import { claimFormat } from '@/lib/protocols/veriscore-verification/formats/own'
import { CLAIM, claimRecord } from '@/lib/protocols/veriscore-verification/sample-records'
import { verifyStage } from '@/lib/protocols/veriscore-verification/stage'
import { resultsStep } from './results'
import { stancesStep } from './stances'
import { verdictStep } from './verdict'
import { withEvidence } from './with-evidence'

const contentFrom = (changes?: Parameters<typeof claimRecord>[0]): Json => {
  const read = claimFormat.read(claimRecord(changes))
  if (!read.ok) throw new Error('the sample is read')
  return read.record.content
}

interface Given {
  method?: StepMethod
  parameters?: Record<string, Json>
  content?: Json
  proposals?: Proposal[]
}

async function run(step: PrefillStep, script: Script, given: Given = {}) {
  const { method, parameters, content = contentFrom(), proposals = [] } = given
  const tools = scriptedTools(script)
  const units = verifyStage.units(content, [], {})
  const output = await step.run(
    { content, units, earlier: {}, proposals, notes: {} },
    tools,
    settingsOf(step, method, parameters),
  )
  expect(proposalProblems(verifyStage, units, output.proposals)).toEqual([])
  return {
    ...output,
    used: tools.used,
    said: (output.proposals ?? []).map(({ unit, question, value }) => [unit, question, value]),
  }
}

describe('search results', () => {
  const hits = Array.from({ length: 12 }, (_, n) => ({
    url: `https://a.example/${n}`,
    title: `T${n}`,
    snippet: `S${n}`,
  }))

  it('are searched for by the claim, and the first ten become units', async () => {
    const content = contentFrom({ results: [] })
    const { evidence = [], used, note } = await run(resultsStep, { hits: { [CLAIM]: hits } }, { content })
    expect(used.searched).toEqual([CLAIM])
    expect(note).toEqual({ query: CLAIM, found: 12, kept: 10 })
    const found = withEvidence(content, evidence)
    expect(contentOf(found).results.map(({ title }) => title)).toEqual(hits.slice(0, 10).map(({ title }) => title))
    expect(verifyStage.units(found, [], {})).toHaveLength(11)
    expect(withEvidence(found, evidence)).toEqual(found)
  })

  it('come behind those that are there, and none is searched for where there are enough', async () => {
    const { evidence = [] } = await run(resultsStep, { hits: { [CLAIM]: hits } }, { parameters: { most: 4 } })
    const before = contentOf(contentFrom()).results
    expect(contentOf(withEvidence(contentFrom(), evidence)).results).toEqual([
      ...before,
      { title: 'T0', snippet: 'S0', link: 'https://a.example/0' },
    ])
    const enough = await run(resultsStep, {}, { parameters: { most: 3 } })
    expect([enough.evidence, enough.used.searched]).toEqual([undefined, []])
  })

  it('keep no address that cannot be opened', async () => {
    const odd = { hits: { [CLAIM]: [{ url: 'javascript:alert(1)', title: 'A', snippet: 'B' }] } }
    const { evidence } = await run(resultsStep, odd, { content: contentFrom({ results: [] }) })
    expect(evidence).toEqual([{ title: 'A', snippet: 'B', link: null }])
  })
})

describe('stances', () => {
  it('are asked for in one question, and odd entries left out', async () => {
    const entries = [
      { number: 2, stance: 'contradicts', reason: 'Another is longer.' },
      { number: 2, stance: 'supports', reason: '' },
      { number: 9, stance: 'supports', reason: '' },
      { number: 3, stance: 'inconclusive', reason: ' ' },
    ]
    const { said, used, proposals } = await run(stancesStep, { answers: { stances: { entries } } })
    expect(said).toEqual([
      ['r2', 'stance', 'contradicts'],
      ['r3', 'stance', 'inconclusive'],
    ])
    expect(used.asked).toHaveLength(1)
    expect(used.asked[0]?.values.results).toMatch(/^1\. Halden bridge: .*\n2\. .*\n3\. /)
    expect(proposals?.map(({ rationale }) => rationale)).toEqual(['Another is longer.', undefined])
  })

  it('come from shared words by rules', async () => {
    const results = [
      { title: 'Bridge', snippet: CLAIM, link: null },
      { title: 'Soup', snippet: 'Boil the leeks.', link: null },
    ]
    const { said, used } = await run(stancesStep, {}, { method: 'rules', content: contentFrom({ results }) })
    expect(said).toEqual([
      ['r1', 'stance', 'supports'],
      ['r2', 'stance', 'inconclusive'],
    ])
    expect(used.asked).toEqual([])
  })
})

describe('the verdict', () => {
  const stances = (...values: string[]): Proposal[] =>
    values.map((value, index) => ({ unit: `r${index + 1}`, question: 'stance', value }))

  it.each([
    [['supports', 'inconclusive'], [['item', 'verdict', 'supported']]],
    [['contradicts'], [['item', 'verdict', 'contradicted']]],
    [
      ['supports', 'contradicts'],
      [
        ['item', 'verdict', 'inconclusive'],
        ['item', 'why', 'b'],
      ],
    ],
    [
      ['inconclusive'],
      [
        ['item', 'verdict', 'inconclusive'],
        ['item', 'why', 'a'],
      ],
    ],
    [[], []],
  ])('follows from %j by rules', async (given, expected) => {
    const { said } = await run(verdictStep, {}, { method: 'rules', proposals: stances(...given) })
    expect(said).toEqual(expected)
  })

  it('is asked for with three labels and the reason', async () => {
    const answers = { 'verdict-three-labels': { reason: 'Nothing says how long.', verdict: 'inconclusive', why: 'a' } }
    const { said, note } = await run(verdictStep, { answers })
    expect(said).toEqual([
      ['item', 'verdict', 'inconclusive'],
      ['item', 'why', 'a'],
    ])
    expect(note).toEqual({ label: 'inconclusive', why: 'a' })
  })

  it('is proposed of two labels only where it says which of three it is', async () => {
    const ask = (verdict: string) =>
      run(
        verdictStep,
        { answers: { 'verdict-two-labels': { reason: '', verdict } } },
        { parameters: { labels: 'two' } },
      )
    expect((await ask('supported')).said).toEqual([['item', 'verdict', 'supported']])
    const unsupported = await ask('unsupported')
    expect([unsupported.said, unsupported.note]).toEqual([[], { label: 'unsupported', reason: '' }])
  })

  it('is asked for where the search found nothing too', async () => {
    const answers = { 'verdict-three-labels': { reason: '', verdict: 'inconclusive', why: 'a' } }
    const { used } = await run(verdictStep, { answers }, { content: contentFrom({ results: [] }) })
    expect(used.asked[0]?.values.results).toBe('(The search found nothing.)')
  })
})
