import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answers, GoldRecord, Json, Measure, Subject, Vote } from '@/lib/protocols/protocol'
import { methodsOf } from '@/lib/protocols/side-by-side/methods'
import { fleissKappa } from '@/lib/stats/fleiss-kappa'
import { ratingsOf } from '@/lib/stats/ratings'
import { comparisonRecord, identicalRecord, pairRecord, textRecord } from '@/tests/preference-samples'
import { CHOOSE, keyAt } from './choices'
import { composition } from './composition'
import { contentOf, shows } from './content'
import { formats } from './formats'
import { blankWords, cutAt, readPreference } from './formats/read'
import { writePreference } from './formats/write'
import { measures } from './measures'
import { tally } from './tally'
import { chooseStage } from './work'

function read(record: Json) {
  const result = readPreference(record)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.record
}

function subjectOf(record: Json): Subject & { votes: readonly Vote[] } {
  const { content, votes = [] } = read(record)
  return { content, units: chooseStage.units(content, [], {}), votes }
}

const names = methodsOf(read(pairRecord).content).map(({ method }) => method)

const measure = (key: string): Measure => {
  const found = measures.find((each) => each.key === key)
  if (!found) throw new Error(key)
  return found
}
const rate = (key: string, subject: Subject, { answers, shown }: Pick<Vote, 'answers' | 'shown'>) =>
  measure(key).rating(subject, answers, subject.units[0] ?? { key: 'item', kind: 'item', text: '' }, shown)

describe('units and what annotators see of them', () => {
  it('name lists by keys, and nothing that is shown tells the method or its place', () => {
    const { content, units } = subjectOf(pairRecord)
    const seen = JSON.stringify([shows(content), units])
    for (const hidden of ['plain', 'careful', 'model one']) expect(seen).not.toContain(hidden)
    expect(units.map(({ kind }) => kind)).toEqual(['item', 'list', 'list'])
  })

  it('are read as far as 300 words, cut at the end of a sentence, and kept whole', () => {
    const text = 'Arden has a lighthouse of seven floors. '.repeat(100)
    const { content } = read({ text })
    const { cut, words } = contentOf(content)
    expect(words).toBe(700)
    expect(text.slice(0, cut)).toBe('Arden has a lighthouse of seven floors. '.repeat(42).trim())
    expect(contentOf(shows(content)).text).toBe(text.slice(0, cut))
    expect(contentOf(content).text).toBe(text)
  })

  it('never hold more than 300 words, whatever the text', () => {
    const word = fc.constantFrom('Arden', 'has', 'seven.', 'floors!', 'Is', 'it?', '灯台。', '\n', 'Dr.')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 500 }), (words) => {
        const text = words.join(' ')
        expect(blankWords(text.slice(0, cutAt(text)))).toBeLessThanOrEqual(300)
        if (blankWords(text) <= 300) expect(cutAt(text)).toBe(text.length)
        else expect(cutAt(text)).toBeGreaterThan(0)
      }),
      { numRuns: 50 },
    )
  })
})

