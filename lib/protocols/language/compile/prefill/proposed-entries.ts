/** Entries that a step proposes for a list: checked one by one, answered along, and what was refused of them. */
import type { Json, ListSeed } from '@/lib/protocols/answers'
import { schemaOf } from '@/lib/protocols/language/compile/questions'
import type { ListDefinition, QuestionDefinition } from '@/lib/protocols/language/definition'
import { judgePrompt } from '@/lib/protocols/language/prompts'
import { MOST_ENTRIES } from '@/lib/protocols/made-units'
import type { Proposal, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { isOfOne } from '@/lib/protocols/prefilling/asking'
import { storableText } from '@/lib/text/storable'
import { foldText } from '@/lib/text/text-similarity'
import { type Judgements, judgeQuestions } from './judge'
import { quoteWords } from './quote-words'
import { Refusals } from './refusals'
import { enter, type Proposed, type StepOf } from './step-context'
import { answeredAlong } from './which-steps'

/** `texts`: in the form in which entries are compared. */
interface ProposedList {
  seeds: ListSeed[]
  reasons: string[]
  texts: Set<string>
}

function keep({ seeds, reasons }: ProposedList, seed: ListSeed, why: string | null | undefined): void {
  seeds.push(seed)
  if (why?.trim()) reasons.push(`${seeds.length}. ${why.trim()}`)
}

/** The entries of one list, by the unit that they are listed for. */
export class ProposedEntries {
  readonly refused: Refusals
  private readonly lists = new Map<string, ProposedList>()
  private readonly most: number

  constructor(
    private readonly list: ListDefinition,
    private readonly stage: readonly QuestionDefinition[],
    isModel: boolean,
  ) {
    this.refused = new Refusals(isModel)
    this.most = Math.min(list.max ?? MOST_ENTRIES, MOST_ENTRIES)
  }

  get count(): number {
    return [...this.lists.values()].reduce((sum, { seeds }) => sum + seeds.length, 0)
  }

  /** Takes an entry whose text may be given and is not there yet; of its other values those that may be given. */
  add(unit: string, values: Readonly<Record<string, Json>>, why?: string | null): void {
    const own = this.listOf(unit)
    const seed: ListSeed = { values: this.valid(values) }
    const text = seed.values[this.list.list.text]
    if (typeof text !== 'string') {
      this.refused.add(String(values[this.list.list.text] ?? ''), this.whyNot(values))
      return
    }
    const form = foldText(text)
    if (own.texts.has(form)) this.refused.add(text, 'It was proposed before.')
    else if (own.seeds.length >= this.most) this.refused.add(text, `At most ${this.most} fit into the list.`)
    else {
      own.texts.add(form)
      keep(own, seed, why)
      this.lists.set(unit, own)
    }
  }

  /** Takes marks that were found in their text, each with its place and its label; none of them: that there is nothing to mark. */
  addMarks(unit: string, marks: readonly { values: ListSeed['values']; why: string | null }[]): void {
    const own = this.listOf(unit)
    for (const { values, why } of marks) keep(own, { values: this.valid(values) }, why)
    this.lists.set(unit, own)
  }

  private listOf(unit: string): ProposedList {
    return this.lists.get(unit) ?? { seeds: [], reasons: [], texts: new Set<string>() }
  }

  private valid(values: Readonly<Record<string, Json>>): ListSeed['values'] {
    const checked = Object.entries(values).flatMap(([id, value]) => {
      const question = this.stage.find((each) => each.id === id && each.on === this.list.list.of)
      const read = question && schemaOf(question).safeParse(typeof value === 'string' ? storableText(value) : value)
      return read?.success ? [[id, read.data] as const] : []
    })
    return Object.fromEntries(checked)
  }

  private whyNot(values: Readonly<Record<string, Json>>): string {
    const question = this.stage.find(({ id }) => id === this.list.list.text)
    const read = question && schemaOf(question).safeParse(values[question.id])
    return read?.error?.issues[0]?.message ?? 'It has no text.'
  }

  /** The proposals, by the lists' units. */
  proposals(head: Pick<Proposal, 'promptHash' | 'score'>): Proposal[] {
    return [...this.lists].map(([unit, { seeds, reasons }]) => ({
      unit,
      question: this.list.id,
      value: seeds.map(({ values }): Json => ({ values })),
      ...head,
      ...(reasons.length > 0 ? { rationale: reasons.join('\n') } : {}),
    }))
  }

  /**
   * Lets a model answer what is asked about the entries. Those are worth having without, so that a failure over the answers is only noted; a failure
   * that every question would meet is thrown.
   */
  async answer(
    of: StepOf,
    before: Proposed,
    subjectWith: (answers: Proposed['answers']) => Proposed,
    tools: StepTools,
  ): Promise<string[]> {
    if (this.count === 0) return []
    const answers = { ...before.answers }
    const seeds = new Map<string, ListSeed>()
    for (const [unit, own] of this.lists) {
      const keys = enter(answers, { unit, question: this.list.id }, own.seeds)
      for (const [place, key] of keys.entries()) {
        const seed = own.seeds[place]
        if (seed) seeds.set(key, seed)
      }
    }
    const isOpen = ({ id }: QuestionDefinition) => [...seeds.values()].some(({ values }) => values[id] === undefined)
    const about = new Set(seeds.keys())
    const proposed = subjectWith(answers)
    const problems: string[] = []
    for (const questions of together(answeredAlong(of.step, of.stage, this.list.list).filter(isOpen))) {
      const said = await this.answersTo(questions, { of, proposed, about, tools })
      problems.push(...said.problems)
      for (const { unit, question, value } of said.proposals) {
        const seed = seeds.get(unit)
        if (seed) seed.values[question] = value
      }
    }
    return problems
  }

  /** Of questions that are asked together; what is answered stands among the answers then. */
  private async answersTo(
    questions: readonly QuestionDefinition[],
    { of, proposed, about, tools }: { of: StepOf; proposed: Proposed; about: ReadonlySet<string>; tools: StepTools },
  ): Promise<Judgements> {
    const [first] = questions
    try {
      if (first?.marks) return await quoteWords(of, first, proposed, { tools, about, refused: this.refused })
      const manner = { prompt: judgePrompt, samples: 1, temperature: 0 }
      return await judgeQuestions(of, questions, proposed, { tools, manner, about })
    } catch (error) {
      if (isOfOne(error)) return { proposals: [], problems: [error.message] }
      throw error
    }
  }
}

/** Questions in stretches that are answered one after the other: what is chosen together, and each that words are marked for by itself. */
function together(questions: readonly QuestionDefinition[]): QuestionDefinition[][] {
  const parts: QuestionDefinition[][] = []
  for (const question of questions) {
    const last = parts.at(-1)
    if (last && !question.marks && !last[0]?.marks) last.push(question)
    else parts.push([question])
  }
  return parts
}

/** What a step makes of the entries that were given to it. */
export function entriesOutput(
  entries: ProposedEntries,
  head: Pick<Proposal, 'promptHash' | 'score'>,
  note: { [key: string]: Json } = {},
): StepOutput {
  entries.refused.failWithout(entries.count, 'entries', { entries: entries.count, ...note })
  return { proposals: entries.proposals(head), note: { entries: entries.count, ...note, ...entries.refused.note() } }
}
