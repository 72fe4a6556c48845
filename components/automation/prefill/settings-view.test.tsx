import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { SettingsView } from './settings-view'
import { overviewWith, PROJECT } from './test-overview'

let patched: unknown[]
let answer: () => Response
beforeEach(() => {
  patched = []
  answer = () => Response.json(overviewWith())
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    patched.push(JSON.parse(String(init.body)))
    return answer()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const prices = [{ model: 'model-a', input: 150_000, output: 600_000 }]
function show(canChange = true) {
  const settings = { ...overviewWith().settings, budgetMicro: 12_500_000, prices }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SettingsView projectId={PROJECT} overview={overviewWith({ settings })} canChange={canChange} />
    </QueryClientProvider>,
  )
}
const field = (name: RegExp | string) => screen.getByRole('textbox', { name })
const type = (name: RegExp | string, value: string) => fireEvent.change(field(name), { target: { value } })
const save = () => {
  const form = screen.getByRole('button', { name: 'Save' }).closest('form')
  if (form) fireEvent.submit(form)
}

it('saves dollars as millionths, exactly, with new models in the table', async () => {
  show()
  expect(field(/^Ceiling/)).toHaveProperty('value', '12.5')
  expect(field('In, dollars of model-a')).toHaveProperty('value', '0.15')
  type(/^Ceiling/, '20.01')
  type(/^Requests/, '60')
  fireEvent.click(screen.getByRole('button', { name: 'Add a model' }))
  type('Model of row 2', 'model-b')
  type('In, dollars of model-b', '1')
  type('Out, dollars of model-b', '2.000001')
  save()
  await waitFor(() => expect(patched).toHaveLength(1))
  expect(patched[0]).toEqual({
    search: 'corpus',
    budgetMicro: 20_010_000,
    concurrency: 8,
    requestsPerMinute: 60,
    prices: [...prices, { model: 'model-b', input: 1_000_000, output: 2_000_001 }],
  })
})

it('says which variable a search lacks, and does not let it be chosen', () => {
  show()
  expect(screen.getByText(/Not configured: set SERPER_API_KEY/)).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Serper' }).getAttribute('data-disabled')).not.toBeNull()
})

it('says at each field what cannot be, and saves nothing', () => {
  show()
  type(/^Ceiling/, 'a lot')
  type(/^Items at once/, '65')
  type('In, dollars of model-a', '')
  save()
  expect(screen.getByText(/Give dollars, like 25/)).toBeTruthy()
  expect(screen.getByText('Give a whole number from 1 to 64.')).toBeTruthy()
  expect(screen.getByText(/Give both prices/)).toBeTruthy()
  expect(patched).toEqual([])
})

it('shows what the server refuses, and is only to be read in an archived project', async () => {
  const problem = { type: 'about:blank', title: 'No', status: 422, code: 'rule', detail: 'That search is not set up.' }
  answer = () => Response.json(problem, { status: 422 })
  show()
  save()
  expect(await screen.findByText('That search is not set up.')).toBeTruthy()
  cleanup()
  show(false)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(field(/^Ceiling/)).toHaveProperty('disabled', true)
})
