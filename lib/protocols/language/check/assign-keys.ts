/** Gives every option a key, and finds keys that meet: options of the item and of one kind of unit are on screen together. */
import type { Json } from '@/lib/protocols/answers'
import { ITEM } from '@/lib/protocols/language/definition'
import type { Tree } from '@/lib/protocols/language/expressions/tree'
import type { PathProblem } from '@/lib/protocols/language/problems'
import { normalizeText } from '@/lib/text/normalize'

/** Keys of the workbench, which no option may have. */
export const WORKBENCH_KEYS: readonly string[] = ['j', 'k', 'n', 'a', 's', 'd', 'g', 'm']

/** Keys of the workbench in stages with lists. */
export const LIST_KEYS: readonly string[] = ['c', 'e', 'x']

const POSSIBLE = [...'abcdefghijklmnopqrstuvwxyz1234567890'].filter((key) => !WORKBENCH_KEYS.includes(key))

/** A question as far as it can be on screen beside another; one object for all of its options. */
export interface AskedQuestion {
  /** When it is asked; null: always. Worked out only where keys meet. */
  condition(): Tree | null
}

/** An option that needs a key. */
export interface Keyed {
  /** The kind of unit that its question is about. */
  on: string
  /** As the file says; undefined where the file leaves it open. */
  key: string | undefined
  /** The question that it answers. */
  question: AskedQuestion
  /** What it is named after. */
  text: string
  /** The keys that suit it, the best first; left out: the letters of its text. */
  wanted?: string
  /** Where it stands in the file. */
  path: (string | number)[]
}

/** The keys of a stage's options, in their order; `reserved`: those that mean something else in this stage. */
export function assignKeys(
  options: readonly Keyed[],
  reserved: readonly string[] = [],
): { keys: string[]; problems: PathProblem[] } {
  const possible = POSSIBLE.filter((key) => !reserved.includes(key))
  const problems: PathProblem[] = []
  const keys: (string | undefined)[] = options.map(({ key }) => key)
  const meet = (one: Keyed, other: Keyed) => one.on === other.on || one.on === ITEM || other.on === ITEM
  const byKey = new Map<string, Keyed[]>()
  const exclude = excluding()
  for (const option of options) {
    const { key, path } = option
    if (key === undefined) continue
    if (WORKBENCH_KEYS.includes(key) || reserved.includes(key))
      problems.push({
        path: [...path, 'key'],
        at: 'value',
        message: `The key "${key}" belongs to the workbench${reserved.includes(key) ? ', which has lists here' : ''}.`,
        fix: `Choose one of ${possible.join(' ')}, or leave it out.`,
      })
    const before = byKey.get(key) ?? []
    const other = before.find((each) => meet(each, option) && !exclude(each.question, option.question))
    // One option of each question is enough, so that many that share a key are found in a short time.
    if (before.every(({ question }) => question !== option.question)) byKey.set(key, [...before, option])
    if (other)
      problems.push({
        path: [...path, 'key'],
        at: 'value',
        message: `The key "${key}" chooses "${other.text}" as well, and both can be on screen at once.`,
        fix: 'Choose another key, or leave it out.',
      })
  }
  options.forEach((option, index) => {
    if (keys[index] !== undefined) return
    const takenKeys = new Set(options.flatMap((each, place) => (meet(each, option) ? (keys[place] ?? []) : [])))
    const wanted = [...normalizeText((option.wanted ?? option.text).toLowerCase(), 'NFD'), ...possible]
    keys[index] = wanted.find((key) => possible.includes(key) && !takenKeys.has(key))
    if (keys[index] === undefined)
      problems.push({
        path: option.path,
        at: 'value',
        message: `No key is left for "${option.text}": ${possible.length} answers fit on one screen.`,
        fix: 'Divide the questions among stages, or offer fewer options.',
      })
  })
  return { keys: keys.map((key) => key ?? ''), problems }
}

/** Does one condition need an answer about the item that the other rules out? Then their questions are never on screen at once. */
function excluding(): (one: AskedQuestion, other: AskedQuestion) => boolean {
  const needsByQuestion = new Map<AskedQuestion, Need[]>()
  const needsOf = (question: AskedQuestion) => {
    const condition = needsByQuestion.has(question) ? null : question.condition()
    const needs = needsByQuestion.get(question) ?? (condition ? answersNeeded(condition) : [])
    needsByQuestion.set(question, needs)
    return needs
  }
  return (one, other) =>
    one !== other && needsOf(one).some((need) => needsOf(other).some((rival) => areContrary(need, rival)))
}

interface Need {
  question: string
  value: Json
  /** Is it this answer, or any but this one? */
  is: boolean
}

function areContrary(one: Need, other: Need): boolean {
  if (one.question !== other.question) return false
  return one.is && other.is ? one.value !== other.value : one.is !== other.is && one.value === other.value
}

/** What answers about the item have to be, all of it, wherever the condition is true. */
function answersNeeded(tree: Tree): Need[] {
  if (tree.is === 'and') return [...answersNeeded(tree.left), ...answersNeeded(tree.right)]
  if (tree.is !== 'operator' || (tree.operator !== '==' && tree.operator !== '!=')) return []
  const { left, right } = tree
  const isOfItem = left.is === 'field' && left.of.is === 'name' && left.of.name === ITEM
  return isOfItem && right.is === 'value'
    ? [{ question: left.name, value: right.value, is: tree.operator === '==' }]
    : []
}
