/** What judged texts consist of, as FACTOR's Table 6 lays them out (FACTOR 6). */
import type { Composition, CompositionCell, CompositionPanel, GoldSummary } from '@/lib/protocols/protocol'
import { type GroupCounts, groupsIn } from './count-judgements'
import { dropped, FACT, JUDGE, type Judgement } from './labels'
import { weighted } from './weighted'

/** One item's texts of one model. */
export type Judged = GroupCounts & { position: number }

const KEPT: readonly Judgement[] = ['neutral', 'true', 'false']
const COLUMNS = ['Neutral', 'True', 'False'] as const
const TONES = ['neutral', 'positive', 'negative'] as const
export const groupTexts: Readonly<Record<GroupCounts['group'], string>> = {
  right: 'right',
  wrong: 'wrong',
  unknown: 'group not known',
}

export const texts = (rows: readonly Judged[], judged: readonly Judgement[]) =>
  rows.reduce((sum, { counts }) => sum + judged.reduce((rowSum, value) => rowSum + (counts[value] ?? 0), 0), 0)
const having = (rows: readonly Judged[], judged: readonly Judgement[]) => [
  ...new Set(rows.filter((row) => texts([row], judged) > 0).map(({ position }) => position)),
]

function share(rows: readonly Judged[], judged: readonly Judgement[], among: readonly Judgement[]): CompositionCell {
  const [part, whole] = [texts(rows, judged), texts(rows, among)]
  return { value: whole === 0 ? null : part / whole, part, whole, items: having(rows, judged) }
}

function count(rows: readonly Judged[], judged: readonly Judgement[]): CompositionCell {
  return { value: texts(rows, judged), items: having(rows, judged) }
}

/** A row for each model and whether it was right about the pair. */
function byGroup(rows: readonly Judged[], cells: (rows: readonly Judged[]) => CompositionCell[]) {
  const models = [...new Set(rows.map(({ model }) => model))].toSorted()
  return models.flatMap((model) =>
    (['right', 'wrong', 'unknown'] as const).flatMap((group) => {
      const groupRows = rows.filter((row) => row.model === model && row.group === group)
      const title = `${model}, ${groupTexts[group]}`
      return groupRows.length === 0 ? [] : [{ key: `${group} ${model}`, title, domain: null, cells: cells(groupRows) }]
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
      count(groupRows, KEPT),
    ]),
  }
}

function droppedPanel(rows: readonly Judged[]): CompositionPanel {
  const all = [...KEPT, ...dropped]
  const models = [...new Set(rows.map(({ model }) => model))].toSorted()
  const line = (key: string, title: string, lineRows: readonly Judged[]) => ({
    key,
    title,
    domain: null,
    cells: [
      count(lineRows, all),
      share(lineRows, ['ill-formed'], all),
      share(lineRows, ['non-contradictory'], all),
      share(lineRows, dropped, all),
    ],
  })
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
      ...models.map((model) =>
        line(
          model,
          model,
          rows.filter((row) => row.model === model),
        ),
      ),
      line('', 'All models', rows),
    ],
  }
}

function factsPanel(golds: readonly GoldSummary[]): CompositionPanel {
  const of = (kind: string) => golds.filter(({ stages }) => stages[FACT]?.kind === kind).map(({ position }) => position)
  const [facts, none] = [of('fact'), of('none')]
  const whole = facts.length + none.length
  const cell = (items: number[]): CompositionCell => ({
    value: whole === 0 ? null : items.length / whole,
    part: items.length,
    whole,
    items,
  })
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
    rows: [{ key: 'all', title: 'All pairs', domain: null, cells: [cell(facts), cell(none)] }],
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
      const items = having(modelRows, KEPT)
      return { key: model, title: model, domain: null, cells: weighted(modelRows).map((value) => ({ value, items })) }
    }),
  }
}
