import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { itemKeys } from '@/lib/workspace/items/hooks'
import { newId } from '@/tests/support/test-id'
import { TouchedItems } from './touched-items'

const PROJECT = newId()
const itemAt = (position: number) => {
  const ids = { taskId: newId(), itemId: newId() }
  return { ...ids, stage: 'segments', position, title: `Item ${position}`, version: 1, gone: 0 }
}
const stage = { stage: 'segments', title: 'Segments', questions: ['Label'], finished: 2, withGone: 0 }

afterEach(() => {
  vi.unstubAllGlobals()
})

/** The page with two touched items, of which `left` are there once some were asked again. */
async function draw(left: number) {
  const items = [itemAt(1), itemAt(2)]
  let isAsked = false
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/ask-again')) {
      isAsked = true
      return Response.json({ asked: 2 - left, left: 0 })
    }
    const listed = isAsked ? items.slice(2 - left) : items
    return Response.json({ version: 2, stages: [stage], items: listed, total: listed.length, page: 1, pageSize: 50 })
  })
  const client = createQueryClient()
  for (const key of [itemKeys.lists(PROJECT), itemKeys.one(items[0]?.itemId ?? '')]) client.setQueryData(key, 'before')
  render(
    <QueryClientProvider client={client}>
      <main id="main" tabIndex={-1}>
        <TouchedItems projectId={PROJECT} />
      </main>
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('checkbox', { name: left === 0 ? 'All of them' : /Item 1/ }))
  const button = screen.getByRole('button', { name: /^Ask \d finished/ })
  button.focus()
  fireEvent.click(button)
  fireEvent.click(await screen.findByRole('button', { name: /^Ask again/ }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  return { client, items }
}

it('closes the dialog and keeps the focus on the page when the last item was asked again', async () => {
  const { client, items } = await draw(0)
  expect(screen.queryByText('Finished under earlier versions')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(document.getElementById('main')))
  for (const key of [itemKeys.lists(PROJECT), itemKeys.one(items[0]?.itemId ?? '')])
    expect(client.getQueryState(key)?.isInvalidated).toBe(true)
})

it('goes on with the items that are left, none of them chosen', async () => {
  await draw(1)
  expect(await screen.findByRole('checkbox', { name: /Item 2/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ask chosen items again' })).toHaveProperty('disabled', true)
  await waitFor(() => expect(document.activeElement).toBe(document.getElementById('main')))
})

it('goes from page to page with what was chosen, takes all, and says who cannot be asked before asking', async () => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (path.endsWith('/ask-again')) {
      sent.push(JSON.parse(String(init.body)))
      return Response.json({ asked: 52, left: 0 })
    }
    const page = Number(new URL(path, 'http://x').searchParams.get('page') ?? 1)
    const items = page === 1 ? [{ ...itemAt(1), gone: 1 }] : [itemAt(51)]
    const stages = [{ ...stage, finished: 52, withGone: 3 }]
    return Response.json({ version: 2, stages, items, total: 52, page, pageSize: 50 })
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TouchedItems projectId={PROJECT} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('checkbox', { name: /^1\./ }))
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: /^51\./ }))
  fireEvent.click(screen.getByRole('button', { name: 'Ask 2 finished items again' }))
  expect(await screen.findByText(/^One of them has annotators who have left/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Cancel/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Select all 52' }))
  expect(document.activeElement?.querySelector('[role=checkbox]')).not.toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Ask 52 finished items again' }))
  expect(await screen.findByText(/^3 of them have annotators who have left/)).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: /^Ask again/ }))
  await waitFor(() => expect(sent).toMatchObject([{ version: 2, taskIds: 'all', total: 52 }]))
})
