/**
 * Examples for the API document, made from its schemas: the same for the same schema, right in form, and in the words of one
 * made-up project, so that they read as a whole. What no form says (two fields that go together) a contract gives by `.meta({ examples })`.
 */
import type { Schema } from './schema-writer'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
type Schemas = Readonly<Record<string, Schema>>

/** How deep lists and fields that may be left out are shown. */
const DEPTH = 5

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-03-02T09:30:00.000Z',
  date: '2026-03-02',
  email: 'ada@example.org',
  uri: 'https://example.org/rivers',
}

const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

/** By the name of a field, where its schema says only that it is a text. */
const TEXTS: Readonly<Record<string, string>> = {
  a: 'true',
  address: '192.0.2.7',
  answer: 'true',
  authors: 'Ada Example; Ben Example',
  batch: 'spring',
  before: '4f2a7c31b4e9d2a8018f4e2a7c31b4e9',
  body: 'Please look at the second sentence again.',
  citation: 'Example, A. (2026). Facts about rivers.',
  columns: 'state,domain',
  comment: 'The Rhine is 1,233 km long.',
  contact: 'ada@example.org',
  cursor: '4f2a7c31b4e9d2a8018f4e2a7c31b4e9',
  digest: SHA256,
  description: 'Statements about rivers, checked one by one.',
  detail: 'The request does not have the expected form.',
  domain: 'rivers',
  email: 'ada@example.org',
  field: 'labels[1]',
  file: 'records.jsonl',
  fileName: 'records.jsonl',
  fix: 'Give a label for each segment.',
  format: 'native',
  guideline: 'Mark a segment as false where a source contradicts it.',
  key: 's1',
  kind: 'segment',
  label: 'false',
  language: 'en',
  licence: 'CC-BY-4.0',
  licenceLink: 'https://creativecommons.org/licenses/by/4.0/',
  licenceName: 'CC BY 4.0',
  measure: 'label',
  message: 'There are two segments and one label.',
  model: 'example-model',
  name: 'Ocean facts',
  note: 'Checked against the atlas.',
  notes: 'The first release.',
  pair: '["example-model","another-model"]',
  parameters: '{}',
  password: 'seven-quiet-reading-lamps',
  path: 'README.md',
  person: 'ada@example.org',
  projectName: 'Ocean facts',
  prompt: 'How long is the Rhine?',
  protocol: 'my-types',
  protocolId: 'my-types@1',
  protocolTitle: 'My types',
  provider: 'openai',
  q: 'Rhine',
  question: 'label',
  reason: 'The source says 1,233 km.',
  response: 'The Rhine is 1,320 km long.',
  search: 'Rhine',
  searchEngine: 'https://search.example.org/?q=%s',
  secret: 'shown-once-and-never-again',
  segment: 'The Rhine is 1,320 km long.',
  sha256: SHA256,
  source: 'atlas',
  stage: 'segments',
  stageKey: 'segments',
  stageTitle: 'Segments',
  state: 'open',
  summary: 'One segment was false.',
  system: 'example-model',
  systems: '["example-model"]',
  tag: 'long',
  tags: 'long',
  task: 'segments',
  text: 'The Rhine is 1,320 km long.',
  title: 'How long is the Rhine?',
  token: 'a-token-that-was-sent-by-mail',
  type: 'about:blank',
  unit: 's1',
  unitKind: 'segment',
  unitText: 'The Rhine is 1,320 km long.',
  url: 'https://example.org/rivers',
  value: 'false',
  version: '1',
  week: '2026-03-02',
}
const ANY_TEXT = 'rivers'

/** By the name of a field, where its schema says only that it is a number. */
const NUMBERS: Readonly<Record<string, number>> = {
  alpha: 0.8,
  kappa: 0.8,
  percent: 80,
  progress: 1,
  score: 0.9,
  share: 0.5,
}

/** Of several values the one that says most of what an answer can hold. */
const TELLING = new Set<unknown>(['done', 'ready', 'gold'])

