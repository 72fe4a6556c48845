import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FileCounts, ImportDetail, PreviewRecord } from '@/lib/workspace/imports/contract'
import { ImportView } from './import-view'

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const IMPORT = '0190aaaa-0000-7000-8000-000000000001'

const counts = (given: Partial<FileCounts> = {}, here: Partial<FileCounts['here']> = {}): FileCounts => ({
  newCount: 2,
  duplicateCount: 1,
  repeatedCount: 0,
  labelledCount: 2,
  here: { labelled: 0, free: 0, notJoined: [], submitted: [], ...here },
  ...given,
})

const detail = (given: Partial<ImportDetail> = {}): ImportDetail => ({
  id: IMPORT,
  projectId: PROJECT,
  fileName: 'records.jsonl',
  byteSize: 2400,
  sha256: null,
  state: 'ready',
  format: 'FELM record',
  progress: 1,
  received: 2400,
  recordCount: 3,
  newCount: 2,
  duplicateCount: 1,
  labelledCount: 2,
  joinedCount: 0,
  problemCount: 0,
  warningCount: 0,
  error: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  finishedAt: null,
  options: null,
  groups: [],
  joins: [],
  problems: [],
  preview: [],
  byContent: counts(),
  byId: null,
  notJoined: [],
  hasTasks: false,
  raters: 2,
  file: null,
  reading: { choice: {}, facts: null },
  targets: { fields: [], questions: [], ruleDomains: [], domains: [{ value: 'wk', text: 'World knowledge' }] },
  votes: false,
  people: [{ id: PROJECT, name: 'Ada', email: 'ada@example.org' }],
  ...given,
})

let requests: string[]
let current: ImportDetail

