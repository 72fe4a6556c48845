import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Evaluations } from '@/lib/gold/evaluation/contract'
import type { ReportAnswer } from '@/lib/gold/evaluation/report/contract'
import { EvaluationView } from './evaluation-view'
import { evaluationsWith, figure, PROJECT, reportWith, sourceWith, standing, taskWith } from './test-report'

const ready = (given = {}): ReportAnswer => ({
  state: 'ready',
  version: 'v',
  progress: 1,
  error: null,
  report: reportWith(given),
})

let requests: string[]
let answer: ReportAnswer
let list: Evaluations

beforeEach(() => {
  requests = []
  answer = ready()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push(`${init.method} ${decodeURIComponent(url)}`)
    if (url.includes('/evaluations/report')) return Response.json(answer)
    if (init.method === 'POST') return Response.json(sourceWith({ state: 'working' }))
    return Response.json(list)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function show(data: Evaluations = evaluationsWith(), task?: string) {
  list = data
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  render(
    <QueryClientProvider client={client}>
      <EvaluationView projectId={PROJECT} task={task} initialData={data} />
    </QueryClientProvider>,
  )
}

const leaderboard = () => screen.findByRole('table', { name: 'Segments: systems by F1' })
const systemsIn = (table: HTMLElement) => within(table).getAllByRole('rowheader')

it('leads managers to a run of Assay’s own evaluator, where there is gold to score it by', () => {
  const link = () => screen.queryByRole('link', { name: 'Run Assay’s own evaluator on the gold' })?.getAttribute('href')
  show()
  expect(link()).toBe(`/projects/${PROJECT}/prefill/new?on=gold&stage=segments`)
  for (const data of [
    evaluationsWith({ canChange: false }),
    evaluationsWith({ tasks: [taskWith({ gold: 0 })] }),
    evaluationsWith({ tasks: [taskWith({ takesRuns: false })] }),
  ]) {
    cleanup()
    show(data)
    expect(link()).toBeUndefined()
  }
})

describe('the leaderboard', () => {
  it('has five figures beside the drawn one, and those that are left in tables below it', async () => {
    const [scoring] = reportWith().scorings
    if (!scoring) throw new Error('There is no scoring.')
    const further = Array.from({ length: 9 }, (_, at) => `Further ${at + 1}`)
    const figures = further.map((title) => ({ key: title, title, form: 'share', better: 'high' }) as const)
    answer = ready({ scorings: [{ ...scoring, figures: [...scoring.figures, ...figures] }] })
    show()
    const headings = (table: HTMLElement) =>
      within(table)
        .getAllByRole('columnheader')
        .slice(1)
        .map(({ textContent }) => textContent)
    const besides = headings(await leaderboard()).slice(2)
    expect(besides).toEqual(['Recall', ...further.slice(0, 4)])
    const below = screen.getByRole('table', { name: `Segments: ${further.slice(4).join(', ')}` })
    expect(headings(below)).toEqual(further.slice(4))
    expect(systemsIn(below)).toHaveLength(systemsIn(await leaderboard()).length)
  })

  it('has the best first, every figure with its interval, and words where there is none', async () => {
    show()
    const table = await leaderboard()
    const rows = systemsIn(table)
    expect(rows.map((row) => row.querySelector('bdi, span[dir]')?.textContent)).toEqual([
      'careful',
      'Flags nothing',
      'hasty',
    ])
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent ?? '')
    expect(cells[0]).toContain('80.0%70.0% to 90.0%')
    expect(cells[0]).toContain('family: gpt')
    expect(cells[0]?.startsWith('1careful')).toBe(true)
    expect(cells[2]).toContain('2 without prediction')
    expect(cells[2]).toContain('1 abstained')
    expect(cells[2]?.startsWith('–none')).toBe(true)
    expect(cells[1]).toContain('Baseline')
    expect(cells[1]).toContain('Undefined: there is nothing to divide by')
    expect(table.textContent).not.toMatch(/NaN|null/)
  })

  it('leads to the errors of systems, and not of baselines', async () => {
    show()
    const links = within(await leaderboard()).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/projects/${PROJECT}/evaluation/errors?task=segments&system=careful&scoring=segment`,
      `/projects/${PROJECT}/evaluation/errors?task=segments&system=hasty&scoring=segment`,
    ])
  })
})

describe('the report', () => {
  it('counts gold against predictions, breaks figures down, and lists what counts nowhere', async () => {
    show()
    const confusion = await screen.findByRole('table', { name: 'Gold against predictions of hasty: Segments' })
    expect(
      within(confusion)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['2', '1', '0', '2'])
    const strata = screen.getByRole('table', { name: 'Segments: F1 by Domain' })
    expect(within(strata).getAllByRole('row')[1]?.textContent).toContain('80.0%')
    const missed = screen.getByRole('table', { name: 'Predictions that match nothing' })
    expect(
      within(missed)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['9', 'hasty', 'gone · s1', 'No item has this id.'])
    expect(screen.getByText('Intervals come from 2,000 resamples.')).toBeTruthy()
  })

  it('shows how systems do where annotators agreed more and less, with their places in each', async () => {
    const [scoring] = reportWith().scorings
    if (!scoring) throw new Error('The report has no scoring.')
    const about = { key: 'agreed', targets: 3, missing: 0, leftOut: 0, resampled: 3, rank: null, classes: null }
    const by = (split: number, unanimous: number) => [
      { ...about, value: 'split', figures: { f1: figure(split) } },
      { ...about, value: 'unanimous', figures: { f1: figure(unanimous) } },
    ]
    const standings = [
      standing('careful', figure(0.8), { strata: by(0.2, 0.9) }),
      standing('hasty', figure(0.4), { strata: by(0.3, 0.5) }),
      standing('Flags nothing', figure(0.1), { baseline: true, strata: by(0.1, 0.1) }),
    ]
    const values = { unanimous: 'Unanimous', split: 'Split' }
    const strata = [{ key: 'agreed', title: 'Agreement of annotators', values }]
    answer = ready({ strata, scorings: [{ ...scoring, standings }] })
    show()
    const table = await screen.findByRole('table', { name: 'Segments: F1 by Agreement of annotators' })
    const rows = within(table).getAllByRole('row')
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((cell) => cell.textContent),
    ).toEqual(['System', 'Unanimous', 'Split'])
    const cells = rows.slice(1).map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    expect(cells).toEqual([
      ['90.0%rank 1 · 3 segments', '20.0%rank 2 · 3 segments'],
      ['50.0%rank 2 · 3 segments', '30.0%rank 1 · 3 segments'],
      ['10.0%3 segments', '10.0%3 segments'],
    ])
  })

  it('says so where nothing is scored in one way yet, in the place of a table without rows', async () => {
    const [scoring] = reportWith().scorings
    if (!scoring) throw new Error('The report has no scoring.')
    answer = ready({ scorings: [{ ...scoring, standings: [] }] })
    show()
    expect(await screen.findByText(/^No system is scored here yet/)).toBeTruthy()
    expect(screen.queryByRole('table', { name: 'Segments: systems by F1' })).toBeNull()
  })

  it('lays the paper’s rows beside its own, with the reason where they differ', async () => {
    const [scoring] = reportWith().scorings
    if (!scoring) throw new Error('The report has no scoring.')
    const row = { system: 'careful', figure: 'f1', stratum: null, printed: '.88', recomputed: 0.856, note: 'Rounded.' }
    const figures = [
      { ...row, here: figure(0.8, 0.7, 0.9), resampled: 50 },
      { ...row, system: 'A model', here: null, resampled: 0, note: null },
    ]
    answer = ready({ scorings: [{ ...scoring, published: { source: 'A paper, Table 5', targets: 661, figures } }] })
    show()
    const table = await screen.findByRole('table', { name: 'Segments: beside the paper' })
    const [first, second] = within(table).getAllByRole('row').slice(1)
    expect(first?.textContent).toMatch(/careful.*F1.*\.88.*\.8560.*80\.0%/)
    expect(second?.textContent).toMatch(/A model.*no predictions here/)
    expect(screen.getByText(/A paper, Table 5: 661 segments\. This report rests on 5 segments/)).toBeTruthy()
    expect(screen.getByText(/careful: Rounded\./)).toBeTruthy()
  })

  it('compares two systems with the test named, and says where chance is enough', async () => {
    show()
    const table = await screen.findByRole('table', { name: 'hasty minus careful: Segments' })
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent ?? '')
    expect(rows[0]).toContain('−40.0 points')
    expect(rows[0]?.endsWith('No0.004; 0.012 adjusted for 3 pairs')).toBe(true)
    expect(rows[1]?.endsWith('YesNot tested')).toBe(true)
    expect(screen.getByText(/Only “hasty” was right once, only “careful” 3 times.*exact.*p = 0\.6250/)).toBeTruthy()
  })

  it('says how far it has come, and appears by itself', async () => {
    answer = { state: 'pending', version: 'v', progress: 0.4, error: null, report: null }
    show()
    await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'))
    answer = ready()
    await waitFor(() => expect(screen.getByRole('table', { name: 'Segments: systems by F1' })).toBeTruthy())
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  it('that could not be made says why, and can be asked for again', async () => {
    answer = { state: 'failed', version: 'v', progress: 0, error: 'The report could not be made.', report: null }
    show()
    expect((await screen.findByRole('alert')).textContent).toContain('The report could not be made.')
    answer = ready()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await leaderboard()).toBeTruthy()
  })

  it('without systems shows the baselines and says so', async () => {
    const [scoring] = reportWith().scorings
    if (!scoring) throw new Error('there is a scoring')
    const standings = [standing('Flags everything', figure(0.3), { baseline: true })]
    answer = ready({ systems: [], scorings: [{ ...scoring, standings, pairs: [] }] })
    show(evaluationsWith({ evaluations: [] }))
    expect(await screen.findByText(/only baselines stand here/)).toBeTruthy()
    expect(systemsIn(await leaderboard())).toHaveLength(1)
  })
})

describe('the page', () => {
  it('without gold asks for no report, and says what to wait for', () => {
    show(evaluationsWith({ tasks: [taskWith({ gold: 0 })], evaluations: [] }))
    expect(screen.getByText('Nothing to score yet')).toBeTruthy()
    expect(screen.getByText(/there is none yet/)).toBeTruthy()
    expect(requests.filter((request) => request.includes('report'))).toEqual([])
  })

  it('of a protocol that scores nothing says so', () => {
    show(evaluationsWith({ tasks: [], evaluations: [] }))
    expect(screen.getByText('Nothing can be scored under this protocol')).toBeTruthy()
  })

  it('leads from task to task, and marks the one that is open', () => {
    show(evaluationsWith({ tasks: [taskWith(), taskWith({ key: 'other', title: 'Other' })] }), 'other')
    const links = within(screen.getByRole('navigation', { name: 'What is scored' })).getAllByRole('link')
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
      [`/projects/${PROJECT}/evaluation?task=segments`, null],
      [`/projects/${PROJECT}/evaluation?task=other`, 'page'],
    ])
  })

  it('lets managers upload, and refuses what is too large before it goes out', async () => {
    show()
    const input = screen.getByLabelText('Drop predictions here, or choose a file')
    fireEvent.change(input, { target: { files: [new File(['x'.repeat(1_000_001)], 'large.jsonl')] } })
    expect((await screen.findByRole('alert')).textContent).toContain('larger than 1 MB')
    fireEvent.change(input, { target: { files: [new File(['{}'], 'a.jsonl')] } })
    await waitFor(() =>
      expect(requests).toContain(`POST /api/projects/${PROJECT}/evaluations?task=segments&fileName=a.jsonl`),
    )
  })

  it('shows others the systems without a way to change them', () => {
    show(evaluationsWith({ canChange: false }))
    expect(screen.queryByLabelText('Drop predictions here, or choose a file')).toBeNull()
    expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull()
    expect(screen.getByText('careful, hasty')).toBeTruthy()
  })
})

it('offers no upload where the votes of the gold are all there is to compare', () => {
  show(evaluationsWith({ tasks: [taskWith({ fields: [] })], evaluations: [] }))
  expect(screen.getByText(/Nothing is uploaded here/)).toBeTruthy()
  expect(screen.queryByText(/Drop predictions here/)).toBeNull()
})
