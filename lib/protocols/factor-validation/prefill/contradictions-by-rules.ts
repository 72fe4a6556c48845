/** Edits without a model, for English: a stand-in where none is configured. Rough, so that people have much to reject. Pure. */
import type { ErrorType } from '@/lib/protocols/factor-validation/options'
import type { Candidate } from './candidates'

/** Words that change places, either way. */
const SWAPS: Readonly<Record<'predicate' | 'circumstance' | 'coreference' | 'link', string>> = {
  predicate:
    'increased/decreased increases/decreases rose/fell won/lost opened/closed began/ended started/stopped gained/lost accepted/rejected bought/sold arrived/left added/removed allowed/forbade more/less higher/lower first/last largest/smallest longest/shortest oldest/youngest',
  circumstance:
    'January/June February/July March/August April/September May/October November/December Monday/Thursday Tuesday/Friday Wednesday/Sunday north/south east/west northern/southern eastern/western morning/evening yesterday/today always/never often/rarely quickly/slowly',
  coreference: 'he/she him/her his/her himself/herself it/they its/their itself/themselves',
  link: 'before/after because/although until/since with/without if/unless',
}
const AUXILIARY = /\b(is|are|was|were|has|have|had|can|could|will|would|should|must)\b(?! not\b)/u
const NAME = /\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*/gu

interface Edit {
  at: number
  old: string
  fresh: string
}

/** Up to `most` edits of a kind, told apart by their texts, in the order of their places. */
export function editsByRules(
  type: ErrorType,
  { prefix, completion }: { prefix: string; completion: string },
  most: number,
) {
  const edits = editsOf(type, prefix, completion).toSorted((one, other) => one.at - other.at)
  const candidates = edits.map(({ at, old, fresh }): Candidate => {
    const text = `${completion.slice(0, at)}${fresh}${completion.slice(at + old.length)}`
    return { type, text, edit: `“${old}” becomes “${fresh}”` }
  })
  return candidates
    .filter(({ text }, index) => candidates.findIndex((each) => each.text === text) === index)
    .slice(0, most)
}

function editsOf(type: ErrorType, prefix: string, completion: string): Edit[] {
  if (type === 'entity') return otherNames(prefix, completion)
  const swaps = swapsIn(SWAPS[type], completion)
  if (type === 'predicate') return [...swaps, ...negation(completion)]
  return type === 'circumstance' ? [...swaps, ...otherNumbers(completion)] : swaps
}

function swapsIn(pairs: string, text: string): Edit[] {
  const others = new Map<string, string>()
  for (const [one = '', other = ''] of pairs.split(' ').map((pair) => pair.split('/'))) {
    if (!others.has(one)) others.set(one, other)
    if (!others.has(other)) others.set(other, one)
  }
  return Array.from(text.matchAll(/\p{L}+/gu)).flatMap(({ 0: old, index: at }) => {
    const other = others.get(old) ?? others.get(old.toLowerCase())
    if (other === undefined) return []
    const isCapital = /^\p{Lu}/u.test(old)
    return [{ at, old, fresh: isCapital ? other.charAt(0).toUpperCase() + other.slice(1) : other }]
  })
}

function negation(text: string): Edit[] {
  const found = AUXILIARY.exec(text)
  return found ? [{ at: found.index, old: found[0], fresh: `${found[0]} not` }] : []
}

/** Years move by a few, other numbers are doubled: still whole, and of the same length where that is easy. */
function otherNumbers(text: string): Edit[] {
  return Array.from(text.matchAll(/(?<![\p{L}\p{N}.,])\d{1,6}(?![\p{L}\p{N}]|[.,]\d)/gu)).map(
    ({ 0: old, index: at }) => {
      const number = Number(old)
      const isYear = old.length === 4 && number > 1000 && number < 2200
      return { at, old, fresh: String(isYear ? number - 4 : number === 0 ? 1 : number * 2) }
    },
  )
}

/** Names with their places; a capital at the beginning of a sentence makes none by itself. */
function namesIn(text: string): { name: string; at: number }[] {
  return Array.from(text.matchAll(NAME)).flatMap(({ 0: name, index }) => {
    if (/[\p{Ll}\p{N},;)] $/u.test(text.slice(Math.max(0, index - 2), index))) return [{ name, at: index }]
    const rest = name.indexOf(' ') + 1
    return rest > 0 ? [{ name: name.slice(rest), at: index + rest }] : []
  })
}

/** Names of the sentence exchanged for names of the text before it, the nearest first. */
function otherNames(prefix: string, completion: string): Edit[] {
  const prefixNames = [...new Set(namesIn(prefix).map(({ name }) => name))].toReversed()
  const strangers = prefixNames.filter((name) => !completion.includes(name))
  return strangers.flatMap((fresh) => namesIn(completion).map(({ name: old, at }) => ({ at, old, fresh })))
}
