/** What a machine proposed for lists against what became gold: how many entries, and how alike they are. Pure. */
import type { CompositionCell, CompositionPanel, GoldSummary, Protocol, SuggestedList } from '@/lib/protocols/protocol'
import { matchClaims } from '@/lib/stats/claim-alignment'
import { levenshtein } from '@/lib/stats/levenshtein'
import { ngramDistance } from '@/lib/stats/ngram-distance'
import { wordOverlap } from '@/lib/stats/word-overlap'

interface Compared extends SuggestedList {
  position: number
}

/** Columns: how many lists, of how many entries, and how alike their texts are where the numbers are the same. */
const COLUMNS: CompositionPanel['columns'] = [
  { title: 'Lists', form: 'count', tone: 'neutral' },
  { title: 'As many', form: 'share', tone: 'positive' },
  { title: 'More', form: 'share', tone: 'partial' },
  { title: 'Fewer', form: 'share', tone: 'negative' },
  { title: 'Edit distance', form: 'mean', tone: 'neutral', digits: 3 },
  { title: 'Bigram distance', form: 'mean', tone: 'neutral', digits: 3 },
  { title: 'Word overlap', form: 'mean', tone: 'neutral', digits: 3 },
]

/** One panel for each list of the protocol for which something was proposed. */
export function listPanels(protocol: Protocol, golds: readonly GoldSummary[]): CompositionPanel[] {
  const all = golds.flatMap(({ position, suggested = [] }) => suggested.map((list) => ({ ...list, position })))
  return protocol.stages.flatMap((stage) =>
    stage.questions.flatMap((question) => {
      const lists = all.filter((list) => list.stage === stage.key && list.question === question.key)
      return lists.length === 0 ? [] : [listPanel(`proposed-${stage.key}-${question.key}`, question.title, lists)]
    }),
  )
}

function listPanel(key: string, title: string, lists: readonly Compared[]): CompositionPanel {
  const groups = [
    { key: 'shown', title: 'Proposal shown to annotators', lists: lists.filter(({ shown }) => shown) },
    { key: 'hidden', title: 'Proposal not shown', lists: lists.filter(({ shown }) => !shown) },
    { key: 'all', title: 'All', lists },
  ]
  return {
    key,
    title: `${title}: proposed by a machine, and gold`,
    note: 'Has gold as many entries as were proposed, more or fewer? Where it has as many, entries are paired so that their texts are as alike as can be: Levenshtein’s distance divided by the longer text, Kondrak’s distance of bigrams, and the share of the longer text’s words that are in the other; means over pairs. To lay beside Factcheck-Bench, section 4.1.',
    rowTitle: 'Lists',
    columns: COLUMNS,
    bars: [1, 2, 3],
    rows: groups
      .filter((group) => group.lists.length > 0)
      .map((group) => ({ key: group.key, title: group.title, domain: null, cells: cellsOf(group.lists) })),
  }
}

function cellsOf(lists: readonly Compared[]): CompositionCell[] {
  const by = (compare: (difference: number) => boolean) =>
    lists.filter(({ gold, proposed }) => compare(gold.length - proposed.length))
  const equal = by((difference) => difference === 0)
  const pairs = equal.flatMap(pairsOf)
  const mean = (of: (a: string, b: string) => number | null): CompositionCell => {
    const values = pairs.map(([a, b]) => of(a, b)).filter((value) => value !== null)
    return {
      value: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
      items: positionsOf(equal),
    }
  }
  const share = (part: readonly Compared[]): CompositionCell => ({
    value: part.length / lists.length,
    part: part.length,
    whole: lists.length,
    items: positionsOf(part),
  })
  return [
    { value: lists.length, items: positionsOf(lists) },
    share(equal),
    share(by((difference) => difference > 0)),
    share(by((difference) => difference < 0)),
    mean((a, b) => levenshtein(a, b).normalizedDistance),
    mean((a, b) => ngramDistance(a, b).value),
    mean((a, b) => wordOverlap(a, b).value),
  ]
}

const positionsOf = (lists: readonly Compared[]) => [...new Set(lists.map(({ position }) => position))]

/** The gold entries beside the proposed ones that they are most like. */
function pairsOf({ gold, proposed }: SuggestedList): [string, string][] {
  if (gold.every((text, index) => text === proposed[index])) return gold.map((text) => [text, text])
  const alike = gold.map((text) => proposed.map((other) => levenshtein(text, other).normalizedSimilarity))
  return matchClaims(alike, 0).map(([left, right]) => [gold[left] ?? '', proposed[right] ?? ''])
}
