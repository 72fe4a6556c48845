import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PersonCalibration, CalibrationView as View } from '@/lib/quality/calibration/contract'
import { RULES } from '@/lib/quality/calibration/rules'
import { CalibrationView } from './calibration-view'

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const USER = '0190aaaa-0000-7000-8000-000000000001'
const TASK = '0190aaaa-0000-7000-8000-000000000002'
const sent: { url: string; method: string; body: unknown }[] = []

const person = (given: Partial<PersonCalibration> = {}): PersonCalibration => ({
  userId: USER,
  name: 'Ada',
  role: 'annotator',
  waiver: null,
  gate: {
    state: 'not_passed',
    done: 3,
    required: 3,
    pooled: { alike: 12, units: 20 },
    bars: [
      {
        stage: 'segments',
        measure: 'label',
        title: 'Segment label',
        units: 20,
        alike: 18,
        percent: { bar: 70, met: true },
        recall: { bar: 50, met: false, values: ['False'], right: 0, units: 2 },
        kappa: { bar: 40, met: false, value: 0 },
      },
    ],
    measures: [],
  },
  repeats: { chosen: 4, done: 1, afterReading: 1, pooled: { alike: 4, units: 5 }, measures: [] },
  ...given,
})
const view = (given: Partial<View> = {}): View => ({
  project: { id: PROJECT, name: 'Oceans', archived: false },
  settings: { gateTasks: 3, gatePercent: 70, gateBars: {}, repeatPercent: 5, repeatAfterDays: 7 },
  carriedOver: false,
  questions: [
    {
      stage: 'segments',
      stageTitle: 'Segments',
      measure: 'label',
      title: 'Segment label',
      bar: { percent: 70, recall: 50, kappa: 40 },
      values: [{ text: 'True', units: 18 }],
    },
  ],
  rules: [...RULES],
  people: [person()],
  candidates: [{ stage: 'segments', stageTitle: 'Segments', domain: 'science', count: 8 }],
  items: [
    {
      taskId: TASK,
      itemId: TASK,
      position: 17,
      title: 'Which ocean?',
      domain: 'science',
      stageTitle: 'Segments',
      served: false,
      done: 3,
      pooled: { alike: 5, units: 9 },
    },
  ],
  ...given,
})

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const method = init.method ?? 'GET'
    if (method === 'GET') return Response.json(view())
    sent.push({ url, method, body: typeof init.body === 'string' ? JSON.parse(init.body) : null })
    if (url.endsWith('/items')) return Response.json({ added: 2, passedOver: [9] })
    return method === 'PATCH' ? Response.json(view().settings) : new Response(null, { status: 204 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const show = (data = view()) =>
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })}
    >
      <CalibrationView projectId={PROJECT} initialData={data} />
    </QueryClientProvider>,
  )

