import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { RemarkForm } from './remark-form'

const TASK = '0193a0a0-0000-7000-8000-000000000001'
const NOTE = { id: TASK, unit: null, question: null, body: '', reply: null, createdAt: '2030-01-01T00:00:00.000Z' }
let answer: () => void
let lose: () => void
let sent: { body: string; remarkId: string }[]

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', (_: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    return new Promise<Response>((resolve, reject) => {
      answer = () => resolve(Response.json(NOTE))
      lose = () => reject(new TypeError('the line broke'))
    })
  })
})
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = (userId: string) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RemarkForm userId={userId} taskId={TASK} label="A note" name="note" />
    </QueryClientProvider>,
  )
const field = () => screen.getByLabelText<HTMLTextAreaElement>('A note')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
const kept = () => Object.keys(localStorage).map((key) => localStorage.getItem(key))

test('nobody finds what another person of the same browser has not sent', () => {
  const adas = show('ada')
  type('Only Ada thinks so.')
  adas.unmount()
  show('ben')
  expect(field().value).toBe('')
  cleanup()
  show('ada')
  expect(field().value).toBe('Only Ada thinks so.')
})

test('what is written while an earlier text is on its way stays', async () => {
  show('ada')
  type('First.')
  fireEvent.click(screen.getByRole('button', { name: /Send/ }))
  await waitFor(() => expect(sent).toMatchObject([{ body: 'First.' }]))
  type('First. And second.')
  await act(async () => answer())
  await waitFor(() => expect(screen.getByRole('button', { name: /Send/ }).getAttribute('aria-busy')).not.toBe('true'))
  expect(field().value).toBe('First. And second.')
})

test('what is sent again because its answer got lost is the same remark, and the next one another', async () => {
  show('ada')
  const send = async (count: number) => {
    await waitFor(() => expect(screen.getByRole('button', { name: /Send/ }).getAttribute('aria-busy')).not.toBe('true'))
    fireEvent.click(screen.getByRole('button', { name: /Send/ }))
    await waitFor(() => expect(sent).toHaveLength(count))
  }
  type('Once.')
  await send(1)
  await act(async () => lose())
  // The drawer was closed, or the page loaded again.
  cleanup()
  show('ada')
  expect(field().value).toBe('Once.')
  await send(2)
  await act(async () => answer())
  await waitFor(() => expect(field().value).toBe(''))
  type('Once.')
  await send(3)
  const [first, again, next] = sent.map(({ remarkId }) => remarkId)
  expect(again).toBe(first)
  expect(next).not.toBe(first)
})

test('what was sent is cleared, also when the form is gone before the answer', async () => {
  const form = show('ada')
  type('Sent.')
  fireEvent.click(screen.getByRole('button', { name: /Send/ }))
  await waitFor(() => expect(sent).toMatchObject([{ body: 'Sent.' }]))
  form.unmount()
  await act(async () => answer())
  await waitFor(() => expect(kept()).toEqual([]))
})
