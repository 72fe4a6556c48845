import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { router } from '@/tests/next/navigation'
import { GenerateView } from './generate-view'
import { overviewWith, PROJECT, RUN, runWith } from './test-overview'

let posted: unknown[]
beforeEach(() => {
  posted = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    posted.push(JSON.parse(String(init.body)))
    return Response.json(runWith({ kind: 'generation' }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const models = { configured: true, baseUrl: null, standard: 'model-a', scripted: false }
function show(change: Parameters<typeof overviewWith>[0]) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <GenerateView projectId={PROJECT} overview={overviewWith(change)} canChange />
    </QueryClientProvider>,
  )
}
const type = (name: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const start = () => {
  const form = screen.getByRole('button', { name: 'Start' }).closest('form')
  if (form) fireEvent.submit(form)
}

it('asks each model each pasted prompt, and goes to the run', async () => {
  show({ models })
  type(/^Prompts/, 'Who?\n\nWhy?')
  type(/^Models/, 'model-a, model-b')
  expect(screen.getByText('4 responses: 2 prompts, 2 models.')).toBeTruthy()
  expect(screen.getByText(/Calls to model-a, model-b count as \$0\.00/)).toBeTruthy()
  start()
  await waitFor(() => expect(router.push).toHaveBeenCalledWith(`/projects/${PROJECT}/prefill/runs/${RUN}`))
  expect(posted).toEqual([
    {
      runId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Responses of model-a, model-b',
      models: ['model-a', 'model-b'],
      temperature: 0,
      maxTokens: 1000,
      budgetMicro: null,
      prompts: [
        { prompt: 'Who?', externalId: null },
        { prompt: 'Why?', externalId: null },
      ],
    },
  ])
})

it('takes a file, and says line by line what is wrong with it', async () => {
  show({ models })
  const file = new File(['{"prompt":"Who?","id":"q1"}\nnonsense\n'], 'prompts.jsonl')
  fireEvent.change(screen.getByLabelText(/Or drop a file/), { target: { files: [file] } })
  expect(await screen.findByText(/^Line 2: this is not JSON/)).toBeTruthy()
  start()
  expect(posted).toEqual([])
})

it('says what is missing at each field', () => {
  show({ models })
  type(/^Temperature/, '3')
  type(/^Longest/, '')
  start()
  expect(screen.getByText('Give a number from 0 to 2.')).toBeTruthy()
  expect(screen.getByText(/Give a whole number from 1 to 32,000/)).toBeTruthy()
  expect(screen.getByText(/Paste at least one prompt/)).toBeTruthy()
})

it('cannot start where no model can be asked', () => {
  show({})
  expect(screen.getByText('No model can be asked')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Start' })).toHaveProperty('disabled', true)
})

it('says of a file without prompts what is missing', async () => {
  show({ models })
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input) fireEvent.change(input, { target: { files: [new File(['\n'], 'empty.jsonl')] } })
  await screen.findByText('empty.jsonl')
  start()
  expect((await screen.findByRole('alert')).textContent).toContain('Paste at least one prompt')
  expect(posted).toEqual([])
})
