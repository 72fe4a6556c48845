import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answers, GoldSummary, Json } from '@/lib/protocols/protocol'
import { factorRows, pairRecord } from '@/tests/factor-generation-sample'
import { commonStart, startOf } from './common-start'
import { composition } from './composition'
import { groupOf, isTie } from './content'
import { withKeys } from './labels'
import { linter } from './lint'
import { readPair, readRow } from './read'
import { factStage, judgeStage } from './work'
import { writePair } from './write'

describe('the common beginning', () => {
  it.each([
    ['It opened in 1931.', 'It opened in 1952.', 'It opened in'],
    ['The customer’s wish.', 'The customers wish.', 'The'],
    ['Born in Bern, he left.', 'Born in Berne, he left.', 'Born in'],
    [' It is red.', 'It is blue.', 'It is'],
    ['Red.', 'Blue.', ''],
    ['well-known', 'well-paid', ''],
    ['他住在北京', '他住在上海', '他住在'],
    ['The same.', 'The same.', 'The same.'],
  ])('of “%s” and “%s” is “%s”', (one, other, common) => expect(commonStart(one, other)).toBe(common))

  it('begins both, whatever they are', () => {
    const sentence = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '他', '住', '.', '\n') })
    fc.assert(
      fc.property(sentence, sentence, sentence, (start, one, other) => {
        const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')
        const common = words(commonStart(start + one, start + other))
        for (const whole of [start + one, start + other])
          expect(words(whole).join(' ').startsWith(common.join(' '))).toBe(true)
      }),
    )
  })

  it('follows the prefix with one blank', () => {
    const pair = { completion: 'It is red.', contradiction: 'It is blue.' }
    expect(startOf({ ...pair, prefix: 'So.' })).toBe('So. It is')
    expect(startOf({ ...pair, prefix: 'So.\n' })).toBe('So.\nIt is')
    expect(startOf({ prefix: 'So. ', completion: 'Red.', contradiction: 'Blue.' })).toBe('So. ')
  })
})

describe('groups', () => {
  const pair = (completion: number, contradiction: number) => ({ group: null, logprobs: { completion, contradiction } })

  it('follow from mean log-likelihoods; a tie is wrong, and told', () => {
    expect([pair(-1, -2), pair(-2, -1), pair(-1, -1)].map(groupOf)).toEqual(['right', 'wrong', 'wrong'])
    expect([pair(-1, -2), pair(-1, -1)].map(isTie)).toEqual([false, true])
    const read = readPair(pairRecord({ models: [{ model: 'alpha', logprobs: { completion: -1, contradiction: -1 } }] }))
    expect(read.ok && read.record.warnings.map(({ message }) => message)).toEqual([
      'alpha finds both sentences equally likely; a tie counts as wrong.',
    ])
  })

  it('average the tokens’ log-probabilities', () => {
    const logprobs = { completion: [-1, -3], contradiction: [-1.5, -1.5, -1.5] }
    const read = readPair(pairRecord({ models: [{ model: 'alpha', logprobs }] }))
    expect(read.ok && read.record.content).toMatchObject({
      models: [
        { model: 'alpha', logprobs: { completion: -2, contradiction: -1.5 } },
        { model: 'beta', group: 'wrong' },
      ],
    })
  })

  it('are unknown where nothing tells', () => {
    expect([undefined, { group: null, logprobs: null }].map(groupOf)).toEqual(['unknown', 'unknown'])
  })
})

