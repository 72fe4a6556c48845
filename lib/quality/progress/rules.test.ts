import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ACTIVE_DAYS, LEAST_ACTIVE_DAYS } from './contract'
import { burnUp, forecastOf, hoursLeft, mondayOf } from './rules'

const day = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10)
const pace = (...counts: number[]) => new Map(counts.map((count, index) => [day(index), count]))

describe('burnUp', () => {
  const days = [
    { day: '2026-01-06', items: 0, revealed: 2, gold: 1 },
    { day: '2026-01-01', items: 5, revealed: 0, gold: 0 },
    { day: '2026-01-04', items: 1, revealed: 1, gold: 0 },
  ]

  it('adds up since the start, one point for each day on which something happened', () => {
    expect(burnUp(days, 'day')).toEqual([
      { day: '2026-01-01', items: 5, revealed: 0, gold: 0 },
      { day: '2026-01-04', items: 6, revealed: 1, gold: 0 },
      { day: '2026-01-06', items: 6, revealed: 3, gold: 1 },
    ])
  })

  it('gives a week its sums at its end, by its Monday', () => {
    expect(burnUp(days, 'week')).toEqual([
      { day: '2025-12-29', items: 6, revealed: 1, gold: 0 },
      { day: '2026-01-05', items: 6, revealed: 3, gold: 1 },
    ])
    expect([mondayOf('2026-01-04'), mondayOf('2026-01-05')]).toEqual(['2025-12-29', '2026-01-05'])
  })
})

describe('forecastOf', () => {
  it('is exact where every day was alike: ten left at two a day end on the fifth day, today being the first', () => {
    const forecast = forecastOf(10, pace(2, 2, 2, 2, 2), day(5))
    expect(forecast).toMatchObject({ days: 5, activeDays: 5, median: day(9), earliest: day(9), latest: day(9) })
  })

  it('counts idle days between the active ones, and since the last one', () => {
    const often = forecastOf(10, pace(2, 2, 2, 2, 2), day(5))
    const rare = forecastOf(10, pace(2, 0, 2, 0, 2, 0, 2, 0, 2, 0), day(10))
    expect(rare.days).toBe(10)
    expect(forecastOf(10, pace(2, 2, 2, 2, 2), day(30)).days).toBe(30)
    const length = ({ median }: { median: string | null }, today: string) =>
      Date.parse(median ?? '') - Date.parse(today)
    expect(length(rare, day(10))).toBeGreaterThan(1.5 * length(often, day(5)))
  })

  it('draws from the last active days only, and never from today, which is not over', () => {
    const counts = [...new Array<number>(40).fill(50), ...new Array<number>(ACTIVE_DAYS).fill(1), 1000]
    expect(forecastOf(3, pace(...counts), day(60))).toMatchObject({
      days: ACTIVE_DAYS,
      median: day(62),
      latest: day(62),
    })
  })

  it('says in words why there is none', () => {
    expect(forecastOf(0, pace(1, 1, 1, 1, 1, 1), day(6))).toMatchObject({
      median: null,
      words: 'Nothing is left to do.',
    })
    const few = forecastOf(5, pace(...new Array<number>(LEAST_ACTIVE_DAYS - 1).fill(1)), day(9))
    expect(few).toMatchObject({
      median: null,
      words: expect.stringContaining(
        'needs 5 days before today on which something was completed, and there are 4 so far',
      ),
    })
    expect(forecastOf(1_000_000, pace(1, 1, 1, 1, 1), day(5)).words).toBe('At this pace, more than two years.')
  })

  it('keeps its order, gives the same twice, and is no earlier for more work', () => {
    const counts = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 30 })
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 60 }), (done, left) => {
        const today = day(done.length)
        const forecast = forecastOf(left, pace(...done), today)
        expect(forecastOf(left, pace(...done), today)).toEqual(forecast)
        if (forecast.median === null) {
          expect(done.filter((count) => count > 0).length).toBeLessThan(LEAST_ACTIVE_DAYS)
          return
        }
        const { earliest, median, latest } = forecast
        expect([earliest, median, latest].toSorted()).toEqual([earliest, median, latest])
        expect((earliest ?? '') >= today).toBe(true)
        const more = forecastOf(left + 10, pace(...done), today)
        expect((more.median ?? '9999') >= median).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})

describe('hoursLeft', () => {
  it('multiplies the mean, with limits that hold both what varies and what is not known', () => {
    const left = hoursLeft(60, { n: 30, mean: 20, sd: 0 })
    expect(left).toEqual({ items: 60, hours: 20, low: 20, high: 20 })
    const varied = hoursLeft(60, { n: 30, mean: 20, sd: 10 })
    // Independently: variance of a sum of 60 draws, and of 60 times a mean of 30.
    const sd = Math.sqrt(60 * 100 + 60 ** 2 * (100 / 30)) / 60
    expect(varied?.high).toBeCloseTo(20 + 1.96 * sd, 3)
    expect(varied?.low).toBeCloseTo(20 - 1.96 * sd, 3)
    expect(hoursLeft(60, { n: 9, mean: 20, sd: 1 })).toBeNull()
  })
})
