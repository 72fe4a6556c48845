import { describe, expect, it } from 'vitest'
import { courseOf, upheldOf } from './rules'

const row = { stage: 'a', week: '2026-11-02', stood: 3, overruled: 1, submissions: 1 }

describe('upheldOf', () => {
  it('gives a share from ten answers on, and an interval from ten submissions on', () => {
    expect(upheldOf([])).toEqual({ stood: 0, answers: 0, submissions: 0, share: null, interval: null })
    expect(upheldOf([{ ...row, submissions: 2 }])).toMatchObject({ stood: 6, answers: 8, share: null, interval: null })
    expect(upheldOf([{ ...row, submissions: 9 }])).toMatchObject({ answers: 36, share: 0.75, interval: null })
    const { interval, ...ten } = upheldOf([{ ...row, submissions: 10 }])
    expect(ten).toEqual({ stood: 30, answers: 40, submissions: 10, share: 0.75 })
    expect(interval?.low).toBeLessThan(0.75)
    expect(interval?.high).toBeGreaterThan(0.75)
  })

  it('takes the answers of a submission together', () => {
    // Half of the submissions stand as a whole and half fall: as many answers as above say less.
    const whole = [
      { ...row, stood: 4, overruled: 0, submissions: 10 },
      { ...row, stood: 0, overruled: 4, submissions: 10 },
    ]
    const mixed = [{ ...row, stood: 2, overruled: 2, submissions: 20 }]
    const width = (rows: Parameters<typeof upheldOf>[0]) => {
      const { interval } = upheldOf(rows)
      return (interval?.high ?? 0) - (interval?.low ?? 0)
    }
    expect(width(whole)).toBeGreaterThan(1.5 * width(mixed))
  })
})

it('goes stage by stage and week by week, oldest first, through what was submitted', () => {
  const stages = [
    { key: 'b', title: 'B' },
    { key: 'a', title: 'A' },
    { key: 'c', title: 'C' },
  ]
  const pace = [
    { stage: 'a', week: '2026-11-09', submitted: 4, minutes: null },
    { stage: 'a', week: '2026-11-02', submitted: 2, minutes: { low: 1, median: 2, high: 3 } },
    { stage: 'b', week: '2026-11-09', submitted: 1, minutes: null },
  ]
  const course = courseOf(stages, pace, [row, { ...row, submissions: 2 }])
  expect(course.map(({ stage, weeks }) => [stage, weeks.map(({ week }) => week)])).toEqual([
    ['b', ['2026-11-09']],
    ['a', ['2026-11-02', '2026-11-09']],
  ])
  const [first, second] = course[1]?.weeks ?? []
  expect(first).toMatchObject({ submitted: 2, minutes: { median: 2 }, upheld: { stood: 9, answers: 12 } })
  expect(second).toMatchObject({ submitted: 4, upheld: { answers: 0, share: null } })
  expect(course[1]?.upheld).toEqual(first?.upheld)
})
