import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { router } from '@/tests/next/navigation'
import { BuilderView } from './builder-view'
import { overviewWith, PROJECT, RUN, runWith, step } from './test-overview'

let posted: { url: string; body: unknown }[]
let asked: string[]
beforeEach(() => {
  posted = []
  asked = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'GET') {
      asked.push(url)
      return Response.json({ items: [], total: 12 })
    }
    posted.push({ url, body: JSON.parse(String(init.body)) })
    return Response.json(runWith({ kind: 'evaluation' }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const overview = overviewWith({
  steps: [
    step('split', { methods: ['rules'] }),
    step('segments', { stage: 'second', methods: ['rules'], resegments: true }),
    step('links', { stage: 'second', methods: ['rules'] }),
    step('stances', { stage: 'second', methods: ['rules'] }),
    step('verdicts', { stage: 'second', methods: ['rules'], after: ['stances'], scoredBy: ['Finding wrong segments'] }),
  ],
})

function show(stage: string | undefined) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BuilderView projectId={PROJECT} protocolId="felm" overview={overview} canChange preset={{ on: 'gold', stage }} />
    </QueryClientProvider>,
  )
}
const box = (title: string) => screen.getByRole('checkbox', { name: new RegExp(title) })

it('begins with what is scored and what that needs, on the gold of the stage that was asked for', async () => {
  show('second')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('New run on gold')
  expect(screen.getByText(/never the gold of this one/)).toBeTruthy()
  expect(screen.getByText(/Scored as: Finding wrong segments/)).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: /Title of segments/ })).toBeNull()
  const on = ['links', 'stances', 'verdicts'].map((key) => box(`Title of ${key}`).getAttribute('aria-checked'))
  expect(on).toEqual(['false', 'true', 'true'])
  expect(screen.queryByRole('radio', { name: /Tasks without suggestions/ })).toBeNull()
  expect(await screen.findByText(/2 steps over up to 12 tasks/)).toBeTruthy()
  expect(asked.every((url) => url.includes('state=gold') && url.includes('stage=second'))).toBe(true)
  fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter', ctrlKey: true })
  await waitFor(() => expect(router.push).toHaveBeenCalledWith(`/projects/${PROJECT}/prefill/runs/${RUN}`))
  expect(posted.map(({ body }) => body)).toEqual([
    {
      runId: expect.any(String),
      name: 'Offline, Verdicts',
      stage: 'second',
      on: 'gold',
      target: { onlyNew: false },
      budgetMicro: null,
      steps: [
        { key: 'stances', method: 'rules', parameters: {} },
        { key: 'verdicts', method: 'rules', parameters: {} },
      ],
    },
  ])
})

it('says when nothing would be scored', () => {
  show('second')
  fireEvent.click(box('Title of verdicts'))
  expect(screen.getByText('Nothing would be scored')).toBeTruthy()
  cleanup()
  show(undefined)
  expect(screen.getByText('Nothing would be scored')).toBeTruthy()
})
