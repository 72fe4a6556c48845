/** A step that searches, and proposes the pages that it finds as the answer to a question of links: for the item, or for each unit of which it is asked. */
import { z } from 'zod'
import { ITEM } from '@/lib/protocols/language/definition'
import { linksSchema } from '@/lib/protocols/links'
import type { StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { doEach } from '@/lib/protocols/prefilling/asking'
import { count } from '@/lib/protocols/prefilling/parameters'
import { asQuery } from '@/lib/protocols/prefilling/search-queries'
import { excerpt } from '@/lib/text/excerpt'
import { contentText } from './filled-in'
import { proposedSubject, questionsFor, type StepOf, scopeOf } from './step-context'

const LONGEST_NOTE = 200

export const linksParameters = z.object({ pages: count(1, 10, 5, 'Pages', 'Most links proposed.') })

export async function findLinks(
  of: StepOf,
  input: StepInput,
  tools: StepTools,
  parameters: unknown,
): Promise<StepOutput> {
  const { pages } = linksParameters.parse(parameters)
  const [question] = questionsFor(of)
  if (!question) throw new Error(`the step ${of.step.id} has no question`)
  const scope = scopeOf(of, proposedSubject(of, input))
  const { text } = of.step
  const asked = scope
    .unitsOf(question.on)
    .filter((unit) => scope.isAsked(question, unit))
    .map((unit) => ({
      unit: unit.key,
      query: asQuery(text === undefined ? unit.text : contentText(of, input.content, text)),
    }))
    .filter(({ query }) => query !== '')
  const { results, problems } = await doEach(asked, async ({ unit, query }) => {
    const hits = (await tools.search(query)).slice(0, pages)
    const links = hits.map(({ url, title }) => ({ url, note: excerpt(title, LONGEST_NOTE) }))
    const value = links.filter((link) => linksSchema.safeParse([link]).success)
    return { unit, value, note: { query, found: hits.length } }
  })
  if (results.length === 0) return {}
  const proposals = results.flatMap(({ unit, value }) =>
    value.length > 0 ? [{ unit, question: question.id, value }] : [],
  )
  const byUnit = Object.fromEntries(results.map(({ unit, note }) => [unit, note]))
  const note = { ...(question.on === ITEM ? results[0]?.note : byUnit), ...(problems.length > 0 ? { problems } : {}) }
  return proposals.length > 0 ? { proposals, note } : { note }
}
