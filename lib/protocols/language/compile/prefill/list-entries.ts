/** A step that proposes entries of a list: by a model, or by rules that part sentences into claims. */
import { z } from 'zod'
import type { UnitDraft } from '@/lib/protocols/answers'
import { isList, type ListDefinition } from '@/lib/protocols/language/definition'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { batchesOf, doEach } from '@/lib/protocols/prefilling/asking'
import { claimsOf } from '@/lib/protocols/rules/claims'
import { QuotedText } from '@/lib/text/find-quotes'
import { segmentText } from '@/lib/text/segment-text'
import { contentText, filledIn, numberedUnits } from './filled-in'
import { NOT_THERE } from './found-spans'
import { entriesOutput, ProposedEntries } from './proposed-entries'
import { type Proposed, promptFor, proposedSubject, questionsFor, type StepOf, scopeOf } from './step-context'

/** Units whose entries are asked for in one call. */
const MOST_UNITS = 10
const LEAST_TOKENS = 1_000
const MOST_TOKENS = 12_000
/** Entries say again what the text says, with numbers and reasons. */
const TOKENS_A_TOKEN = 3
const SCORE_OF_RULES = 0.4

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

export interface ListedUnits {
  list: ListDefinition
  proposed: Proposed
  units: readonly UnitDraft[]
}

/** The list of a step, with the units for which it is asked under what was proposed before. */
export function listedUnits(of: StepOf, input: StepInput): ListedUnits {
  const [list] = questionsFor(of).filter(isList)
  if (!list) throw new Error(`the step ${of.step.id} has no list`)
  const proposed = proposedSubject(of, input)
  const scope = scopeOf(of, proposed)
  return { list, proposed, units: scope.unitsOf(list.on).filter((unit) => scope.isAsked(list, unit)) }
}

/** The subject with entries that stand among the answers. */
export const withEntries =
  (of: StepOf, { subject }: Proposed) =>
  (answers: Proposed['answers']): Proposed => ({ subject: withMadeUnits(of.compiled, subject, answers), answers })

export async function listEntries(
  of: StepOf,
  input: StepInput,
  tools: StepTools,
  settings: { isModel: boolean; temperature: number },
): Promise<StepOutput> {
  const listed = listedUnits(of, input)
  const { list, proposed } = listed
  const entries = new ProposedEntries(list, of.stage.questions, settings.isModel)
  if (!settings.isModel) {
    for (const unit of listed.units)
      for (const claim of segmentText(unit.text).flatMap(claimsOf)) entries.add(unit.key, { [list.list.text]: claim })
    return entriesOutput(entries, { score: SCORE_OF_RULES })
  }
  const { promptHash, ...asked } = await entriesByModel(of, listed, {
    entries,
    tools,
    temperature: settings.temperature,
  })
  const problems = [...asked.problems, ...(await entries.answer(of, proposed, withEntries(of, proposed), tools))]
  return entriesOutput(entries, promptHash === null ? {} : { promptHash }, problems.length > 0 ? { problems } : {})
}

async function entriesByModel(
  of: StepOf,
  { list, proposed, units }: ListedUnits,
  { entries, tools, temperature }: { entries: ProposedEntries; tools: StepTools; temperature: number },
): Promise<{ promptHash: string | null; problems: string[] }> {
  const prompt = promptFor(of, 'prompt')
  const { quoted } = of.step
  const source = quoted === undefined ? null : new QuotedText(contentText(of, proposed.subject.content, quoted))
  const filledFor = (batch: readonly UnitDraft[]) =>
    filledIn(of, prompt, proposed, {
      units: numberedUnits(batch),
      question: `${of.words(list.ask)} ${numberAsked(list, quoted !== undefined)}`,
    })
  const tokensBeside = tools.countTokens(Object.values(filledFor([])).join('\n'))
  const { results, problems } = await doEach(batchesOf(units, MOST_UNITS), async (batch) => {
    const tokens = tokensBeside + tools.countTokens(numberedUnits(batch))
    const maxTokens = Math.min(MOST_TOKENS, LEAST_TOKENS + TOKENS_A_TOKEN * tokens)
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
