import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { Button } from './button'

const KEY: KeyBinding = { id: 'notes', keys: ['m'], label: 'My notes', group: 'Help' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const hint = () => document.querySelector('[role=tooltip]')?.textContent ?? null
const draw = () => {
  render(
    <Button size="icon" aria-label="Notes" hiddenShortcut={KEY}>
      <svg />
    </Button>,
  )
  return screen.getByRole('button', { name: 'Notes' })
}

it('shows the name and the key of an icon while the pointer rests on it', () => {
  const button = draw()
  expect(hint()).toBeNull()
  fireEvent.pointerEnter(button, { pointerType: 'mouse' })
  act(() => void vi.runAllTimers())
  expect(hint()).toBe('NotesM')
  fireEvent.pointerLeave(button)
  act(() => void vi.runAllTimers())
  expect(hint()).toBeNull()
})

it('goes away on Escape, and does not come for a finger', () => {
  const button = draw()
  fireEvent.pointerEnter(button, { pointerType: 'touch' })
  act(() => void vi.runAllTimers())
  expect(hint()).toBeNull()
  fireEvent.pointerEnter(button, { pointerType: 'mouse' })
  act(() => void vi.runAllTimers())
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(hint()).toBeNull()
})

it('comes when Tab moves to the control, not when the page puts the focus there', () => {
  const button = draw()
  act(() => button.focus())
  expect(hint()).toBeNull()
  fireEvent.keyUp(button, { key: 'Tab' })
  expect(hint()).toBe('NotesM')
  fireEvent.blur(button)
  expect(hint()).toBeNull()
})
