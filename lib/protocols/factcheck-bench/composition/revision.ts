/** How far revised responses are from the originals. */

import { countCell, line } from '@/lib/protocols/composition-cells'
import type { RuleKey } from '@/lib/protocols/factcheck-bench/labels'
import type { CompositionPanel } from '@/lib/protocols/protocol'
import { column, countResponses, mean } from './cells'
import type { Counted } from './counted'

const DIGITS = 3

export function revision(rows: readonly Counted[]): CompositionPanel {
  const merged = rows.filter(({ merge }) => merge !== null)
  const isFalse = (by: RuleKey) => merged.filter(({ verify }) => verify?.response[by] === false)
  const figures = (subset: readonly Counted[]) => [
    countResponses(subset),
    countResponses(subset, ({ merge }) => merge?.changed === true),
    countCell(subset, ({ merge }) => merge?.deletedSentences ?? 0),
    countCell(subset, ({ merge }) => merge?.deletedWithCorrection ?? 0),
    mean(subset, ({ merge }) => merge?.editDistance ?? null),
    mean(subset, ({ merge }) => merge?.normEditDistance ?? null),
    mean(subset, ({ merge }) => merge?.wordOverlap ?? null),
  ]
  return {
    key: 'revision',
    title: 'How much was revised',
    note: 'Means over responses; the original is compared with the revised text. Edit distance counts inserted, deleted and replaced characters, and is normalised by the length of the longer text; word overlap is the share of the longer text’s words that occur in the shorter one. Compare with Factcheck-Bench’s Table 6, which counts only responses that are false by the rule of the paper. As in the paper, a deleted sentence counts as hallucinated if one of its claims was corrected or deleted, or if it holds nothing to check (“other”); the published file has one of these.',
    rowTitle: 'Responses',
    columns: [
      column('Revised', 'count'),
      column('Changed', 'count'),
      column('Deleted sentences', 'count', 'negative'),
      column('Of these hallucinated', 'count', 'negative'),
      column('Edit distance', 'mean'),
      column('Normalised', 'mean', 'neutral', DIGITS),
      column('Word overlap', 'mean', 'neutral', DIGITS),
    ],
    bars: [],
    printed: {
      paper: { Revised: '61', Normalised: '.354', 'Word overlap': '.715' },
      all: { 'Deleted sentences': '16', 'Of these hallucinated': '12' },
    },
    rows: [
      line('paper', 'False by the rule of the paper', figures(isFalse('paper'))),
      line('released', 'False by the rule of the released files', figures(isFalse('released'))),
      line('all', 'All', figures(merged)),
    ],
  }
}