beforeEach(() => {
  requests = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push([init.method, url, init.body].filter(Boolean).join(' '))
    return Response.json(current)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const StartWork = ({ children }: { projectId: string; children: string }) => <button type="button">{children}</button>

function show(data: ImportDetail, canChange = true) {
  current = data
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  render(
    <QueryClientProvider client={client}>
      <ImportView canChange={canChange} initialData={data} StartWork={StartWork} />
    </QueryClientProvider>,
  )
}

describe('a checked file', () => {
  it('says what is new and what is already here, and is written with the defaults', async () => {
    show(detail())
    expect(screen.getByText('2 new records, no problems')).toBeDefined()
    expect(screen.getByText(/1 record is already here and will not be added again/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Import 2 records' }))
    await waitFor(() =>
      expect(requests[0]).toBe(
        `POST /api/imports/${IMPORT}/apply {"labels":"ignore","open":true,"identity":"content","records":"all"}`,
      ),
    )
  })

  it('says beside the button what becomes of labels and tasks', () => {
    show(detail())
    expect(screen.getByText('Labels of 2 new records are not used. Tasks open at once.')).toBeDefined()
    fireEvent.click(screen.getByRole('radio', { name: 'Gold' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Open the tasks at once' }))
    expect(screen.getByText('Labels of 2 new records become gold.')).toBeDefined()
    fireEvent.click(screen.getByRole('radio', { name: 'Suggestions' }))
    expect(screen.getByText('Labels of 2 new records become suggestions. Tasks stay in preparation.')).toBeDefined()
  })

  it('tells what repeats an item of the file from what is here, before and after it is written', () => {
    const byContent = counts({ duplicateCount: 4, repeatedCount: 3 })
    show(detail({ duplicateCount: 4, byContent }))
    expect(screen.getByText(/1 record is already here and will not be added again/)).toBeDefined()
    expect(screen.getByText(/3 records repeat an item of this file; each item is added once/)).toBeDefined()
    cleanup()
    show(detail({ state: 'done', duplicateCount: 3, byContent: counts({ duplicateCount: 3, repeatedCount: 3 }) }))
    expect(screen.getByText(/3 records repeat an item of this file/)).toBeDefined()
    expect(screen.queryByText(/already here/)).toBeNull()
  })

  it('is not written as somebody’s work before it is said whose', () => {
    show(detail())
    fireEvent.click(screen.getByRole('radio', { name: 'One member’s submitted work' }))
    fireEvent.click(screen.getByRole('button', { name: 'Import 2 records' }))
    expect(screen.getByText('Say whose work the labels are.')).toBeDefined()
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /Whose work/ }))
    expect(requests).toEqual([])
  })

  it('gives its new items a domain, a source and tags of the manager’s own, where they are wanted', async () => {
    show(detail())
    fireEvent.click(screen.getByRole('button', { name: 'Give the items a domain, a source or tags of your own' }))
    fireEvent.change(screen.getByRole('combobox', { name: 'Own domain' }), { target: { value: ' lakes ' } })
    fireEvent.change(screen.getByRole('textbox', { name: 'Tags' }), { target: { value: 'pilot, deep, pilot,' } })
    fireEvent.click(screen.getByRole('button', { name: 'Import 2 records' }))
    const own = { domain: 'lakes', source: null, tags: ['pilot', 'deep'] }
    const body = { labels: 'ignore', open: true, identity: 'content', records: 'all', own }
    await waitFor(() => expect(requests[0]).toBe(`POST /api/imports/${IMPORT}/apply ${JSON.stringify(body)}`))
  })

  it('offers none of them where no item is new', () => {
    show(detail({ newCount: 0, byContent: counts({ newCount: 0 }) }))
    expect(screen.queryByRole('button', { name: /Give the items a domain/ })).toBeNull()
  })

  it('offers votes as votes or not at all, and says why', () => {
    show(detail({ votes: true }))
    const offered = screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))
    expect(offered).toEqual(['gold', 'ignore'])
    expect(screen.getByText(/can be nobody’s work, and no suggestion/)).toBeDefined()
  })

  it('offers nothing for labels that are not there, and no button in an archived project', () => {
    show(detail({ labelledCount: 0, byContent: counts({ labelledCount: 0 }) }), false)
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByRole('button', { name: /Import/ })).toBeNull()
  })

  it('with nothing new says so', () => {
    show(detail({ newCount: 0, duplicateCount: 3, byContent: counts({ newCount: 0, labelledCount: 0 }) }))
    expect(screen.getByText('There is nothing new in this file')).toBeDefined()
    expect(screen.getByText(/All 3 records are already in the project/)).toBeDefined()
  })
})

describe('labels of items that are here', () => {
  const submitted = [{ userId: PROJECT, count: 3 }]
  const known = counts({ newCount: 0, duplicateCount: 3, labelledCount: 0 }, { labelled: 3, free: 3, submitted })
  const here = detail({ newCount: 0, duplicateCount: 3, labelledCount: 0, byContent: known })

  it('are offered as the next person’s work, and whose it is is asked', async () => {
    show(here)
    expect(screen.getByText(/Labels of 3 items can be added as the second person’s work/)).toBeDefined()
    const act = screen.getByRole('button', { name: 'Add labels of 3 items' })
    fireEvent.click(act)
    expect(screen.getByText('Say whose work the labels are.')).toBeDefined()
    fireEvent.click(screen.getByRole('combobox', { name: /Whose work/ }))
    fireEvent.click(await screen.findByRole('option', { name: /Ada .* has labels on 3 of these items/ }))
    fireEvent.change(screen.getByRole('spinbutton', { name: /People who label/ }), { target: { value: '3' } })
    fireEvent.click(act)
    const work = { personId: PROJECT, independent: false, raters: 3 }
    const body = { labels: 'person', open: true, identity: 'content', records: 'all', ...work }
    await waitFor(() => expect(requests[0]).toBe(`POST /api/imports/${IMPORT}/apply ${JSON.stringify(body)}`))
  })

  it('are nothing to import where they are all here', () => {
    show(detail({ newCount: 0, duplicateCount: 3, byContent: counts({ newCount: 0, duplicateCount: 3 }) }))
    expect(screen.getByText('There is nothing new in this file')).toBeDefined()
    expect(screen.queryByRole('button', { name: /Import/ })).toBeNull()
  })

  it('that are left out are counted with the reason and their lines', () => {
    const notJoined = [{ reason: 'units' as const, count: 7, lines: [2, 3, 5, 8, 9] }]
    show(detail({ byContent: counts({}, { labelled: 7, notJoined }) }))
    expect(screen.getByRole('listitem').textContent).toMatch(/^of 7 items, because .*\(lines 2, 3, 5, 8, 9, \.\.\.\)$/)
  })

  it('by the id alone, where that makes a difference', async () => {
    const byId = counts({ newCount: 0, duplicateCount: 3, labelledCount: 0 }, { labelled: 3, free: 3 })
    show(detail({ byId }))
    fireEvent.click(screen.getByRole('radio', { name: 'the same id, whatever its content' }))
    expect(screen.getByText('Nothing would be added.')).toBeDefined()
    fireEvent.click(screen.getByRole('radio', { name: 'One member’s submitted work' }))
    fireEvent.click(screen.getByRole('combobox', { name: /Whose work/ }))
    fireEvent.click(await screen.findByRole('option', { name: /Ada/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Add labels of 3 items' }))
    await waitFor(() => expect(requests[0]).toContain('"identity":"id"'))
  })

  it('were added: says so, and leads to the agreement', () => {
    show(detail({ state: 'done', newCount: 0, duplicateCount: 3, joinedCount: 3 }))
    expect(screen.getByText('Labels of 3 items added')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Show the agreement' }).getAttribute('href')).toMatch(/agreement$/)
  })
})

it('a refused file shows each problem with its line and field', () => {
  const problem = {
    line: 7,
    field: 'labels[1]',
    message: 'Not true or false.',
    fix: 'Write true or false.',
    severity: 'error',
    kind: 'k',
  } as const
  const fix = 'Write true or false.'
  const group = { severity: 'error' as const, kind: 'k', message: 'Not true or false.', count: 1500, fix }
  const groups = [{ ...group, lines: '7 to 1506' }]
  const none = { newCount: 0, duplicateCount: 0, byContent: counts({ newCount: 0, duplicateCount: 0 }) }
  show(detail({ state: 'refused', problemCount: 1500, problems: [problem], groups, ...none }))
  expect(screen.getByRole('alert').textContent).toContain('1,500 problems in this file')
  const cells = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(cells('Problems and warnings by kind')).toEqual(['7 to 1506', '1500', 'Problem: Not true or false.', fix])
  expect(cells('Problems by line')).toEqual(['7', 'labels[1]', 'Problem: Not true or false.', fix])
  expect(screen.getByText(/The first 1 finding of 1500 are listed/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Import/ })).toBeNull()
})

it('of a file imported without the records that had problems, does not say that every record was new', () => {
  const options = { labels: 'ignore', open: true, independent: false, identity: 'content', records: 'good' } as const
  show(detail({ state: 'done', options, problemCount: 1, duplicateCount: 0, byContent: counts({ duplicateCount: 0 }) }))
  expect(screen.getByText(/Records with problems were left out/)).toBeDefined()
  expect(screen.queryByText(/Every record was new/)).toBeNull()
})

describe('a file that is written', () => {
  const options = { labels: 'gold', open: true, independent: false, identity: 'content', records: 'all' } as const
  const offered = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

  it('leads to its first item where there is one to label', () => {
    show(detail({ state: 'done', options, hasTasks: true }))
    expect(screen.getByRole('button', { name: 'Label the first item' })).toBeDefined()
    expect(offered()).not.toContain('Show the dataset')
  })

  it('leads to the dataset where all of it is gold, and offers nobody an item to label', () => {
    show(detail({ state: 'done', options }))
    expect(screen.queryByRole('button', { name: 'Label the first item' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Show the dataset' }).getAttribute('href')).toBe(
      `/projects/${PROJECT}/dataset`,
    )
    expect(offered()).toEqual(['Import', 'Show the dataset', 'Show the items'])
  })

  it('offers neither where its tasks are not for the reader, or not open yet', () => {
    show(detail({ state: 'done', options: { ...options, labels: 'ignore', open: false } }))
    expect(screen.queryByRole('button', { name: 'Label the first item' })).toBeNull()
    expect(offered()).toEqual(['Import', 'Show the items', 'Invite people'])
  })
})

it('a warning is found, and not wrong', () => {
  const group = {
    severity: 'warning' as const,
    kind: 'w',
    message: 'Not used: Page.',
    count: 1,
    lines: '1',
    fix: 'Nothing.',
  }
  show(detail({ warningCount: 1, groups: [group], problems: [{ ...group, line: 1, field: '' }] }))
  expect(screen.getAllByRole('columnheader', { name: 'What was found' })).toHaveLength(2)
  expect(screen.queryByRole('columnheader', { name: 'What is wrong' })).toBeNull()
})

it('while it is being checked the bar follows', async () => {
  show(detail({ state: 'checking', progress: 0.25 }))
  expect(screen.getByRole('progressbar', { name: 'Checking every record' }).getAttribute('aria-valuenow')).toBe('25')
  current = detail({ state: 'checking', progress: 0.75 })
  await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('75'))
})

it('of a file with problems, the records without them can be imported, and the others downloaded', async () => {
  show(detail({ state: 'refused', problemCount: 1 }))
  expect(screen.getByRole('link', { name: 'Download the rejected records' }).getAttribute('href')).toBe(
    `/api/imports/${IMPORT}/rejected`,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Import the 2 good records' }))
  await waitFor(() => expect(requests[0]).toContain('"records":"good"'))
})

describe('columns', () => {
  const column = (name: string, sample: string, words: string[] | null = null) => ({
    name,
    filled: 2,
    samples: [sample],
    words: words?.map((word) => ({ word, count: 1 })) ?? null,
    isList: false,
  })
  const targets: ImportDetail['targets'] = {
    fields: [
      { key: 'prompt', title: 'Prompt', required: false },
      { key: 'response', title: 'Response', required: true },
    ],
    questions: [
      {
        unit: 'segment',
        unitTitle: 'segment',
        question: 'label',
        title: 'Label',
        options: [
          { value: true, text: 'True', tone: 'positive' },
          { value: false, text: 'False', tone: 'negative' },
        ],
      },
    ],
    ruleDomains: [],
    domains: [],
  }
  const file: ImportDetail['file'] = {
    mapping: { fields: { response: ['Answer'] }, labels: [], domains: {} },
    isReadable: false,
    competing: [],
    missing: [],
    spelled: [],
    columns: [column('Answer', 'It is old.'), column('Verdict', 'correct', ['correct', 'unsure'])],
    unused: ['Verdict'],
  }

  it('are shown as they were guessed, and read otherwise on demand, labels and their words too', async () => {
    show(detail({ file, targets }))
    const again = screen.getByRole('button', { name: 'Check again with these columns' })
    expect(again).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('combobox', { name: 'What Verdict is read as' }))
    fireEvent.click(await screen.findByRole('option', { name: 'Label (of a segment)' }))
    expect(screen.getByRole('combobox', { name: 'What correct means in Verdict' }).textContent).toBe('True')
    fireEvent.click(screen.getByRole('combobox', { name: 'What unsure means in Verdict' }))
    fireEvent.click(await screen.findByRole('option', { name: 'Left out' }))
    fireEvent.click(again)
    const labels = [
      { column: 'Verdict', unit: 'segment', question: 'label', place: 1, values: { correct: true, unsure: null } },
    ]
    const body = { mapping: { fields: { response: ['Answer'] }, labels, domains: {} } }
    await waitFor(() => expect(requests[0]).toBe(`POST /api/imports/${IMPORT}/mapping ${JSON.stringify(body)}`))
  })

  it('whose words mean nothing yet are what is to be mended, beside the file', () => {
    const refusedWith = (values: Record<string, boolean | null>) => {
      const labels = [{ column: 'Verdict', unit: 'segment', question: 'label', place: 1, values }]
      const mapping = { fields: { response: ['Answer'] }, labels, domains: {} }
      show(detail({ state: 'refused', problemCount: 1, targets, file: { ...file, mapping } }))
    }
    refusedWith({ correct: true })
    expect(screen.getByRole('alert').textContent).toContain('Say below what each word of the labels means')
    cleanup()
    refusedWith({ correct: true, unsure: null })
    expect(screen.getByRole('alert').textContent).toContain('Correct the file and upload it again')
  })

  it('that are read are in sight, however many others there are', () => {
    const others = Array.from({ length: 200 }, (_, n) => column(`Column ${n + 1}`, 'v'))
    show(detail({ file: { ...file, columns: [...others, ...file.columns] }, targets }))
    const [first] = screen.getAllByRole('combobox', { name: /is read as$/ })
    expect(first?.getAttribute('aria-label')).toBe('What Answer is read as')
    expect(screen.getByRole('button', { name: 'Show 172 more columns' })).toBeDefined()
  })

  it('are in sight too where they only say whose labels a row holds', async () => {
    const others = Array.from({ length: 40 }, (_, n) => column(`Column ${n + 1}`, 'v'))
    const people = column('Annotator', 'Ada', ['Ada', 'Ben'])
    const labels = [{ column: 'Verdict', unit: 'segment', question: 'label', place: 1 as const, values: {} }]
    const mapping = {
      fields: { response: ['Answer'] },
      labels,
      domains: {},
      labelsOf: { column: 'Annotator', word: 'Ada' },
    }
    show(detail({ file: { ...file, mapping, columns: [...others, ...file.columns, people] }, targets }))
    expect(screen.getByText('It says whose labels a row holds.')).toBeDefined()
    expect(screen.getByRole('combobox', { name: 'What Annotator is read as' })).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Show 12 more columns' }))
    expect(screen.getAllByRole('combobox', { name: /is read as$/ })).toHaveLength(43)
  })

  it('cannot be read without the field that has to be there', async () => {
    const nothing = { ...file, mapping: { fields: {}, labels: [], domains: {} }, missing: ['response'] }
    show(detail({ state: 'refused', file: nothing, targets }))
    expect(screen.getByText('Say which column is which')).toBeDefined()
    expect(screen.getByText('Say which column is the response.')).toBeDefined()
  })
})

describe('the preview', () => {
  const record = (line: number): PreviewRecord => ({
    line,
    title: `Record ${line}`,
    externalId: null,
    domain: null,
    source: null,
    format: 'FELM record',
    units: [],
    unitsLeft: 0,
    parts: [],
    labels: [],
    labelled: false,
    discarded: null,
    duplicate: false,
    repeated: false,
  })
  const preview = [record(1), record(2)]

  it.each([
    [{ recordCount: 2, newCount: 1, duplicateCount: 1 }, 'Every record of the file.'],
    [{ recordCount: 40, newCount: 40, duplicateCount: 0 }, 'The first 2 of 40 records.'],
    [{ recordCount: 3, newCount: 2, duplicateCount: 0, problemCount: 1 }, 'The 2 of 3 records without problems.'],
    [
      { recordCount: 40, newCount: 39, duplicateCount: 0, problemCount: 1 },
      'The first 2 of 39 records without problems.',
    ],
    [{ recordCount: 2, newCount: 2, duplicateCount: 0, problemCount: 1 }, 'Every record without problems.'],
  ])('says which records it shows: %j', (given, words) => {
    show(detail({ state: 'refused', preview, ...given }))
    expect(screen.getByText(words)).toBeDefined()
  })

  it('shows the first units of a record that has very many, and says how many there are', () => {
    const units = Array.from({ length: 40 }, (_, n) => ({
      key: `s${n + 1}`,
      kind: 'segment',
      text: `Sentence ${n + 1}.`,
    }))
    show(detail({ preview: [{ ...record(1), units, unitsLeft: 860 }] }))
    const first = within(screen.getByRole('region', { name: 'As its annotator will see it' }))
    expect(first.getAllByRole('listitem')).toHaveLength(12)
    fireEvent.click(first.getByRole('button', { name: 'Show 28 more' }))
    expect(first.getAllByRole('listitem')).toHaveLength(40)
    expect(first.getByText('The first 40 of 900 are listed here.')).toBeDefined()
  })
})