describe('votes', () => {
  it('are decoded by the order in which each annotator saw the lists', () => {
    const { content, units } = subjectOf(pairRecord)
    const [plain = '', careful = ''] = contentOf(content).methods.map(({ key }) => key)
    const answers: Answers = { item: { better: 'left', hard: 'hard', justification: 'So.' } }
    const subject = { content, units }
    expect(keyAt(subject, 'left', [careful, plain])).toBe(careful)
    const seen = (shown: readonly string[] | null) =>
      ['side', 'method', 'strength', 'hard'].map((key) => rate(key, subject, { answers, shown }))
    // "careful" comes before "plain" by name.
    expect(seen([careful, plain])).toEqual(['left', 'first', 'first_slight', 'hard'])
    expect(seen([plain, careful])).toEqual(['left', 'second', 'second_slight', 'hard'])
    expect(seen(null)).toEqual([null, 'second', 'second_slight', 'hard'])
  })

  it('are tallied by method, by strength and by side', () => {
    const { votes, ...subject } = subjectOf(pairRecord)
    expect(tally(subject, votes)).toEqual({
      variant: 'preference',
      votes: 3,
      undecided: 0,
      left: 1,
      right: 1,
      unanimous: false,
      preferred: 'careful',
      methods: { plain: { votes: 1, strong: 0, slight: 1 }, careful: { votes: 2, strong: 1, slight: 1 } },
      similarity: null,
    })
  })

  it('of a comparison may be for neither, and are rated in three categories', () => {
    const { votes, ...subject } = subjectOf(comparisonRecord)
    expect(votes.map((vote) => rate('compared-side', subject, vote))).toEqual(['hard_to_choose', 'right'])
    expect(votes.map((vote) => rate('compared-method', subject, vote))).toEqual(['hard_to_choose', 'first'])
    expect(votes.map((vote) => rate('side', subject, vote))).toEqual([null, null])
    const { similarity, preferred, undecided } = tally(subject, votes)
    expect([preferred, undecided]).toEqual([null, 1])
    expect(similarity).toMatchObject({ exact: false })
  })

  it('give a kappa by side and another by method, of the same choices (PEERS 4.2)', () => {
    // 120 pairs, three annotators: 99 of one mind, and 26 of 360 votes for the baseline, as the paper prints.
    const { content, units } = subjectOf({ ...pairRecord, votes: [] })
    const subject = { content, units }
    const [plain = '', careful = ''] = contentOf(content).methods.map(({ key }) => key)
    const item = (index: number, forPlain: number) =>
      [0, 1, 2].map((rater) => {
        const chosen = rater < forPlain ? plain : careful
        const shown = index % 2 === 0 ? [plain, careful] : [careful, plain]
        const answers: Answers = { item: { better: shown[0] === chosen ? 'left' : 'right', hard: 'easy' } }
        return { shown, answers }
      })
    const items = Array.from({ length: 120 }, (_, index) => item(index, index < 99 ? 0 : index < 115 ? 1 : 2))
    const kappa = (key: string) => {
      const rows = items.map((votes) => votes.map((vote) => rate(key, subject, vote)))
      return fleissKappa(ratingsOf(rows, { categories: measure(key).categories.map(({ value }) => value) }))
    }
    const [bySide, byMethod] = [kappa('side'), kappa('method')]
    expect(items.flat().filter((vote) => rate('method', subject, vote) === 'second')).toHaveLength(26)
    expect(bySide.pBar).toBeCloseTo(byMethod.pBar ?? 0, 12)
    expect(bySide.value).toBeCloseTo(0.767, 2)
    expect(byMethod.value).toBeCloseTo(0.129, 3)
  })
})

