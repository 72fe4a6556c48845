/** What gold states, and where a prediction belongs in it: by the item's id or position, by unit, or by text. */
import type { Prediction, Target } from '@/lib/protocols/evaluation'
import { beyondProblem } from '@/lib/protocols/marked-spans'
import type { Json } from '@/lib/protocols/protocol'
import type { GoldItem } from './evaluation'
import type { AgreedValue } from './rules'

export interface IndexedItem {
  /** null where predictions bring their items along. */
  position: number | null
  externalId: string | null
  /** How many parts it has, labelled or not; null where that is not known. */
  parts: number | null
  targets: number[]
}

export interface IndexedTarget {
  item: number
  unit: string
  gold: Json
  /** Of the text that spans are marked in; null where none are. */
  length: number | null
  strata: Readonly<Record<string, string>>
  /** How far annotators agreed on it; empty where nobody rated it. */
  agreed: readonly AgreedValue[]
  /** How many annotators gave it each category of the task's measure; empty where nobody rated it. */
  ratings: readonly number[]
}

/**
 * The target's number, or why there is none. Several: parts of one item with the same text, in order; the first of which the
 * system has said nothing yet is meant. `ofValue`: its place is known, and its value does not fit there.
 */
export type Aligned = { targets: readonly [number, ...number[]] } | { reason: string; ofValue?: true }

/** Texts are the same without regard to case and surplus blanks. */
const normal = (text: string): string => text.toLowerCase().trim().split(/\s+/).join(' ')

/** Of a target that nobody rated. */
const UNRATED: Pick<IndexedTarget, 'agreed' | 'ratings'> = { agreed: [], ratings: [] }

/** The first of these that is equal. */
function same<Value>(cache: Map<string, Value>, value: Value): Value {
  const key = JSON.stringify(value)
  const found = cache.get(key) ?? value
  cache.set(key, found)
  return found
}

export class GoldIndex {
  readonly items: IndexedItem[] = []
  readonly targets: IndexedTarget[] = []
  private readonly byId = new Map<string, number | 'several'>()
  private readonly byText = new Map<string, number | number[]>()
  private readonly byUnit: Map<string, number>[] = []
  private readonly byNumber: Map<string, number>[] = []
  /** Strata and counts of ratings repeat: the same object stands for equal ones. */
  private readonly strataKnown = new Map<string, Readonly<Record<string, string>>>()
  private readonly ratingsKnown = new Map<string, readonly number[]>()

  addItem(
    { position, externalId, parts }: { position: number } & Pick<IndexedItem, 'externalId' | 'parts'>,
    targets: readonly Target[],
    { agreed, ratings }: Pick<GoldItem, 'agreed' | 'ratings'> = {},
  ): void {
    const item = this.newItem({ position, externalId, parts, targets: [] })
    this.name(`#${position}`, item)
    // Lines name it without blanks around the name.
    if (externalId !== null) this.name(externalId.trim(), item)
    for (const target of targets) {
      const { unit } = target
      this.addTarget(item, target, { agreed: agreed?.get(unit) ?? [], ratings: ratings?.get(unit) ?? [] })
    }
  }

  /** The item of this name, for tasks whose predictions bring their targets along; made where it is new. */
  itemNamed(name: string): number {
    const existingItem = this.byId.get(name)
    if (typeof existingItem === 'number') return existingItem
    const item = this.newItem({ position: null, externalId: name, parts: null, targets: [] })
    this.byId.set(name, item)
    return item
  }

  /** The item's target by its key, or by its number where no key is the same; or undefined. */
  targetOf(item: number, unit: string): number | undefined {
    return this.byUnit[item]?.get(unit) ?? this.byNumber[item]?.get(unit)
  }

  addTarget(item: number, { unit, number, text, gold, length, strata }: Target, { agreed, ratings } = UNRATED): number {
    const target = this.targets.length
    this.targets.push({
      item,
      unit,
      gold,
      length: length ?? null,
      agreed,
      strata: same(this.strataKnown, strata),
      ratings: same(this.ratingsKnown, ratings),
    })
    this.items[item]?.targets.push(target)
    this.byUnit[item]?.set(unit, target)
    if (number !== undefined) this.byNumber[item]?.set(String(number), target)
    if (text !== null) this.addText(normal(text), target)
    return target
  }

