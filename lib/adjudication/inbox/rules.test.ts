import { expect, it } from 'vitest'
import { testId } from '@/tests/support/test-id'
import type { Decision, OwnTask, TaskDecision } from './contract'
import { firstPlace, LISTED, longestFirst, placeOf } from './rules'

const [projectId, taskId] = [testId(1), testId(2)]
const task = { projectId, projectName: 'Rivers', taskId, position: 1, title: 'Danube', stageTitle: 'Segments' }
const since = '2030-01-01T00:00:00.000Z'
const decision = (kind: TaskDecision['kind']): Decision => ({ ...task, kind, open: 1, asked: 0, comment: null, since })
const own = (standing: OwnTask['standing']): OwnTask => ({ ...task, standing, since, expiresAt: null })
const inbox = (decisions: Decision[], work: OwnTask[]) => ({
  decisions: { total: decisions.length, list: decisions },
  work: { total: work.length, list: work },
})
const [bench, desk] = ['annotate', 'consolidate'].map((page) => `/projects/${projectId}/tasks/${taskId}/${page}`)

it('leads to the desk of what is revealed, to the workbench of one’s own, and to the questions of a project', () => {
  for (const kind of ['proposals', 'discussion', 'settle', 'approve'] as const)
    expect(placeOf(decision(kind))).toBe(desk)
  for (const kind of ['sent_back', 'answered'] as const) expect(placeOf(decision(kind))).toBe(bench)
  const inquiries = { kind: 'inquiries', projectId, projectName: 'Rivers', open: 2, since } as const
  expect(placeOf(inquiries)).toBe(`/projects/${projectId}/assignments`)
})

it('takes a decision first, then a task in hand that waits for nobody', () => {
  expect(firstPlace(inbox([decision('settle')], [own('begun')]))).toBe(desk)
  expect(firstPlace(inbox([], [own('set_aside'), own('given')]))).toBe(bench)
  expect(firstPlace(inbox([], [own('set_aside')]))).toBeNull()
})

it('lists who has waited longest first, and no more than it has room for', () => {
  const day = (n: number) => ({ since: new Date(Date.UTC(2030, 0, n)).toISOString() })
  expect(longestFirst([[day(2), day(4)], [day(1)], [day(3)]])).toEqual([1, 2, 3, 4].map(day))
  expect(longestFirst([Array.from({ length: LISTED + 1 }, (_, n) => day(n))])).toHaveLength(LISTED)
})
