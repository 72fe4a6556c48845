/** How large the dataset is, and how its responses divide: the paper's Tables 1 and 2. */

import { countCell, line } from '@/lib/protocols/composition-cells'
import { type RuleKey, rollUpRules } from '@/lib/protocols/factcheck-bench/labels'
import type { CompositionPanel } from '@/lib/protocols/protocol'
import { bySource, column, countResponses, mean } from './cells'
import type { Counted } from './counted'

const falseClaims = (row: Counted) => row.verify?.verdicts.false ?? 0
const openClaims = (row: Counted) => row.verify?.verdicts.not_enough_evidence ?? 0

/** Laid out like Table 1, with means. */
export function sizes(rows: readonly Counted[]): CompositionPanel {
  return {
    key: 'sizes',
    title: 'Sizes',
    note: 'A check-worthy claim is factual and was not set aside; evidence is counted once for each claim it was found for. Compare with Factcheck-Bench’s Table 1.',
    rowTitle: 'Source',
    columns: [
      column('Responses', 'count'),
      column('Sentences', 'count'),
      column('Check-worthy sentences', 'count'),
      column('Claims', 'count'),
      column('Check-worthy claims', 'count'),
      column('Passages', 'count'),
      column('Own evidence', 'count'),
      column('Sentences a response', 'mean'),
      column('Claims a response', 'mean'),
    ],
    bars: [3],
    printed: {
      all: {
        Responses: '94',
        Sentences: '311',
        'Check-worthy sentences': '277',
        Claims: '678',
        'Check-worthy claims': '661',
        Passages: '3,305',
      },
    },
    rows: bySource(rows, (sourceRows) => [
      countResponses(sourceRows),
      countCell(sourceRows, (row) => row.decompose?.sentences ?? 0),
      countCell(sourceRows, (row) => row.decompose?.checkworthiness.yes ?? 0),
      countCell(sourceRows, (row) => row.decompose?.claims ?? 0),
      countCell(sourceRows, (row) => row.decompose?.setAside.check ?? 0),
      countCell(sourceRows, (row) => row.verify?.evidence ?? 0),
      countCell(sourceRows, (row) => row.verify?.ownEvidence ?? 0),
      mean(sourceRows, (row) => row.decompose?.sentences ?? null),
      mean(sourceRows, (row) => row.decompose?.claims ?? null),
    ]),
  }
}

/** Laid out like Table 2. */
export function responses(rows: readonly Counted[], rule: RuleKey): CompositionPanel {
  const verified = rows.filter(({ verify }) => verify !== null)
  return {
    key: 'responses',
    title: 'True and false responses',
    note: `Verified responses. ${ruleNote(rule)} Compare with Factcheck-Bench’s Table 2, which counts by the rule of the paper.`,
    rule,
    rowTitle: 'Source',
    columns: [
      column('Verified', 'count'),
      column('True', 'count', 'positive'),
      column('False', 'count', 'negative'),
      column('Nothing check-worthy', 'count'),
      column('With a false claim', 'count', 'negative'),
      column('With a claim that lacks evidence', 'count', 'partial'),
    ],
    bars: [1, 2, 3],
    printed:
      rule === 'paper'
        ? {
            all: {
              Verified: '94',
              True: '31',
              False: '61',
              'Nothing check-worthy': '2',
              'With a false claim': '53',
              'With a claim that lacks evidence': '19',
            },
          }
        : { all: { 'With a false claim': '53', 'With a claim that lacks evidence': '19' } },
    rows: bySource(verified, (sourceRows) => [
      countResponses(sourceRows),
      countResponses(sourceRows, ({ verify }) => verify?.response[rule] === true),
      countResponses(sourceRows, ({ verify }) => verify?.response[rule] === false),
      countResponses(sourceRows, ({ verify }) => verify?.response[rule] === 'NA'),
      countResponses(sourceRows, (row) => falseClaims(row) > 0),
      countResponses(sourceRows, (row) => openClaims(row) > 0),
    ]),
  }
}

/** The same responses under each rule. */
export function bothRules(rows: readonly Counted[]): CompositionPanel {
  const verified = rows.filter(({ verify }) => verify !== null)
  const differing = countResponses(verified, ({ verify }) => verify?.response.released !== verify?.response.paper)
  return {
    key: 'rules',
    title: 'The two rules side by side',
    note: `Verified responses under each rule; they differ on ${differing.value}. ${rollUpRules.map(({ title, description }) => `${title}: ${description}`).join(' ')}`,
    rowTitle: 'Rule',
    columns: [
      column('True', 'count', 'positive'),
      column('False', 'count', 'negative'),
      column('Nothing check-worthy', 'count'),
      column('Different under the other rule', 'count', 'partial'),
    ],
    bars: [0, 1, 2],
    printed: { paper: { True: '31', False: '61', 'Nothing check-worthy': '2' } },
    rows: (['released', 'paper'] as const).map((rule) =>
      line(rule, titleOf(rule), [
        countResponses(verified, ({ verify }) => verify?.response[rule] === true),
        countResponses(verified, ({ verify }) => verify?.response[rule] === false),
        countResponses(verified, ({ verify }) => verify?.response[rule] === 'NA'),
        differing,
      ]),
    ),
  }
}

const titleOf = (rule: RuleKey) => rollUpRules.find(({ key }) => key === rule)?.title ?? rule
const ruleNote = (rule: RuleKey) => `Labels by the rule “${titleOf(rule)}”.`

const LAST = 10

/** How many sentences, claims, and claims against it a response has. */
export function responseSizes(rows: readonly Counted[]): CompositionPanel {
  const columns = [
    (row: Counted) => row.decompose?.sentences ?? null,
    (row: Counted) => row.decompose?.claims ?? null,
    (row: Counted) => row.verify && falseClaims(row),
    (row: Counted) => row.verify && openClaims(row),
  ]
  const numbers = Array.from({ length: LAST + 1 }, (_, number) => number)
  return {
    key: 'response-sizes',
    title: 'Responses by how much they hold',
    note: 'How many responses have so many sentences, claims, false claims, and claims that lack evidence. Among the distributions of Factcheck-Bench’s figures.',
    rowTitle: 'Number',
    columns: [
      column('By sentences', 'count'),
      column('By claims', 'count'),
      column('By false claims', 'count', 'negative'),
      column('By claims that lack evidence', 'count', 'partial'),
    ],
    bars: [0],
    rows: [
      ...numbers.map((number) =>
        line(
          String(number),
          String(number),
          columns.map((of) => countResponses(rows, (row) => of(row) === number)),
        ),
      ),
      line(
        'more',
        `More than ${LAST}`,
        columns.map((of) => countResponses(rows, (row) => (of(row) ?? 0) > LAST)),
      ),
    ],
  }
}
