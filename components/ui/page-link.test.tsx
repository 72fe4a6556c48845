import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { PageLink } from './page-link'

const { asked } = vi.hoisted(() => ({ asked: [] as unknown[] }))
vi.mock('next/link', () => ({
  default: ({ prefetch, ...props }: { prefetch: unknown }) => {
    asked.push(prefetch)
    return <a {...props} />
  },
}))

it.each(['pointerEnter', 'touchStart', 'focus'] as const)('fetches its page ahead at %s, and not before', (act) => {
  asked.length = 0
  const heard = vi.fn()
  const listener = {
    pointerEnter: { onPointerEnter: heard },
    touchStart: { onTouchStart: heard },
    focus: { onFocus: heard },
  }
  render(
    <PageLink href="/projects" {...listener[act]}>
      Projects
    </PageLink>,
  )
  expect(asked).toEqual([false])
  fireEvent[act](screen.getByRole('link'))
  expect(asked.at(-1)).toBe('auto')
  expect(heard).toHaveBeenCalledOnce()
})

it('never fetches ahead what must not be fetched unseen', () => {
  asked.length = 0
  render(
    <PageLink href="/projects" prefetch={false}>
      Projects
    </PageLink>,
  )
  fireEvent.pointerEnter(screen.getByRole('link'))
  expect(new Set(asked)).toEqual(new Set([false]))
})
