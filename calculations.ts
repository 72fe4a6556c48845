/**
 * Everything that may be calculated apart, by name: what each room asks for with `calculation` of lib/platform/foreign/calculate.ts.
 * Loaded by the calculating processes alone; each function when it is first used.
 */
import type { Readers } from '@/lib/platform/foreign/registry'

export const readers = {
  pieces: {
    /** Who gets which tasks, by rule. */
    'assignment-plan': async () => (await import('@/lib/annotation/assignments/by-rule/plan-shares')).planOf,
    /** Intervals of a project's measures, from their responses. */
    'measure-intervals': async () => (await import('@/lib/quality/agreement/intervals')).allMeasureIntervals,
    /** Of every two raters. */
    'pair-intervals': async () => (await import('@/lib/quality/agreement/intervals')).pairIntervals,
    /** Of what two annotators' lists and texts have in common. */
    'comparison-intervals': async () => (await import('@/lib/quality/agreement/intervals')).listedComparisonIntervals,
    /** How many more responses a narrower interval takes. */
    'measure-plan': async () => (await import('@/lib/quality/agreement/planner/plan-measure')).planMeasure,
    /** How many responses an interval takes, from expectations. */
    'project-plan': async () => (await import('@/lib/quality/planning/plan-project')).planProject,
    /** What the responses of a measure say so far, as expectations for a plan. */
    'plan-pilot': async () => (await import('@/lib/quality/planning/basis')).pilotOf,
    /** Agreement before and after discussion. */
    'discussion-turns': async () => (await import('@/lib/quality/agreement/disagreements/turn')).turnsOf,
    /** A file of ratings, read and counted. */
    'ratings-report': async () => (await import('@/lib/quality/rater-matrix/report')).checkedReport,
    /** A person beside partners, gold or themselves. */
    'pair-figures': async () => (await import('@/lib/quality/calibration/pair-figures')).allPairFigures,
    /** What models of raters make of the ratings of a measure. */
    posteriors: async () => (await import('@/lib/quality/distributions/posteriors')).posteriorsOf,
    /** What suggestions do to labels. */
    'suggestion-effects': async () => (await import('@/lib/quality/anchoring/figures')).effectsOf,
    /** What two releases hold otherwise, a portion of their lines. */
    'release-changes': async () => (await import('@/lib/gold/releases/release/build/compare-releases')).comparePortions,
    /** Resamples of an evaluation's figures. */
    'evaluation-replicates': async () => (await import('@/lib/gold/evaluation/scoring/resampling')).namedReplicates,
  },
  streams: {},
} satisfies Readers
