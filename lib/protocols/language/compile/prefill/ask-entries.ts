/** Entries of a list as a model gives them, for units by their numbers. */
import { z } from 'zod'
import type { UnitDraft } from '@/lib/protocols/answers'
import type { ListDefinition } from '@/lib/protocols/language/definition'
import type { StepTools } from '@/lib/protocols/prefill'
import { batchesOf, doEach } from '@/lib/protocols/prefilling/asking'
import { QuotedText } from '@/lib/text/find-quotes'
import { contentText, filledIn, inContext, numberedUnits } from './filled-in'
import { NOT_THERE } from './found-spans'
import type { ProposedEntries } from './proposed-entries'
import { MOST_UNITS, roomFor } from './room-for-answers'
import { type Proposed, promptFor, type StepOf } from './step-context'

const answer = z.object({
  entries: z.array(
    z.object({
      number: z.number().int(),
      text: z.string(),
      before: z.string().nullable(),
      why: z.string().nullable(),
    }),
  ),
})

/** A list, with the units for which it is asked under what was proposed before. */
export interface ListedUnits {
  list: ListDefinition
  proposed: Proposed
  units: readonly UnitDraft[]
}

/** How entries are asked for, and where they are put. */
export interface Asking {
  entries: ProposedEntries
  tools: StepTools
  temperature: number
}

export interface AskedEntries {
  promptHash: string | null
  /** What went wrong with some of the units, in words. */
  problems: string[]
}

export async function askForEntries(
  of: StepOf,
  { list, proposed, units }: ListedUnits,
  { entries, tools, temperature }: Asking,
): Promise<AskedEntries> {
  const prompt = promptFor(of, 'prompt')
  const { quoted } = of.step
  const source = quoted === undefined ? null : new QuotedText(contentText(of, proposed.subject.content, quoted))
  const filledFor = (batch: readonly UnitDraft[]) =>
    filledIn(of, prompt, proposed, {
      units: numberedUnits(inContext(of, proposed, batch)),
      question: `${of.words(list.ask)} ${numberAsked(list, quoted !== undefined)}`,
    })
  const beside = Object.values(filledFor([])).join('\n')
  const { results, problems } = await doEach(batchesOf(units, MOST_UNITS), async (batch) => {
    const maxTokens = roomFor(tools, [beside, numberedUnits(batch)])
    return { batch, ...(await tools.ask({ prompt, values: filledFor(batch), answer, maxTokens, temperature })) }
  })
  for (const { batch, value } of results)
    for (const { number, text, before, why } of value.entries) {
      const unit = batch[number - 1]
      // Only the words are kept: entries of several units can quote one place, and what repeats is refused with the list.
      const found = source ? source.find({ text, before }) : { text }
      if (!unit) entries.refused.add(text, `It is for number ${number}, and there are only ${batch.length}.`)
      else if (!found) entries.refused.add(text, NOT_THERE)
      else entries.add(unit.key, { [list.list.text]: found.text }, why)
    }
  return { promptHash: results.at(-1)?.promptHash ?? null, problems }
}

export const numberAsked = ({ min, max }: ListDefinition, areQuotes: boolean): string => {
  const number = [min !== null && min > 0 ? `at least ${min}` : '', max === null ? '' : `at most ${max}`].filter(
    Boolean,
  )
  const parts = [...(areQuotes ? ['quotations, word for word'] : []), ...number]
  return parts.length > 0 ? `(${parts.join(', ')})` : ''
}
