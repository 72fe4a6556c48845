import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headingText, sectionsOf } from '@/lib/text/markdown-sections'
import { expectLinearTime } from '@/tests/support/linear-time'
import { changedSections } from './rules'

describe('sections of guidelines', () => {
  it('begin with their headings, what is code is none', () => {
    const body = 'Before.\n\n# One #\n\na\n\n```\n# no heading\n```\n\n## 2. *Two*\nb\n'
    expect(sectionsOf(body)).toEqual([
      { heading: null, under: [], text: 'Before.' },
      { heading: 'One', under: [], text: 'a\n\n```\n# no heading\n```' },
      { heading: '2. *Two*', under: ['One'], text: 'b' },
    ])
    expect(headingText('2. *Two* lists')).toBe('two lists')
    expect(headingText('3.1) Links')).toBe('links')
  })

  it('differ where their text does, whatever their numbers; new ones are listed, and those that are gone', () => {
    const before = '# Rules\n\n## 1. Keep\na\n\n## 2. Links\nb\n\n## 3. Doubt\nc'
    const after = '# Rules\n\n## 1. Keep\na\n\n## 2. Style\nd\n\n## 3. Links\nb, and more'
    expect(changedSections(before, after)).toEqual([
      { heading: '2. Style', under: ['Rules'], before: '', after: 'd', change: 'new' },
      { heading: '3. Links', under: ['Rules'], before: 'b', after: 'b, and more', change: 'changed' },
      { heading: '3. Doubt', under: ['Rules'], before: 'c', after: '', change: 'gone' },
    ])
  })

  it('are given as they were written, whatever they are compared by', () => {
    const table = 'Kind | Do\n--- | ---\na | b'
    expect(changedSections(`# A\n${table}`, `# A\n${table}\nc | d`)).toEqual([
      { heading: 'A', under: [], before: table, after: `${table}\nc | d`, change: 'changed' },
    ])
  })

  it.each([
    ['a row of a table', 'a | b\n--- | ---\nc | d', 'a | b\n--- | --- c | d'],
    ['an underlined heading', 'a\n===\nb', 'a === b'],
    ['a line that breaks', 'a  \nb', 'a b'],
    ['a line that breaks by its sign', 'a\\\nb', 'a\\ b'],
    ['code by indentation', 'x\n\n    a\n    b', 'x\n\n    a b'],
  ])('differ in %s', (_, before, after) => {
    expect(changedSections(`# A\n${before}`, `# A\n${after}`)).toMatchObject([{ before, after, change: 'changed' }])
  })

  it('say the same where their lines are only broken elsewhere; entries and rows stay apart', () => {
    expect(changedSections('# A\na b\nc\n\n- d\n  e', '# A\na\nb c\n\n- d e')).toEqual([])
    expect(changedSections('# A\na\n- b\n1. c\n| d |', '# A\na\n- b\n1. c\n| e |')).toEqual([
      { heading: 'A', under: [], before: 'a\n- b\n1. c\n| d |', after: 'a\n- b\n1. c\n| e |', change: 'changed' },
    ])
  })

  it('stand under the headings above them, and are told apart by those', () => {
    const body = '# A\n## B\n### Examples\nx\n## C\n### Examples\ny'
    expect(sectionsOf(body).map(({ heading, under }) => [...under, heading].join(' > '))).toEqual([
      'A',
      'A > B',
      'A > B > Examples',
      'A > C',
      'A > C > Examples',
    ])
    expect(changedSections(body, body.replace('## C', '### Examples\nz\n## C'))).toMatchObject([
      { under: ['A', 'B'], after: 'z', change: 'new' },
    ])
  })

  it('of one heading are told apart by their place', () => {
    expect(changedSections('# A\nx\n# A\ny', '# A\nx\n# A\nz')).toEqual([
      { heading: 'A', under: [], before: 'y', after: 'z', change: 'changed' },
    ])
  })

  it('never differ in a text from itself', () => {
    const line = fc.constantFrom('# A', '## 1. B', 'text', '', '```', '~~~~', '    # code')
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(changedSections(lines.join('\n'), lines.join('\r\n'))).toEqual([])
      }),
    )
  })
})

