/** Entries that a step proposes for a list: checked one by one, and what was refused of them. */
import type { Json, ListSeed } from '@/lib/protocols/answers'
import { schemaOf } from '@/lib/protocols/language/compile/questions'
import type { ListDefinition, QuestionDefinition } from '@/lib/protocols/language/definition'
import { MOST_ENTRIES } from '@/lib/protocols/made-units'
import type { Proposal, StepOutput } from '@/lib/protocols/prefill'
import { storableText } from '@/lib/text/storable'
import { foldText } from '@/lib/text/text-similarity'
import { Refusals } from './refusals'
import { enter, type Proposed } from './step-context'

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
    refused = new Refusals(isModel),
  ) {
    this.refused = refused
    this.most = Math.min(list.max ?? MOST_ENTRIES, MOST_ENTRIES)
  }

  get count(): number {
    return [...this.lists.values()].reduce((sum, { seeds }) => sum + seeds.length, 0)
  }

  /** Takes an entry whose text may be given and is not there yet; of its other values those that may be given. */
  add(unit: string, values: Readonly<Record<string, Json>>, why?: string | null): void {
    const unitList = this.listOf(unit)
    const seed: ListSeed = { values: this.valid(values) }
    const text = seed.values[this.list.list.text]
    if (typeof text !== 'string') {
      this.refused.add(String(values[this.list.list.text] ?? ''), this.whyNot(values))
      return
    }
    const form = foldText(text)
    if (unitList.texts.has(form)) this.refused.add(text, 'It was proposed before.')
    else if (unitList.seeds.length >= this.most) this.refused.add(text, `At most ${this.most} fit into the list.`)
    else {
      unitList.texts.add(form)
      keep(unitList, seed, why)
      this.lists.set(unit, unitList)
    }
  }

  /** Takes marks that were found in their text, each with its place and its label; none of them: that there is nothing to mark. */
  addMarks(unit: string, marks: readonly { values: ListSeed['values']; why: string | null }[]): void {
    const unitList = this.listOf(unit)
    for (const { values, why } of marks) keep(unitList, { values: this.valid(values) }, why)
    this.lists.set(unit, unitList)
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

  /** Puts them among the answers, as if they were listed; returns each by its key there. */
  enterInto(answers: Proposed['answers']): Map<string, ListSeed> {
    const entered = new Map<string, ListSeed>()
    for (const [unit, { seeds }] of this.lists) {
      const keys = enter(answers, { unit, question: this.list.id }, seeds)
      for (const [place, key] of keys.entries()) {
        const seed = seeds[place]
        if (seed) entered.set(key, seed)
      }
    }
    return entered
  }

  /** What is proposed for the lists of these units. */
  seedsByUnit(): [unit: string, seeds: readonly ListSeed[]][] {
    return [...this.lists].map(([unit, { seeds }]) => [unit, seeds])
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