describe('records', () => {
  const goldOf = (record: Json, votes?: readonly Vote[]): GoldRecord => {
    const { content, votes: own = [] } = read(record)
    const units = chooseStage.units(content, [], {})
    return { source: record, content, stages: { [CHOOSE]: { units, answers: {}, votes: votes ?? own } } }
  }

  it.each([pairRecord, comparisonRecord])('come out as they went in', (record) => {
    expect(writePreference(goldOf(record))).toEqual(record)
    expect(read(writePreference(goldOf(record))).votes).toEqual(read(record).votes)
  })

  it('get the votes of today', () => {
    const [vote] = read(pairRecord).votes ?? []
    const written = writePreference(goldOf(pairRecord, vote ? [{ ...vote, voter: 'A' }] : []))
    expect(written).toEqual({ ...pairRecord, votes: [{ ...pairRecord.votes[0], voter: 'A' }] })
  })

  it('without lists get those that a machine made', () => {
    const { content } = read(pairRecord)
    const units = chooseStage.units(content, [], {})
    const gold = { content, stages: { [CHOOSE]: { units, answers: {}, votes: [] } } }
    for (const source of [textRecord, { ...textRecord, lists: [] }])
      expect(writePreference({ ...gold, source })).toMatchObject({
        id: textRecord.id,
        lists: pairRecord.lists,
        votes: [],
      })
  })

  it('whose lists a machine made anew have those when they come out', () => {
    const gold = goldOf(pairRecord)
    const [first, second] = pairRecord.lists
    const source = { ...pairRecord, lists: [{ ...first, claims: ['It rains.'] }, second] as Json[] }
    expect(writePreference({ ...gold, source })).toMatchObject({ lists: pairRecord.lists })
  })

  it('of equal lists are set aside in a comparison only', () => {
    expect(read(identicalRecord).discarded).toEqual({ reason: 'identical', note: null })
    const preference = read({ ...identicalRecord, variant: 'preference' })
    expect([preference.discarded, preference.warnings.length]).toEqual([undefined, 1])
  })

  it.each([
    [{ ...pairRecord, lists: [pairRecord.lists[0]] }, 'lists'],
    [{ ...pairRecord, lists: [pairRecord.lists[0], pairRecord.lists[0]], votes: [] }, 'lists'],
    [{ ...pairRecord, votes: [{ voter: 'a', shown: null, better: 'nobody' }] }, 'votes[0].better'],
    [{ ...pairRecord, votes: [{ voter: 'a', shown: ['plain'], better: 'plain' }] }, 'votes[0].shown'],
    [{ ...pairRecord, votes: [{ voter: 'a', better: 'hard to choose' }] }, 'votes[0].better'],
    [{ ...pairRecord, text: ' ' }, 'text'],
  ] as [Json, string][])('say what is wrong: %#', (record, field) => {
    const result = readPreference(record)
    expect(result.ok ? [] : result.problems.map((problem) => problem.field)).toContain(field)
  })

  it('are recognised by their fields', () => {
    const keyOf = (record: Json) => formats.find((format) => format.recognises(record))?.key
    expect([pairRecord, textRecord, { question: 'Why?', response: 'So.' }].map(keyOf)).toEqual([
      'pairs',
      'texts',
      'texts',
    ])
  })

  it('without lists ask for nothing that could be submitted', () => {
    const { votes: _, ...subject } = subjectOf(textRecord)
    expect(chooseStage.check?.(subject, {})).toHaveLength(1)
  })
})

describe('the dataset page', () => {
  const goldAt = (position: number, record: Json) => {
    const { votes, ...subject } = subjectOf(record)
    return { position, content: subject.content, stages: { [CHOOSE]: tally(subject, votes) } }
  }

  it('shows strength by domain, the side with its interval, and full agreement', () => {
    const panels = composition.panels([goldAt(1, pairRecord), goldAt(2, { ...pairRecord, domain: 'sea' })])
    const cells = (panel: string, row: string) =>
      panels
        .find(({ key }) => key === panel)
        ?.rows.find(({ key }) => key === row)
        ?.cells.map(({ value }) => value)
    expect(cells('strength-by-domain', 'is travel')).toEqual([1, 1, 0, 1])
    expect(cells('strength-by-domain', 'all')).toEqual([2, 2, 0, 2])
    expect(cells('position', 'left')).toEqual([0.5, expect.closeTo(0.15, 2), expect.closeTo(0.85, 2)])
    expect(cells('full-agreement', 'all')).toEqual([2, 0])
    expect(panels.map(({ key }) => key)).toContain('strength-by-extractor')
  })

  it('counts a method’s votes among the pairs that had a list of it', () => {
    const renamed: Json = JSON.parse(JSON.stringify(pairRecord).replaceAll(names[1] ?? '', 'newcomer'))
    const panels = composition.panels([goldAt(1, pairRecord), goldAt(2, renamed)])
    const votes = panels.find(({ key }) => key === 'methods')?.rows.map(({ title, cells }) => [title, cells[0]?.whole])
    const all = tally(subjectOf(pairRecord), subjectOf(pairRecord).votes).votes
    expect(new Map(votes as [string, number][])).toEqual(
      new Map([
        [names[0], 2 * Number(all)],
        [names[1], all],
        ['newcomer', all],
      ]),
    )
  })

  it('shows of a comparison how alike the lists are', () => {
    const panels = composition.panels([goldAt(1, comparisonRecord)])
    const [pairs, exact, rouge1] = panels.find(({ key }) => key === 'likeness')?.rows.at(-1)?.cells ?? []
    expect([pairs?.value, exact?.value]).toEqual([1, 0])
    expect(rouge1?.value).toBeGreaterThan(0.5)
  })
})
