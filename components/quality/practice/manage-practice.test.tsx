import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import type { Candidate, ManagedPractice } from '@/lib/quality/practice/own-items/contract'
import { ManagePractice } from './manage-practice'

const [PROJECT, USER] = ['0190aaaa-0000-7000-8000-000000000000', '0190aaaa-0000-7000-8000-000000000001']
const answer = (unit: string): Candidate['answers'][number] => ({
  unit,
  question: 'label',
  name: `Segment ${unit}`,
  text: '',
  expected: 'True',
})
const practice: ManagedPractice = {
  settings: { required: false, bars: {} },
  questions: [],
  stages: [
    { key: 'prepare', title: 'Decompose' },
    { key: 'verify', title: 'Verify' },
  ],
  items: [],
}

const sent: { version: number; reasons: unknown }[] = []
let gold: Candidate
/** Ends the request that adds an item. */
let answerAdding: (response: Response) => void
beforeEach(() => {
  localStorage.clear()
  sent.length = 0
  gold = { version: 1, title: 'Which ocean?', answers: [answer('1'), answer('2')] }
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.includes('/candidate')) return Promise.resolve(Response.json(gold))
    if (init.method === 'GET') return Promise.resolve(Response.json(practice))
    sent.push(JSON.parse(String(init.body)))
    return new Promise<Response>((resolve) => {
      answerAdding = resolve
    })
  })
})
afterEach(() => vi.unstubAllGlobals())

function open() {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <ManagePractice userId={USER} projectId={PROJECT} initialData={practice} />
    </QueryClientProvider>,
  )
}

const field = (unit: string) => screen.findByRole('textbox', { name: new RegExp(`Segment ${unit}`) })
async function lookUp() {
  fireEvent.change(screen.getByLabelText(/Number of a gold item/), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('button', { name: 'Look it up' }))
  return field('1')
}
const write = async (unit: string, value: string) => fireEvent.change(await field(unit), { target: { value } })

it('keeps reasons of answers that the gold no longer has in sight, and the warning, from key to key and through a reload', async () => {
  const { unmount } = open()
  await lookUp()
  await write('1', 'Because of one.')
  await write('2', 'Because of two.')
  unmount()
  gold = { ...gold, version: 2, answers: [answer('1')] }
  const again = open()
  await lookUp()
  await write('1', 'Because of one, still.')
  again.unmount()
  open()
  await lookUp()
  expect(screen.getByText(/has changed since you wrote these reasons/)).toBeTruthy()
  expect(screen.getByText('Because of two.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Add to practice' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ version: 2, reasons: { 1: { label: 'Because of one, still.' } } })
  expect(sent[0]?.reasons).not.toHaveProperty('2')
})

it('takes no more words while an item is added', async () => {
  open()
  await lookUp()
  await write('1', 'Because.')
  fireEvent.click(screen.getByRole('button', { name: 'Add to practice' }))
  await waitFor(async () => expect(await field('1')).toHaveProperty('readOnly', true))
  answerAdding(Response.json({ id: PROJECT }))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /Segment/ })).toBeNull())
})

it('says of which stage reasons were begun, asks before it forgets them, and leaves the focus in the form', async () => {
  const { unmount } = open()
  await lookUp()
  await write('1', 'Because.')
  unmount()
  open()
  const forget = await screen.findByRole('button', { name: 'Forget it' })
  expect(screen.getByText(/for item 3 \(Decompose\) are kept/)).toBeTruthy()
  forget.focus()
  fireEvent.click(forget)
  fireEvent.click(screen.getByRole('button', { name: /^Cancel/ }))
  expect(screen.getByRole('button', { name: 'Forget it' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Forget it' }))
  fireEvent.click(screen.getByRole('button', { name: 'Forget' }))
  await waitFor(() => expect(screen.queryByText(/are kept/)).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Number of a gold item/)))
})
