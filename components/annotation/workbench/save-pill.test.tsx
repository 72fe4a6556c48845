import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import { SavePill } from './save-pill'

it('is read out once when saving fails and once when it works again, whatever is saved or tried in between', () => {
  const status = (state: OutboxStatus['state'], count: number): OutboxStatus => ({ state, count, unkept: false })
  const page = render(<SavePill status={status('saved', 0)} />)
  const heard: string[] = []
  const steps = ['saving', 'saved', 'saving', 'waiting', 'saving', 'waiting', 'saved', 'saving', 'saved'] as const
  for (const [count, state] of steps.entries()) {
    page.rerender(<SavePill status={status(state, count)} />)
    const words = screen.getByRole('status').textContent?.trim() ?? ''
    if (heard.at(-1) !== words) heard.push(words)
  }
  expect(heard).toEqual(['Saved.', 'Not saved yet: waiting for the server.', 'Saved.'])
})

it('reads out nothing while a page opens', () => {
  const status = (state: OutboxStatus['state']): OutboxStatus => ({ state, count: 1, unkept: false })
  const page = render(<SavePill status={status('opening')} />)
  const words = () => screen.getByRole('status').textContent?.trim()
  expect(words()).toBe('')
  expect(page.container.textContent).toContain('Opening…')
  page.rerender(<SavePill status={status('waiting')} />)
  expect(words()).toBe('Not saved yet: waiting for the server.')
})

it('leads to signing in beside a tab that has to stay open', () => {
  const status = { state: 'signed-out', count: 1, unkept: false } as const
  const target = () => screen.getByRole('link', { name: /^Sign in/ }).getAttribute('target')
  const page = render(<SavePill status={status} />)
  expect(target()).toBeNull()
  page.rerender(<SavePill status={status} holdsTab />)
  expect(target()).toBe('_blank')
})
