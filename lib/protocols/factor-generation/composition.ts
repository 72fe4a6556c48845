/** What judged texts consist of, as FACTOR's Table 6 lays them out (FACTOR 6). */
import { countCell, groupsOf, line, shareCell, sumOf } from '@/lib/protocols/composition-cells'
import type { Composition, CompositionCell, CompositionPanel, GoldSummary } from '@/lib/protocols/protocol'
import { type GroupCounts, groupsIn } from './count-judgements'
import { dropped, FACT, JUDGE, type Judgement } from './labels'

/** One item's texts of one model. */
type Judged = GroupCounts & { position: number }

const KEPT: readonly Judgement[] = ['neutral', 'true', 'false']
const KEPT_COLUMNS = [
  { title: 'Neutral', tone: 'neutral' },
  { title: 'True', tone: 'positive' },
  { title: 'False', tone: 'negative' },
] as const
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

/** The shares of neutral, true and false texts, and the accuracy. */
const sharesOf = (rows: readonly Judged[]): CompositionCell[] => [
  ...KEPT.map((judgement) => share(rows, [judgement], KEPT)),
  share(rows, ['true'], ['true', 'false']),
]

const ofGroup = (rows: readonly Judged[], group: string) => rows.filter((row) => row.group === group)

/** The rows of each model, by its name. */
function byModel(rows: readonly Judged[]): [string, readonly Judged[]][] {
  const models = groupsOf(rows, ({ model }) => model)
  return [...models.keys()].toSorted().map((model) => [model, models.get(model) ?? []])
}

function judgementsPanel(rows: readonly Judged[]): CompositionPanel {
  const ties = rows.filter(({ tie }) => tie).length
  return {
    key: 'judgements',
    title: 'What generated texts say of the fact',
    note: `By model, and by whether it found the true completion likelier than the contradiction (right) or not (wrong; ${ties} ${ties === 1 ? 'tie counts' : 'ties count'} as wrong). Dropped texts are left out. Accuracy is true out of true and false, without neutral. Laid out like FACTOR’s Table 6.`,
    rowTitle: 'Model and group',
    columns: [
      ...KEPT_COLUMNS.map((column) => ({ ...column, form: 'share' as const })),
      { title: 'Accuracy', form: 'share', tone: 'positive' },
      { title: 'Texts', form: 'count', tone: 'neutral' },
    ],
    bars: [0, 1, 2],
    rows: byModel(rows).flatMap(([model, modelRows]) =>
      Object.entries(groupTexts).flatMap(([group, text]) => {
        const groupRows = ofGroup(modelRows, group)
        if (groupRows.length === 0) return []
        return [
          line(`${group} ${model}`, `${model}, ${text}`, [...sharesOf(groupRows), countCell(groupRows, textsOf(KEPT))]),
        ]
      }),
    ),
  }
}

/** Both groups together, each with the weight that it has among all pairs. */
function weightedPanel(rows: readonly Judged[]): CompositionPanel {
  return {
    key: 'weighted',
    title: 'Models as a whole',
    note: 'The groups of the table above put together, each weighted by its share of all pairs (right_share in the records); accuracy likewise, as in the rows “All” of FACTOR’s Table 6. Empty where a share or a group is missing, or where records give several shares.',
    rowTitle: 'Model',
    columns: [
      { title: 'Share right', form: 'mean', tone: 'neutral', digits: 3 },
      ...KEPT_COLUMNS.map((column) => ({ ...column, form: 'mean' as const, digits: 3 })),
      { title: 'Accuracy', form: 'mean', tone: 'positive', digits: 3 },
    ],
    bars: [4],
    rows: byModel(rows).map(([model, modelRows]) => {
      const { items } = countCell(modelRows, textsOf(KEPT))
      return line(
        model,
        model,
        weighted(modelRows).map((value) => ({ value, items })),
      )
    }),
  }
}

/**
 * Of one model: the share of pairs it is right about, then its shares of neutral, true and false texts and its accuracy,
 * each the mean of its two groups weighted by that share (FACTOR 6). null where something is missing for it.
 */
function weighted(rows: readonly Judged[]): (number | null)[] {
  const shares = new Set(rows.flatMap(({ rightShare }) => rightShare ?? []))
  const [rightShare = null] = shares.size === 1 ? shares : []
  const wrongCells = sharesOf(ofGroup(rows, 'wrong'))
  const means = sharesOf(ofGroup(rows, 'right')).map(({ value: right }, index) => {
    const wrong = wrongCells[index]?.value ?? null
    return rightShare === null || right === null || wrong === null
      ? null
      : rightShare * right + (1 - rightShare) * wrong
  })
  return [rightShare, ...means]
}

function droppedPanel(rows: readonly Judged[]): CompositionPanel {
  const all = [...KEPT, ...dropped]
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
      ...byModel(rows).map(([model, modelRows]) => line(model, model, cells(modelRows))),
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
