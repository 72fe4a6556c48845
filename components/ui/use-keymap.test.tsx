import { fireEvent, render } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { writeChordsOnly } from '@/lib/platform/client/keyboard-preference'
import { useKeymap } from './use-keymap'

const TABLE = [
  { id: 'next', keys: ['j'], label: 'Next', group: 'Move' },
  { id: 'save', keys: ['mod+enter'], label: 'Save', group: 'Work' },
] as const

type Handlers = Parameters<typeof useKeymap<'next' | 'save'>>[1]

function Page({ handlers, enabled }: { handlers: Handlers; enabled?: boolean }) {
  useKeymap(TABLE, handlers, enabled)
  return <textarea aria-label="Note" />
}

/** Presses a key on an element; says whether the browser may still act on it. */
const press = (element: Element, init: KeyboardEventInit) => fireEvent.keyDown(element, init)

beforeEach(() => writeChordsOnly(false))
describe('useKeymap', () => {
  it('calls the handler and keeps the key from the browser', () => {
    const next = vi.fn()
    render(<Page handlers={{ next }} />)
    expect(press(document.body, { key: 'j' })).toBe(false)
    expect(next).toHaveBeenCalledTimes(1)
  })

  it('leaves keys without a handler to the browser', () => {
    render(<Page handlers={{ next: undefined }} />)
    expect(press(document.body, { key: 'j' })).toBe(true)
  })

  it('calls the handler of the latest render', () => {
    const [first, second] = [vi.fn(), vi.fn()]
    const { rerender } = render(<Page handlers={{ next: first }} />)
    rerender(<Page handlers={{ next: second }} />)
    press(document.body, { key: 'j' })
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
  })

  it('lets letters be typed, and chords work while typing', () => {
    const [next, save] = [vi.fn(), vi.fn()]
    const note = render(<Page handlers={{ next, save }} />).getByRole('textbox')
    expect(press(note, { key: 'j' })).toBe(true)
    expect(press(note, { key: 'Enter', ctrlKey: true })).toBe(false)
    expect([next.mock.calls.length, save.mock.calls.length]).toEqual([0, 1])
  })

  it('is silent when not enabled and after it is gone', () => {
    const next = vi.fn()
    const { rerender, unmount } = render(<Page handlers={{ next }} enabled={false} />)
    press(document.body, { key: 'j' })
    rerender(<Page handlers={{ next }} enabled />)
    unmount()
    press(document.body, { key: 'j' })
    expect(next).not.toHaveBeenCalled()
  })

  it('obeys the switch for single keys', () => {
    const [next, save] = [vi.fn(), vi.fn()]
    render(<Page handlers={{ next, save }} />)
    writeChordsOnly(true)
    press(document.body, { key: 'j' })
    press(document.body, { key: 'Enter', metaKey: true })
    expect([next.mock.calls.length, save.mock.calls.length]).toEqual([0, 1])
  })

  it('obeys the switch also where the browser keeps nothing', () => {
    const refuse = () => {
      throw new DOMException('storage is forbidden', 'SecurityError')
    }
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
    const next = vi.fn()
    render(<Page handlers={{ next }} />)
    writeChordsOnly(true)
    press(document.body, { key: 'j' })
    writeChordsOnly(false)
    press(document.body, { key: 'j' })
    expect(next).toHaveBeenCalledTimes(1)
    vi.restoreAllMocks()
  })
})
