import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headingText, sectionsOf } from '@/lib/text/markdown-sections'
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

  it('are compared in linear time', () => {
    const many = (name: string) => Array.from({ length: 4_000 }, (_, at) => `# ${name}${at}\n${at} ${name}`).join('\n')
    expect(changedSections(many('a'), many('b'))).toHaveLength(8_000)
  })
})
