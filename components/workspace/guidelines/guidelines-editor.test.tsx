import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { GuidelinesEditor } from './guidelines-editor'

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const version = (number: number, body: string) => ({
  version: number,
  note: '',
  createdAt: '2030-01-01T00:00:00.000Z',
  createdBy: null,
  latest: true,
  body,
})
const FIRST = version(1, 'Read the text.')

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

function show(guideline = FIRST, userId = 'mara') {
  const onDone = vi.fn()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <GuidelinesEditor userId={userId} projectId={PROJECT} guideline={guideline} onDone={onDone} />
    </QueryClientProvider>,
  )
  return onDone
}
const text = () => screen.getByLabelText<HTMLTextAreaElement>(/Text, in Markdown/)
const note = () => screen.getByLabelText<HTMLInputElement>(/What changed/)
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const before = () => screen.queryByText(/what you wrote before/)

it('keeps what is written from key to key, for its writer only, until it is started anew', () => {
  show()
  expect(before()).toBeNull()
  write(text(), 'Read the text twice.')
  write(note(), 'Haste')
  cleanup()
  show(FIRST, 'ben')
  expect(text().value).toBe('Read the text.')
  cleanup()
  show()
  expect([text().value, note().value]).toEqual(['Read the text twice.', 'Haste'])
  expect(before()?.textContent).toContain('from version 1')
  fireEvent.click(screen.getByRole('button', { name: 'Start over' }))
  expect([text().value, note().value]).toEqual(['Read the text.', ''])
  expect(localStorage).toHaveLength(0)
})

it('can be emptied without its old text coming back', () => {
  show()
  write(text(), '')
  expect(text().value).toBe('')
  cleanup()
  show()
  expect(text().value).toBe('')
  write(text(), 'Read the text.')
  expect(localStorage).toHaveLength(0)
})

it('says that another version was published since, also while writing goes on', () => {
  show()
  write(text(), 'Read the text twice.')
  cleanup()
  show(version(2, 'Read the text slowly.'))
  expect(text().value).toBe('Read the text twice.')
  expect(screen.getByText(/Version 2 was published since/)).toBeTruthy()
  write(text(), 'Read the text twice, slowly.')
  expect(screen.getByText(/Version 2 was published since/)).toBeTruthy()
})

it('is forgotten once it is published, also when the editor is gone before the answer', async () => {
  let answer = () => {}
  const answered = new Promise<Response>((resolve) => {
    answer = () => resolve(Response.json(version(2, 'Read the text twice.')))
  })
  vi.stubGlobal('fetch', () => answered)
  show()
  write(text(), 'Read the text twice.')
  write(note(), 'Haste')
  fireEvent.click(screen.getByRole('button', { name: /Publish version 2/ }))
  cleanup()
  expect(localStorage).toHaveLength(1)
  answer()
  await waitFor(() => expect(localStorage).toHaveLength(0))
})

it('is kept when publishing fails, and forgotten when it is done', async () => {
  const problem = { type: 'about:blank', title: 'no', status: 401, code: 'unauthenticated', detail: 'Sign in.' }
  const answers = [Response.json(problem, { status: 401 }), Response.json(version(2, 'Read the text twice.'))]
  vi.stubGlobal('fetch', async () => answers.shift())
  const onDone = show()
  write(text(), 'Read the text twice.')
  write(note(), 'Haste')
  const publish = () => fireEvent.click(screen.getByRole('button', { name: /Publish version 2/ }))
  publish()
  await screen.findByText('Not published')
  expect(localStorage).toHaveLength(1)
  publish()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(localStorage).toHaveLength(0)
})
