/** How sentences, claims and evidence divide by what was answered: the distributions of the paper's figures. */

import {
  claimImportanceOptions,
  claimTypeOptions,
  sentenceImportanceOptions,
  sentenceOptions,
  setAsideOptions,
  stanceOptions,
} from '@/lib/protocols/factcheck-bench/options'
import { enoughOptions, verdictOptions } from '@/lib/protocols/factcheck-bench/verify-options'
import type { CompositionPanel } from '@/lib/protocols/protocol'
import { column, distribution, type Value, valuesOf } from './cells'
import type { Counted } from './counted'

const FIGURES = 'Among the distributions of Factcheck-Bench’s figures 2 to 7.'
const NOT_VERIFIED: Value = { value: 'NA', text: 'Not verified' }

type Counts = (row: Counted) => Readonly<Record<string, number>>
const ofDecompose = (of: (counts: NonNullable<Counted['decompose']>) => Record<string, number>): Counts => {
  return ({ decompose }) => (decompose ? of(decompose) : {})
}
const ofVerify = (of: (counts: NonNullable<Counted['verify']>) => Record<string, number>): Counts => {
  return ({ verify }) => (verify ? of(verify) : {})
}

interface Described {
  key: string
  title: string
  note: string
  rowTitle: string
}

function panel(about: Described, rows: readonly Counted[], values: readonly Value[], of: [string, Counts][]) {
  return {
    ...about,
    columns: of.map(([title]) => column(title, 'share')),
    bars: [0],
    rows: distribution(
      rows,
      values,
      of.map(([, counts]) => counts),
    ),
  }
}

/** Of sentences and claims as the first stage left them. */
export function decomposeDistributions(rows: readonly Counted[]): CompositionPanel[] {
  const about = (key: string, title: string, note: string, rowTitle: string) => ({ key, title, note, rowTitle })
  return [
    panel(
      about('sentence-checkworthiness', 'Check-worthy sentences', `All sentences, by category. ${FIGURES}`, 'Category'),
      rows,
      valuesOf(sentenceOptions),
      [['Sentences', ofDecompose(({ checkworthiness }) => checkworthiness)]],
    ),
    panel(
      about('sentence-importance', 'Importance of sentences', `All sentences. ${FIGURES}`, 'Importance'),
      rows,
      valuesOf(sentenceImportanceOptions),
      [['Sentences', ofDecompose(({ sentenceImportance }) => sentenceImportance)]],
    ),
    panel(about('claim-types', 'Types of claims', `All claims. ${FIGURES}`, 'Type'), rows, valuesOf(claimTypeOptions), [
      ['Claims', ofDecompose(({ claimTypes }) => claimTypes)],
    ]),
    panel(
      about(
        'claim-importance',
        'Importance of claims',
        `All claims, each within its sentence. ${FIGURES}`,
        'Importance',
      ),
      rows,
      valuesOf(claimImportanceOptions),
      [['Claims', ofDecompose(({ claimImportance }) => claimImportance)]],
    ),
    panel(
      about(
        'set-aside',
        'Factual claims set aside',
        'Factual claims, by whether they go on to be verified.',
        'Decision',
      ),
      rows,
      valuesOf(setAsideOptions),
      [['Factual claims', ofDecompose(({ setAside }) => setAside)]],
    ),
  ]
}

/** Of claims and evidence as the second stage left them. */
export function verifyDistributions(rows: readonly Counted[]): CompositionPanel[] {
  return [
    panel(
      {
        key: 'enough',
        title: 'Is the automatic evidence enough?',
        note: `All claims; those of other types than factual, and those set aside, are not verified. ${FIGURES}`,
        rowTitle: 'Answer',
      },
      rows,
      [...valuesOf(enoughOptions), NOT_VERIFIED],
      [['Claims', ofVerify(({ enough }) => enough)]],
    ),
    panel(
      {
        key: 'verdicts',
        title: 'Verdicts',
        note: `All claims, and apart those for which the automatic evidence was enough or not. ${FIGURES}`,
        rowTitle: 'Verdict',
      },
      rows,
      [...valuesOf(verdictOptions), NOT_VERIFIED],
      [
        ['Claims', ofVerify(({ verdicts }) => verdicts)],
        ['Evidence enough', ofVerify(({ verdictsByEnough }) => verdictsByEnough.yes)],
        ['Evidence not enough', ofVerify(({ verdictsByEnough }) => verdictsByEnough.no)],
      ],
    ),
    panel(
      {
        key: 'stances',
        title: 'Stances of the automatic evidence',
        note: 'Passages, and apart those of claims for which they were enough or not. To lay beside Factcheck-Bench’s Figure 6.',
        rowTitle: 'Stance',
      },
      rows,
      valuesOf(stanceOptions),
      [
        ['Passages', ofVerify(({ stances }) => stances)],
        ['Evidence enough', ofVerify(({ stancesByEnough }) => stancesByEnough.yes)],
        ['Evidence not enough', ofVerify(({ stancesByEnough }) => stancesByEnough.no)],
      ],
    ),
    panel(
      {
        key: 'corrections',
        title: 'What became of verified claims',
        note: 'Claims that were kept as they are, edited, or deleted.',
        rowTitle: 'Outcome',
      },
      rows,
      [
        { value: 'kept', text: 'Kept' },
        { value: 'edited', text: 'Edited' },
        { value: 'deleted', text: 'Deleted' },
      ],
      [['Claims', ofVerify(({ corrections }) => corrections)]],
    ),
    panel(
      {
        key: 'operations',
        title: 'Edit operations',
        note: 'The smallest edits that lead from claims to their corrections (Factcheck-Bench, appendix C).',
        rowTitle: 'Operation',
      },
      rows,
      [
        { value: 'delete_claim', text: 'Delete the claim' },
        { value: 'replace', text: 'Replace words' },
        { value: 'delete', text: 'Delete words' },
        { value: 'insert', text: 'Insert words' },
      ],
      [['Operations', ofVerify(({ operations }) => operations)]],
    ),
  ]
}
