import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Agreement } from '@/lib/quality/agreement/contract'
import { AgreementView } from './agreement-view'
import { agreementWith, estimate, figures, measure, none, PROJECT, stageWith } from './test-figures'

afterEach(() => {
  vi.unstubAllGlobals()
})

const show = (data: Agreement) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AgreementView projectId={PROJECT} initialData={data} />
    </QueryClientProvider>,
  )
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const measures = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map((header) => within(header).getByRole('link').textContent)

describe('AgreementView', () => {
  it('shows n, percent, coefficient, interval and prevalence together, and leads to the items behind a figure', () => {
    show(agreementWith())
    const row = within(screen.getByRole('row', { name: /^Segment label/ }))
    expect(row.getByText('0.48')).toBeTruthy()
    expect(row.getByText('0.31 to 0.62')).toBeTruthy()
    expect(row.getAllByText('undefined in 3 of 2,000 resamples')).toHaveLength(2)
    expect(row.getByText('The interval lies below 0.667.')).toBeTruthy()
    expect(row.getByText('75.0%')).toBeTruthy()
    expect(hrefOf('62.5% of the ratings are “True” (25): show the items')).toBe(
      `/projects/${PROJECT}/items?stage=segments&measure=label&a=true`,
    )
    expect(hrefOf('20 of 25 units rated twice or more: show the items')).toBe(
      `/projects/${PROJECT}/items?stage=segments&measure=label`,
    )
    expect(hrefOf('Segment label')).toBe(`/projects/${PROJECT}/agreement/segments/label`)
  })

  it('offers no items to readers who may not know them, not even behind a mark', () => {
    const { container } = show(agreementWith({ showsItems: false }))
    expect(container.querySelector('a[href*="/items"]')).toBeNull()
    expect(hrefOf('Segment label')).toBe(`/projects/${PROJECT}/agreement/segments/label`)
  })

  it('keeps marks that are links out of the way of keys and of reading aloud', () => {
    const { container } = show(agreementWith())
    const marks = [...container.querySelectorAll('a[aria-hidden]')]
    expect(marks.length).toBeGreaterThan(0)
    expect(marks.every((mark) => mark.getAttribute('tabindex') === '-1')).toBe(true)
    const said = new Set(screen.getAllByRole('link').map((link) => link.getAttribute('href')))
    expect(marks.filter((mark) => !said.has(mark.getAttribute('href')))).toEqual([])
  })

  it('says in words why a figure has no value, and draws none', () => {
    const all = figures({ alpha: none('no-variation', 'No variation: every rating is “True”.') })
    show(agreementWith({ stages: [stageWith({ measures: [measure({ all })] })] }))
    const row = within(screen.getByRole('row', { name: /^Segment label/ }))
    expect(row.getByText('No variation: every rating is “True”.')).toBeTruthy()
    expect(row.queryByText(/NaN|^0\.00$|^1\.00$/)).toBeNull()
  })

  it('shows counts, and neither shares nor the same words twice, of too few units', () => {
    const few = none('too-few-units', 'Too few units (3 of at least 10): counts only.')
    const categories = [{ value: 'true', count: 6, share: null, alpha: few }]
    const all = figures({ alpha: few, percent: few, categories })
    show(agreementWith({ stages: [stageWith({ measures: [measure({ all })] })] }))
    const row = screen.getByRole('row', { name: /^Segment label/ })
    expect(within(row).getByText('6 ratings')).toBeTruthy()
    expect(row.textContent).not.toContain('%')
    expect(
      within(row)
        .getAllByText(few.words ?? '')
        .map(({ className }) => className),
    ).toContain('sr-only')
  })

  it('says that intervals are to come, and what is still being counted', () => {
    const all = figures({ alpha: estimate(0.48, null) })
    const tasks = { ...stageWith().tasks, awaited: 2 }
    show(agreementWith({ intervals: 'pending', stages: [stageWith({ tasks, measures: [measure({ all })] })] }))
    expect(screen.getByText('Intervals are being computed; they appear here by themselves.')).toBeTruthy()
    expect(screen.getByText('interval pending')).toBeTruthy()
    expect(screen.getByText(/^2 revealed tasks still being counted/)).toBeTruthy()
  })

  it('puts sure figures before high ones when asked to', () => {
    const named = (title: string, low: number) =>
      measure({ key: title, title, all: figures({ alpha: estimate(0.8, { low, high: 0.9 }) }) })
    show(agreementWith({ stages: [stageWith({ measures: [named('Shaky', 0.1), named('Sure', 0.7)] })] }))
    expect(measures()).toEqual(['Shaky', 'Sure'])
    fireEvent.click(screen.getByRole('radio', { name: 'By lower end of the interval' }))
    expect(measures()).toEqual(['Sure', 'Shaky'])
  })

  it('warns of many coefficients, and of ranking ordinal against nominal ones', () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      measure({ key: `m${index}`, title: `Measure ${index}`, level: index === 0 ? 'ordinal' : 'nominal' }),
    )
    show(agreementWith({ stages: [stageWith({ measures: many })] }))
    expect(screen.getByText(/^There are 12 coefficients here/)).toBeTruthy()
    expect(screen.getByText(/do not rank one against the other/)).toBeTruthy()
  })

  it('shows lists and texts in a table of their own', () => {
    const comparison = {
      key: 'claims',
      title: 'Claims',
      unitOfAnalysis: 'sentence',
      units: 9,
      pairs: 12,
      responses: 3,
      figures: [
        { key: 'f1', title: 'F1', form: 'share' as const, estimate: estimate(0.5) },
        { key: 'same', title: 'Same text', form: 'share' as const, estimate: none('empty', 'Nothing to compare.') },
        { key: 'words', title: 'Shared words', form: 'share' as const, estimate: none('empty', 'Nothing to compare.') },
        { key: 'alone', title: 'Claims without a partner', form: 'count' as const, estimate: estimate(1200, null) },
      ],
    }
    show(agreementWith({ stages: [stageWith({ comparisons: [comparison] })] }))
    const table = within(screen.getByRole('table', { name: 'Agreement of lists, texts and spans: Label segments' }))
    expect(table.getByText('9 sentences, 12 pairs of answers, in 3 responses')).toBeTruthy()
    expect(table.getByRole('row', { name: /^F1 50\.0%/ })).toBeTruthy()
    expect(table.getByRole('row', { name: 'Same text; Shared words Nothing to compare.' })).toBeTruthy()
    expect(table.getByText('1,200')).toBeTruthy()
  })

  it('says how much work is going on to managers only', () => {
    const waiting = (inProgress: number | null) =>
      agreementWith({ stages: [stageWith({ tasks: { ...stageWith().tasks, counted: 0, inProgress } })] })
    show(waiting(7))
    expect(screen.getByText(/^7 tasks still being prepared or annotated/)).toBeTruthy()
    cleanup()
    show(waiting(null))
    expect(screen.getByText('A task counts once all its annotators have submitted.')).toBeTruthy()
  })
})
