/** What a FACTOR set consists of, as the paper describes its own: validity (Table 2), error types (Table 3), distances. */
import { line } from '@/lib/protocols/composition-cells'
import { errorTypeOptions } from '@/lib/protocols/factor-validation/options'
import type { Composition, CompositionPanel } from '@/lib/protocols/protocol'
import {
  bySet,
  type CountedExample,
  count,
  countedExamples,
  distanceCells,
  type Placed,
  placed,
  share,
} from './counted'
import { thresholdPanels } from './thresholds'

const passes = ({ nonFactual, fluent, selfConsistent }: Placed) =>
  nonFactual === null || fluent === null || selfConsistent === null ? null : nonFactual && fluent && selfConsistent

function validity(examples: readonly CountedExample[]): CompositionPanel {
  return {
    key: 'validity',
    title: 'Validity by set',
    note: 'Contradictions are counted, each with three properties. Compare with FACTOR’s Table 2.',
    rowTitle: 'Set',
    columns: [
      { title: 'Examples', form: 'count', tone: 'neutral' },
      { title: 'Contradictions', form: 'count', tone: 'neutral' },
      { title: 'Non-factual', form: 'share', tone: 'positive' },
      { title: 'Fluent', form: 'share', tone: 'positive' },
      { title: 'Self-consistent', form: 'share', tone: 'positive' },
      { title: 'All three', form: 'share', tone: 'positive' },
    ],
    bars: [5],
    printed: {
      'set wiki': { 'Non-factual': '97.6%', Fluent: '94.0%', 'Self-consistent': '87.4%' },
      'set news': { 'Non-factual': '98.3%', Fluent: '97.0%', 'Self-consistent': '87.3%' },
      'set expert': { 'Non-factual': '97.5%', Fluent: '96.7%', 'Self-consistent': '83.8%' },
    },
    rows: bySet(examples).map(({ key, title, examples: own }) => {
      const rows = placed(own)
      const items = own.map(({ position }) => position)
      return line(key, title, [
        { value: own.length, items },
        count(rows),
        share(rows, ({ nonFactual }) => nonFactual),
        share(rows, ({ fluent }) => fluent),
        share(rows, ({ selfConsistent }) => selfConsistent),
        share(rows, passes),
      ])
    }),
  }
}

function errorTypes(examples: readonly CountedExample[]): CompositionPanel {
  return {
    key: 'error-types',
    title: 'Error types by set',
    note: 'Of the non-factual contradictions, each of one type. Compare with FACTOR’s Table 3.',
    rowTitle: 'Set',
    columns: errorTypeOptions.map(({ text, tone }) => ({ title: text, form: 'share', tone })),
    bars: [...errorTypeOptions.keys()],
    rows: bySet(examples).map(({ key, title, examples: own }) => {
      const cells = errorTypeOptions.map(({ value }) =>
        share(placed(own), ({ errorType }) => (errorType === null ? null : errorType === value)),
      )
      return line(key, title, cells)
    }),
  }
}

function distances(examples: readonly CountedExample[]): CompositionPanel {
  const rows = placed(examples)
  const sets = bySet(examples).map(({ key, title, examples: own }) => ({ key, title, rows: placed(own) }))
  const types = errorTypeOptions.map(({ value, text }) => ({
    key: `type ${value}`,
    title: text,
    rows: rows.filter(({ errorType }) => errorType === value),
  }))
  return {
    key: 'edit-distance',
    title: 'Edit distance by set and error type',
    note: 'Words inserted, deleted or replaced between the true completion and a contradiction; words stand between white space. The deviation is that of the whole (population). Compare with FACTOR, section 3.3.1, whose figures are of 300 sampled contradictions of news and 240 of expert.',
    rowTitle: 'Set or type',
    columns: [
      { title: 'Contradictions', form: 'count', tone: 'neutral' },
      { title: 'Mean distance', form: 'mean', tone: 'neutral', digits: 2 },
      { title: 'Standard deviation', form: 'mean', tone: 'neutral', digits: 2 },
    ],
    bars: [1],
    printed: {
      'set news': { 'Mean distance': '2.1', 'Standard deviation': '1.4' },
      'set expert': { 'Mean distance': '4.0', 'Standard deviation': '3.1' },
    },
    rows: [...sets, ...types.filter((type) => type.rows.length > 0)].map((row) =>
      line(row.key, row.title, distanceCells(row.rows)),
    ),
  }
}

export const composition: Composition = {
  content: ['set'],
  panels(golds) {
    const examples = countedExamples(golds)
    if (examples.length === 0) return []
    const all = [validity(examples), errorTypes(examples), distances(examples)]
    return [...all, ...thresholdPanels(placed(examples))]
  },
}
