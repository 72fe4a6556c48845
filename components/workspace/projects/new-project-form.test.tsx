import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FileSample } from '@/lib/workspace/imports/samples/contract'
import type { ProtocolEntry, RecordFile } from '@/lib/workspace/protocol-files/contract'
import { NewProjectForm } from './new-project-form'

const protocols: ProtocolEntry[] = [
  {
    protocolId: 'felm',
    id: 'felm',
    version: 1,
    newest: true,
    createdAt: null,
    createdBy: null,
    title: 'FELM',
    summary: 'Label each segment.',
    source: { paper: 'FELM', section: '3.5' },
    builtIn: true,
  },
]

const sample: FileSample = {
  records: 1,
  whole: true,
  unreadable: 0,
  estimated: null,
  fields: ['question', 'answer'],
  problem: null,
  fits: [
    {
      protocolId: 'felm',
      formats: [],
      columns: [{ field: 'response', title: 'response', from: ['answer'] }],
      records: 1,
      items: 1,
      labelled: 0,
      problem: null,
    },
  ],
}

let answered: FileSample
let requests: string[]

beforeEach(() => {
  answered = sample
  requests = []
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    return Response.json(answered)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const [felm] = protocols
const joined: ProtocolEntry = {
  ...(felm as ProtocolEntry),
  protocolId: 'spans@1',
  id: 'spans',
  title: 'Spans',
  builtIn: false,
}
const joins = { 'spans@1': [{ name: 'source', file: 'source_*.jsonl', optional: false }] }

function show(records: readonly RecordFile[] = []) {
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <NewProjectForm protocols={[...protocols, joined]} templates={[]} copied={null} records={records} joins={joins} />
    </QueryClientProvider>,
  )
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is nowhere to drop a file')
  const drop = async (name: string) => {
    fireEvent.change(input, { target: { files: [new File(['question,answer\nWhy?,So.\n'], name)] } })
    await screen.findByText(new RegExp(name))
    await waitFor(() => expect(input.disabled).toBe(false))
  }
  const dropAll = (...names: string[]) =>
    fireEvent.change(input, { target: { files: names.map((each) => new File(['{}\n'], each)) } })
  return { drop, dropAll, name: () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }) }
}

test('the name follows the file that was dropped last, until somebody has written one', async () => {
  const { drop, name } = show()
  await drop('wrong_file.csv')
  expect(name().value).toBe('wrong file')
  await drop('answers.csv')
  expect(name().value).toBe('answers')
  fireEvent.change(name(), { target: { value: 'Lakes' } })
  await drop('others.csv')
  expect(name().value).toBe('Lakes')
})

test('a table that is pasted takes the place of a file, and leaves the name to be written', async () => {
  const { name } = show()
  fireEvent.click(screen.getByRole('button', { name: 'Paste a table or texts instead' }))
  const text = 'question\tanswer\nWhy?\tSo.\n'
  fireEvent.change(screen.getByLabelText(/A table with its headings/), { target: { value: text } })
  fireEvent.click(screen.getByRole('button', { name: 'Check it' }))
  expect(await screen.findByText(/1 record\. Columns: question, answer/)).toBeDefined()
  expect(name().value).toBe('')
  expect(screen.getByRole('button', { name: 'Create project and check the file' })).toBeDefined()
})

test('the records beside the protocol take the place of a file', async () => {
  const { name } = show([{ name: 'own_words.jsonl', text: '{"question":"Why?","answer":"So."}\n' }])
  fireEvent.click(screen.getByRole('button', { name: /^Begin with own_words\.jsonl/ }))
  expect(await screen.findByText(/1 record\. Columns: question, answer/)).toBeDefined()
  expect(name().value).toBe('own words')
  expect(screen.getByRole('button', { name: 'Create project and check the file' })).toBeDefined()
})

test('a file in which no protocol finds items is said to be one', async () => {
  answered = { ...sample, fields: ['sentence'], fits: sample.fits.map((fit) => ({ ...fit, records: 0, items: 0 })) }
  const { drop } = show()
  await drop('subtask1.jsonl')
  expect(screen.getByText('No protocol finds items in subtask1.jsonl')).toBeDefined()
})

test('a file that was seen to its end and holds no record is not taken along', async () => {
  answered = { ...sample, records: 0, fields: [], problem: 'This is a picture (PNG), not a text file.', fits: [] }
  const { drop } = show()
  await drop('lake.png')
  expect(screen.getByText('lake.png cannot be read')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Create project and check the file' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Create project without a file' }))
  await waitFor(() => expect(requests.at(-1)).toBe('/api/projects'))
  answered = { ...answered, whole: false }
  await drop('long.bin')
  expect(screen.getByRole('button', { name: 'Create project and check the file' })).toBeDefined()
})

test('records and their second file begin a project together, under the protocol that reads both', async () => {
  const { dropAll, name } = show()
  dropAll('source_info.jsonl', 'answers.jsonl')
  expect(await screen.findByText(/read together with/)).toBeDefined()
  expect(screen.getByText('source_info.jsonl')).toBeDefined()
  expect(name().value).toBe('answers')
  expect(screen.getByRole('radio', { name: /^Spans/ }).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('button', { name: 'Create project and check the files' })).toBeDefined()
  // Nothing can be said of one without the other.
  expect(requests).toEqual([])
  fireEvent.click(screen.getByRole('radio', { name: /^FELM/ }))
  expect(await screen.findByText(/does not read these files together/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Create project and check the file' })).toBeDefined()
})

test('of several files that no protocol reads together the first begins the project, and the others are named', async () => {
  const { dropAll } = show()
  dropAll('one.csv', 'two.csv')
  expect(await screen.findByText('A project begins with one file: one.csv')).toBeDefined()
  expect(screen.getByText('two.csv')).toBeDefined()
  expect(await screen.findByText(/1 record\. Columns: question, answer/)).toBeDefined()
})
