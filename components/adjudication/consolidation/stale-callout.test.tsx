import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { protocolById, stageByKey } from '@/lib/protocols'
import { type Desk, DeskContext } from './desk-context'
import { StaleCallout } from './stale-callout'

const ID = '0193a0a0-0000-7000-8000-000000000001'
const saved: OutboxStatus = { state: 'saved', count: 0, unkept: false }
const calls: string[] = []
const onTakenOver = () => void calls.push('left the desk')

/** Takes over at a desk whose choices stand like this once they were tried. */
function takeOver(status: OutboxStatus) {
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path)
    return new Response(null, { status: 204 })
  })
  const flush = async () => {
    calls.push('saved the choices')
    return status
  }
  const view = {
    projectId: ID,
    itemId: ID,
    taskId: ID,
    protocolId: 'factcheck-bench',
    units: [],
    stale: { changes: [] },
    abilities: { settleStale: true },
  }
  const desk = { view, waiting: { flush }, stage: stageByKey(protocolById('factcheck-bench'), 'verify') }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DeskContext value={desk as unknown as Desk}>
        <StaleCallout onTakenOver={onTakenOver} />
      </DeskContext>
    </QueryClientProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Take over' }))
  const dialog = within(screen.getByRole('alertdialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Take over' }))
  return dialog
}

afterEach(() => {
  vi.unstubAllGlobals()
  calls.length = 0
})

it('opens no new round before every choice made at the desk is saved', async () => {
  const dialog = takeOver({ ...saved, state: 'waiting', count: 2 })
  expect(await dialog.findByText(/Nothing is taken over before everything is saved/)).toBeDefined()
  expect(calls).toEqual(['saved the choices'])
})

it('takes over once everything is saved', async () => {
  takeOver(saved)
  await waitFor(() => expect(calls).toEqual(['saved the choices', `/api/tasks/${ID}/take-over`, 'left the desk']))
})
