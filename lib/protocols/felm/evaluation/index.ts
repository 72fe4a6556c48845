/** What FELM's gold scores: evaluators that find the wrong segments of responses. */
import { placeFields, refused } from '@/lib/protocols/evaluating/read-line'
import type { EvaluationTask, Target } from '@/lib/protocols/evaluation'
import { contentOf } from '@/lib/protocols/felm/content'
import { labelOf, SEGMENTS, segmentsOf } from '@/lib/protocols/felm/labels'
import { felmWork } from '@/lib/protocols/felm/work'
import type { GoldRecord } from '@/lib/protocols/protocol'
import { machineOutputs } from './published'
import { judgedRatings, ratingsIn } from './ratings'
import { readFelmPredictions, recognisesFelm } from './read'
import { felmParameters, felmScorings } from './scorings'

/** Every segment with its label, also of a response that was removed. */
const heldOutTargets = ({ stages }: GoldRecord): Target[] => {
  const { units, answers } = stages[SEGMENTS] ?? { units: [], answers: {} }
  return segmentsOf({ units }).map((unit) => ({
    unit: unit.key,
    text: unit.text,
    gold: labelOf(answers, unit),
    strata: {},
  }))
}

function targets(gold: GoldRecord): Target[] {
  const { domain } = contentOf(gold.content)
  const strata: Target['strata'] = domain === null ? {} : { domain }
  return heldOutTargets(gold).flatMap((target) => (target.gold === null ? [] : [{ ...target, strata }]))
}

const SOURCE = {
  paper: 'FELM: Benchmarking Factuality Evaluation of Large Language Models',
  section: '4.1, appendix D',
}

const segments: EvaluationTask = {
  key: 'segments',
  title: 'Finding wrong segments',
  summary: 'Evaluators that say which segments of a response are wrong, by segment and by response.',
  source: SOURCE,
  stage: SEGMENTS,
  measure: 'label',
  fields: [
    ...placeFields,
    {
      name: 'segment',
      required: false,
      text: 'The segment’s number from 1; the field may also be called "unit" and hold "s3".',
    },
    { name: 'text', required: false, text: 'Or its text, where no number is known; then the item may be left out.' },
    { name: 'label', required: false, text: 'true or false in any usual spelling.', mayAbstain: true },
    {
      name: 'wrong',
      required: false,
      text: 'Instead of segment and label, one line a response: numbers of the wrong segments from 1, as [2, 5] or "2, 5", or "ALL_CORRECT".',
    },
    {
      name: 'labels',
      required: false,
      text: 'Or the labels of all segments, in order; as many as there are segments.',
    },
  ],
  example: [
    '{"system": "gpt-4-cot", "item": "527", "segment": 2, "label": false}',
    '{"system": "gpt-4-raw", "item": "527", "wrong": [2, 5]}',
    '{"system": "gpt-4-raw", "item": "528", "wrong": "ALL_CORRECT"}',
  ],
  strata: [{ key: 'domain', title: 'Domain', values: felmWork.domains }],
  targets,
  heldOutTargets,
  parts: (gold) => heldOutTargets(gold).length,
  recognises: recognisesFelm,
  read: readFelmPredictions,
  fromProposals: (_, proposals) =>
    proposals.flatMap(({ unit, question, value }) => (question === 'label' ? [{ unit, value }] : [])),
  fromSteps: ['verdicts'],
  parameters: felmParameters,
  scorings: (settings) => felmScorings(settings, machineOutputs({ key: 'domain', value: 'wk' })),
}

const ratings: EvaluationTask = {
  key: 'ratings',
  title: 'Verdicts beside their gold',
  summary: 'A file of verdicts of several fact-checkers that states the gold itself; no gold of the project is used.',
  source: SOURCE,
  stage: null,
  fields: [
    { name: 'source', required: true, text: 'The set that the segment is from; figures are broken down by it.' },
    { name: 'doc', required: true, text: 'The response’s number in its set.' },
    { name: 'segment', required: true, text: 'The segment’s number, from 0.' },
    { name: 'text', required: true, text: 'Its text.' },
    { name: 'gold', required: true, text: 'true or false.' },
    { name: '(any other)', required: true, text: 'A column a system: true, false, or null for no verdict.' },
  ],
  example: [
    '{"source": "tides", "doc": 0, "segment": 0, "text": "The moon causes tides.", "gold": true, "checker-a": true, "checker-b": false}',
    '{"source": "tides", "doc": 0, "segment": 1, "text": "Tides come once a year.", "gold": false, "checker-a": false, "checker-b": null}',
  ],
  strata: [{ key: 'source', title: 'Source' }],
  targets: () => [],
  recognises: (record) => 'gold' in (ratingsIn(record) ?? {}),
  read: (record) => {
    const rated = ratingsIn(record)
    if (!rated) return refused('', 'The line lacks source, doc, segment or text.', 'Add it.')
    return { ok: true, predictions: judgedRatings(rated) }
  },
  parameters: felmParameters,
  scorings: (settings) => felmScorings(settings, machineOutputs({ key: 'source', value: 'felm-wk' })),
}

export const felmEvaluations: readonly EvaluationTask[] = [segments, ratings]
