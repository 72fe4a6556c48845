/** Files written from gold whatever its items came from. */
import type { ExportFormat, GoldRecord, Json } from '@/lib/protocols/protocol'
import { contentOf } from '@/lib/protocols/veriscore-verification/content'
import { chosen, ITEM, VERIFY } from '@/lib/protocols/veriscore-verification/fields'
import { isVerdict, spelledVerdict, twoLabelOf } from '@/lib/protocols/veriscore-verification/mapping'
import { labelledAnswers, writeLabels } from './labels'
import { PLACE, VERIFIED_BY } from './pipeline-fields'
import { plainFewShot, plainPiece } from './plain'
import { pipelineText } from './results'

const verdictIn = ({ stages, label }: GoldRecord) => {
  const verdict = chosen(labelledAnswers(stages[VERIFY]?.answers ?? {}, label), ITEM, 'verdict')
  return isVerdict(verdict) ? verdict : null
}

/** A line of the pipeline's verifier for one claim, with people's verdict in the verifier's place. */
function verificationLine(gold: GoldRecord, labels: 2 | 3): Json[] {
  const verdict = verdictIn(gold)
  if (verdict === null) return []
  const { claim, results } = contentOf(gold.content)
  const entry = {
    claim,
    search_results: pipelineText(results),
    verification_result: labels === 3 ? verdict : twoLabelOf(verdict),
    [VERIFIED_BY]: 'people',
  }
  const { [PLACE]: place, ...line } = plainPiece(gold)
  return [
    {
      ...line,
      claim_verification_result: [writeLabels(entry, results.length, gold)],
      ...(place === undefined ? {} : { [PLACE]: place }),
    },
  ]
}

function fewShotRecord(gold: GoldRecord): Json[] {
  const verdict = verdictIn(gold)
  return verdict === null ? [] : [{ ...plainFewShot(gold), human_label: spelledVerdict(verdict) }]
}

const ofGold = { stage: VERIFY } as const

export const exportFormats: readonly ExportFormat[] = [
  {
    ...ofGold,
    key: 'verification-3',
    title: 'VeriScore verification lines, three labels',
    description:
      'The pipeline’s verification file with one line a claim: verification_result is people’s verdict. All other answers stand beside it under names that begin with human_.',
    write: (gold) => verificationLine(gold, 3),
  },
  {
    ...ofGold,
    key: 'verification-2',
    title: 'VeriScore verification lines, two labels',
    description:
      'The same with contradicted and inconclusive both written as unsupported, as the published scores need it.',
    write: (gold) => verificationLine(gold, 2),
  },
  {
    ...ofGold,
    key: 'few-shot-examples',
    title: 'VeriScore few-shot examples',
    description: 'claim, search_result and human_label, as the examples in a verifier’s prompt are written.',
    write: fewShotRecord,
  },
]
