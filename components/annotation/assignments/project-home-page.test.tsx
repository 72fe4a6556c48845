import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import type { ProjectHome as Home, ProjectView } from '@/lib/workspace/projects/contract'
import { router } from '@/tests/next/navigation'
import { ProjectHomePage } from './project-home-page'

const PROJECT = '0192d1c0-0000-7000-8000-000000000002'
const TASK = '0192d1c0-0000-7000-8000-000000000003'
const abilities = {
  manage: false,
  change: false,
  browseItems: false,
  takeTasks: true,
  review: false,
  seeAgreement: false,
  export: false,
  seeMembers: false,
}
const project: ProjectView = {
  id: PROJECT,
  name: 'مشروع',
  description: '',
  protocolId: 'felm',
  protocolVersion: 1,
  protocolTitle: 'FELM',
  createdAt: '2026-01-01T00:00:00.000Z',
  archivedAt: null,
  role: 'annotator',
  abilities,
  rollUpRule: 'everySegment',
  searchEngine: null,
  stages: [],
  guidelineVersion: 1,
}
const work = {
  answered: [],
  setAside: [],
  sentBack: [],
  discuss: [],
  drafts: [],
  assigned: [],
  submittedLastDay: 2,
  submitted: 7,
  hasItems: true,
}
const annotators: Home = { work, review: null, management: null, funnel: null, stale: null }

const answer = vi.fn<typeof fetch>()
beforeEach(() => {
  answer.mockReset()
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function show(home: Home, view = project) {
  const client = createQueryClient()
  client.setQueryData(['project', PROJECT, 'home'], home)
  render(
    <QueryClientProvider client={client}>
      <ProjectHomePage project={view} initialData={home} />
    </QueryClientProvider>,
  )
}

test('the next task is one button away', async () => {
  show(annotators)
  answer.mockResolvedValue(Response.json({ taskId: TASK, reason: null }))
  fireEvent.click(screen.getByRole('button', { name: 'Next task' }))
  await waitFor(() => expect(router.push).toHaveBeenCalledWith(`/projects/${PROJECT}/tasks/${TASK}/annotate`))
})

test('why there is no next task is said', async () => {
  show(annotators)
  answer.mockResolvedValue(Response.json({ taskId: null, reason: 'quota_reached' }))
  fireEvent.click(screen.getByRole('button', { name: 'Next task' }))
  expect((await screen.findByRole('status')).textContent).toMatch('quota')
  expect(router.push).not.toHaveBeenCalled()
})

test('an empty project offers no next task, and says when there will be one', () => {
  show({ ...annotators, work: { ...work, hasItems: false } })
  expect(screen.queryByRole('button', { name: 'Next task' })).toBeNull()
  expect(screen.queryByText(/“Next task”/)).toBeNull()
  expect(screen.getByText(/^This project has no items yet\./)).toBeDefined()
})

test('what was sent back comes with its remark', () => {
  const sentBack = {
    taskId: TASK,
    position: 3,
    title: 'Which is the largest ocean?',
    stageTitle: 'Label segments',
    expiresAt: null,
    touchedAt: null,
    comment: 'Look at segment 2 again.',
    stale: true,
    inquiry: null,
  }
  show({ ...annotators, work: { ...work, sentBack: [sentBack] } })
  expect(screen.getByRole('heading', { name: /Sent back to you/ })).toBeDefined()
  expect(screen.getByText('Look at segment 2 again.')).toBeDefined()
  expect(screen.getByText('Stale')).toBeDefined()
  expect(screen.queryByText('Progress')).toBeNull()
})

test('a question and its answer stand with the task that waited for it', () => {
  const answered = {
    taskId: TASK,
    position: 3,
    title: 'Which is the largest ocean?',
    stageTitle: 'Label segments',
    expiresAt: null,
    touchedAt: null,
    comment: null,
    stale: false,
    inquiry: { question: 'Does the title count?', answer: 'No, only the text.' },
  }
  show({ ...annotators, work: { ...work, answered: [answered] } })
  expect(screen.getByRole('heading', { name: 'Answered by a manager (1)' })).toBeDefined()
  expect(screen.getByText('Does the title count?')).toBeDefined()
  expect(screen.getByText('No, only the text.')).toBeDefined()
})

test('every part of the funnel that holds something leads to its items', () => {
  const counts = { preparing: 0, open: 3, consolidating: 0, approving: 0, gold: 1, discarded: 0 }
  const funnel = [{ key: 'segments', title: 'Label segments', votes: false, counts }]
  show({ work: null, review: { toSettle: 0, toApprove: 2 }, management: null, funnel, stale: 1 })
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    `/projects/${PROJECT}/review`,
    `/projects/${PROJECT}/items?stale=yes`,
    `/projects/${PROJECT}/items?state=open&stage=segments`,
    `/projects/${PROJECT}/items?state=gold&stage=segments`,
  ])
})
