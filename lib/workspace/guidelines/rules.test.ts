import { describe, expect, it } from 'vitest'
import { protocolById, protocols } from '@/lib/protocols'
import { headingText, sectionsOf } from '@/lib/text/markdown-sections'
import { sectionAbout, touchedQuestions } from './rules'

const felm = protocolById('felm')
const questions = felm.stages.flatMap((stage) => stage.questions)
const sections = sectionsOf(felm.guidelines)

describe('the section of a question', () => {
  it.each([
    ['action', '1. Keep or remove'],
    ['label', '2. True or false'],
    ['errorType', '3. One type for every error'],
    ['reason', '4. A reason that helps'],
    ['links', '5. Links'],
    ['removeReason', '1. Keep or remove'],
    ['removeNote', '1. Keep or remove'],
    ['links', '5. Links'],
  ])('%s is %s', (key, heading) => {
    const question = questions.find((each) => each.key === key)
    expect(question && (sectionAbout(sections, question)?.heading ?? null)).toBe(heading)
  })

  it('is found by words where the guidelines have none of the heading that the protocol names', () => {
    const own = sectionsOf('# Rules\n\n## Which links\n\nAny.\n\n## When to remove it\n\nNever.')
    const of = (key: string) => {
      const question = questions.find((each) => each.key === key)
      return question && (sectionAbout(own, question)?.heading ?? null)
    }
    expect([of('links'), of('label')]).toEqual(['Which links', null])
  })

  it('is in every built-in protocol the one that it names, but for what the guidelines say nothing of', () => {
    const silent = protocols.flatMap(({ id, guidelines, stages }) => {
      const headings = sectionsOf(guidelines).map(({ heading }) => headingText(heading ?? ''))
      expect(new Set(headings).size, id).toBe(headings.length)
      return stages.flatMap((stage) =>
        stage.questions.flatMap(({ key, unit, section }) => {
          if (section === undefined) return [`${id}: ${stage.key}.${unit}.${key}`]
          expect(headings, `${id}: ${stage.key}.${unit}.${key}`).toContain(headingText(section))
          return []
        }),
      )
    })
    // A remark that is asked of comparisons, about which the guidelines, written for preferences, say nothing.
    expect(silent).toEqual(['veriscore-preference: choose.item.note'])
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

  it.each(protocols.map(({ id }) => id))('are all of %s where a section is added that is about none', (id) => {
    const { guidelines: before, stages } = protocolById(id)
    const all = stages.flatMap((stage) => stage.questions)
    const level = before.match(/^#+(?= )/gm)?.at(-1) ?? '##'
    const after = `${before}\n\n${level} Breaks\n\nTake one an hour.`
    expect(touchedQuestions({ before, after }, all)).toHaveLength(all.length)
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