describe('CalibrationView', () => {
  it('says where a person stands, with counts, and of few units no percent', () => {
    show()
    const row = within(screen.getByRole('row', { name: /^Ada/ }))
    expect(row.getByText('Not passed')).toBeTruthy()
    expect(row.getByText(/0 of 2 found that are “False” \(bar 50%\)/)).toBeTruthy()
    expect(row.getByText(/kappa 0\.00 \(bar 0\.40\)/)).toBeTruthy()
    expect(row.getByText('4 of 5')).toBeTruthy()
    expect(row.getByText('1 after reading others’ answers')).toBeTruthy()
    expect(screen.getByText('Waiting: not gold at the moment')).toBeTruthy()
  })

  it('sends only the settings that were changed', async () => {
    show()
    fireEvent.change(screen.getByLabelText(/Calibration tasks before/), { target: { value: '8' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ method: 'PATCH', body: { gateTasks: 8 } })
  })

  it('sends bars of a question, an emptied one as none', async () => {
    show()
    fireEvent.change(screen.getByLabelText(/Least kappa: Segment label/), { target: { value: '0.55' } })
    fireEvent.change(screen.getByLabelText(/Least percent alike: Segment label/), { target: { value: '' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save the bars' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    const bar = { percent: null, recall: 50, kappa: 55 }
    expect(sent[0]).toMatchObject({ method: 'PATCH', body: { gateBars: { 'segments/label': bar } } })
  })

  it('sends no bar that cannot be reached, and says what one can be and that nothing is saved', async () => {
    show()
    const kappa = screen.getByLabelText(/Least kappa: Segment label/)
    fireEvent.change(kappa, { target: { value: '60' } })
    expect(screen.getByText('From 0 to 1.')).toBeTruthy()
    expect(screen.getByText('Not saved yet.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Save the bars' }))
    expect(document.activeElement).toBe(kappa)
    fireEvent.change(kappa, { target: { value: '0.6' } })
    expect(screen.queryByText('From 0 to 1.')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Save the bars' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ gateBars: { 'segments/label': { kappa: 60 } } })
    await waitFor(() => expect(screen.queryByText('Not saved yet.')).toBeNull())
  })

  it('tells managers of a gate from before what has changed, and where nobody can be judged', () => {
    show(view({ carriedOver: true }))
    expect(screen.getByText(/70% over all questions together/)).toBeTruthy()
    expect(screen.getByText('Recall and kappa judge nobody')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save the bars' }).hasAttribute('disabled')).toBe(false)
  })

  it('sends bars of the changed questions only, which may be others than an older page knows', async () => {
    const settings = { ...view().settings, gateBars: { 'segments/reason': { percent: 60, recall: null, kappa: null } } }
    show(view({ settings }))
    fireEvent.change(screen.getByLabelText(/Least kappa: Segment label/), { target: { value: '0.55' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save the bars' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toEqual({ gateBars: { 'segments/label': { percent: 70, recall: 50, kappa: 55 } } })
  })

  it('keeps the dialog of a waiver open until the server has answered, which may refuse', async () => {
    let answer: (response: Response) => void = () => {}
    show()
    vi.stubGlobal(
      'fetch',
      (_: string, { method }: RequestInit) =>
        new Promise<Response>((resolve) => {
          if (method === 'GET') resolve(Response.json(view()))
          else answer = resolve
        }),
    )
    fireEvent.click(screen.getByRole('button', { name: /Waive.*Ada|Ada.*Waive/ }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: 'An expert.' } })
    const button = within(dialog).getAllByRole('button').at(-1)
    fireEvent.click(button as HTMLElement)
    await waitFor(() => expect(button?.getAttribute('aria-busy') ?? button?.getAttribute('aria-disabled')).toBe('true'))
    fireEvent.keyDown(dialog, { key: 'Escape' })
    expect(screen.getByRole('dialog')).toBeTruthy()
    const problem = { type: 'about:blank', title: 'Rule', status: 422, code: 'rule', detail: 'Somebody was quicker.' }
    answer(Response.json(problem, { status: 422 }))
    expect(await screen.findByText('Somebody was quicker.')).toBeTruthy()
    fireEvent.keyDown(dialog, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('draws items by label, of the question that is asked first', async () => {
    show()
    fireEvent.change(screen.getByLabelText(/How many/), { target: { value: '6' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toEqual({ stage: 'segments', choice: { how: 'labels', measure: 'label', count: 6 } })
  })

  it('adds items by their numbers, and says which were left out', async () => {
    show()
    fireEvent.click(screen.getByRole('radio', { name: 'By number' }))
    fireEvent.change(screen.getByLabelText(/Item numbers/), { target: { value: '3, 7-9' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add' }))
    expect(await screen.findByText('2 items added')).toBeTruthy()
    expect(sent[0]?.body).toEqual({ stage: 'segments', choice: { how: 'positions', positions: [3, 7, 8, 9] } })
    expect(screen.getByText(/chosen already: 9\./)).toBeTruthy()
  })

  it('does not ask the server for numbers that it cannot read', () => {
    show()
    fireEvent.click(screen.getByRole('radio', { name: 'By number' }))
    fireEvent.change(screen.getByLabelText(/Item numbers/), { target: { value: 'all' } })
    fireEvent.click(screen.getByRole('button', { name: 'Add' }))
    expect(screen.getByText(/Give the numbers of items/)).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('waives the gate with a reason', async () => {
    show()
    fireEvent.click(screen.getByRole('button', { name: 'Waive the gate for Ada' }))
    fireEvent.change(screen.getByLabelText(/Reason/), { target: { value: 'We went through them.' } })
    // By key, and once though it is pressed twice.
    for (const _ of [1, 2])
      fireEvent.keyDown(screen.getByLabelText(/Reason/), { key: 'Enter', code: 'Enter', ctrlKey: true })
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ method: 'PUT', body: { reason: 'We went through them.' } })
    expect(sent[0]?.url).toContain(`/calibration/waivers/${USER}`)
  })

  it('changes nothing in an archived project', () => {
    show(view({ project: { id: PROJECT, name: 'Oceans', archived: true } }))
    for (const name of ['Save', 'Save the bars', 'Add', 'Remove item 17', 'Waive the gate for Ada'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})
