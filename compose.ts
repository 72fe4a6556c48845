/**
 * Fills the interfaces by which rooms ask later ones (lib/platform/server/provided.ts). Every process that runs commands or
 * queries imports this file first. An implementation is loaded when it is first asked for, so that no start waits for it.
 */

import { secondsSource } from '@/lib/adjudication/consolidation/seconds-source'
import { calibrationSource } from '@/lib/annotation/assignments/calibration-source'
import { practiceSource } from '@/lib/annotation/assignments/practice-source'
import { figureItemsSource } from '@/lib/workspace/items/figure-items-source'
import { ratingsSource } from '@/lib/workspace/projects/ratings-source'
import { releasesSource } from '@/lib/workspace/projects/releases-source'
import { templateSource } from '@/lib/workspace/projects/template-source'

calibrationSource.provide({
  find: async (...asked) => (await import('@/lib/quality/calibration/find-calibration')).findCalibration(...asked),
})

practiceSource.provide({
  find: async (...asked) => (await import('@/lib/quality/practice/find-practice')).findPractice(...asked),
})

secondsSource.provide({
  draw: async (...asked) => (await import('@/lib/quality/second-adjudication/draw-second')).drawSecond(...asked),
})

figureItemsSource.provide({
  ofAgreement: async (...asked) => (await import('@/lib/quality/agreement/positions-behind')).positionsBehind(...asked),
  ofDataset: async (...asked) => (await import('@/lib/gold/dataset/queries')).positionsBehindFigure(...asked),
})

ratingsSource.provide({
  hold: async (...asked) => (await import('@/lib/quality/agreement/ledger/refresh-ratings')).holdLedger(...asked),
  forget: async (...asked) => (await import('@/lib/quality/agreement/ledger/forget-ratings')).forgetRatings(...asked),
})

templateSource.provide({
  copySettings: async (...asked) => {
    await (await import('@/lib/annotation/suggestions/copy-policies')).copyPolicies(...asked)
    await (await import('@/lib/automation/prefill/copy-settings')).copyPrefillSettings(...asked)
  },
})

releasesSource.provide({
  latest: async (...asked) => (await import('@/lib/gold/releases/release/find-latest')).findLatestRelease(...asked),
})
