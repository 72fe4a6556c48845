/** What is asked about entries that were proposed is answered along with them: what is chosen, words of texts, and the lists that they hold themselves. */
import type { Json } from '@/lib/protocols/answers'
import {
  isList,
  type ListDefinition,
  placeQuestionOf,
  type QuestionDefinition,
} from '@/lib/protocols/language/definition'
import { judgePrompt } from '@/lib/protocols/language/prompts'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Proposal, StepTools } from '@/lib/protocols/prefill'
import { isOfOne } from '@/lib/protocols/prefilling/asking'
import { askForEntries } from './ask-entries'
import { askForMarks } from './ask-marks'
import { type Judgements, judgeQuestions } from './judge'
import { ProposedEntries } from './proposed-entries'
import { quoteWords } from './quote-words'
import type { Refusals } from './refusals'
import { enter, type Proposed, type StepOf, scopeOf } from './step-context'
import { answeredAlong } from './which-steps'

interface About {
  of: StepOf
  proposed: Proposed
  /** The keys of the entries. */
  about: ReadonlySet<string>
  tools: StepTools
  refused: Refusals
}

/**
 * Entries are worth having without, so that a failure over the answers is only noted; a failure that every question would meet is thrown. Returns
 * what went wrong, in words.
 */
export async function answerAlong(
  of: StepOf,
  { list, entries }: { list: ListDefinition; entries: ProposedEntries },
  before: Proposed,
  tools: StepTools,
): Promise<string[]> {
  if (entries.count === 0) return []
  const answers = { ...before.answers }
  const seeds = entries.enterInto(answers)
  const isOpen = ({ id }: QuestionDefinition) => [...seeds.values()].some(({ values }) => values[id] === undefined)
  const proposed = { subject: withMadeUnits(of.compiled, before.subject, answers), answers }
  const about = { of, proposed, about: new Set(seeds.keys()), tools, refused: entries.refused }
  const problems: string[] = []
  for (const questions of together(answeredAlong(of.step, of.stage, list.list).filter(isOpen))) {
    const judgements = await answersTo(questions, about)
    problems.push(...judgements.problems)
    for (const { unit, question, value } of judgements.proposals) {
      const seed = seeds.get(unit)
      if (seed) seed.values[question] = value
    }
  }
  return problems
}

/** Of questions that are asked together; what is answered stands among the answers then. */
async function answersTo(questions: readonly QuestionDefinition[], about: About): Promise<Judgements> {
  const { of, proposed, tools, refused } = about
  const [first] = questions
  try {
    if (first && isList(first)) return await listWithin(first, about)
    if (first?.marks) return await quoteWords(of, first, proposed, { tools, about: about.about, refused })
    const manner = { prompt: judgePrompt, samples: 1, temperature: 0 }
    return await judgeQuestions(of, questions, proposed, { tools, manner, about: about.about })
  } catch (error) {
    if (isOfOne(error)) return { proposals: [], problems: [error.message] }
    throw error
  }
}

/** The entries of a list that the entries hold themselves, as of any list, by the standard prompt. */
async function listWithin(list: ListDefinition, { of, proposed, about, tools, refused }: About): Promise<Judgements> {
  const scope = scopeOf(of, proposed)
  const units = scope.unitsOf(list.on).filter((unit) => about.has(unit.key) && scope.isAsked(list, unit))
  if (units.length === 0) return { proposals: [], problems: [] }
  const isOfMarks = placeQuestionOf(list, of.stage.questions) !== undefined
  const { id, stage } = of.step
  const within: StepOf = { ...of, step: { id, stage, does: isOfMarks ? 'marks' : 'list', questions: [list.id] } }
  const entries = new ProposedEntries(list, of.stage.questions, true, refused)
  const ask = isOfMarks ? askForMarks : askForEntries
  const askOutcome = await ask(within, { list, proposed, units }, { entries, tools, temperature: 0 })
  const along = await answerAlong(within, { list, entries }, proposed, tools)
  const proposals = entries.seedsByUnit().flatMap(([unit, seeds]): Proposal[] => {
    if (seeds.length === 0) return []
    enter(proposed.answers, { unit, question: list.id }, seeds)
    return [{ unit, question: list.id, value: seeds.map(({ values }): Json => ({ values })) }]
  })
  return { proposals, problems: [...askOutcome.problems, ...along] }
}

/** Questions in stretches that are answered one after the other: what is chosen together, and each other one by itself. */
function together(questions: readonly QuestionDefinition[]): QuestionDefinition[][] {
  const isAlone = ({ marks, list }: QuestionDefinition) => marks !== undefined || list !== undefined
  const parts: QuestionDefinition[][] = []
  for (const question of questions) {
    const last = parts.at(-1)
    if (last?.[0] && !isAlone(question) && !isAlone(last[0])) last.push(question)
    else parts.push([question])
  }
  return parts
}
