/** What the votes say: preferences by method (Factcheck-Bench, table 6), by place as seen, and ties. */
import { countCell, line, shareCell, sumOf, tableOf } from '@/lib/protocols/composition-cells'
import { type Tally, tallySchema } from '@/lib/protocols/factcheck-bench-revision/tally'
import type { Composition, CompositionPanel } from '@/lib/protocols/protocol'
import { methodsIn, positionPanel, talliesIn } from '@/lib/protocols/side-by-side/cells'
import { MOST_REVISIONS, PREFER } from './choices'

interface Row extends Tally {
  position: number
}

function methods(rows: readonly Row[]): CompositionPanel {
  const chosen = sumOf(rows, (row) => sumOf(Object.values(row.methods), (counts) => counts.chosen))
  const votes = sumOf(rows, (row) => row.votes)
  const sharesOf = (name: string) => countCell(rows, (row) => row.methods[name]?.shares ?? 0)
  return tableOf(
    {
      key: 'methods',
      title: 'Preferred revision',
      note: 'Preferences count a tie for each of the revisions chosen, so there may be more of them than votes; shares of votes divide a tie between them, so that they add up to the votes. Compare with Factcheck-Bench’s Table 6.',
      rowTitle: 'Method',
      bars: [0],
    },
    [
      {
        title: 'Preferences',
        form: 'share',
        tone: 'positive',
        cell: ({ title }) => shareCell(rows, (row) => row.methods[title]?.chosen ?? 0, chosen),
      },
      { title: 'Shares of votes', form: 'mean', tone: 'neutral', digits: 2, cell: ({ title }) => sharesOf(title) },
      {
        title: 'Of all votes',
        form: 'mean',
        tone: 'neutral',
        digits: 3,
        cell: ({ title }) => ({ ...sharesOf(title), value: votes === 0 ? null : (sharesOf(title).value ?? 0) / votes }),
      },
    ],
    methodsIn(rows).map((name) => ({ key: `method ${name}`, title: name })),
  )
}

function bias(rows: readonly Row[]): CompositionPanel {
  const head = {
    key: 'position',
    title: 'Position bias',
    note: 'Votes for a single revision by its place as seen, with Wilson’s 95 % interval as if votes were independent; the order is drawn at random for each annotator, so without a bias all places are chosen about equally often. A place’s share is of the votes on items with that many revisions. Ties, and votes whose order nobody wrote down, are left out.',
    rowTitle: 'Place',
  }
  const places = Array.from({ length: MOST_REVISIONS }, (_, place) => {
    const placeRows = rows.filter((row) => Object.keys(row.methods).length > place)
    return {
      key: `place ${place + 1}`,
      title: `Place ${place + 1}`,
      rows: placeRows,
      votesFor: ({ positions }: Row) => positions[place] ?? 0,
      whole: sumOf(placeRows, ({ positions }) => sumOf(positions, (count) => count)),
    }
  })
  return positionPanel(head, places)
}

function votes(rows: readonly Row[]): CompositionPanel {
  const several = rows.filter(({ unanimous }) => unanimous !== null)
  const whole = sumOf(rows, (row) => row.votes)
  return {
    key: 'votes',
    title: 'Votes and ties',
    note: 'A tie is a vote for several revisions, which is only possible where their texts are the same; imported votes are taken as they are.',
    rowTitle: 'Figure',
    columns: [{ title: 'Count', form: 'share', tone: 'neutral' }],
    bars: [],
    rows: [
      line('ties', 'Ties, of all votes', [shareCell(rows, ({ ties }) => ties, whole)]),
      line('several', 'Items with several votes', [
        shareCell(rows, ({ unanimous }) => Number(unanimous !== null), rows.length),
      ]),
      line('agree', 'Of these, all agree', [shareCell(several, ({ unanimous }) => Number(unanimous), several.length)]),
    ],
  }
}

export const composition: Composition = {
  content: [],
  panels(golds) {
    const rows = talliesIn(golds, PREFER, tallySchema)
    return rows.length === 0 ? [] : [methods(rows), bias(rows), votes(rows)]
  },
}
