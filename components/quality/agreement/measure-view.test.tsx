import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Figures } from '@/lib/quality/agreement/contract'
import type { MeasureDetail, Slices } from '@/lib/quality/agreement/detail/contract'
import { MeasureView } from './measure-view'
import { detailWith, estimate, figures, LONG, measure, PROJECT, pair, slicesWith } from './test-figures'

const answers: { slices: Slices } = { slices: slicesWith() }

beforeEach(() => {
  answers.slices = slicesWith()
  vi.stubGlobal('fetch', async () => Response.json(answers.slices))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const show = (data: MeasureDetail = detailWith()) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MeasureView projectId={PROJECT} stage="segments" measure="label" initialData={data} />
    </QueryClientProvider>,
  )
/** By its caption: roles are slow to work out for so large a page. */
const table = (name: string | RegExp) => {
  const found = screen.getByText(name, { selector: 'caption' }).closest('table')
  if (!found) throw new Error('the caption is in no table')
  return within(found)
}
const ITEMS = `/projects/${PROJECT}/items?stage=segments&measure=label`
const choose = (select: string, option: string) => {
  fireEvent.keyDown(screen.getByRole('combobox', { name: select }), { key: 'Enter' })
  fireEvent.click(screen.getByRole('option', { name: option }))
}

describe('MeasureView', () => {
  it('says what every coefficient means, and refuses Fleiss’ kappa in words', () => {
    show()
    expect(screen.queryByText('Distances')).toBeNull()
    const rows = table('Coefficients of Segment label')
    expect(rows.getByText(/^How often two people who rated the same unit/)).toBeTruthy()
    const fleiss = within(rows.getByRole('row', { name: /^Fleiss’ kappa/ }))
    expect(fleiss.getByText('Read Krippendorff’s alpha, which allows for gaps.')).toBeTruthy()
  })

  it('says how many were rated alike by all, by a majority and by none, where three rated', () => {
    show()
    expect(screen.queryByText('Rated by three or more')).toBeNull()
    cleanup()
    const withMajorities = (majorities: Figures['majorities']) =>
      show(detailWith({ measure: measure({ all: figures({ majorities }) }) }))
    withMajorities({ units: 40, all: 30, majority: 9, none: 1 })
    const words =
      '40 units: 30 (75.0%) rated alike by all, 9 (22.5%) by a majority but not all, 1 (2.5%) with no majority'
    expect(screen.getByText(words)).toBeTruthy()
    cleanup()
    withMajorities({ units: 3, all: 2, majority: 1, none: 0 })
    expect(
      screen.getByText('3 units: 2 rated alike by all, 1 by a majority but not all, 0 with no majority'),
    ).toBeTruthy()
  })

  it('shows the distances of a measure that has them', () => {
    const distances = [
      [0, 1, 2],
      [1, 0, 3],
      [2, 3, 0],
    ]
    show(detailWith({ measure: measure({ distances }) }))
    expect(table('Distance of every two values: Segment label').getAllByText('3')).toHaveLength(2)
  })

  it('leads from a value to its items, but not from one that nobody gave', () => {
    show()
    const values = table(/^Prevalence of, and agreement on/)
    expect(values.getByRole('link', { name: '15 ratings “False”: show the items' }).getAttribute('href')).toBe(
      `${ITEMS}&a=false`,
    )
    const unused = within(values.getByRole('row', { name: /لا أعرف/ }))
    expect(unused.queryByRole('link')).toBeNull()
    expect(unused.getByText('No variation: nobody gave it.')).toBeTruthy()
    expect(unused.getByText('لا أعرف').getAttribute('dir')).toBe('auto')
  })

  it('keeps gold and models apart from the annotators', () => {
    show()
    const people = table(/^Cohen’s kappa of every two annotators/)
    expect(people.getAllByRole('rowheader').map((header) => header.textContent)).toEqual([LONG, 'مريم'])
    const apart = table(/^Cohen’s kappa of annotators with gold and models/)
    expect(apart.getAllByRole('rowheader').map((header) => header.textContent)).toEqual([
      'Goldsettled answers',
      'Test modelrun',
    ])
    expect(apart.getAllByText('nothing in common')).toHaveLength(2)
    expect(apart.getByRole('link', { name: 'n = 20 rated by both: show the items' }).getAttribute('href')).toBe(
      `${ITEMS}&raters=a1%2Cgold`,
    )
  })

  it('shows which values met for a chosen pair, with everything computed of the two', () => {
    show()
    expect(table('Which values met: Segment label').getAllByText('counted in the other half')).toHaveLength(3)
    choose('Whose ratings', `${LONG} and Gold`)
    const met = table('Which values met: Segment label')
    expect(met.queryByText('counted in the other half')).toBeNull()
    expect(met.getByRole('link', { name: '2 times “False” met “True”: show the items' }).getAttribute('href')).toBe(
      `${ITEMS}&a=false&b=true&raters=a1%2Cgold`,
    )
    expect(table(new RegExp(`^${LONG} and Gold`)).getByText('It is made for two values only.')).toBeTruthy()
  })

  it('offers neither items nor receipts to readers who may not know them', async () => {
    const { container } = show(detailWith({ showsItems: false }))
    await screen.findByText('Medicine')
    expect(container.querySelector('a[href*="/items"], a[href*="/receipts"]')).toBeNull()
  })

  it('marks intervals that are to come', () => {
    const all = figures({ alpha: estimate(0.48, null) })
    const pending = { key: 'cohen' as const, estimate: estimate(0.47, null) }
    show(
      detailWith({
        intervals: 'pending',
        measure: measure({ all }),
        pairs: [pair('a1', 'a2', { coefficients: [pending] })],
      }),
    )
    expect(table('Coefficients of Segment label').getAllByText('interval pending').length).toBeGreaterThan(0)
    expect(table(/^Cohen’s kappa of every two/).getAllByText('interval pending')).toHaveLength(2)
  })

  it('shows slices with their own links, in the order of their lower ends when asked', async () => {
    show()
    await screen.findByText('Medicine')
    const slices = table('Segment label by domain')
    const names = () => slices.getAllByRole('rowheader').map((header) => header.textContent?.split(' ')[0])
    expect(names()).toEqual(['Medicine', 'Law', 'No', 'All,'])
    expect(slices.getByRole('link', { name: 'No domain units: show the items' }).getAttribute('href')).toBe(
      `${ITEMS}&by=domain&slice=`,
    )
    expect(slices.getByText('Too few units (3 of at least 10): counts only.')).toBeTruthy()
    expect(screen.getByText(/each of the 2 domains counts the same instead, percent agreement is 79\.0%/)).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: 'By lower end' }))
    expect(names()).toEqual(['Law', 'Medicine', 'No', 'All,'])
  })

  it('draws weeks as a line above their table', async () => {
    const week = (value: string) => ({ value, title: `Week of ${value}`, figures: figures() })
    answers.slices = slicesWith({ by: 'week', slices: [week('2026-11-02'), week('2026-11-09')] })
    const { container } = show()
    choose('Told apart', 'By week')
    expect(await screen.findByText('Segment label by week', { selector: 'caption' })).toBeTruthy()
    expect(container.querySelectorAll('polyline')).toHaveLength(1)
    expect(screen.getByText('9 Nov')).toBeTruthy()
  })

  it('prints figures, not controls', () => {
    const { container } = show()
    expect(container.firstElementChild?.className).toBe('report')
    const receipt = screen.getAllByLabelText('Receipt')[0]
    expect(receipt?.className).toContain('print:hidden')
  })
})
