/** Automatic verifiers of claims against people's verdicts. */

import { z } from 'zod'
import { always, classScoring, majority, randomAmong } from '@/lib/protocols/evaluating/classes'
import { placeIn } from '@/lib/protocols/evaluating/label-lines'
import { aboutIn, fieldIn, notALine, placeFields, refused, textIn } from '@/lib/protocols/evaluating/read-line'
import type { EvaluationTask, Prediction, PredictionReading, Target } from '@/lib/protocols/evaluation'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { shownValue } from '@/lib/protocols/shown-value'
import { contentOf, type MachineLabel, machineLabels } from '@/lib/protocols/veriscore-verification/content'
import { chosen, ITEM, VERIFY } from '@/lib/protocols/veriscore-verification/fields'
import { SPELLINGS } from '@/lib/protocols/veriscore-verification/formats/pipeline-fields'
import { machineLabelIn, twoLabelOf } from '@/lib/protocols/veriscore-verification/mapping'
import { verdicts } from '@/lib/protocols/veriscore-verification/options'

const LABELS = ['label', 'verification_result', 'verdict', 'prediction', 'human_label']
const UNSTATED = 'not stated'

function targets({ content, stages }: GoldRecord): Target[] {
  const gold = chosen(stages[VERIFY]?.answers ?? {}, ITEM, 'verdict')
  const { claim, promptSource, model } = contentOf(content)
  if (gold === null) return []
  return [{ unit: ITEM, text: claim, gold, strata: { domain: promptSource ?? UNSTATED, model: model ?? UNSTATED } }]
}

const heldOutTargets = ({ content, stages }: GoldRecord): Target[] => [
  {
    unit: ITEM,
    text: contentOf(content).claim,
    gold: chosen(stages[VERIFY]?.answers ?? {}, ITEM, 'verdict'),
    strata: {},
  },
]

/** What the pipeline's own verifier said, where the record came with it. */
function carried({ content }: GoldRecord): Omit<Prediction, 'item'>[] {
  const { machineLabel } = contentOf(content)
  if (machineLabel === null) return []
  return [{ system: 'Verifier of the imported file', unit: ITEM, text: null, value: machineLabel }]
}

/** A verifier's text as a label; null where it gives none, which is an abstention. */
function labelOf(value: Json | undefined): MachineLabel | null | undefined {
  if (typeof value === 'boolean') return value ? 'supported' : 'unsupported'
  if (value === null) return null
  return typeof value === 'string' ? machineLabelIn(value) : undefined
}

const verifiedIn = (record: JsonRecord): Json[] | null => {
  const list = SPELLINGS.verified.map((name) => record[name]).find(Array.isArray)
  return Array.isArray(list) ? list : null
}

/** A line of the pipeline's output: its "model" wrote the response, so only "system" names the verifier. */
function fromPipeline(record: JsonRecord, verified: readonly Json[]): PredictionReading {
  const head = { system: textIn(record, 'system') ?? '', item: null, unit: null, ...aboutIn(record) }
  const predictions = verified.filter(isJsonRecord).flatMap((entry): Prediction[] => {
    const text = textIn(entry, 'claim')
    return text === null ? [] : [{ ...head, text, value: labelOf(entry.verification_result ?? null) ?? null }]
  })
  return { ok: true, predictions }
}

function read(record: Json): PredictionReading {
  if (!isJsonRecord(record)) return notALine
  const verified = verifiedIn(record)
  if (verified) return fromPipeline(record, verified)
  const field = fieldIn(record, ...LABELS)
  if (field === undefined) return refused('label', 'The line has no label.', 'Add "label".')
  const value = labelOf(record[field])
  const fix = `Use one of: ${machineLabels.join(', ')}; or null for an abstention.`
  if (value === undefined) return refused(field, `${field} is ${shownValue(record[field])}.`, fix)
  const place = placeIn(record, textIn(record, 'claim', 'text'))
  return { ok: true, predictions: [{ ...place, ...aboutIn(record), value }] }
}

const isLabel = (value: Json): value is MachineLabel => machineLabels.some((each) => each === value)
const asTwo = (value: Json) => (isLabel(value) ? twoLabelOf(value) : null)

export const verifiersTask: EvaluationTask = {
  key: 'verifiers',
  title: 'Verifying claims',
  summary: 'Is a claim supported by its search results? Three labels are collapsed to supported and unsupported.',
  source: {
    paper: 'VeriScore: Evaluating the factuality of verifiable claims in long-form text generation',
    section: '3.3',
  },
  stage: VERIFY,
  measure: 'verdict',
  fields: [
    ...placeFields,
    { name: 'claim', required: false, text: 'The claim’s text, where no item is named.' },
    {
      name: 'label',
      required: true,
      text: 'supported, unsupported, contradicted or inconclusive, or a verifier’s text with one of these words; what has none is an abstention.',
    },
    {
      name: 'claim_verification_result',
      required: false,
      text: 'Instead of claim and label: a line of the pipeline’s output. Its "model" wrote the response; name the verifier in "system".',
    },
  ],
  example: ['{"system": "gpt-4o", "claim": "The Nile flows north.", "label": "Supported."}'],
  strata: [
    { key: 'domain', title: 'Domain' },
    { key: 'model', title: 'Model of the response' },
  ],
  targets,
  heldOutTargets,
  carried,
  recognises: (record) =>
    isJsonRecord(record) && (verifiedIn(record) !== null || fieldIn(record, ...LABELS) !== undefined),
  read,
  fromProposals: (_, proposals) =>
    proposals.flatMap(({ unit, question, value }) => (question === 'verdict' ? [{ unit, value }] : [])),
  fromSteps: ['verdict'],
  parameters: z.object({}),
  scorings: () => [
    classScoring(
      {
        key: 'two',
        title: 'Supported or unsupported',
        description:
          'Contradicted and inconclusive are unsupported (VeriScore 3.3). Overall figures are macro averages over the labels of gold and of what is compared, and micro averages over all claims. An abstention is wrong.',
        unitOfAnalysis: 'claim',
      },
      {
        labels: [
          { value: 'supported', text: 'Supported' },
          { value: 'unsupported', text: 'Unsupported' },
        ],
        gold: asTwo,
        predicted: asTwo,
        micro: true,
        baselines: [
          always('supported', 'Always supported'),
          always('unsupported', 'Always unsupported'),
          majority,
          randomAmong(['supported', 'unsupported']),
        ],
      },
    ),
    classScoring(
      {
        key: 'three',
        title: 'Three labels',
        description:
          'Supported, contradicted and inconclusive. A verifier that says only “unsupported” names none of them, and is wrong; so is an abstention.',
        unitOfAnalysis: 'claim',
      },
      {
        labels: verdicts.map((value) => ({ value, text: `${value[0]?.toUpperCase()}${value.slice(1)}` })),
        micro: true,
      },
    ),
  ],
}
