/** What judged texts consist of, as FACTOR's Table 6 lays them out (FACTOR 6). */
import { countCell, line, shareCell, sumOf } from '@/lib/protocols/composition-cells'
import type { Composition, CompositionCell, CompositionPanel, GoldSummary } from '@/lib/protocols/protocol'
import { type GroupCounts, groupsIn } from './count-judgements'
import { dropped, FACT, JUDGE, type Judgement } from './labels'
import { weighted } from './weighted'

/** One item's texts of one model. */
type Judged = GroupCounts & { position: number }

const KEPT: readonly Judgement[] = ['neutral', 'true', 'false']
const COLUMNS = ['Neutral', 'True', 'False'] as const
const TONES = ['neutral', 'positive', 'negative'] as const
const groupTexts: Readonly<Record<GroupCounts['group'], string>> = {
  right: 'right',
  wrong: 'wrong',
  unknown: 'group not known',
}

const textsOf =
  (judged: readonly Judgement[]) =>
  ({ counts }: Judged) =>
    sumOf(judged, (value) => counts[value] ?? 0)

const share = (rows: readonly Judged[], judged: readonly Judgement[], among: readonly Judgement[]): CompositionCell =>
  shareCell(rows, textsOf(judged), sumOf(rows, textsOf(among)))

/** A row for each model and whether it was right about the pair. */
function byGroup(rows: readonly Judged[], cells: (rows: readonly Judged[]) => CompositionCell[]) {
  const models = [...new Set(rows.map(({ model }) => model))].toSorted()
  return models.flatMap((model) =>
    (['right', 'wrong', 'unknown'] as const).flatMap((group) => {
      const groupRows = rows.filter((row) => row.model === model && row.group === group)
      const title = `${model}, ${groupTexts[group]}`
      return groupRows.length === 0 ? [] : [line(`${group} ${model}`, title, cells(groupRows))]
    }),
  )
}

function judgementsPanel(rows: readonly Judged[]): CompositionPanel {
  const tied = new Set(rows.filter(({ tie }) => tie).map(({ position, model }) => `${position} ${model}`)).size
  return {
    key: 'judgements',
    title: 'What generated texts say of the fact',
    note: `By model, and by whether it found the true completion likelier than the contradiction (right) or not (wrong; ${tied} ${tied === 1 ? 'tie counts' : 'ties count'} as wrong). Dropped texts are left out. Accuracy is true out of true and false, without neutral. Laid out like FACTOR’s Table 6.`,
    rowTitle: 'Model and group',
    columns: [
      ...COLUMNS.map((title, index) => ({ title, form: 'share' as const, tone: TONES[index] ?? 'neutral' })),
      { title: 'Accuracy', form: 'share', tone: 'positive' },
      { title: 'Texts', form: 'count', tone: 'neutral' },
    ],
    bars: [0, 1, 2],
    rows: byGroup(rows, (groupRows) => [
      ...KEPT.map((judgement) => share(groupRows, [judgement], KEPT)),
      share(groupRows, ['true'], ['true', 'false']),
      countCell(groupRows, textsOf(KEPT)),
    ]),
  }
}

function droppedPanel(rows: readonly Judged[]): CompositionPanel {
  const all = [...KEPT, ...dropped]
  const models = [...new Set(rows.map(({ model }) => model))].toSorted()
  const cells = (own: readonly Judged[]) => [
    countCell(own, textsOf(all)),
    share(own, ['ill-formed'], all),
    share(own, ['non-contradictory'], all),
    share(own, dropped, all),
  ]
  return {
    key: 'dropped',
    title: 'Texts that were dropped',
    note: 'Texts that were ill-formed, or with which the two sentences do not contradict each other, out of all that were judged. FACTOR dropped 14.5 %.',
    rowTitle: 'Model',
    columns: [
      { title: 'Judged', form: 'count', tone: 'neutral' },
      { title: 'Ill-formed', form: 'share', tone: 'partial' },
      { title: 'No contradiction', form: 'share', tone: 'partial' },
      { title: 'Dropped', form: 'share', tone: 'partial' },
    ],
    bars: [3],
    rows: [
      ...models.map((model) => line(model, model, cells(rows.filter((row) => row.model === model)))),
      line('', 'All models', cells(rows)),
    ],
  }
}

function factsPanel(golds: readonly GoldSummary[]): CompositionPanel {
  const is = (kind: string) => (gold: GoldSummary) => Number(gold.stages[FACT]?.kind === kind)
  const whole = sumOf(golds, is('fact')) + sumOf(golds, is('none'))
  return {
    key: 'facts',
    title: 'Pairs with a minimal fact',
    note: 'A pair whose sentences differ in no single fact has no text to judge.',
    rowTitle: 'Pairs',
    columns: [
      { title: 'One fact', form: 'share', tone: 'positive' },
      { title: 'No single fact', form: 'share', tone: 'neutral' },
    ],
    bars: [0, 1],
    rows: [line('all', 'All pairs', [shareCell(golds, is('fact'), whole), shareCell(golds, is('none'), whole)])],
  }
}

export const composition: Composition = {
  content: [],
  panels(golds) {
    const facts = golds.filter(({ stages }) => stages[FACT])
    if (facts.length === 0) return []
    const rows = golds.flatMap(({ position, stages }) => groupsIn(stages[JUDGE]).map((each) => ({ ...each, position })))
    const judged = rows.length === 0 ? [] : [judgementsPanel(rows), weightedPanel(rows), droppedPanel(rows)]
    return [...judged, factsPanel(facts)]
  },
}

/** Both groups together, each with the weight that it has among all pairs. */
function weightedPanel(rows: readonly Judged[]): CompositionPanel {
  const models = [...new Set(rows.map(({ model }) => model))].toSorted()
  return {
    key: 'weighted',
    title: 'Models as a whole',
    note: 'The groups of the table above put together, each weighted by its share of all pairs (right_share in the records); accuracy likewise, as in the rows “All” of FACTOR’s Table 6. Empty where a share or a group is missing, or where records give several shares.',
    rowTitle: 'Model',
    columns: [
      { title: 'Share right', form: 'mean', tone: 'neutral', digits: 3 },
      ...COLUMNS.map((title, index) => ({ title, form: 'mean' as const, tone: TONES[index] ?? 'neutral', digits: 3 })),
      { title: 'Accuracy', form: 'mean', tone: 'positive', digits: 3 },
    ],
    bars: [4],
    rows: models.map((model) => {
      const modelRows = rows.filter((row) => row.model === model)
      const { items } = countCell(modelRows, textsOf(KEPT))
      return line(
        model,
        model,
        weighted(modelRows).map((value) => ({ value, items })),
      )
    }),
  }
}