describe('sections that are called otherwise', () => {
  const said = (before: string, after: string) =>
    changedSections(before, after).map(({ change, was, heading, before: from, after: to }) =>
      [change, was, heading, from === to ? 'same' : 'other'].filter((word) => word !== undefined).join(' '),
    )
  const rules = 'Say what is wrong and what would be right, in one sentence or two that a stranger understands.'

  it('are renamed where their text is the same or nearly, and else gone and new', () => {
    expect(said('# Reasons\na', '# Why\na')).toEqual(['renamed Reasons Why same'])
    expect(said(`# Reasons\n${rules}`, `# Why\n${rules.replace('stranger', 'reader')}`)).toEqual([
      'renamed Reasons Why other',
    ])
    expect(
      said(`# Reasons\n${rules}`, '# Why\nOne word is enough where everybody sees it at once, and none else.'),
    ).toEqual(['new Why other', 'gone Reasons other'])
    expect(said('# Reasons\nNone.', '# Why\nOne.')).toEqual(['new Why other', 'gone Reasons other'])
  })

  it('keep what stands under them, which has not changed', () => {
    const before = `# Stage 1\n## Reasons\n${rules}\n## Links\nb\n# Stage 2\nc`
    expect(said(before, before.replace('# Stage 1', '# First stage'))).toEqual(['renamed Stage 1 First stage same'])
    expect(said(before, before.replace('# Stage 1', '# First stage').replace('\nb\n', '\nb, and d\n'))).toContain(
      'renamed Stage 1 First stage same',
    )
  })

  it('each meet one other, the nearest first', () => {
    const [near, nearer] = [
      rules.replace('stranger', 'reader').replace('sentence', 'line'),
      rules.replace('stranger', 'reader'),
    ]
    expect(said(`# A\n${rules}`, `# B\n${near}\n# C\n${nearer}`)).toEqual(['new B other', 'renamed A C other'])
  })

  it('are moved where they stand under another heading that was there, or is new', () => {
    expect(changedSections('# A\n## B\nx\n# C\ny', '# A\n# C\ny\n## B\nx')).toEqual([
      { heading: 'B', under: ['C'], from: ['A'], before: 'x', after: 'x', change: 'moved' },
    ])
    expect(said('# A\ny\n## B\nx', '# A\ny\n# Exceptions\n## B\nx')).toEqual(['new Exceptions same', 'moved B same'])
    expect(said('# A\n## B\n### C\nx\n# D', '# A\n# D\n## B\n### C\nx')).toEqual(['moved B same', 'moved C same'])
    expect(said('# A\n## B\nx', '# A\ny\n# Why\nx')).toEqual(['changed A other', 'renamed B Why same'])
  })

  it('are met by their headings before others that say the same', () => {
    expect(said('# A\ny\n## B\nx\n## C\nx', '# D\n## C\nx\n## B\nx')).toEqual([
      'new D same',
      'moved C same',
      'moved B same',
      'gone A other',
    ])
  })

  const many = (length: number, section: (at: number) => string) =>
    Array.from({ length: Math.ceil(length / 10) }, (_, at) => section(at)).join('\n')

  it.each([
    ['with no heading in common', '', (at: number) => `# a${at}\n${at} a`, (at: number) => `# b${at}\n${at} b`],
    ['of one heading', '', () => '# a', (at: number) => `# a\n${at}`],
    ['of one text', '', (at: number) => `# a${at}\nx`, (at: number) => `# b${at}\nx`],
    ['under one long heading', '# ', (at: number) => `\n## a${at}\nx`, (at: number) => `\n## b${at}\nx`],
  ])('are compared in linear time: %s', (about, above, before, after) => {
    expectLinearTime(
      (texts) => {
        const [one = '', other = ''] = texts.split('\f')
        return changedSections(one, other)
      },
      (length) => {
        const heading = above && above + 'long'.repeat(length)
        return [before, after].map((section) => heading + many(length, section)).join('\f')
      },
      8_000,
      about,
    )
  })
})