  /** Where it belongs, unless one of its spans ends behind the text there. */
  align(prediction: Prediction): Aligned {
    const { item } = prediction
    const aligned = item === null ? this.alignByText(prediction) : this.alignInItem(item, prediction)
    if ('reason' in aligned) return aligned
    const { length = null } = this.targets[aligned.targets[0]] ?? {}
    const problem = length === null ? null : beyondProblem(length, prediction.value)
    return problem === null ? aligned : { reason: `${problem} Offsets count code points.`, ofValue: true }
  }

  /** All targets of the item of this name. */
  targetsOf(name: string): readonly number[] | { reason: string } {
    const item = this.itemOf(name)
    return typeof item === 'number' ? (this.items[item]?.targets ?? []) : item
  }

  private itemOf(name: string): number | { reason: string } {
    const item = this.byId.get(name)
    if (item === undefined) return { reason: 'No item of the gold has this id or position.' }
    if (item === 'several') return { reason: 'Several items of the gold have this id. Name the position, as in "#12".' }
    return item
  }

  private newItem(item: IndexedItem): number {
    this.items.push(item)
    this.byUnit.push(new Map())
    this.byNumber.push(new Map())
    return this.items.length - 1
  }

  private name(name: string, item: number): void {
    this.byId.set(name, this.byId.has(name) ? 'several' : item)
  }

  private addText(text: string, target: number): void {
    const existingTargets = this.byText.get(text)
    if (existingTargets === undefined) this.byText.set(text, target)
    else if (typeof existingTargets === 'number') this.byText.set(text, [existingTargets, target])
    else existingTargets.push(target)
  }

  private alignInItem(name: string, { unit, text, parts }: Prediction): Aligned {
    const item = this.itemOf(name)
    if (typeof item !== 'number') return item
    const itemParts = this.items[item]?.parts ?? null
    if (parts !== undefined && itemParts !== null && parts !== itemParts) {
      return { reason: `The line names the parts of its item in order, ${parts} of them; the item has ${itemParts}.` }
    }
    if (unit !== null) {
      const target = this.targetOf(item, unit)
      if (target !== undefined) return { targets: [target] }
      return { reason: 'The item has no such part, or the gold says nothing about it.' }
    }
    const targets = this.items[item]?.targets ?? []
    if (text === null) return this.onlyOne(targets)
    return this.oneOf(this.withText(text).filter((target) => this.targets[target]?.item === item))
  }

  private withText(text: string): readonly number[] {
    const found = this.byText.get(normal(text)) ?? []
    return typeof found === 'number' ? [found] : found
  }

  private onlyOne(targets: readonly number[]): Aligned {
    const [only, ...others] = targets
    if (only === undefined) return { reason: 'The gold says nothing about this item.' }
    if (others.length > 0) return { reason: 'The item has several parts. Name the unit, or give its text.' }
    return { targets: [only] }
  }

  /** Of several targets with the text, those that the prediction's unit and strata agree with are meant. */
  private alignByText({ text, unit, strata = {} }: Prediction): Aligned {
    if (text === null) return { reason: 'Neither an item nor a text is named. Add "item", or the text.' }
    const found = this.withText(text)
    if (found.length === 1) return this.oneOf(found)
    const agreeing = found.filter((target) => {
      const indexedTarget = this.targets[target]
      return (
        indexedTarget !== undefined &&
        Object.entries(strata).every(([key, value]) => indexedTarget.strata[key] === value)
      )
    })
    const namedTargets = agreeing.filter((target) => unit !== null && this.isCalled(target, unit))
    return this.oneOf(namedTargets.length > 0 ? namedTargets : agreeing)
  }

  private isCalled(target: number, unit: string): boolean {
    const { item } = this.targets[target] ?? {}
    return item !== undefined && this.targetOf(item, unit) === target
  }

  private oneOf(found: readonly number[]): Aligned {
    const [first, ...others] = found
    if (first === undefined) return { reason: 'The gold has no such text.' }
    const item = this.targets[first]?.item
    if (others.every((target) => this.targets[target]?.item === item)) return { targets: [first, ...others] }
    return { reason: 'The text stands in several items of the gold. Name the item and the unit.' }
  }
}
