/**
 * The one evaluator of expressions, the same in browsers and on the server. Total: every operator is defined on null, which
 * is what is unanswered, and on values of a kind that it does not expect; the work is bounded by a budget of steps.
 * docs/decisions/050 has the table.
 */
import type { Json } from '@/lib/protocols/answers'
import type { FunctionName, Macro, Operator, Tree } from './tree'

/** A unit: its answers and what else is known of it, by name. */
export interface Fields {
  field(name: string): Value
}
export type Value = null | boolean | number | string | Fields | { [key: string]: Json } | readonly Value[]

/** How many steps may still be taken; shared by expressions that are worked out for each other. */
export interface Budget {
  steps: number
}

/** Steps of one expression, and of the conditions that it looks at. */
export const MOST_STEPS = 100_000

/** Names and what they stand for. */
export type Names = (name: string) => Value

class OutOfSteps extends Error {
  override readonly name = 'OutOfSteps'
}

/** The value of an expression; null where it would take more steps than there are, the same everywhere. */
export function evaluate(tree: Tree, names: Names, budget: Budget = { steps: MOST_STEPS }): Value {
  try {
    return evaluated(tree, names, budget)
  } catch (error) {
    if (error instanceof OutOfSteps) return null
    throw error
  }
}

/** Is a condition met? Null is not. */
export const isTrue = (value: Value): boolean => value === true

