/** Records of each shape from an item that came in another: what is known of it, without labels. */
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord, withoutNulls } from '@/lib/protocols/record-fields'
import { contentOf } from '@/lib/protocols/veriscore-verification/content'
import { PLACE } from './pipeline-fields'
import { fewShotText, resultObjects } from './results'

type Given = Pick<GoldRecord, 'source' | 'content'>

const idOf = ({ source }: Given): Json => (isJsonRecord(source) ? (source.id ?? null) : null)

/** Assay's own record; of a response's claim the id says which it is. */
export function plainClaim(gold: Given): JsonRecord {
  const { claim, results, question, response, sentence, model, promptSource, place, machineLabel } = contentOf(
    gold.content,
  )
  const id = idOf(gold)
  return withoutNulls({
    id: id === null || place === null ? id : `${id}#${place.claim}`,
    claim,
    results: resultObjects(results),
    question,
    response,
    sentence,
    model,
    prompt_source: promptSource,
    machine_label: machineLabel,
  })
}

export function plainFewShot({ content }: Given): JsonRecord {
  const { claim, results } = contentOf(content)
  return { claim, search_result: fewShotText(results) }
}

/** A line of the pipeline with one claim, as after the search. */
export function plainPiece(gold: Given): JsonRecord {
  const { claim, results, question, response, model, promptSource, place } = contentOf(gold.content)
  const { response: _, ...at } = place ?? { response: null }
  const id = idOf(gold)
  return {
    ...(id === null ? {} : { id }),
    question,
    prompt_source: promptSource,
    response,
    model,
    abstained: false,
    claim_list: [[claim]],
    all_claims: [claim],
    claim_search_results: { [claim]: resultObjects(results) },
    ...(place ? { [PLACE]: at } : {}),
  }
}
