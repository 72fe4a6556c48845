import type { Answers, Json, ReadResult, RecordProblem } from '@/lib/protocols/protocol'
import type { MachineLabel, VerificationContent } from '@/lib/protocols/veriscore-verification/content'
import { ITEM, VERIFY } from '@/lib/protocols/veriscore-verification/fields'
import { isVerdict, machineLabelIn } from '@/lib/protocols/veriscore-verification/mapping'
import { excerpt } from '@/lib/text/excerpt'

const TITLE_LENGTH = 100

interface Given {
  content: VerificationContent
  externalId: string | null
  answers: Answers | null
  warnings: RecordProblem[]
}

/** The record of an item. A machine's label becomes a suggestion where it is a verdict. */
export function asReadRecord({ content, externalId, answers, warnings }: Given): ReadResult {
  const { claim, promptSource, model, machineLabel } = content
  const suggestions = isVerdict(machineLabel) ? [{ unit: ITEM, question: 'verdict', value: machineLabel }] : []
  return {
    ok: true,
    record: {
      content,
      externalId,
      title: excerpt(claim, TITLE_LENGTH),
      domain: promptSource,
      source: model,
      segments: null,
      answers: answers && { [VERIFY]: answers },
      suggestions,
      warnings,
    },
  }
}

/** What a machine said, read from its text; says what cannot be read. */
export function readMachineLabel(
  value: Json | undefined,
  field: string,
  warnings: RecordProblem[],
): MachineLabel | null {
  if (value === undefined || value === null) return null
  const label = typeof value === 'string' ? machineLabelIn(value) : null
  const isBlank = typeof value === 'string' && value.trim() === ''
  if (label === null && !isBlank) {
    const message = 'The verifier’s answer holds no label, or several, and is not used.'
    warnings.push({ field, message, fix: 'Nothing, unless the label is known: then write it in its place.' })
  }
  return label
}