/** By the pattern that a text must have. */
const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^\^\[0-9a-f\]\{64\}\$$/, SHA256],
  [/^\^\[0-9a-f\]\{32\}\$$/, '4f2a7c31b4e9d2a8018f4e2a7c31b4e9'],
  [/^\^a\[1-9\]/, 'a1'],
  [/^\^\(latest\|/, 'latest'],
  [/^\^\(\?:state\|/, 'state,domain'],
  [/^\^\[1-9\]/, '1,2'],
  [/^\^\\d\{1,15\}/, '0-12'],
  [/^\^\(\[A-Z\]/, 'A'],
]

/** An id, always the same for the same name. */
function idFor(name: string): string {
  let hash = 0
  for (const sign of name) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) % 0xffffffffffff
  return `018f4e2a-7c31-7b4e-9d2a-${hash.toString(16).padStart(12, '0')}`
}

const asSchema = (value: unknown): Schema => (typeof value === 'object' && value !== null ? (value as Schema) : {})
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const asNumber = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

/** Makes a value of a schema that refers to `schemas`. `side`: what is sent has only what it must have; what is answered has everything. */
export class ExampleWriter {
  constructor(
    private readonly schemas: Schemas,
    private readonly side: 'input' | 'output',
  ) {}

  /** `name`: what the value is called, which says what texts are about. */
  write(schema: Schema, name: string, depth = 0): Json {
    if (typeof schema.$ref === 'string') return this.write(this.resolve(schema.$ref), name, depth)
    if (Array.isArray(schema.examples)) return schema.examples[0] as Json
    if ('default' in schema && this.side === 'input') return schema.default as Json
    if ('const' in schema) return schema.const as Json
    if (Array.isArray(schema.enum)) return (schema.enum.find((each) => TELLING.has(each)) ?? schema.enum[0]) as Json
    const choices = asList(schema.oneOf ?? schema.anyOf).map(asSchema)
    if (choices.length > 0) return this.oneOf(choices, name, depth)
    if (Array.isArray(schema.allOf))
      return Object.assign({}, ...schema.allOf.map((each) => this.write(asSchema(each), name, depth)))
    return this.ofType(schema, name, depth)
  }

  private ofType(schema: Schema, name: string, depth: number): Json {
    // Of several types the first that says something, as of several schemas.
    if (name === 'error' && Array.isArray(schema.type) && schema.type.includes('null')) return null
    const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type
    switch (type) {
      case 'object':
        return this.object(schema, depth)
      case 'array':
        return this.list(schema, name, depth)
      case 'string':
        return text(schema, name)
      case 'integer':
      case 'number':
        return number({ ...schema, type }, name)
      case 'boolean':
        return true
      case 'null':
        return null
      default:
        // Any JSON: an answer to a question of a protocol is such.
        return false
    }
  }

  /** The first that says something. Deep inside, nothing is said where that may be. */
  private oneOf(choices: readonly Schema[], name: string, depth: number): Json {
    const empty = choices.find(({ type }) => type === 'null')
    const chosen = (depth > DEPTH || name === 'error') && empty ? empty : choices.find((each) => each !== empty)
    return this.write(chosen ?? {}, name, depth)
  }

  private object({ properties, required, additionalProperties, propertyNames }: Schema, depth: number): Json {
    const wanted = new Set(asList(required))
    const entries = Object.entries(asSchema(properties))
    const visibleEntries = entries.filter(([key]) => wanted.has(key) || (this.side === 'output' && depth <= DEPTH))
    // Of a change whose every field may be left out, one.
    const chosen = visibleEntries.length > 0 || depth > 0 ? visibleEntries : entries.slice(0, 1)
    const fields = chosen.map(([key, schema]) => [key, this.write(asSchema(schema), key, depth + 1)] as const)
    if (fields.length > 0 || depth > DEPTH || typeof additionalProperties !== 'object')
      return Object.fromEntries(fields)
    const names = asSchema(propertyNames)
    const keys = Array.isArray(names.enum)
      ? names.enum.map(String)
      : [String(this.write({ type: 'string', ...names }, 'unit'))]
    return Object.fromEntries(keys.map((key) => [key, this.write(asSchema(additionalProperties), key, depth + 1)]))
  }

  private list({ items, prefixItems, minItems }: Schema, name: string, depth: number): Json {
    if (Array.isArray(prefixItems)) return prefixItems.map((each) => this.write(asSchema(each), name, depth + 1))
    const least = asNumber(minItems) ?? 0
    const count = Math.max(least, depth > DEPTH ? 0 : 1)
    return Array.from({ length: count }, (_, index) =>
      this.write(asSchema(items), index > 0 ? `${name}${index}` : name, depth + 1),
    )
  }

  private resolve(reference: string): Schema {
    return this.schemas[reference.split('/').at(-1) ?? ''] ?? {}
  }
}

function text({ format, pattern, minLength, maxLength }: Schema, name: string): string {
  if (format === 'uuid') return idFor(name)
  const exampleText = FORMATS[String(format)] ?? byPattern(pattern) ?? TEXTS[name] ?? ANY_TEXT
  return exampleText.slice(0, asNumber(maxLength)).padEnd(asNumber(minLength) ?? 0, '.')
}

const byPattern = (pattern: unknown): string | undefined =>
  typeof pattern === 'string' ? PATTERNS.find(([known]) => known.test(pattern))?.[1] : undefined

/** A small whole number, or the middle of a range that has no room for one. */
function number({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, type }: Schema, name: string): number {
  const least = asNumber(minimum) ?? asNumber(exclusiveMinimum) ?? 0
  const most = asNumber(maximum) ?? asNumber(exclusiveMaximum) ?? Number.POSITIVE_INFINITY
  const example = NUMBERS[name]
  if (example !== undefined && example >= least && example <= most && (type !== 'integer' || Number.isInteger(example)))
    return example
  const small = Math.min(Math.max(least, 2), most)
  return type === 'integer' || most > 2 ? small : (least + most) / 2
}
