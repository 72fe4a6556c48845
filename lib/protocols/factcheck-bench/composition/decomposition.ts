/** The claims that a machine proposed beside those that became gold (Factcheck-Bench, section 4.1). */
import { line } from '@/lib/protocols/composition-cells'
import type { CompositionCell, CompositionPanel, SuggestedList } from '@/lib/protocols/protocol'
import { levenshtein } from '@/lib/stats/levenshtein'
import { ngramDistance } from '@/lib/stats/ngram-distance'
import { wordOverlap } from '@/lib/stats/word-overlap'
import { column } from './cells'
import type { Counted } from './counted'

/** A sentence for which claims were proposed. */
type Listed = SuggestedList & { position: number }

const DIGITS = 3

export function decomposition(rows: readonly Counted[]): CompositionPanel {
  const lists = rows.flatMap(({ position, suggested }) => suggested.map((list) => ({ ...list, position })))
  return {
    key: 'decomposition',
    title: 'Automatic and human decomposition',
    note: 'Sentences for which claims were proposed, by whether people ended up with as many claims. Where they did, the claims are compared one by one in their order, and the figures are means over claims: normalised edit distance, distance of bigrams, word overlap. Compare with Factcheck-Bench, section 4.1; proposals that nobody saw say more than those that people began with.',
    rowTitle: 'Proposal',
    columns: [
      column('Sentences', 'count'),
      column('As many', 'share', 'positive'),
      column('More', 'share', 'partial'),
      column('Fewer', 'share', 'negative'),
      column('Edit distance', 'mean', 'neutral', DIGITS),
      column('Bigram distance', 'mean', 'neutral', DIGITS),
      column('Word overlap', 'mean', 'neutral', DIGITS),
    ],
    bars: [1, 2, 3],
    rows: [
      line('shown', 'Shown', figures(lists.filter(({ shown }) => shown))),
      line('hidden', 'Hidden', figures(lists.filter(({ shown }) => !shown))),
      line('all', 'All', figures(lists)),
    ],
  }
}

function figures(lists: readonly Listed[]): CompositionCell[] {
  const more = ({ proposed, gold }: Listed) => Math.sign(gold.length - proposed.length)
  const equal = lists.filter((list) => more(list) === 0)
  const pairs = equal.flatMap(({ proposed, gold }) => gold.map((text, index) => [proposed[index] ?? '', text] as const))
  const of = (subset: readonly Listed[]) => [...new Set(subset.map(({ position }) => position))]
  const part = (subset: readonly Listed[]): CompositionCell => ({
    value: lists.length === 0 ? null : subset.length / lists.length,
    part: subset.length,
    whole: lists.length,
    items: of(subset),
  })
  const mean = (values: readonly (number | null)[]): CompositionCell => {
    const definedValues = values.filter((value) => value !== null)
    const total = definedValues.reduce((sum, value) => sum + value, 0)
    return { value: definedValues.length === 0 ? null : total / definedValues.length, items: of(equal) }
  }
  return [
    { value: lists.length, items: of(lists) },
    part(equal),
    part(lists.filter((list) => more(list) > 0)),
    part(lists.filter((list) => more(list) < 0)),
    mean(pairs.map(([before, after]) => levenshtein(before, after).normalizedDistance)),
    mean(pairs.map(([before, after]) => ngramDistance(before, after).value)),
    mean(pairs.map(([before, after]) => wordOverlap(before, after).value)),
  ]
}