describe('reading', () => {
  const problems = (changes: Parameters<typeof pairRecord>[0]) => {
    const read = readPair(pairRecord(changes))
    return read.ok ? [] : read.problems.map(({ field }) => field)
  }

  it('names what cannot be used', () => {
    expect(problems({ prefix: undefined, contradiction: ' ' })).toEqual(['prefix', 'contradiction'])
    expect(problems({ error_type: 'date' })).toEqual(['error_type'])
    expect(problems({ models: [{ model: 'a', logprobs: { completion: 'x', contradiction: -1 } }] })).not.toEqual([])
    expect(problems({ continuations: [{ model: 'alpha', text: 'x', judgement: 'perhaps' }] })).toEqual([
      'continuations[0].judgement',
    ])
    const perhaps = readPair(pairRecord({ continuations: [{ model: 'alpha', text: 'x', judgement: 'perhaps' }] }))
    expect(perhaps).toMatchObject({ ok: false, problems: [{ message: expect.stringContaining('“perhaps”') }] })
    expect(problems({ fact: undefined })).toEqual(['fact'])
    expect(problems({ no_single_fact: true })).toContain('no_single_fact')
  })

  it('refuses what says two things of one model', () => {
    const contrary = { model: 'alpha', group: 'wrong', logprobs: { completion: -1, contradiction: -2 } }
    expect(problems({ models: [contrary] })).toContain('models[0].group')
    expect(problems({ models: [{ model: 'beta' }, { model: 'beta' }] })).toContain('models[1].model')
    expect(problems({ models: [{ model: 'beta', group: 'right' }] })).toEqual(['continuations[2].group'])
  })

  it('takes the chosen contradiction of a row, or the first and says so', () => {
    const [row = {}] = factorRows
    const read = readRow(row)
    expect(read.ok && read.record).toMatchObject({
      externalId: '12.1',
      content: { contradiction: row.contradiction_1 },
      warnings: [],
    })
    const { chosen: _, ...plain } = row
    const first = readRow(plain)
    expect(first.ok && first.record).toMatchObject({ content: { contradiction: row.contradiction_0 } })
    expect(first.ok && first.record.warnings).toHaveLength(1)
  })
})

const stagesOf = (content: Json, fact: Answers, judged: Answers) => {
  const units = factStage.units(content, [], {})
  const stages = { fact: { units, answers: fact } }
  return { ...stages, judge: { units: judgeStage.units(content, [], stages), answers: judged } }
}

describe('writing', () => {
  it('adds the continuations that runs found, and takes an old judgement away', () => {
    const source = pairRecord()
    const read = readPair(source)
    if (!read.ok) throw new Error('readable')
    const before = read.record.content as { continuations: Json[] }
    const content = {
      ...before,
      continuations: [...before.continuations, { model: 'alpha', sample: 3, text: 'stone.' }],
    }
    const { fact = {} } = read.record.answers ?? {}
    const [{ key } = { key: '' }] = withKeys([{ text: 'stone.' }])
    const answers = { [key]: { judgement: 'neutral' } }
    const written = writePair({ source, content, stages: stagesOf(content, fact, answers) })
    const { continuations = [] } = source
    const unjudged = (continuations as { [key: string]: Json }[]).map((each) => ({ ...each, judgement: null }))
    expect(written).toEqual({
      ...source,
      comment: null,
      continuations: [...unjudged, { model: 'alpha', sample: 3, text: 'stone.', group: 'right', judgement: 'neutral' }],
    })
    expect(readPair(written).ok).toBe(true)
  })

  it('turns a row into a record of its own', () => {
    const [row = {}] = factorRows
    const read = readRow(row)
    if (!read.ok) throw new Error('readable')
    const { content } = read.record
    const fact = { item: { kind: 'fact', fact: 'There is one.' } }
    const written = writePair({ source: row, content, stages: stagesOf(content, fact, {}) })
    expect(written).toEqual({
      id: '12.1',
      prefix: row.full_prefix,
      completion: row.completion,
      contradiction: row.contradiction_1,
      fact: 'There is one.',
    })
  })
})

describe('the units of the second stage', () => {
  it('are the texts under keys that name nobody, and none without a fact', () => {
    const read = readPair(pairRecord())
    if (!read.ok) throw new Error('readable')
    const { content } = read.record
    const { judge } = stagesOf(content, { item: { kind: 'fact', fact: 'So.' } }, {})
    expect(JSON.stringify(judge.units)).not.toMatch(/alpha|beta/)
    expect(new Set(judge.units.map(({ key }) => key)).size).toBe(5)
    expect(stagesOf(content, { item: { kind: 'none' } }, {}).judge.units.map(({ key }) => key)).toEqual(['item'])
    expect(JSON.stringify(judgeStage.shows?.(content))).not.toMatch(/alpha|beta/)
  })
})

