import type { Answers, StageAnswers } from '@/lib/protocols/protocol'
import type { RecordFields } from '@/lib/protocols/record-fields'
import { FACT, ITEM } from './fact-stage'
import { continuationKeys, JUDGE } from './judge-stage'
import { judgements } from './options'

interface Judged {
  text: string
  judgement?: string | null | undefined
}

/** The labels that a record brings: the fact, and behind it the judgements of the texts. null where it brings none. */
export function readAnswers(fields: RecordFields, written: readonly Judged[]): StageAnswers | null {
  const fact = factAnswers(fields)
  const keys = continuationKeys(written)
  const judged = written.map(({ judgement }, index) => ({ key: keys[index] ?? '', judgement, index }))
  const said = judged.filter(({ judgement }) => judgement != null)
  for (const { judgement, index } of said)
    if (!judgements.some((each) => each === judgement))
      fields.refuse(
        `continuations[${index}].judgement`,
        `“${judgement}” is no judgement.`,
        `Use one of: ${judgements.join(', ')}.`,
      )
  if (said.length > 0 && fact?.kind !== 'fact') {
    fields.refuse(
      'fact',
      'The record has judgements, but no fact that they are about.',
      'Add the fact, or take the judgements out.',
    )
    return null
  }
  if (!fact) return null
  const comment = fields.optionalText('comment')
  const own: Answers = comment === null ? {} : { [ITEM]: { comment } }
  const answers = {
    ...own,
    ...Object.fromEntries(said.map(({ key, judgement }) => [key, { judgement: judgement ?? null }])),
  }
  return { [FACT]: { [ITEM]: fact }, ...(said.length > 0 ? { [JUDGE]: answers } : {}) }
}

function factAnswers(fields: RecordFields): Answers[string] | null {
  const fact = fields.optionalText('fact')
  const none = fields.record.no_single_fact === true
  if (fact !== null && none)
    fields.refuse('no_single_fact', 'The record has a fact and says that there is none.', 'Take one of the two out.')
  if (none) {
    const why = fields.optionalText('why')
    return { kind: 'none', ...(why === null ? {} : { why }) }
  }
  return fact === null || fact.trim() === '' ? null : { kind: 'fact', fact }
}
