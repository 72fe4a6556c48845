/** What the journey's people did, as the journey itself wrote it down: who said what about what, and how. */
import type { Json } from '@/lib/protocols/protocol'

export type Who = 'Ana' | 'Ben' | 'Rui'
export type StageKey = 'decompose' | 'verify' | 'merge'
export type Origin = 'typed' | 'chosen' | 'suggestion' | 'bulk'

/** Where in the dataset: a document by its position, a stage, and a unit. Listed units are named by whole and text. */
export interface Place {
  position: number
  stage: StageKey
  unit: string
}

/** Lists are written down as the texts of what they list. */
export type Said = readonly [value: Json, origin: Origin]

/** How a value of the gold came to stand; `from` is the one whose frozen answer it is, if exactly one gave it. */
export interface Settled {
  value: Json
  how: 'agreed' | 'single' | 'discussed' | 'lane' | 'edited'
  from: Who | null
  by: Who | null
}

export const listedAs = (whole: string, text: string) => `${whole} “${text}”`
const placeKey = ({ position, stage, unit }: Place, question: string) => `${position} ${stage} ${unit} ${question}`

export class Acts {
  readonly answers = new Map<string, Said>()
  readonly settlements = new Map<string, Settled>()

  /** An annotator's answers about one unit; a later word on the same question stands in place of the earlier. */
  says(who: Who, place: Place, values: Record<string, Said>): void {
    for (const [question, said] of Object.entries(values)) this.answers.set(`${who} ${placeKey(place, question)}`, said)
  }

  settles(place: Place, question: string, settled: Settled): void {
    this.settlements.set(placeKey(place, question), settled)
  }

  saidBy(who: string, place: Place, question: string): Said | undefined {
    return this.answers.get(`${who} ${placeKey(place, question)}`)
  }

  /** What agreement settled by itself is not written down. */
  settledAt(place: Place, question: string): Settled | undefined {
    return this.settlements.get(placeKey(place, question))
  }
}