/** Gold of one item: so many neutral, true and false texts of a model. */
const summary = (
  position: number,
  group: string,
  [neutral = 0, right = 0, wrong = 0, bad = 0]: number[],
): GoldSummary => ({
  position,
  content: {},
  stages: {
    fact: { kind: 'fact', fact: 'So.' },
    judge: {
      groups: [
        {
          model: 'gpt-j',
          group,
          tie: false,
          rightShare: 0.6,
          counts: { neutral, true: right, false: wrong, 'ill-formed': bad, 'non-contradictory': 0 },
        },
      ],
    },
  },
})

describe('composition', () => {
  const panels = composition.panels([
    summary(1, 'right', [624, 113, 263, 100]),
    summary(2, 'wrong', [488, 54, 458]),
    { position: 3, content: {}, stages: { fact: { kind: 'none', fact: null } } },
  ])
  const cells = (panel: string, row: string) =>
    panels.find(({ key }) => key === panel)?.rows.find(({ key }) => key === row)?.cells ?? []

  it('lays out Table 6: shares without dropped texts, accuracy without neutral ones', () => {
    const [neutral, right, wrong, accuracy, texts] = cells('judgements', 'right gpt-j')
    expect([neutral, right, wrong].map((cell) => cell?.value)).toEqual([0.624, 0.113, 0.263])
    expect(accuracy).toMatchObject({ part: 113, whole: 376, items: [1] })
    expect(texts?.value).toBe(1000)
  })

  it('weights both groups by how often the model is right', () => {
    const [share, , , , accuracy] = cells('weighted', 'gpt-j')
    expect(share?.value).toBe(0.6)
    expect(accuracy?.value).toBeCloseTo((0.6 * 113) / 376 + (0.4 * 54) / 512, 12)
  })

  it('weighs nothing where shares differ or a group is missing', () => {
    const [, weights] = composition.panels([summary(1, 'right', [1, 1, 1])])
    expect(weights?.rows[0]?.cells.map(({ value }) => value)).toEqual([0.6, null, null, null, null])
  })

  it('states what was dropped, and pairs without a fact', () => {
    expect(cells('dropped', '')[3]).toMatchObject({ part: 100, whole: 2100 })
    expect(cells('facts', 'all').map(({ part }) => part)).toEqual([2, 1])
  })

  it('has nothing to say without gold', () => expect(composition.panels([])).toEqual([]))
})

describe('measures', () => {
  const [judged, drop] = judgeStage.measures
  const rate = (judgement: string) => {
    const unit = { key: 'o1', kind: 'continuation', text: '' }
    const subject = { content: {}, units: [unit] }
    return [judged, drop].map((measure) => measure?.rating(subject, { o1: { judgement } }, unit, null))
  }
  it('rate a text by its judgement unless it is dropped', () => {
    expect(rate('neutral')).toEqual(['neutral', 'kept'])
    expect(rate('ill-formed')).toEqual([null, 'ill-formed'])
  })
})

it('the linter names pairs without a fact and models without a group', () => {
  const read = readPair(pairRecord({ continuations: [{ model: 'gamma', text: 'So.' }] }))
  if (!read.ok) throw new Error('readable')
  const { content } = read.record
  const kinds = (fact: Answers) =>
    linter.check({ source: {}, content, stages: stagesOf(content, fact, {}) }).map(({ kind }) => kind)
  expect(kinds({ item: { kind: 'none' } })).toEqual(['no-single-fact', 'group-not-known'])
  expect(kinds({ item: { kind: 'fact', fact: 'So.' } })).toEqual(['group-not-known'])
})
