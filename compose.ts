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
  find: async (...args) => (await import('@/lib/quality/calibration/find-calibration')).findCalibration(...args),
})

practiceSource.provide({
  find: async (...args) => (await import('@/lib/quality/practice/find-practice')).findPractice(...args),
})

secondsSource.provide({
  draw: async (...args) => (await import('@/lib/quality/second-adjudication/draw-second')).drawSecond(...args),
})

figureItemsSource.provide({
  ofAgreement: async (...args) => (await import('@/lib/quality/agreement/positions-behind')).positionsBehind(...args),
  ofDataset: async (...args) => (await import('@/lib/gold/dataset/queries')).positionsBehindFigure(...args),
})

ratingsSource.provide({
  hold: async (...args) => (await import('@/lib/quality/agreement/ledger/refresh-ratings')).holdLedger(...args),
  forget: async (...args) => (await import('@/lib/quality/agreement/ledger/forget-ratings')).forgetRatings(...args),
})

templateSource.provide({
  copySettings: async (...args) => {
    await (await import('@/lib/annotation/suggestions/copy-policies')).copyPolicies(...args)
    await (await import('@/lib/automation/prefill/copy-settings')).copyPrefillSettings(...args)
  },
})

releasesSource.provide({
  latest: async (...args) => (await import('@/lib/gold/releases/release/find-latest')).findLatestRelease(...args),
})
