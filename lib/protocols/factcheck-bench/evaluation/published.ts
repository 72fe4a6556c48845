/**
 * What Factcheck-Bench prints of its 94 responses, for the rows that need no file of predictions or whose predictions can be counted
 * from what was published, and what the published files give.
 */
import type { PublishedFigure, PublishedRows } from '@/lib/protocols/evaluation'

type FigureOf = readonly [figure: string, printed: string | null, recomputed: number]

const row = (system: string, figures: readonly FigureOf[], note?: string): PublishedFigure[] =>
  figures.map(([figure, printed, recomputed]) => ({
    system,
    figure,
    printed,
    recomputed,
    ...(note === undefined ? {} : { note }),
  }))

const REPORTED =
  'Its predictions were not released; recomputed from the hits and predictions of each class that the authors’ notebook reports.'

export const PUBLISHED_SENTENCES: PublishedRows = {
  source: 'Factcheck-Bench, Table 3',
  targets: 311,
  figures: row('Always check-worthy', [
    ['accuracy', '.891', 0.8907],
    ['macroPrecision', '.445', 0.4453],
    ['macroRecall', '.500', 0.5],
    ['macroF1', '.471', 0.4711],
  ]),
}

export const PUBLISHED_CLAIMS: PublishedRows = {
  source: 'Factcheck-Bench, Table 3',
  targets: 678,
  figures: [
    ...row(
      'Always factual',
      [
        ['accuracy', '.975', 0.9749],
        ['macroPrecision', '.325', 0.325],
        ['macroRecall', '.333', 0.3333],
        ['macroF1', '.329', 0.3291],
      ],
      'Over the three classes of gold; the row of ChatGPT is over four, since ChatGPT says “other”.',
    ),
    ...row(
      'ChatGPT',
      [
        ['accuracy', '.932', 0.9322],
        ['macroPrecision', '.314', 0.3136],
        ['macroRecall', '.534', 0.5344],
        ['macroF1', '.319', 0.3191],
      ],
      REPORTED,
    ),
  ],
}

export const PUBLISHED_STANCES: Record<'four' | 'three', PublishedRows> = {
  four: {
    source: 'Factcheck-Bench, Table 4',
    targets: 3305,
    figures: row(
      'ChatGPT',
      [
        ['accuracy', '.365', 0.3652],
        ['macroF1', '.332', 0.3322],
      ],
      REPORTED,
    ),
  },
  three: {
    source: 'Factcheck-Bench, Table 4',
    targets: 3305,
    figures: row(
      'RoBERTa',
      [
        ['accuracy', '.607', 0.6073],
        ['macroPrecision', '.536', 0.5356],
        ['macroRecall', '.609', 0.6092],
        ['macroF1', '.512', 0.512],
      ],
      `${REPORTED} Table 10 has its rows for support and irrelevant the wrong way round.`,
    ),
  },
}

const NO_READING =
  'The printed figures of “always true” and “always false” follow from no reading of the published claims, and contradict each other: a precision of .81 gives an F1 of .895.'

/** By what claims without enough evidence count as. */
export const PUBLISHED_VERDICTS: Record<'out' | 'false', PublishedRows> = {
  out: verdicts(631, [0.748, 0.8559], [0.252, 0.4025]),
  false: verdicts(661, [0.7141, 0.8332], [0.2859, 0.4447]),
}

function verdicts(
  targets: number,
  [trueP, trueF1]: readonly [number, number],
  [falseP, falseF1]: readonly [number, number],
): PublishedRows {
  return {
    source: 'Factcheck-Bench, Table 5',
    targets,
    figures: [
      ...row(
        'Always true',
        [
          ['precision:true', '.81', trueP],
          ['f1:true', '.88', trueF1],
        ],
        NO_READING,
      ),
      ...row(
        'Always false',
        [
          ['precision:false', '.19', falseP],
          ['f1:false', '.33', falseF1],
        ],
        NO_READING,
      ),
    ],
  }
}

export const PUBLISHED_REVISIONS: PublishedRows = {
  source: 'Factcheck-Bench, Table 6',
  targets: 61,
  figures: row('Human revision', [
    ['originalDistance', '.354', 0.3545],
    ['originalOverlap', '.715', 0.715],
  ]),
}
