/**
 * A step that proposes quotations as evidence: queries, searches, pages, the best passages of them, and what of these is quoted. A quotation has to
 * stand in the passage that it is said to be from.
 */
import { z } from 'zod'
import type { UnitDraft } from '@/lib/protocols/answers'
import { ITEM, type ListDefinition } from '@/lib/protocols/language/definition'
import type { Proposal, StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { doEach } from '@/lib/protocols/prefilling/asking'
import { type Chosen, passagesFor } from '@/lib/protocols/prefilling/best-passages'
import { count } from '@/lib/protocols/prefilling/parameters'
import { asQuery, queriesByRules, withoutNearDuplicates } from '@/lib/protocols/prefilling/search-queries'
import { sourceReader } from '@/lib/protocols/prefilling/sources'
import { QuotedText } from '@/lib/text/find-quotes'
import { answerAlong } from './answer-along'
import type { ListedUnits } from './ask-entries'
import { filledIn, numberedUnits } from './filled-in'
import { NOT_THERE } from './found-spans'
import { listedUnits } from './list-entries'
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
  const entries = new ProposedEntries(listed.list, of.stage.questions, settings.isModel)
  const reader = sourceReader(tools, WINDOWS)
  const looking = { of, listed, evidence, tools, wanted, entries, reader, ...settings }
  const vain = new Map<string, string[]>()
  const searched = new Map<string, string[]>()
  const each = await doEach(listed.units, async (unit) => {
    const queries = await queriesFor(looking, unit)
    searched.set(unit.key, queries)
    const found = await passagesFor(queries, tools, reader, {
      ...wanted,
      summaries: false,
      perPage: PER_PAGE,
      perQuery: PER_QUERY,
    })
    vain.set(unit.key, found.vain)
    return { unit, ...(await quotesFrom(looking, unit, found.chosen)) }
  })
  // In the order of the units, whichever was done first.
  for (const { unit, quotes, refused } of each.results) {
    for (const quoted of quotes) addQuote(looking, unit, quoted)
    for (const { quote, why } of refused) entries.refused.add(quote, why)
  }
  const promptHash = each.results.findLast((result) => result.promptHash !== null)?.promptHash ?? null
  const along = settings.isModel ? await answerAlong(of, { list: listed.list, entries }, listed.proposed, tools) : []
  const problems = [...each.problems, ...along]
  const inOrder = (queries: ReadonlyMap<string, string[]>) => listed.units.flatMap(({ key }) => queries.get(key) ?? [])
  const output = entriesOutput(
    entries,
    settings.isModel ? (promptHash === null ? {} : { promptHash }) : { score: SCORE_OF_RULES },
    {
      queries: inOrder(searched),
      'queries in vain': inOrder(vain),
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
  const sought = unit.text.trim()
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
    const modelQueries = value.queries.slice(0, MOST_QUERIES_READ).map(asQuery)
    const distinctQueries = withoutNearDuplicates(modelQueries, NEAR_DUPLICATE).slice(0, wanted.queries)
    if (distinctQueries.length > 0) return distinctQueries
  }
  return queriesByRules(sought)
    .filter((query) => query !== '')
    .slice(0, wanted.queries)
}

interface Quotes {
  quotes: Quoted[]
  refused: { quote: string; why: string }[]
  promptHash: string | null
}

/** Quotations from the passages: those that a model chooses, or the passages as they are. */
async function quotesFrom(looking: Looking, unit: UnitDraft, passages: readonly Chosen[]): Promise<Quotes> {
  const { of, listed, tools, isModel, temperature } = looking
  if (passages.length === 0 || !isModel) {
    const quotes = passages.map((passage) => ({ passage, quote: passage.window.text }))
    return { quotes, refused: [], promptHash: null }
  }
  const prompt = promptFor(of, 'quotes')
  const values = filledIn(of, prompt, listed.proposed, {
    units: numberedUnits(passages.map(({ source, window }) => ({ kind: '', text: `${source.title}\n${window.text}` }))),
    question: [of.words(listed.list.ask), ...(unit.kind === ITEM ? [] : [unit.text.trim()])].join('\n'),
  })
  const { value, promptHash } = await tools.ask({
    prompt,
    values,
    answer: quotesAnswer,
    maxTokens: MOST_QUOTE_TOKENS,
    temperature,
  })
  const quotes: Quoted[] = []
  const refused: Quotes['refused'] = []
  for (const { number, quote, why } of value.quotes) {
    const passage = passages[number - 1]
    const found = passage ? new QuotedText(passage.window.text).find({ text: quote }) : null
    if (!passage) refused.push({ quote, why: `It is from passage ${number}, and there are only ${passages.length}.` })
    else if (!found) refused.push({ quote, why: NOT_THERE })
    else quotes.push({ passage, quote: found.text, why })
  }
  return { quotes, refused, promptHash }
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
    entries.refused.add(
      quote,
      'Its source has no address on the web.',
      'Choose a search of the web, or let the protocol file do without the address.',
    )
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
