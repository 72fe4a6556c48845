/** What the votes say, as the paper shows it: strong and slight preference by domain (figure 5), by extractor, by side. */
import { countColumn, meanCell, shareCell, sumOf, tableOf } from '@/lib/protocols/composition-cells'
import type { Composition, CompositionPanel } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { linesBy, methodsIn, positionPanel, talliesIn } from '@/lib/protocols/side-by-side/cells'
import { wordsIn } from '@/lib/protocols/side-by-side/vote-fields'
import { CHOOSE } from './choices'
import { type Tally, tallySchema } from './tally'

interface Row extends Tally {
  position: number
  domain: string
  extractor: string
}

type Kind = 'votes' | 'strong' | 'slight'
const votesFor = (method: string, kind: Kind) => (row: Row) => row.methods[method]?.[kind] ?? 0

const byDomain = <Each extends { domain: string }>(rows: readonly Each[]) => linesBy(rows, ({ domain }) => domain, true)

/** Strong and slight votes of each method; votes for neither where there are any. */
function strengths(rows: readonly Row[], by: 'domain' | 'extractor'): CompositionPanel {
  const isByDomain = by === 'domain'
  const isCompared = rows.some(({ variant }) => variant === 'comparison')
  const kinds: readonly Kind[] = isCompared ? ['votes'] : ['strong', 'slight']
  const ofMethods = methodsIn(rows).flatMap((method, place) =>
    kinds.map((kind) => {
      const tone = place > 0 ? 'neutral' : kind === 'slight' ? 'partial' : 'positive'
      return countColumn(kind === 'votes' ? method : `${method}, ${kind}`, votesFor(method, kind), tone)
    }),
  )
  const ofNone = countColumn('Hard to choose', ({ undecided }: Row) => undecided, 'partial')
  const columns = isCompared ? [...ofMethods, ofNone] : ofMethods
  return tableOf(
    {
      key: `strength-by-${by}`,
      title: `Preference by ${by}`,
      note: isCompared
        ? 'Votes by the method that is behind the side chosen. Identical pairs were set aside at the import and have no votes.'
        : `Votes by the method that is behind the side chosen: strong where the choice was easy, slight where it was hard.${isByDomain ? ' Compare with VeriScore’s Figure 5.' : ''}`,
      rowTitle: isByDomain ? 'Domain' : 'Extractor',
      bars: [...columns.keys()],
    },
    columns,
    linesBy(rows, (row) => row[by], isByDomain),
  )
}

function methods(rows: readonly Row[]): CompositionPanel {
  return tableOf(
    {
      key: 'methods',
      title: 'Preferred method',
      note: 'On pairs with a list of the method: its share of the votes, and the share of pairs on which it has more than half of them. The same votes are counted by side in another table; here they are counted by method.',
      rowTitle: 'Method',
      bars: [0],
    },
    [
      {
        title: 'Votes',
        form: 'share',
        tone: 'positive',
        cell: ({ title, own }) =>
          shareCell(
            own,
            votesFor(title, 'votes'),
            sumOf(own, ({ votes }) => votes),
          ),
      },
      {
        title: 'Items',
        form: 'share',
        tone: 'neutral',
        cell: ({ title, own }) => shareCell(own, ({ preferred }) => Number(preferred === title), own.length),
      },
    ],
    methodsIn(rows).map((name) => ({
      key: `method ${name}`,
      title: name,
      own: rows.filter((row) => name in row.methods),
    })),
  )
}

function bias(rows: readonly Row[]): CompositionPanel {
  const whole = sumOf(rows, ({ left, right }) => left + right)
  const head = {
    key: 'position',
    title: 'Position bias',
    note: 'Votes by the side as seen, with Wilson’s 95 % interval as if votes were independent; the sides are drawn at random for each annotator, so without a bias the share is about a half. Votes whose order nobody wrote down are left out.',
    rowTitle: 'Side',
  }
  return positionPanel(head, [
    { key: 'left', title: 'Left', rows, votesFor: ({ left }) => left, whole },
    { key: 'right', title: 'Right', rows, votesFor: ({ right }) => right, whole },
  ])
}

function agreed(rows: readonly Row[]): CompositionPanel {
  return tableOf(
    {
      key: 'full-agreement',
      title: 'Full agreement',
      note: 'Among items with two votes or more, those on which all votes are for the same method.',
      rowTitle: 'Domain',
      bars: [1],
    },
    [
      countColumn('Items with several votes', () => 1),
      {
        title: 'All agree',
        form: 'share',
        tone: 'positive',
        cell: (own) => shareCell(own.rows, ({ unanimous }) => Number(unanimous), own.rows.length),
      },
    ],
    byDomain(rows),
  )
}

const MEANS = [
  ['rouge1', 'ROUGE-1'],
  ['rouge2', 'ROUGE-2'],
  ['rougeL', 'ROUGE-L'],
  ['chrf', 'chrF++'],
] as const

function likeness(rows: readonly Row[]): CompositionPanel {
  const measured = rows.flatMap(({ position, domain, similarity }) =>
    similarity === null ? [] : [{ position, domain, ...similarity }],
  )
  type Pair = (typeof measured)[number]
  return tableOf(
    {
      key: 'likeness',
      title: 'How alike the lists are',
      note: 'Each list as one text; means over the pairs that were voted on, from 0 to 1, for chrF++ with the first list of the record as the reference. Pairs that matched exactly when they were imported were discarded as identical and are not among them. Laid out like VeriScore’s appendix F.',
      rowTitle: 'Domain',
      bars: [],
    },
    [
      countColumn('Pairs', () => 1),
      countColumn('Exact matches', ({ exact }: Pair) => Number(exact)),
      ...MEANS.map(([key, title]) => ({
        title,
        form: 'mean' as const,
        tone: 'neutral' as const,
        digits: 3,
        cell: ({ rows: pairs }: { rows: readonly Pair[] }) => meanCell(pairs, (pair) => pair[key]),
      })),
    ],
    byDomain(measured),
  )
}

export const composition: Composition = {
  content: ['domain', 'extractor'],
  panels(golds) {
    const rows = talliesIn(golds, CHOOSE, tallySchema).map(({ content, ...tally }) => {
      const { domain, extractor } = isJsonRecord(content) ? content : {}
      return { ...tally, domain: wordsIn(domain) ?? '', extractor: wordsIn(extractor) ?? '' }
    })
    if (rows.length === 0) return []
    const several = rows.filter(({ unanimous }) => unanimous !== null)
    return [
      methods(rows),
      strengths(rows, 'domain'),
      ...(rows.some(({ extractor }) => extractor !== '') ? [strengths(rows, 'extractor')] : []),
      bias(rows),
      ...(several.length > 0 ? [agreed(several)] : []),
      ...(rows.some(({ similarity }) => similarity !== null) ? [likeness(rows)] : []),
    ]
  },
}
