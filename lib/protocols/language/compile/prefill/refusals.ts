/** What machines said and was not taken. */
import type { Json } from '@/lib/protocols/answers'
import { StepFailure } from '@/lib/protocols/prefill'
import { excerpt } from '@/lib/text/excerpt'
import { storableText } from '@/lib/text/storable'

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
  add(refusedText: string, why: string, wayOut = this.isModel ? ANOTHER_ANSWER : NOT_BY_RULES): void {
    this.count += 1
    if (this.count === 1) this.wayOut = wayOut
    if (this.named.length < MOST_NAMED)
      this.named.push({ said: excerpt(storableText(refusedText), LONGEST_NAMED), why })
  }

  /** Throws StepFailure `rejected`, with what is to be noted, where something was refused and nothing is left. */
  failWithout(keptCount: number, what: string, note: { [key: string]: Json } = {}): void {
    const [first] = this.named
    if (keptCount > 0 || !first) return
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
