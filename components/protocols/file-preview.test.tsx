import { readFileSync } from 'node:fs'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { sentenceFile } from '@/tests/support/protocol-file'
import { press } from '@/tests/support/test-bench'
import { FilePreview } from './file-preview'

type Shown = { [key: string]: string } | null

const show = (first: Shown) => {
  const checked = checkFile(sentenceFile('tried-here'))
  if (!checked.ok) throw new Error('the file has problems')
  const { definition } = checked
  vi.stubGlobal('fetch', async () => Response.json({ searchEngine: null }))
  const client = createQueryClient()
  const preview = (record: Shown) => (
    <QueryClientProvider client={client}>
      {/* As after every check of the text: the same definition, read anew. */}
      <FilePreview definition={{ ...definition }} record={record} />
    </QueryClientProvider>
  )
  const { rerender } = render(preview(first))
  return (record: Shown) => rerender(preview(record))
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a record is answered by the keys of its annotators, what follows from an answer is asked, and what is missing is said', () => {
  show({ id: 'a', response: 'One is odd. Two is odd.' })
  expect(screen.queryByText('In which way?')).toBeNull()
  act(() => press('w'))
  expect(screen.getByText('In which way?')).toBeDefined()
  act(() => press('ctrl+Enter'))
  expect(screen.getByText(/things are missing/)).toBeDefined()
})

test('without a record it says what to write', () => {
  show(null)
  expect(screen.getByText('Nothing to show yet')).toBeDefined()
})

test('answers stay while the same record is shown; another record begins without any', () => {
  const showNext = show({ id: 'a', response: 'One is odd. Two is odd.' })
  act(() => press('w'))
  showNext({ id: 'a', response: 'One is odd. Two is odd.' })
  expect(screen.getByText('In which way?')).toBeDefined()
  showNext({ id: 'b', response: 'Three is even.' })
  expect(screen.queryByText('In which way?')).toBeNull()
  expect(document.body.textContent).toContain('Three is even.')
})

test('a later stage shows the units that follow from the labels of the record, with what was settled before', () => {
  const [, source = ''] = /```yaml\n([^`]+)```/.exec(readFileSync('docs/protocol-files/stages.md', 'utf8')) ?? []
  const checked = checkFile(source.replace('earlier: [answers]', 'earlier: [answers, kind]'))
  if (!checked.ok) throw new Error('the file has problems')
  const { definition } = checked
  const labelled = definition.tests[0]?.record ?? null
  const preview = (record: typeof labelled) => (
    <QueryClientProvider client={createQueryClient()}>
      <FilePreview definition={definition} record={record} />
    </QueryClientProvider>
  )
  vi.stubGlobal('fetch', async () => Response.json({ searchEngine: null }))
  const { rerender } = render(preview(labelled))
  act(() => screen.getByRole('radio', { name: 'Look them up' }).click())
  const before = screen.getByRole('heading', { name: 'Settled before' }).parentElement
  expect(before?.textContent).toContain('answersyes')
  expect(screen.getByRole('heading', { name: 'Fact 1 of 1' })).toBeDefined()
  const questions = screen.getByRole('complementary', { name: 'Questions' })
  expect(within(questions).getByText('check')).toBeDefined()
  act(() => press('w'))
  expect(within(questions).getByText('Which source?')).toBeDefined()
  rerender(preview({ question: 'Who was Ada?', response: 'Ada wrote letters.' }))
  expect(screen.getByText('What this stage works on is not there yet')).toBeDefined()
})
