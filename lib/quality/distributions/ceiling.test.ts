import { expect, it } from 'vitest'
import { foldClusters } from '@/lib/quality/agreement/samples'
import { pairFigures } from '@/lib/quality/calibration/pair-figures'
import { sidesOfCeiling } from './ceiling'

const unit = (...codes: number[]) => ({ raters: codes.map((_, index) => index + 1), codes })

it('holds every annotator against what more than half of the others say', () => {
  const clusters = foldClusters([[unit(0, 0, 1), unit(0, 1, 1)], [unit(1, 1, 1)], [unit(1, 1, 1)]])
  const sides = sidesOfCeiling(2, clusters)
  expect(sides.map(({ number }) => number)).toEqual([null, 1, 2, 3])
  const told = sides.map((each) => {
    const { units, alike, responses } = pairFigures({ ...each.sides, intervals: false })
    return { units, alike, responses }
  })
  // Of the first unit only the third annotator's partners agree, of the second only the first's.
  expect(told).toEqual([
    { units: 8, alike: 6, responses: 3 },
    { units: 3, alike: 2, responses: 3 },
    { units: 2, alike: 2, responses: 2 },
    { units: 3, alike: 2, responses: 3 },
  ])
})

it('takes the partner where there are two, and says nothing of units rated once', () => {
  const [all] = sidesOfCeiling(2, foldClusters([[unit(0, 1), unit(0)], [unit(1, 1)]]))
  expect(all && pairFigures({ ...all.sides, intervals: false })).toMatchObject({ units: 4, alike: 2 })
  expect(sidesOfCeiling(2, foldClusters([[unit(0)]]))).toEqual([])
})
