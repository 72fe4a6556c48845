/** Entries that a step proposes for a list: checked one by one, answered along, and what was refused of them. */
import type { Json, ListSeed } from '@/lib/protocols/answers'
import { schemaOf } from '@/lib/protocols/language/compile/questions'
import type { ListDefinition, QuestionDefinition } from '@/lib/protocols/language/definition'
import { judgePrompt } from '@/lib/protocols/language/prompts'
import { MOST_ENTRIES } from '@/lib/protocols/made-units'
import { type Proposal, StepFailure, type StepOutput, type StepTools } from '@/lib/protocols/prefill'
import { isOfOne } from '@/lib/protocols/prefilling/asking'
import { excerpt } from '@/lib/text/excerpt'
import { storableText } from '@/lib/text/storable'
import { foldText } from '@/lib/text/text-similarity'
import { judgeQuestions } from './judge'
import { enter, type Proposed, type StepOf } from './step-context'
import { answeredAlong } from './which-steps'

/** So many of those that were refused are named in a note, each by its beginning. */
const MOST_NAMED = 20
const LONGEST_NAMED = 100

/** What helps where a model's words were refused, and where those of rules were. */
const ANOTHER_ANSWER = 'Try again, or choose another model.'
const NOT_BY_RULES = 'The rules say the same again: choose a model, or leave this to people.'

/** What was said and not taken: named in a note, and the reason of a failure where nothing is left. */
export class Refusals {
  private readonly named: { said: string; why: string }[] = []
  private count = 0
  private wayOut = ''

  constructor(private readonly isModel = true) {}

  /** `wayOut`: what helps where it is not another answer. */
  add(said: string, why: string, wayOut = this.isModel ? ANOTHER_ANSWER : NOT_BY_RULES): void {
    this.count += 1
    if (this.count === 1) this.wayOut = wayOut
    if (this.named.length < MOST_NAMED) this.named.push({ said: excerpt(storableText(said), LONGEST_NAMED), why })
  }

  /** Throws StepFailure `rejected`, with what is to be noted, where something was refused and nothing is left. */
  failWithout(kept: number, what: string, note: { [key: string]: Json } = {}): void {
    const [first] = this.named
    if (kept > 0 || !first) return
    throw new StepFailure(
      'rejected',
      `None of the ${what} that were proposed could be taken (${this.count}). “${first.said}”: ${first.why} ${this.wayOut}`,
      false,
      null,
      { ...note, ...this.note() },
    )
  }

  note(): { [key: string]: Json } {
    return this.count === 0 ? {} : { refused: this.count, 'refused, and why': this.named.map((each) => ({ ...each })) }
  }
}

/** The entries of one list, by the unit that they are listed for. */
export class ProposedEntries {
  readonly refused: Refusals
  private readonly lists = new Map<string, { seeds: ListSeed[]; reasons: string[]; texts: Set<string> }>()
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
    const own = this.lists.get(unit) ?? { seeds: [], reasons: [], texts: new Set<string>() }
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
      own.seeds.push(seed)
      if (why?.trim()) own.reasons.push(`${own.seeds.length}. ${why.trim()}`)
      this.lists.set(unit, own)
    }
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
  ) {
    const questions = answeredAlong(of.step, of.stage, this.list.list)
    if (questions.length === 0 || this.count === 0) return []
    const answers = { ...before.answers }
    const seeds = new Map<string, ListSeed>()
    for (const [unit, own] of this.lists) {
      const keys = enter(answers, { unit, question: this.list.id }, own.seeds)
      for (const [place, key] of keys.entries()) {
        const seed = own.seeds[place]
        if (seed) seeds.set(key, seed)
      }
    }
    const manner = { prompt: judgePrompt, samples: 1, temperature: 0 }
    try {
      const about = new Set(seeds.keys())
      const judged = await judgeQuestions(of, questions, subjectWith(answers), { tools, manner, about })
      for (const { unit, question, value } of judged.proposals) {
        const seed = seeds.get(unit)
        if (seed) seed.values[question] = value
      }
      return judged.problems
    } catch (error) {
      if (isOfOne(error)) return [error.message]
      throw error
    }
  }
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
