/** What the votes say, as the paper shows it: strong and slight preference by domain (figure 5), by extractor, by side. */
import { countCell, line, meanCell, shareCell, sumOf } from '@/lib/protocols/composition-cells'
import type { Composition, CompositionPanel, GoldSummary } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { positionPanel, rowsBy } from '@/lib/protocols/side-by-side/cells'
import { byName } from '@/lib/protocols/side-by-side/methods'
import { CHOOSE } from './choices'
import { type Tally, tallySchema } from './tally'

interface Row extends Tally {
  position: number
  domain: string
  extractor: string
}

function rowOf({ position, content, stages }: GoldSummary): Row[] {
  const tally = tallySchema.safeParse(stages[CHOOSE])
  if (!tally.success || tally.data.votes === 0) return []
  const { domain = null, extractor = null } = isJsonRecord(content) ? content : {}
  const nameIn = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
  return [{ ...tally.data, position, domain: nameIn(domain), extractor: nameIn(extractor) }]
}

const methodsIn = (rows: readonly Row[]): string[] =>
  [...new Set(rows.flatMap(({ methods }) => Object.keys(methods)))].toSorted(byName)

type Kind = 'votes' | 'strong' | 'slight'
const votesFor = (method: string, kind: Kind) => (row: Row) => row.methods[method]?.[kind] ?? 0

/** Strong and slight votes of each method; votes for neither where there are any. */
function strengths(rows: readonly Row[], by: 'domain' | 'extractor'): CompositionPanel {
  const methods = methodsIn(rows)
  const isCompared = rows.some(({ variant }) => variant === 'comparison')
  const kinds: readonly Kind[] = isCompared ? ['votes'] : ['strong', 'slight']
  const columns = methods.flatMap((method, place) =>
    kinds.map((kind) => ({
      title: kind === 'votes' ? method : `${method}, ${kind}`,
      form: 'count' as const,
      tone: place > 0 ? ('neutral' as const) : kind === 'slight' ? ('partial' as const) : ('positive' as const),
    })),
  )
  const none = { title: 'Hard to choose', form: 'count', tone: 'partial' } as const
  return {
    key: `strength-by-${by}`,
    title: by === 'domain' ? 'Preference by domain' : 'Preference by extractor',
    note: isCompared
      ? 'Votes by the method that is behind the side chosen. Identical pairs were set aside at the import and have no votes.'
      : `Votes by the method that is behind the side chosen: strong where the choice was easy, slight where it was hard.${by === 'domain' ? ' Compare with VeriScore’s Figure 5.' : ''}`,
    rowTitle: by === 'domain' ? 'Domain' : 'Extractor',
    columns: isCompared ? [...columns, none] : columns,
    bars: [...columns.keys(), ...(isCompared ? [columns.length] : [])],
    rows: rowsBy(
      rows,
      (row) => row[by],
      (groupRows) => [
        ...methods.flatMap((method) => kinds.map((kind) => countCell(groupRows, votesFor(method, kind)))),
        ...(isCompared ? [countCell(groupRows, ({ undecided }) => undecided)] : []),
      ],
      by === 'domain',
    ),
  }
}

function methods(rows: readonly Row[]): CompositionPanel {
  return {
    key: 'methods',
    title: 'Preferred method',
    note: 'On pairs with a list of the method: its share of the votes, and the share of pairs on which it has more than half of them. The same votes are counted by side in another table; here they are counted by method.',
    rowTitle: 'Method',
    columns: [
      { title: 'Votes', form: 'share', tone: 'positive' },
      { title: 'Items', form: 'share', tone: 'neutral' },
    ],
    bars: [0],
    rows: methodsIn(rows).map((method) => {
      const methodRows = rows.filter((row) => method in row.methods)
      const whole = sumOf(methodRows, ({ votes }) => votes)
      return line(`method ${method}`, method, [
        shareCell(methodRows, votesFor(method, 'votes'), whole),
        shareCell(methodRows, ({ preferred }) => Number(preferred === method), methodRows.length),
      ])
    }),
  }
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
  return {
    key: 'full-agreement',
    title: 'Full agreement',
    note: 'Among items with two votes or more, those on which all votes are for the same method.',
    rowTitle: 'Domain',
    columns: [
      { title: 'Items with several votes', form: 'count', tone: 'neutral' },
      { title: 'All agree', form: 'share', tone: 'positive' },
    ],
    bars: [1],
    rows: rowsBy(
      rows.filter(({ unanimous }) => unanimous !== null),
      ({ domain }) => domain,
      (groupRows) => [
        countCell(groupRows, () => 1),
        shareCell(groupRows, ({ unanimous }) => Number(unanimous), groupRows.length),
      ],
      true,
    ),
  }
}

function likeness(rows: readonly Row[]): CompositionPanel {
  const measured = rows.flatMap(({ position, domain, similarity }) =>
    similarity === null ? [] : [{ position, domain, ...similarity }],
  )
  return {
    key: 'likeness',
    title: 'How alike the lists are',
    note: 'Each list as one text; means over the pairs that were voted on, from 0 to 1, for chrF++ with the first list of the record as the reference. Pairs that matched exactly when they were imported were discarded as identical and are not among them. Laid out like VeriScore’s appendix F.',
    rowTitle: 'Domain',
    columns: [
      { title: 'Pairs', form: 'count', tone: 'neutral' },
      { title: 'Exact matches', form: 'count', tone: 'neutral' },
      ...(['ROUGE-1', 'ROUGE-2', 'ROUGE-L', 'chrF++'] as const).map((title) => ({
        title,
        form: 'mean' as const,
        tone: 'neutral' as const,
        digits: 3,
      })),
    ],
    bars: [],
    rows: rowsBy(
      measured,
      ({ domain }) => domain,
      (groupRows) => [
        countCell(groupRows, () => 1),
        countCell(groupRows, ({ exact }) => Number(exact)),
        meanCell(groupRows, ({ rouge1 }) => rouge1),
        meanCell(groupRows, ({ rouge2 }) => rouge2),
        meanCell(groupRows, ({ rougeL }) => rougeL),
        meanCell(groupRows, ({ chrf }) => chrf),
      ],
      true,
    ),
  }
}

export const composition: Composition = {
  content: ['domain', 'extractor'],
  panels(golds) {
    const rows = golds.flatMap(rowOf)
    if (rows.length === 0) return []
    const isCompared = rows.some(({ similarity }) => similarity !== null)
    const several = rows.some(({ unanimous }) => unanimous !== null)
    return [
      methods(rows),
      strengths(rows, 'domain'),
      ...(rows.some(({ extractor }) => extractor !== '') ? [strengths(rows, 'extractor')] : []),
      bias(rows),
      ...(several ? [agreed(rows)] : []),
      ...(isCompared ? [likeness(rows)] : []),
    ]
  },
}
