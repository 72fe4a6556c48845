import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentOf, factcheckBenchContent } from '@/lib/protocols/factcheck-bench/content'
import { evidenceDataOf } from '@/lib/protocols/factcheck-bench/unit-data'
import { StepFailure } from '@/lib/protocols/prefill'
import type { Script } from '@/lib/protocols/prefill-test-tools'
import { windowsOf } from '@/lib/protocols/prefilling/windows'
import { codePointSlice } from '@/lib/text/code-points'
import { segmentText } from '@/lib/text/segment-text'
import { evidenceStep } from './evidence'
import { BAKER, BRIDGE, contentWith, runSteps, verifyInput } from './sample-inputs'
import { withEvidence } from './with-evidence'

const settings = { size: 2, stride: 1, longestSentence: 40, longestPage: 1000 }

describe('windows', () => {
  it('slide over a page and stop before what is no sentence', () => {
    const menu = `Home About ${'Contact '.repeat(8)}`
    const text = `One is here. Two is here. Three is here. ${menu}. Four is here.`
    expect(windowsOf(text, settings).map((each) => each.text)).toEqual([
      'One is here. Two is here.',
      'Two is here. Three is here.',
      'Four is here.',
    ])
  })

  it('are stretches of the page, whatever it says, and leave no sentence out', () => {
    const anyPage = fc.oneof(fc.string({ unit: 'binary' }), fc.lorem({ mode: 'sentences', maxCount: 12 }))
    fc.assert(
      fc.property(anyPage, fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), (text, size, stride) => {
        const windows = windowsOf(text, { ...settings, longestSentence: 1000, size, stride: Math.min(size, stride) })
        for (const window of windows) {
          expect(text.slice(window.start, window.end)).toBe(window.text)
          expect(window.text).toMatch(/[\p{L}\p{N}]/u)
        }
        const spoken = segmentText(text).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
        const missing = spoken.filter((sentence) => !windows.some((window) => window.text.includes(sentence.trim())))
        expect(missing).toEqual([])
      }),
      { numRuns: 30 },
    )
  })
})

const page =
  'Oslo has a 🌉. The bridge opened in 1931 with music. It is green. Many walk over it. Ships pass below. Bananas are yellow.'
const script = (changes: Script = {}): Script => ({
  hits: {
    open: [
      { url: 'https://a.example/', snippet: 'Bridge.' },
      { url: 'https://b.example/', snippet: 'The bridge opened.' },
    ],
    music: [{ url: 'https://a.example/' }],
  },
  pages: { 'https://a.example/': page },
  ...changes,
})
const queries = { 's1.c1': ['open', 'music'], 's1.c2': ['nothing'] }
const input = () => ({ ...verifyInput(), notes: { queries: { queries } } })

describe('evidence', () => {
  it('is found in pages, once for all queries, with where it stands', async () => {
    const { units, notes, used } = await runSteps([[evidenceStep, 'rules']], input(), script())
    const [first, second] = units.filter(({ kind }) => kind === 'evidence')
    const { found, url, query, rank } = evidenceDataOf(first ?? { key: '', kind: '', text: '' })
    expect({ url, query, rank }).toEqual({ url: 'https://a.example/', query: 'open', rank: 1 })
    expect(found).toMatchObject({
      queries: ['open', 'music'],
      source: 'page',
      snapshot: 'snapshot of https://a.example/',
    })
    expect(codePointSlice(page, found?.start ?? 0, found?.end ?? 0)).toBe(first?.text)
    expect(second).toMatchObject({ text: 'The bridge opened.', data: { found: { source: 'summary', snapshot: null } } })
    expect(notes.evidence).toEqual({
      passages: { 's1.c1': 2, 's1.c2': 0 },
      unread: ['https://b.example/'],
      problems: [],
    })
    expect(used.read.filter((url) => url === 'https://a.example/')).toHaveLength(1)
  })

  it('searches for the claim itself where there are no queries', async () => {
    const { used } = await runSteps([[evidenceStep, 'rules']], verifyInput())
    expect(used.searched).toEqual([BRIDGE, BAKER])
  })

  it('does without a search that is refused, and stops where none can succeed', async () => {
    const hits = { nothing: new StepFailure('bad_request', 'odd query'), open: [{ url: 'https://a.example/' }] }
    const { notes } = await runSteps([[evidenceStep, 'rules']], input(), script({ hits }))
    expect(notes.evidence).toMatchObject({ problems: ['odd query'] })
    const broken = script({ hits: { '*': new StepFailure('wrong_key', 'no') } })
    await expect(runSteps([[evidenceStep, 'rules']], input(), broken)).rejects.toMatchObject({ code: 'wrong_key' })
  })

  it('takes an address that is no web address for none', async () => {
    const hits = { '*': [{ url: 'javascript:alert(1)', documentId: 'd1', title: ' A\n title ' }] }
    const pages = { 'javascript:alert(1)': page }
    const { content } = await runSteps([[evidenceStep, 'rules']], input(), { hits, pages })
    const [passage] = contentOf(content).evidence.find(({ passages }) => passages.length > 0)?.passages ?? []
    expect(passage).toMatchObject({ url: null, found: { source: 'document', title: 'A title' } })
  })
})

const anyPassage = fc.record({
  quote: fc.constantFrom('One.', 'one. ', 'Two.', ' '),
  url: fc.constantFrom(null, 'https://a.example/', 'https://b.example/'),
  query: fc.constantFrom(null, 'p', 'q'),
})
const anyEvidence = fc.record({
  sentence: fc.constantFrom('s1', 's2'),
  claim: fc.constantFrom(BRIDGE, ` ${BRIDGE}`, 'The bridge was opened in 1931.', 'Rain fell.'),
  passages: fc.array(anyPassage, { maxLength: 3 }),
})
const found = (queries: string[]) => ({
  queries,
  title: '',
  source: 'page',
  rank: 1,
  snapshot: null,
  start: null,
  end: null,
  readAt: null,
})

describe('content with evidence', () => {
  it('stays content, loses nothing, and takes the same twice for once', () => {
    fc.assert(
      fc.property(fc.array(anyEvidence, { maxLength: 3 }), fc.array(anyEvidence, { maxLength: 3 }), (before, after) => {
        const content = contentWith(before)
        const once = withEvidence(content, after)
        expect(factcheckBenchContent.parse(once)).toEqual(once)
        expect(withEvidence(once, after)).toEqual(once)
        const evidence = contentOf(once).evidence
        for (const [index, { sentence, claim, passages }] of before.entries()) {
          expect(evidence[index]).toMatchObject({ sentence, claim })
          expect(evidence[index]?.passages.slice(0, passages.length)).toEqual(passages)
        }
      }),
    )
  })

  it('unites the queries of a passage that is there already', () => {
    const passage = { quote: 'One.', url: null, query: 'p' }
    const content = contentWith([{ sentence: 's1', claim: BRIDGE, passages: [passage] }])
    const again = { ...passage, query: 'q', found: found(['q', 'p', 'r']) }
    const once = contentOf(
      withEvidence(content, [{ sentence: 's1', claim: `${BRIDGE} `, passages: [again] }, 'odd', {}]),
    )
    expect(once.evidence).toEqual([
      { sentence: 's1', claim: BRIDGE, passages: [{ ...passage, found: found(['p', 'q', 'r']) }] },
    ])
  })
})
