/** Protocol files and expressions, made and changed at random by a seed: the same seed makes the same. */
import type { Fields, Names, Value } from '@/lib/protocols/language/expressions/evaluate'
import { expressionReader } from '@/lib/protocols/language/expressions/parse-expression'

/** Numbers from 0 to 1 that follow from a seed (mulberry32, public domain). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const pick = <T>(random: () => number, from: readonly T[]): T => {
  const found = from[Math.floor(random() * from.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}

/** What is put into a text somewhere. */
const SCRAPS = [
  '',
  ' ',
  '\n',
  '\t',
  '\u0000',
  '\u202e',
  '\ud800',
  ':',
  ': ',
  '- ',
  '? ',
  '| ',
  '> ',
  '#',
  '&a ',
  '*a',
  '!!js ',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  ',',
  '<<: ',
  '---\n',
  '%YAML 1.1\n',
  '{a: &b [*b]}',
  '[['.repeat(30),
  '- '.repeat(80),
  '"'.repeat(9),
  'item',
  'facts',
  '== null',
  '&& ',
  '|| ',
  'size(',
  '.filter(f, f',
  'when: ',
  'form: set',
  'value: 1',
  'key: j',
  '1e999',
  '0x7fffffffffffffff',
  '__proto__: 1',
  'constructor',
  'on: sentence',
  'form: list, of: fact',
  'from: annotators',
  'of: fact',
  'align: {by: text, at: 0.5}',
  'texts: true',
  'group: {by: [/id], as: rows}\n',
  'by: [/question, /*]',
  'each: {at: "/*/data", keys: [a, a], skip: ["*"]}\n',
  'each: /rows',
  'join: {source: {file: "*", by: /source/id, key: "/*", optional: true}}\n',
  'pattern: "(a+)+"',
  'x'.repeat(25_000),
]

/** One of the files with up to eight changes: a line out, twice, elsewhere, a scrap put in, a piece out, a word replaced. */
export function changedFile(examples: readonly string[], seed: number): string {
  const random = randomFrom(seed)
  let text = pick(random, examples)
  const changes = 1 + Math.floor(random() * 8)
  for (let change = 0; change < changes; change += 1) text = changed(text, examples, random)
  return text
}

function changed(text: string, examples: readonly string[], random: () => number): string {
  const lines = text.split('\n')
  const line = Math.floor(random() * lines.length)
  const at = Math.floor(random() * text.length)
  switch (Math.floor(random() * 7)) {
    case 0:
      return lines.toSpliced(line, 1).join('\n')
    case 1:
      return lines.toSpliced(line, 0, lines[line] ?? '').join('\n')
    case 2:
      return lines.toSpliced(line, 0, pick(random, pick(random, examples).split('\n'))).join('\n')
    case 3:
      return text.slice(0, at) + pick(random, SCRAPS) + text.slice(at)
    case 4:
      return text.slice(0, at) + text.slice(at + Math.floor(random() * 40))
    case 5:
      return swapped(text, random)
    default:
      return lines.with(line, `${' '.repeat(Math.floor(random() * 6))}${lines[line]}`).join('\n')
  }
}

/** Two words of the text in each other's places. */
function swapped(text: string, random: () => number): string {
  const words = [...text.matchAll(/[\w.-]+/g)]
  if (words.length < 2) return text
  const [one, other] = [pick(random, words), pick(random, words)].toSorted((a, b) => a.index - b.index)
  if (!one || !other || one.index === other.index) return text
  return [
    text.slice(0, one.index),
    other[0],
    text.slice(one.index + one[0].length, other.index),
    one[0],
    text.slice(other.index + other[0].length),
  ].join('')
}

const ATOMS = [
  'item.quality',
  'item.score',
  'item.noted',
  'item.kinds',
  'facts',
  'content.domain',
  '"good"',
  '3',
  '2.5',
  'true',
  'null',
  'f.label',
  'f.score',
  '["a", "b"]',
]
const OPERATORS = ['==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', '&&', '||', 'in']
const METHODS = [
  'filter(f, ?)',
  'exists(f, ?)',
  'all(f, ?)',
  'map(f, ?)',
  'exists_one(f, ?)',
  'startsWith(?)',
  'contains(?)',
  'size()',
  'matches(?)',
]
const CALLS = [
  'size(?)',
  'mean(?)',
  'sum(?)',
  'most(?)',
  'answered(?)',
  'string(?)',
  'double(?)',
  '!?',
  '-?',
  '(?)',
  '?[?]',
  '? ? ? : ?',
]

/** An expression as the language has them, sometimes with a piece out or a scrap in it. */
export function changedExpression(seed: number): string {
  const random = randomFrom(seed)
  const text = made(random, 1 + Math.floor(random() * 6))
  if (random() < 0.6) return text
  const at = Math.floor(random() * text.length)
  return random() < 0.5
    ? text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 6))
    : text.slice(0, at) + pick(random, SCRAPS) + text.slice(at)
}

function made(random: () => number, depth: number): string {
  if (depth <= 0) return pick(random, ATOMS)
  const inner = () => made(random, depth - 1 - Math.floor(random() * 2))
  const shape = random()
  if (shape < 0.4) return `${inner()} ${pick(random, OPERATORS)} ${inner()}`
  if (shape < 0.7) return `${inner()}.${pick(random, METHODS).replace('?', inner)}`
  return pick(random, CALLS).replaceAll('?', inner)
}

const fields = (of: Record<string, Value>): Fields => ({ field: (name) => of[name] ?? null })

/** A reader of such expressions, and names for them to be worked out with. */
export function expressionsFor(): { read: ReturnType<typeof expressionReader>; names: Names } {
  const types = new Map<string, Record<string, string>>([
    ['unit_fact', { label: 'string', score: 'double' }],
    ['unit_item', { quality: 'string', score: 'double', noted: 'bool', kinds: 'list<string>' }],
  ])
  const read = expressionReader({
    types,
    names: { item: 'unit_item', facts: 'list<unit_fact>', content: 'map<string, dyn>' },
  })
  const facts = Array.from({ length: 200 }, (_, place) => fields({ label: place % 3 ? 'a' : 'b', score: place }))
  const item = fields({ quality: 'good', score: 3, kinds: ['a'] })
  const names: Names = (name) =>
    name === 'item' ? item : name === 'facts' ? facts : name === 'content' ? { domain: 'x' } : null
  return { read, names }
}
