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
  printed?: CompositionPanel['printed']
}

/** What the paper prints of its own data in one column, by value. */
const printedIn = (title: string, values: Readonly<Record<string, string>>): NonNullable<CompositionPanel['printed']> =>
  Object.fromEntries(Object.entries(values).map(([value, text]) => [value, { [title]: text }]))

function panel(
  about: Described,
  rows: readonly Counted[],
  values: readonly Value[],
  of: [string, Counts][],
): CompositionPanel {
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
  return [
    panel(
      {
        key: 'sentence-checkworthiness',
        title: 'Check-worthy sentences',
        note: `All sentences, by category. The paper’s appendix counts 278 check-worthy sentences and 12 opinions, its Table 1 and the published file 277 and 13. ${FIGURES}`,
        rowTitle: 'Category',
        printed: printedIn('Sentences', { yes: '278', other: '16', opinion: '12', not_a_claim: '5' }),
      },
      rows,
      valuesOf(sentenceOptions),
      [['Sentences', ofDecompose(({ checkworthiness }) => checkworthiness)]],
    ),
    panel(
      {
        key: 'sentence-importance',
        title: 'Importance of sentences',
        note: `All sentences. ${FIGURES}`,
        rowTitle: 'Importance',
        printed: printedIn('Sentences', { yes: '142', intermediate: '121', no: '48' }),
      },
      rows,
      valuesOf(sentenceImportanceOptions),
      [['Sentences', ofDecompose(({ sentenceImportance }) => sentenceImportance)]],
    ),
    panel(
      {
        key: 'claim-types',
        title: 'Types of claims',
        note: `All claims. ${FIGURES}`,
        rowTitle: 'Type',
        printed: printedIn('Claims', { factual: '661', opinion: '16', not_a_claim: '1' }),
      },
      rows,
      valuesOf(claimTypeOptions),
      [['Claims', ofDecompose(({ claimTypes }) => claimTypes)]],
    ),
    panel(
      {
        key: 'claim-importance',
        title: 'Importance of claims',
        note: `All claims, each within its sentence. ${FIGURES}`,
        rowTitle: 'Importance',
        printed: printedIn('Claims', { yes: '419', intermediate: '227', no: '32' }),
      },
      rows,
      valuesOf(claimImportanceOptions),
      [['Claims', ofDecompose(({ claimImportance }) => claimImportance)]],
    ),
    panel(
      {
        key: 'set-aside',
        title: 'Factual claims set aside',
        note: 'Factual claims, by whether they go on to be verified.',
        rowTitle: 'Decision',
      },
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
        printed: printedIn('Claims', { yes: '439', no: '222' }),
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
        printed: {
          true: { Claims: '472', 'Evidence not enough': '125' },
          false: { Claims: '159', 'Evidence not enough': '76' },
          not_enough_evidence: { Claims: '30', 'Evidence not enough': '21' },
        },
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
        note: 'Passages, and apart those of claims for which they were enough or not. Compare with Factcheck-Bench’s Figure 6.',
        rowTitle: 'Stance',
        printed: {
          'completely-support': { 'Evidence enough': '690' },
          refute: { 'Evidence enough': '150' },
          irrelevant: { Passages: '2,057' },
        },
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
