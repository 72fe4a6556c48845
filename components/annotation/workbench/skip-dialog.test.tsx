import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { annotationKeys } from '@/lib/annotation/annotations/hooks'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { SKIP_REASONS, SkipDialog } from './skip-dialog'

const TASK = '0193a0a0-0000-7000-8000-000000000009'

function open(userId: string): HTMLElement {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SkipDialog userId={userId} taskId={TASK} open onSkipped={() => {}} onOpenChange={() => {}} />
    </QueryClientProvider>,
  )
  return screen.getByRole('textbox', { name: /Reason/ })
}

it('keeps a begun reason for whoever wrote it, and shows it to nobody else who uses this browser', () => {
  localStorage.clear()
  fireEvent.change(open('ana'), { target: { value: 'I know the author' } })
  cleanup()
  expect(open('ben')).toHaveProperty('value', '')
  cleanup()
  expect(open('ana')).toHaveProperty('value', 'I know the author')
})

it('takes a common reason by arrow keys, and leaves alone what somebody has written', () => {
  localStorage.clear()
  const field = open('ana')
  expect(document.activeElement).toBe(field)
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(field).toHaveProperty('value', SKIP_REASONS[0])
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(field).toHaveProperty('value', SKIP_REASONS[1])
  fireEvent.change(field, { target: { value: 'My own words' } })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(field).toHaveProperty('value', 'My own words')
})

it('closes once the task is skipped, and has the task read again', async () => {
  localStorage.clear()
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }))
  const client = createQueryClient()
  client.setQueryData(annotationKeys.workbench(TASK), {})
  const heard: (boolean | 'skipped')[] = []
  render(
    <QueryClientProvider client={client}>
      <SkipDialog
        userId="ana"
        taskId={TASK}
        open
        onSkipped={() => heard.push('skipped')}
        onOpenChange={(open) => heard.push(open)}
      />
    </QueryClientProvider>,
  )
  fireEvent.keyDown(screen.getByRole('textbox', { name: /Reason/ }), { key: 'ArrowDown' })
  fireEvent.click(screen.getByRole('button', { name: /Skip the task/ }))
  await waitFor(() => expect(heard).toEqual([false, 'skipped']))
  expect(client.getQueryState(annotationKeys.workbench(TASK))?.isInvalidated).toBe(true)
  vi.unstubAllGlobals()
})
