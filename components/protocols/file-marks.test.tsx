/** Marks of a protocol file, each with questions of its own, made and answered by keys as annotators make them. */
import { readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import type { Json } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { press, write } from '@/tests/support/test-bench'
import { FilePreview } from './file-preview'

const RECORD = { source: 'It opened in 1912.', response: 'The old bank opened in 1921.' }

function show(record: Json = RECORD) {
  const checked = checkFile(readFileSync('docs/examples/protocols/explained-spans.yaml', 'utf8'))
  if (!checked.ok) throw new Error('the file has problems')
  vi.stubGlobal('fetch', async () => Response.json({ searchEngine: null }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FilePreview definition={checked.definition} record={record} />
    </QueryClientProvider>,
  )
}

const work = (...keys: string[]) => {
  for (const key of keys) act(() => press(key))
}
const response = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What does the source not support?' })
const source = () =>
  screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Which words of the source contradict it?' })
/** Chooses the words in a text, as Shift and the arrows do. */
const choose = (field: HTMLTextAreaElement | null, words: string) => {
  const at = field?.value.indexOf(words) ?? -1
  act(() => {
    field?.focus()
    field?.setSelectionRange(at, at + words.length, 'forward')
  })
}
/** The marks in their list: their words, and what was chosen about them. */
const marks = () =>
  [...document.querySelectorAll<HTMLElement>('aside li[data-entry]')].map((entry) => {
    const name = entry.getAttribute('aria-label')
    const words = entry.querySelector('[dir=auto]')?.textContent ?? ''
    return `${name}: ${words}`
  })
const open = () => document.querySelector('aside [aria-current=step]')?.getAttribute('aria-label') ?? 'no entry'

beforeEach(() => {
  localStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('words are marked by the key of a kind, and the questions about them are answered from the text', () => {
  show()
  work('o', 'shift+M')
  expect(response()).toBe(document.activeElement)
  choose(response(), '1921')
  work('1')
  expect(marks()).toEqual(['Mark 1 of 1: 1921'])
  expect(open()).toBe('Mark 1 of 1')
  expect(screen.getByText('Marked “1921” as Evident Conflict. 1 span in all.')).toBeTruthy()
  // Whoever marks stays in the text, where keys answer about the mark.
  expect(response()).toBe(document.activeElement)
  work('i')
  expect(response()).toBe(document.activeElement)
  const entry = within(document.querySelector<HTMLElement>('aside li[data-entry]') ?? document.body)
  expect(entry.getByRole('button', { name: /^Yes/, pressed: true })).toBeTruthy()
  // The words of the source that contradict it, in the other text.
  work('shift+M')
  expect(source()).toBe(document.activeElement)
  choose(source(), '1912')
  work('Enter')
  expect(entry.getByRole('list', { name: 'Marked spans' }).textContent).toContain('1912')
  // Why, and back to the text with the mark chosen.
  work('Escape', 'e')
  act(() => write('The year is another.'))
  work('Escape', 'shift+M')
  expect(response()).toBe(document.activeElement)
  expect([response().selectionStart, response().selectionEnd]).toEqual([23, 27])
})

test('words are marked before they have a kind, stand in the order of the text, and are moved and taken out in one step each', () => {
  show()
  work('o', 'shift+M')
  choose(response(), 'in 1921')
  work('Enter')
  expect(marks()).toEqual(['Mark 1 of 1: in 1921'])
  choose(response(), 'old')
  work('2')
  expect(marks()).toEqual(['Mark 1 of 2: old', 'Mark 2 of 2: in 1921'])
  expect(open()).toBe('Mark 1 of 2')
  // The kind of the open mark, not another mark.
  work('3')
  expect(marks()).toHaveLength(2)
  act(() => response().setSelectionRange(4, 12, 'forward'))
  work('Enter')
  expect(marks()).toEqual(['Mark 1 of 2: old bank', 'Mark 2 of 2: in 1921'])
  work('ctrl+z')
  expect(marks()).toEqual(['Mark 1 of 2: old', 'Mark 2 of 2: in 1921'])
  // From mark to mark, in the text.
  work('shift+M', '.')
  expect(open()).toBe('Mark 2 of 2')
  expect(screen.getByText('Span 2 of 2: “in 1921”.')).toBeTruthy()
  work('Delete')
  expect(marks()).toEqual(['Mark 1 of 1: old'])
  expect(response()).toBe(document.activeElement)
  work('ctrl+z')
  expect(marks()).toEqual(['Mark 1 of 2: old', 'Mark 2 of 2: in 1921'])
  // And in the list by its own key.
  expect(open()).toBe('Mark 2 of 2')
  work('x')
  expect(marks()).toEqual(['Mark 1 of 1: old'])
})

test('a mark is reached by the pointer in its text and from its row, and is known there by the line of its kind', () => {
  show({ source: 'دشّنت المكتبة عام ١٩١٢.', response: 'دشّنت المكتبة عام ١٩٢١.' })
  choose(response(), '١٩٢١')
  work('1')
  expect(marks()).toEqual(['Mark 1 of 1: ١٩٢١'])
  const drawn = response().parentElement?.querySelector('[id$="-span-1"]')
  expect(drawn?.textContent).toBe('١٩٢١')
  expect(drawn?.querySelector('.border-solid')).toBeTruthy()
  act(() => {
    response().setSelectionRange(0, 0)
    fireEvent.select(response())
  })
  expect(open()).toBe('no entry')
  act(() => {
    response().setSelectionRange(19, 19)
    fireEvent.select(response())
  })
  expect(open()).toBe('Mark 1 of 1')
  act(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Show in the text' }))
  })
  expect([response().selectionStart, response().selectionEnd]).toEqual([18, 22])
  choose(response(), 'عام')
  act(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Move to the chosen words' }))
  })
  expect(marks()).toEqual(['Mark 1 of 1: عام'])
})

test('the key that adds leads to the text where no words are chosen, and marks them where some are', () => {
  show()
  work('o', 'c')
  expect(response()).toBe(document.activeElement)
  choose(response(), 'bank')
  work('c')
  expect(marks()).toEqual(['Mark 1 of 1: bank'])
})
