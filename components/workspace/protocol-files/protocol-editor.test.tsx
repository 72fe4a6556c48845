import { readFileSync } from 'node:fs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Toaster } from '@/components/ui/toaster'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { ProtocolEditor } from './protocol-editor'

const SOURCE = readFileSync('docs/examples/protocols/my-labels.yaml', 'utf8')

let warnings: { line: number; column: number; message: string; fix: string }[]

beforeEach(() => {
  localStorage.clear()
  warnings = []
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { source } = JSON.parse(body) as { source: string }
    const checked = checkFile(source)
    return Response.json({
      problems: checked.ok ? [] : checked.problems,
      warnings,
      definition: checked.ok ? checked.definition : null,
      record: null,
      tests: 1,
    })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function show() {
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <ProtocolEditor
        userId="u"
        initial={{ source: SOURCE, files: [{ name: 'my-labels.jsonl', text: '{}\n' }] }}
        from={{ key: 'example/own', title: 'the example “own”' }}
        examples={[]}
        Preview={({ definition }) => <p>Preview of {definition.id}</p>}
      />
      <Toaster />
    </QueryClientProvider>,
  )
  const drop = (files: File[]) => {
    const input = container.querySelector('input[type=file]')
    if (input) fireEvent.change(input, { target: { files } })
  }
  const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Protocol file' })
  return { drop, field, write: (value: string) => fireEvent.change(field(), { target: { value } }) }
}

test('the preview stays while a line is wrong, and a button leads to the first problem', async () => {
  const { field, write } = show()
  expect(await screen.findByText('Preview of my-labels')).toBeDefined()
  write(SOURCE.replace('raters: 2', 'rater: 2'))
  fireEvent.click(await screen.findByRole('button', { name: 'To the problem' }))
  expect(screen.getByText('As it was before the file had problems.')).toBeDefined()
  expect(screen.getByText('Preview of my-labels')).toBeDefined()
  expect(field().value.slice(field().selectionStart)).toMatch(/^rater: 2/)
  write(SOURCE)
  await waitFor(() => expect(screen.queryByText('As it was before the file had problems.')).toBeNull())
})

test('records of the beginning go along only while the text names them', async () => {
  const { write } = show()
  const own = () => screen.queryByRole('button', { name: 'Take out my-labels.jsonl' })
  expect(own()).not.toBeNull()
  write(SOURCE.replaceAll('my-labels.jsonl', 'mine.jsonl'))
  expect(own()).toBeNull()
  write(SOURCE)
  expect(own()).not.toBeNull()
})

test('starting over can be taken back, with the records', async () => {
  const { drop, field, write } = show()
  const own = SOURCE.replace('id: my-labels', 'id: other-words')
  write(own)
  drop([new File(['{}\n'], 'more.jsonl')])
  const more = () => screen.queryByRole('button', { name: 'Take out more.jsonl' })
  await waitFor(() => expect(more()).not.toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Start over' }))
  expect(field().value).toBe(SOURCE)
  expect(more()).toBeNull()
  const message = (await screen.findByText('Started over')).closest('li')
  if (message) fireEvent.click(within(message).getByRole('button', { name: 'Undo' }))
  expect(field().value).toBe(own)
  expect(more()).not.toBeNull()
})

test('what was written and the records beside it are there again when the page is opened again', async () => {
  const { drop, write } = show()
  write(SOURCE.replace('id: my-labels', 'id: other-words'))
  drop([new File(['{}\n'], 'more.jsonl')])
  expect(await screen.findByRole('button', { name: 'Take out more.jsonl' })).toBeDefined()
  cleanup()
  const { field } = show()
  expect(field().value).toContain('id: other-words')
  expect(screen.getByRole('button', { name: 'Take out more.jsonl' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Take out my-labels.jsonl' })).toBeDefined()
})

test('of several protocol files the first is open, and the others are named', async () => {
  const { drop, field } = show()
  drop([new File([SOURCE.replace('id: my-labels', 'id: one')], 'one.yaml'), new File([SOURCE], 'two.yml')])
  expect(await screen.findByText('Only one protocol file is open at a time')).toBeDefined()
  expect(screen.getByText('two.yml')).toBeDefined()
  expect(field().value).toContain('id: one')
})

test('a warning leads to its line, beside tests that hold, and does not keep a file from being published', async () => {
  warnings = [{ line: 4, column: 1, message: 'No label of this record is read.', fix: 'Give it some.' }]
  const { field } = show()
  expect(await screen.findByText('One warning')).toBeDefined()
  expect(screen.getByText('No problems; 1 test holds.')).toBeDefined()
  expect(screen.getByText(/No label of this record is read\. Give it some\./)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'line 4, column 1' }))
  expect(field().value.slice(field().selectionStart)).toMatch(/^version: /)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(false)
})
