import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Progress, StageProgress } from '@/lib/quality/progress/contract'
import { PROGRESS_RULES } from '@/lib/quality/progress/rules'
import { ProgressView } from './progress-view'

const ID = '0190aaaa-0000-7000-8000-000000000000'
beforeEach(() => window.history.replaceState(null, '', '/projects/p/progress?by=day'))
const forecast = {
  left: 5,
  days: 12,
  activeDays: 8,
  median: '2026-03-20',
  earliest: '2026-03-15',
  latest: null,
  words: null,
}
const none = { ...forecast, median: null, earliest: null, words: 'Nothing is left to do.' }
const stage: StageProgress = {
  key: 'segments',
  title: 'Label segments',
  votes: false,
  tasks: { items: 20, revealed: 15, gold: 12, withoutWork: 2 },
  points: [
    { day: '2026-03-01', items: 20, revealed: 0, gold: 0 },
    { day: '2026-03-09', items: 20, revealed: 15, gold: 12 },
  ],
  forecasts: { revealed: forecast, gold: none },
  minutes: {
    shares: { n: 30, minutes: { median: 4, low: 3, high: 6.5 } },
    items: { n: 9, minutes: null },
    unmeasured: 1,
    spentHours: 2.5,
    left: { items: 5, hours: 1.5, low: 1, high: 2 },
  },
  fields: [
    {
      question: 'label',
      title: 'Label',
      unitText: 'segment',
      decisions: 40,
      totalSeconds: 400,
      share: 0.1,
      seconds: { median: 9, low: 6, high: 14 },
      cut: 2,
      slow: false,
    },
    {
      question: 'reason',
      title: 'Reason',
      unitText: 'segment',
      decisions: 8,
      totalSeconds: 3600,
      share: 0.9,
      seconds: null,
      cut: 3,
      slow: true,
    },
  ],
}
const progress = (stages: StageProgress[]): Progress => ({
  project: { id: ID, name: 'Oceans' },
  by: 'day',
  today: '2026-03-10',
  rules: [...PROGRESS_RULES],
  stages,
})
const rowOf = (name: RegExp) => screen.getByRole('rowheader', { name }).closest('tr')

describe('ProgressView', () => {
  it('says how far, until when, and how long a decision takes, with counts alone where there are few', () => {
    render(<ProgressView data={progress([stage])} initialRate="" />)
    expect(screen.getByRole('link', { name: '12 gold: show the items' }).getAttribute('href')).toBe(
      `/projects/${ID}/items?stage=segments&state=gold`,
    )
    expect(rowOf(/^All annotated/)?.textContent).toContain('20 March 2026')
    expect(rowOf(/^All annotated/)?.textContent).toContain('15 March 2026 to more than two years')
    expect(rowOf(/^All gold/)?.textContent).toContain('Nothing is left to do.')
    expect(rowOf(/^Reason/)?.textContent).toContain('too few')
    expect(screen.getByText(/^“Reason” \(segment\) takes more than twice as much of the time/)).toBeTruthy()
    expect(rowOf(/^Label segments/)?.textContent).toContain('1.0 h to 2.0 h, 5 items')
    // The chart says nothing aloud; its numbers stand below.
    const table = screen.getByRole('table', { name: 'Label segments: totals by day', hidden: true })
    expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(3)
  })

  it('multiplies by the rate that the reader types, and keeps it in the address only', () => {
    render(<ProgressView data={progress([stage])} initialRate="" />)
    expect(screen.queryByText(/^costs/)).toBeNull()
    fireEvent.change(screen.getByLabelText('Cost of an hour'), { target: { value: '20' } })
    expect(screen.getAllByText(/^costs/).map(({ textContent }) => textContent)).toEqual(['costs 50', 'costs 30'])
    expect(window.location.search).toBe('?by=day&rate=20')
    fireEvent.change(screen.getByLabelText('Cost of an hour'), { target: { value: 'much' } })
    expect(screen.getByText('Write a number from 0, such as 25.')).toBeTruthy()
    expect(screen.queryByText(/^costs/)).toBeNull()
  })

  it('says what to do where there is nothing', () => {
    render(<ProgressView data={progress([])} initialRate="" />)
    expect(screen.getByText(/^Import items/)).toBeTruthy()
  })
})
