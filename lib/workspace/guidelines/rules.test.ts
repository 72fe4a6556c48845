import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { protocolById } from '@/lib/protocols'
import { changedSections, headingText, sectionAbout, sectionsOf, touchedQuestions } from './rules'

const felm = protocolById('felm')
const questions = felm.stages.flatMap((stage) => stage.questions)
const sections = sectionsOf(felm.guidelines)

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

describe('the section of a question', () => {
  it.each([
    ['action', '1. Keep or remove'],
    ['label', '2. True or false'],
    ['errorType', '3. One type for every error'],
    ['reason', '4. A reason that helps'],
    ['links', '5. Links'],
    ['removeNote', null],
  ])('%s is %s', (key, heading) => {
    const question = questions.find((each) => each.key === key)
    expect(question && (sectionAbout(sections, question)?.heading ?? null)).toBe(heading)
  })
})

describe('questions that a change may touch', () => {
  const keys = (after: string) => touchedQuestions({ before: felm.guidelines, after }, questions).map(({ key }) => key)
  it('are those whose section changed', () => {
    expect(keys(felm.guidelines.replace('When two types fit', 'When several types fit'))).toEqual(['errorType'])
  })
  it('are all where what changed is about none, and none where nothing did', () => {
    expect(keys(`${felm.guidelines}\n\n## Breaks\n\nTake one an hour.`)).toHaveLength(questions.length)
    expect(keys(felm.guidelines)).toEqual([])
  })

  it('are those of the section that a changed one stands under', () => {
    const before = felm.guidelines.replace('## 3. One type', '### Examples\n\nNone yet.\n\n## 3. One type')
    const after = before.replace('None yet.', 'The Moon is a planet.')
    expect(touchedQuestions({ before, after }, questions).map(({ key }) => key)).toEqual(['label'])
  })

  it('are not those of other stages', () => {
    const { guidelines, stages } = protocolById('factcheck-bench')
    const after = guidelines.replace('## The stance of each passage', '## The stance of each passage\n\nRead twice.')
    expect(after).not.toBe(guidelines)
    const touched = touchedQuestions(
      { before: guidelines, after },
      stages.flatMap((stage) => stage.questions),
    )
    const stagesOf = stages.filter((stage) => stage.questions.some((question) => touched.includes(question)))
    expect(stagesOf.map(({ key }) => key)).toEqual(['verify'])
  })
})
