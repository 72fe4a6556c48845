import { describe, expect, test } from 'vitest'
import type { HomePath } from '@/lib/workspace/projects/contract'
import { pathSteps } from './rules'

const path = (given: Partial<HomePath> = {}): HomePath => ({
  items: 0,
  annotators: 1,
  invited: 0,
  raters: 2,
  ratedBefore: false,
  guidelineVersion: 1,
  guidelinesOfProtocol: true,
  reached: 0,
  compared: 0,
  toSettle: 0,
  gold: 0,
  release: null,
  votes: false,
  ...given,
})

const statesOf = (given: Partial<HomePath>) => pathSteps(path(given)).map(({ key, state }) => `${key} ${state}`)
const step = (key: string, given: Partial<HomePath>) => pathSteps(path(given)).find((each) => each.key === key)

describe('the path of a project', () => {
  test('begins with the file, and each step is next once those before it are done', () => {
    const course: Partial<HomePath>[] = [
      {},
      { items: 60 },
      { items: 60, annotators: 2 },
      { items: 60, annotators: 2, guidelinesOfProtocol: false, guidelineVersion: 2 },
      { items: 60, annotators: 2, guidelinesOfProtocol: false, reached: 10, compared: 10, toSettle: 4 },
      { items: 60, annotators: 2, guidelinesOfProtocol: false, reached: 60, compared: 60, gold: 60 },
      { items: 60, annotators: 2, guidelinesOfProtocol: false, reached: 60, compared: 60, gold: 60, release: 1 },
    ]
    const next = course.map((given) => pathSteps(path(given)).find(({ state }) => state === 'next')?.key ?? null)
    expect(next).toEqual(['import', 'people', 'guidelines', 'pilot', 'agreement', 'release', null])
  })

  test('leads from an empty project to the import, and says nothing of what cannot be done yet', () => {
    expect(statesOf({})).toEqual([
      'import next',
      'people later',
      'guidelines later',
      'pilot later',
      'agreement later',
      'release later',
    ])
    expect(step('pilot', {})?.act?.page).toBe('agreement/plan')
    expect(step('release', {})?.act).toBeNull()
  })

  test('a pilot of a small project is all of it', () => {
    expect(step('pilot', { items: 3, reached: 2 })).toMatchObject({
      state: 'later',
      text: 'Everybody who is asked has labelled 2 of the 3 items that a pilot takes.',
    })
    expect(step('pilot', { items: 3, reached: 3 })?.state).toBe('done')
  })

  test('people whose labels came as files were there, and so were guidelines', () => {
    expect(statesOf({ items: 60, ratedBefore: true, reached: 60, compared: 60, toSettle: 7 })).toEqual([
      'import done',
      'people done',
      'guidelines done',
      'pilot done',
      'agreement next',
      'release later',
    ])
  })

  test('what is to be settled comes before the figures', () => {
    expect(step('agreement', { compared: 5, toSettle: 2 })?.act?.page).toBe('review')
    expect(step('agreement', { compared: 5 })?.act?.page).toBe('agreement')
    expect(step('agreement', { raters: 1, reached: 4 })).toMatchObject({
      text: expect.stringContaining('nothing to compare'),
    })
  })

  test('votes are tallied, not gold', () => {
    expect(step('release', { votes: true, gold: 2 })?.text).toBe('2 items are tallied, and none is released.')
    expect(step('agreement', { votes: true, compared: 2 })?.text).toBe('2 items compared.')
  })
})
