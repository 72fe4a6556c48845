import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ScrollArea } from './scroll-area'

/** Elements whose size is watched, and what to call when one changes. */
let watched: Set<Element>
let measure: () => void

class Sizes {
  constructor(callback: () => void) {
    measure = callback
  }
  observe = (element: Element) => watched.add(element)
  disconnect = () => watched.clear()
}

beforeEach(() => {
  watched = new Set()
  vi.stubGlobal('ResizeObserver', Sizes)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('is a stop for Tab once content that is loaded later overflows it', async () => {
  const area = (children: ReactNode) => <ScrollArea label="Contents">{children}</ScrollArea>
  const { rerender, container } = render(area(<p key="before">Loading…</p>))
  expect(container.querySelector('section')?.tabIndex).toBe(-1)
  await act(async () => rerender(area(<article key="after">A long text</article>)))
  const content = screen.getByRole('article')
  expect(watched.has(content)).toBe(true)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(500)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(100)
  act(() => measure())
  expect(screen.getByRole('region', { name: 'Contents' }).tabIndex).toBe(0)
})

it.each([
  [0, 'right'],
  [50, 'both'],
  [200, 'left'],
  [-50, 'both'],
  [-200, 'right'],
])('fades at the edges at which it is cut: scrolled by %d, %s', (scrolled, cut) => {
  const { container } = render(
    <ScrollArea label="Table">
      <p>Wide</p>
    </ScrollArea>,
  )
  const area = container.querySelector('section')
  if (!area) throw new Error('there is an area')
  expect(area.dataset.cut).toBe('none')
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'scrollLeft', 'get').mockReturnValue(scrolled)
  fireEvent.scroll(area)
  expect(area.dataset.cut).toBe(cut)
  expect(area.className.includes('linear-gradient')).toBe(true)
})