function evaluated(tree: Tree, names: Names, budget: Budget): Value {
  budget.steps -= 1
  if (budget.steps < 0) throw new OutOfSteps()
  const of = (part: Tree) => evaluated(part, names, budget)
  switch (tree.is) {
    case 'value':
      return tree.value
    case 'name':
      return names(tree.name)
    case 'field':
      return fieldOf(of(tree.of), tree.name)
    case 'entry':
      return entryOf(of(tree.of), of(tree.at))
    case 'list':
      return tree.entries.map(of)
    case 'and':
      return isTrue(of(tree.left)) && isTrue(of(tree.right))
    case 'or':
      return isTrue(of(tree.left)) || isTrue(of(tree.right))
    case 'not':
      return !isTrue(of(tree.of))
    case 'minus':
      return numeric(of(tree.of), (value) => -value)
    case 'if':
      return isTrue(of(tree.test)) ? of(tree.yes) : of(tree.no)
    case 'operator':
      return operate(tree.operator, of(tree.left), of(tree.right), budget)
    case 'macro':
      return goThrough(tree.macro, listOf(of(tree.list)), (entry) =>
        evaluated(tree.body, (name) => (name === tree.name ? entry : names(name)), budget),
      )
    case 'function':
      return apply(tree.name, tree.values.map(of), budget)
  }
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
const listOf = (value: Value): readonly Value[] => (isList(value) ? value : [])
const isFields = (value: object): value is Fields => 'field' in value && typeof value.field === 'function'

function fieldOf(value: Value, name: string): Value {
  if (value === null || typeof value !== 'object' || isList(value)) return null
  if (isFields(value)) return value.field(name)
  return Object.hasOwn(value, name) ? (value[name] ?? null) : null
}

function entryOf(value: Value, key: Value): Value {
  if (typeof key === 'string') return fieldOf(value, key)
  return typeof key === 'number' && Number.isInteger(key) && key >= 0 ? (listOf(value)[key] ?? null) : null
}

function goThrough(macro: Macro, list: readonly Value[], body: (entry: Value) => Value): Value {
  switch (macro) {
    case 'all':
      return list.every((entry) => isTrue(body(entry)))
    case 'exists':
      return list.some((entry) => isTrue(body(entry)))
    case 'exists_one':
      return list.filter((entry) => isTrue(body(entry))).length === 1
    case 'filter':
      return list.filter((entry) => isTrue(body(entry)))
    case 'map':
      return list.map(body)
  }
}

function operate(operator: Operator, left: Value, right: Value, budget: Budget): Value {
  switch (operator) {
    case '==':
      return isSame(left, right, budget)
    case '!=':
      return !isSame(left, right, budget)
    case 'in':
      return left !== null && listOf(right).some((entry) => isSame(left, entry, budget))
    case '<':
      return compared(left, right, (order) => order < 0)
    case '<=':
      return compared(left, right, (order) => order <= 0)
    case '>':
      return compared(left, right, (order) => order > 0)
    case '>=':
      return compared(left, right, (order) => order >= 0)
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return calculate(operator, left, right, budget)
  }
}

/** Numbers with numbers and texts with texts; anything else stands in no order. */
function compared(left: Value, right: Value, holds: (order: number) => boolean): boolean {
  if (typeof left === 'number' && typeof right === 'number') return holds(left - right)
  if (typeof left === 'string' && typeof right === 'string') return holds(left < right ? -1 : left > right ? 1 : 0)
  return false
}

const LONGEST_TEXT = 100_000

function calculate(operator: '+' | '-' | '*' | '/' | '%', left: Value, right: Value, budget: Budget): Value {
  if (operator === '+' && typeof left === 'string' && typeof right === 'string') {
    budget.steps -= Math.ceil((left.length + right.length) / 100)
    return left.length + right.length > LONGEST_TEXT ? null : left + right
  }
  if (operator === '+' && isList(left) && isList(right)) {
    budget.steps -= left.length + right.length
    return [...left, ...right]
  }
  if (typeof left !== 'number' || typeof right !== 'number') return null
  const result = { '+': left + right, '-': left - right, '*': left * right, '/': left / right, '%': left % right }[
    operator
  ]
  return finite(result)
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

const numeric = (value: Value, make: (value: number) => number): Value =>
  typeof value === 'number' ? make(value) : null

/** Lists by their entries, units as themselves, texts without their outer blanks. */
function isSame(left: Value, right: Value, budget: Budget): boolean {
  budget.steps -= 1
  if (budget.steps < 0) throw new OutOfSteps()
  if (typeof left === 'string' && typeof right === 'string') return left.trim() === right.trim()
  if (!isList(left) || !isList(right)) return left === right
  return left.length === right.length && left.every((entry, index) => isSame(entry, right[index] ?? null, budget))
}

function apply(name: FunctionName, values: readonly Value[], budget: Budget): Value {
  const [first = null, second = null] = values
  budget.steps -= listOf(first).length
  const numbers = () => listOf(first).filter((entry) => typeof entry === 'number')
  switch (name) {
    case 'size':
      return typeof first === 'string' ? [...first].length : listOf(first).length
    case 'startsWith':
      return texts(first, second, (text, part) => text.startsWith(part))
    case 'endsWith':
      return texts(first, second, (text, part) => text.endsWith(part))
    case 'contains':
      return texts(first, second, (text, part) => text.includes(part))
    case 'lowerAscii':
      return typeof first === 'string' ? first.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : null
    case 'sum':
      return finite(numbers().reduce((sum, each) => sum + each, 0))
    case 'mean':
      return finite(numbers().reduce((sum, each) => sum + each, 0) / numbers().length)
    case 'least':
      return numbers().reduce<number | null>((best, each) => (best === null || each < best ? each : best), null)
    case 'greatest':
      return numbers().reduce<number | null>((best, each) => (best === null || each > best ? each : best), null)
    case 'most':
      return mostFrequent(listOf(first))
    case 'answered':
      return first !== null && !(isList(first) && first.length === 0)
    case 'given':
      return listOf(first).every((entry) => entry !== null) ? second : null
    case 'string':
      return first === null || typeof first === 'object' ? null : String(first)
    case 'double':
      return asNumber(first)
  }
}

const texts = (text: Value, part: Value, holds: (text: string, part: string) => boolean): boolean =>
  typeof text === 'string' && typeof part === 'string' && holds(text, part)

function asNumber(value: Value): number | null {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(value)) return null
  return Number(value)
}

/** What stands there most often, unanswered entries left out; null where two values do equally often. */
function mostFrequent(list: readonly Value[]): Value {
  const counts = new Map<Value, number>()
  for (const entry of list) if (entry !== null) counts.set(entry, (counts.get(entry) ?? 0) + 1)
  const [first, second] = [...counts].toSorted(([, one], [, other]) => other - one)
  return first && first[1] !== second?.[1] ? first[0] : null
}
