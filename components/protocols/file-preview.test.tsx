import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
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
