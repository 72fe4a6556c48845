/** Lists of a protocol file, answered by keys alone as its annotators answer them. */

import { readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import type { Json } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { press, write } from '@/tests/support/test-bench'
import { FilePreview } from './file-preview'

function show(example: string, record: Json) {
  const checked = checkFile(readFileSync(`docs/examples/protocols/${example}.yaml`, 'utf8'))
  if (!checked.ok) throw new Error('the file has problems')
  vi.stubGlobal('fetch', async () => Response.json({ searchEngine: null }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <FilePreview definition={checked.definition} record={record} />
    </QueryClientProvider>,
  )
}

/** The keys and what is written between them, one act each. */
const work = (...steps: (string | { writes: string })[]) => {
  for (const step of steps) act(() => (typeof step === 'string' ? press(step) : write(step.writes)))
}
/** The entries on the screen, each with how deep it lies and its name. */
const entries = () =>
  [...document.querySelectorAll('aside li[data-entry]')].map((entry) => {
    let depth = 0
    for (let at = entry.parentElement?.closest('[data-entry]'); at; at = at.parentElement?.closest('[data-entry]'))
      depth += 1
    return `${'> '.repeat(depth)}${entry.getAttribute('aria-label')}`
  })
const open = () => document.querySelector('aside [aria-current=step]')?.getAttribute('aria-label') ?? 'no entry'

beforeEach(() => {
  localStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('questions and their answers, a list in a list, are added, answered, moved and taken out, and undone', () => {
  show('claim-questions', { claim: 'The bridge is the oldest of the county.' })
  work('c', { writes: 'When was it built?' }, 'Enter')
  expect(open()).toBe('Question 1 of 1')
  work('shift+c', { writes: 'In 1410.' }, 'Enter', 'r', { writes: 'https://example.org/town' }, 'Enter', 't')
  expect(entries()).toEqual(['Question 1 of 1', '> Answer 1 of 1'])
  // What was added last leads to the question, whose next answer or next question is added from there.
  expect(open()).toBe('Question 1 of 1')
  work('shift+c', { writes: 'Nobody knows.' }, 'Escape', 'u')
  expect(open()).toBe('Question 1 of 1')
  expect(entries()).toEqual(['Question 1 of 1', '> Answer 1 of 2', '> Answer 2 of 2'])
  work('c', { writes: 'Which are older?' }, 'Escape')
  expect(entries()).toEqual(['Question 1 of 2', 'Question 2 of 2'])
  work('shift+ArrowUp')
  expect(open()).toBe('Question 1 of 2')
  work('x')
  expect(entries()).toEqual(['Question 1 of 1', '> Answer 1 of 2', '> Answer 2 of 2'])
  work('ctrl+z', 'ctrl+Enter')
  expect(screen.getByText(/things? (is|are) missing/)).toBeDefined()
  expect(entries()).toHaveLength(2)
  work('x', 'ctrl+Enter')
  expect(screen.queryByText(/things? (is|are) missing/)).toBeNull()
})

test('facts of a sentence are listed where it says something about the person, and stand with it when it does not', () => {
  show('atomic-facts', { topic: 'A', annotations: [{ text: 'A sings and writes.', 'human-atomic-facts': null }] })
  work('c')
  expect(entries()).toEqual([])
  work('r', 'c', { writes: 'A sings and writes.' })
  const field = document.activeElement
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('no field is open')
  field.setSelectionRange(8, 8)
  work('ctrl+shift+Enter')
  expect(entries()).toEqual(['Fact 1 of 2', 'Fact 2 of 2'])
  work('y', 'k', 'shift+j')
  expect(entries()).toEqual(['Fact 1 of 1'])
  work('ctrl+z', 'k', 'o')
  expect(entries()).toEqual([])
  work('ctrl+z')
  expect(entries()).toEqual(['Fact 1 of 2', 'Fact 2 of 2'])
})

test('an entry that holds a list has no buttons to split or join it, and one that holds none has', () => {
  const tools = () =>
    [...document.querySelectorAll('aside [role=toolbar] button')].map(({ textContent }) => textContent)
  show('claim-questions', { claim: 'The bridge is the oldest of the county.' })
  work('c', { writes: 'When was it built?' }, 'Escape')
  expect(tools().join(' ')).toContain('Delete')
  expect(tools().join(' ')).not.toMatch(/Split|Join/)
  work('shift+c', { writes: 'In 1410.' }, 'Escape')
  expect(tools().join(' ')).not.toMatch(/Split|Join/)
  cleanup()
  show('atomic-facts', { topic: 'A', annotations: [{ text: 'A sings and writes.', 'human-atomic-facts': null }] })
  work('r', 'c', { writes: 'A sings and writes.' }, 'Escape')
  expect(tools().join(' ')).toMatch(/Split.*Join/)
})
