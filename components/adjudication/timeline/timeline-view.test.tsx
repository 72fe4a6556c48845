import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Timeline, TimelineHead } from '@/lib/adjudication/timeline/contract'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { TimelineView } from './timeline-view'

const [PROJECT, TASK] = ['0193a0a0-0000-7000-8000-000000000001', '0193a0a0-0000-7000-8000-000000000002']

afterEach(() => {
  vi.unstubAllGlobals()
})

function show(parts: TimelineHead['parts'], itemId: string | null) {
  const head: TimelineHead = {
    taskId: TASK,
    itemId,
    projectId: PROJECT,
    projectName: 'Rivers',
    protocolId: 'felm',
    stageKey: 'segments',
    position: 7,
    title: 'Where does the Rhine rise?',
    units: [],
    parts,
    abilities: { readAll: itemId !== null },
  }
  const timeline: Timeline = { part: parts[0]?.key ?? 'you', entries: [], next: null, head }
  vi.stubGlobal('fetch', async () => Response.json(timeline))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TimelineView head={head} first={timeline} />
    </QueryClientProvider>,
  )
  return screen.getByRole('link', { name: 'Back to the task' }).getAttribute('href')
}

test('an annotator is led back to their workbench, while they work and once all have submitted', () => {
  expect(show([{ key: 'you', own: true, name: null }], null)).toBe(`/projects/${PROJECT}/tasks/${TASK}/annotate`)
})

test('a reviewer is led back to the desk', () => {
  const parts = ['task', 'A', 'B'].map((key) => ({ key, own: false, name: null }))
  expect(show(parts, PROJECT)).toBe(`/projects/${PROJECT}/tasks/${TASK}/consolidate`)
})
