import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { protocolById } from '@/lib/protocols'
import { changedSections, headingOf, headingText, sectionsOf, touchedQuestions } from './rules'

const felm = protocolById('felm')
const questions = felm.stages.flatMap((stage) => stage.questions)
const headings = sectionsOf(felm.guidelines).flatMap(({ heading }) => heading ?? [])

describe('sections of guidelines', () => {
  it('begin with their headings, what is code is none', () => {
    const body = 'Before.\n\n# One #\n\na\n\n```\n# no heading\n```\n\n## 2. *Two*\nb\n'
    expect(sectionsOf(body)).toEqual([
      { heading: null, text: 'Before.' },
      { heading: 'One', text: 'a\n\n```\n# no heading\n```' },
      { heading: '2. *Two*', text: 'b' },
    ])
    expect(headingText('2. *Two* lists')).toBe('two lists')
    expect(headingText('3.1) Links')).toBe('links')
  })

  it('differ where their text does, whatever their numbers; new ones and those that went are told', () => {
    const before = '# Rules\n\n## 1. Keep\na\n\n## 2. Links\nb\n\n## 3. Doubt\nc'
    const after = '# Rules\n\n## 1. Keep\na\n\n## 2. Style\nd\n\n## 3. Links\nb, and more'
    expect(changedSections(before, after)).toEqual([
      { heading: '2. Style', before: '', after: 'd', change: 'new' },
      { heading: '3. Links', before: 'b', after: 'b, and more', change: 'changed' },
      { heading: '3. Doubt', before: 'c', after: '', change: 'gone' },
    ])
  })

  it('say the same where their lines are only broken elsewhere; entries and rows stay apart', () => {
    expect(changedSections('# A\na b\nc\n\n- d\n  e', '# A\na\nb c\n\n- d e')).toEqual([])
    expect(changedSections('# A\na\n- b\n1. c\n| d |', '# A\na\n- b\n1. c\n| e |')).toEqual([
      { heading: 'A', before: 'a\n- b\n1. c\n| d |', after: 'a\n- b\n1. c\n| e |', change: 'changed' },
    ])
  })

  it('of one heading are told apart by their place', () => {
    expect(changedSections('# A\nx\n# A\ny', '# A\nx\n# A\nz')).toEqual([
      { heading: 'A', before: 'y', after: 'z', change: 'changed' },
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
    expect(question && headingOf(headings, question)).toBe(heading)
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
})
