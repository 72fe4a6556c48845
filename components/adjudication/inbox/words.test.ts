import { expect, it } from 'vitest'
import type { Decision, TaskDecision } from '@/lib/adjudication/inbox/contract'
import { testId } from '@/tests/support/test-id'
import { decisionWords, minutesWords, revealWords } from './words'

const place = { projectId: testId(1), projectName: 'Rivers', since: '2030-01-01T00:00:00.000Z' }
const said = (kind: TaskDecision['kind'], open: number, asked = 0) =>
  decisionWords({
    ...place,
    kind,
    open,
    asked,
    taskId: testId(2),
    position: 1,
    title: 'Danube',
    stageTitle: 'Segments',
    comment: null,
  }).text

it('says that everybody is done, and how much is to be discussed', () => {
  expect(revealWords({ raters: 2, open: 4 })).toBe('Both are done: 4 differences.')
  expect(revealWords({ raters: 3, open: 1 })).toBe('All are done: 1 difference.')
  expect(revealWords({ raters: 2, open: 0 })).toBe('Both are done: something to settle together.')
})

it('says what is asked, and how much of it', () => {
  const inquiries: Decision = { ...place, kind: 'inquiries', open: 1 }
  expect(decisionWords(inquiries).text).toBe('1 question to answer')
  expect(said('proposals', 3, 2)).toBe('2 proposals to answer')
  expect(said('discussion', 4)).toBe('4 differences to discuss')
  expect(said('discussion', 0)).toBe('To discuss')
  expect(said('discussion', 4, 1)).toBe('1 waiting for your word')
  expect(said('settle', 1)).toBe('1 disagreement to settle')
  expect(said('settle', 0)).toBe('To confirm')
})

it('rounds minutes, and says nothing of too few tasks', () => {
  expect(minutesWords({ minutes: null })).toBeNull()
  expect(minutesWords({ minutes: 0.4 })).toBe('takes you less than a minute')
  expect(minutesWords({ minutes: 1.2 })).toBe('takes you about 1 minute')
  expect(minutesWords({ minutes: 5.5 })).toBe('takes you about 6 minutes')
})
