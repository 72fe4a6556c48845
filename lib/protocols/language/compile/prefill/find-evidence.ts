/**
 * A step that proposes quotations as evidence: queries, searches, pages, the best passages of them, and what of these is quoted. A quotation has to
 * stand in the passage that it is said to be from.
 */
import { z } from 'zod'
import type { UnitDraft } from '@/lib/protocols/answers'
import { ITEM, type ListDefinition } from '@/lib/protocols/language/definition'
import type { Proposal, StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { type Chosen, passagesFor } from '@/lib/protocols/prefilling/best-passages'
import { count } from '@/lib/protocols/prefilling/parameters'
import { asQuery, queriesByRules, withoutNearDuplicates } from '@/lib/protocols/prefilling/search-queries'
import { sourceReader } from '@/lib/protocols/prefilling/sources'
import { QuotedText } from '@/lib/text/find-quotes'
import { contentText, filledIn, numberedUnits } from './filled-in'
import { type ListedUnits, listedUnits, NOT_THERE, withEntries } from './list-entries'
import { entriesOutput, ProposedEntries } from './proposed-entries'
import { promptFor, type StepOf, scopeOf } from './step-context'

export const evidenceParameters = z.object({
  queries: count(1, 10, 3, 'Queries', 'How many are searched for at most, for each thing that evidence is looked for.'),
  hits: count(1, 20, 5, 'Results a query', 'How many results of each search are looked at.'),
  pages: count(1, 20, 3, 'Pages a query', 'How many of them are read.'),
  most: count(1, 30, 8, 'Passages', 'How many of the best are kept; one of each query is taken in turn.'),
})
type Parameters = z.output<typeof evidenceParameters>

/** Windows of sentences over each page, and how many passages of one page and one query may be kept. */
const WINDOWS = { size: 4, stride: 2, longestSentence: 600, longestPage: 200_000 }
const PER_PAGE = 3
const PER_QUERY = 5
const NEAR_DUPLICATE = 0.8
/** What a model writes beyond is not looked at: each is compared with those before it. */
const MOST_QUERIES_READ = 50
const MOST_QUERY_TOKENS = 400
const MOST_QUOTE_TOKENS = 4_000
const SCORE_OF_RULES = 0.2

const queriesAnswer = z.object({ queries: z.array(z.string()) })
const quotesAnswer = z.object({
  quotes: z.array(z.object({ number: z.number().int(), quote: z.string(), why: z.string().nullable() })),
})

interface Looking {
  of: StepOf
  listed: ListedUnits
  evidence: NonNullable<ListDefinition['list']['evidence']>
  tools: StepTools
  wanted: Parameters
  isModel: boolean
  temperature: number
  entries: ProposedEntries
  reader: ReturnType<typeof sourceReader>
}

export async function findEvidence(
  of: StepOf,
  input: StepInput,
  tools: StepTools,
  settings: { isModel: boolean; temperature: number; parameters: unknown },
): Promise<StepOutput> {
  const wanted = evidenceParameters.parse(settings.parameters)
  const listed = listedUnits(of, input)
  const { evidence } = listed.list.list
  if (!evidence) throw new Error(`the list of the step ${of.step.id} takes no evidence`)
  const entries = new ProposedEntries(listed.list, of.stage.questions)
  const reader = sourceReader(tools, WINDOWS)
  const looking = { of, listed, evidence, tools, wanted, entries, reader, ...settings }
  const vain = new Map<string, string[]>()
  const searched: string[] = []
  let promptHash: string | null = null
  for (const unit of listed.units) {
    const queries = await queriesFor(looking, unit)
    searched.push(...queries)
    const found = await passagesFor(queries, tools, reader, {
      ...wanted,
      summaries: false,
      perPage: PER_PAGE,
      perQuery: PER_QUERY,
    })
    vain.set(unit.key, found.vain)
    promptHash = (await quotesFrom(looking, unit, found.chosen)) ?? promptHash
  }
  const problems = settings.isModel
    ? await entries.answer(of, listed.proposed, withEntries(of, listed.proposed), tools)
    : []
  const output = entriesOutput(
    entries,
    settings.isModel ? (promptHash === null ? {} : { promptHash }) : { score: SCORE_OF_RULES },
    {
      queries: searched,
      'queries in vain': [...vain.values()].flat(),
      unread: [...reader.unread],
      ...(problems.length > 0 ? { problems } : {}),
    },
  )
  return { ...output, proposals: [...(output.proposals ?? []), ...vainProposals(of, listed, vain)] }
}

/** What is searched for: by a model, else the words themselves; these also where the model asks for nothing. */
async function queriesFor(
  { of, listed, tools, wanted, isModel, temperature }: Looking,
  unit: UnitDraft,
): Promise<string[]> {
  const sought = soughtFor(of, listed, unit)
  if (isModel) {
    const prompt = promptFor(of, 'queries')
    const values = filledIn(of, prompt, listed.proposed, {
      units: sought,
      question: of.words(listed.list.ask),
    })
    const { value } = await tools.ask({
      prompt,
      values,
      answer: queriesAnswer,
      maxTokens: MOST_QUERY_TOKENS,
      temperature,
    })
    const said = value.queries.slice(0, MOST_QUERIES_READ).map(asQuery)
    const asked = withoutNearDuplicates(said, NEAR_DUPLICATE).slice(0, wanted.queries)
    if (asked.length > 0) return asked
  }
  return queriesByRules(sought)
    .filter((query) => query !== '')
    .slice(0, wanted.queries)
}

/** The words of the unit that evidence is looked for; of the item those that it shows first. */
function soughtFor(of: StepOf, { proposed }: ListedUnits, unit: UnitDraft): string {
  const [first] = of.definition.show
  return unit.kind === ITEM ? contentText(of, proposed.subject.content, first?.content ?? '') : unit.text.trim()
}

/** Takes quotations over from the passages: those that a model chooses, or the passages as they are. Returns the hash of the prompt. */
async function quotesFrom(looking: Looking, unit: UnitDraft, passages: readonly Chosen[]): Promise<string | null> {
  const { of, listed, tools, isModel, temperature, entries } = looking
  if (passages.length === 0) return null
  if (!isModel) {
    for (const passage of passages) addQuote(looking, unit, { passage, quote: passage.window.text })
    return null
  }
  const prompt = promptFor(of, 'quotes')
  const values = filledIn(of, prompt, listed.proposed, {
    units: numberedUnits(passages.map(({ source, window }) => ({ kind: '', text: `${source.title}\n${window.text}` }))),
    question: [of.words(listed.list.ask), ...(unit.kind === ITEM ? [] : [soughtFor(of, listed, unit)])].join('\n'),
  })
  const { value, promptHash } = await tools.ask({
    prompt,
    values,
    answer: quotesAnswer,
    maxTokens: MOST_QUOTE_TOKENS,
    temperature,
  })
  for (const { number, quote, why } of value.quotes) {
    const passage = passages[number - 1]
    const found = passage ? new QuotedText(passage.window.text).find({ text: quote }) : null
    if (!passage) entries.refused.add(quote, `It is from passage ${number}, and there are only ${passages.length}.`)
    else if (!found) entries.refused.add(quote, NOT_THERE)
    else addQuote(looking, unit, { passage, quote: found.text, why })
  }
  return promptHash
}

interface Quoted {
  passage: Chosen
  quote: string
  why?: string | null
}

/** A quotation without an address on the web has none; where one must be given, it is left to people. */
function addQuote({ of, listed, evidence, entries }: Looking, unit: UnitDraft, { passage, quote, why = null }: Quoted) {
  const { url } = passage.source
  const needsAddress = of.stage.questions.some(({ id, required }) => id === evidence.url && required)
  if (url === null && needsAddress) {
    entries.refused.add(quote, 'Its source has no address on the web.')
    return
  }
  const query = passage.queries[0] ?? null
  entries.add(
    unit.key,
    {
      [listed.list.list.text]: quote,
      ...(url === null ? {} : { [evidence.url]: url }),
      ...(query === null ? {} : { [evidence.query]: query }),
    },
    why,
  )
}

/** Queries that led to nothing, for the questions that take them: about what was looked for, or about the item. */
function vainProposals(of: StepOf, { list, proposed }: ListedUnits, vain: ReadonlyMap<string, string[]>): Proposal[] {
  const scope = scopeOf(of, proposed)
  return of.stage.questions
    .filter(({ takes, on }) => takes === 'queries' && (on === list.on || on === ITEM))
    .flatMap((question) =>
      scope.unitsOf(question.on).flatMap((unit) => {
        const queries = question.on === list.on ? (vain.get(unit.key) ?? []) : [...vain.values()].flat()
        const value = [...new Set(queries)].join('\n')
        return value !== '' && scope.isAsked(question, unit) ? [{ unit: unit.key, question: question.id, value }] : []
      }),
    )
}
