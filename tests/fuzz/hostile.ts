/** What nobody sends on purpose: values and bytes that have broken programs before. Pure; everything follows from a seed. */
import { type NextIndex, seededRandom } from '@/lib/stats/seeded-random'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00y',
  '\ufeff',
  '\u202etxt',
  '\u200b',
  'e\u0301'.repeat(50),
  '👩‍👩‍👧‍👦'.repeat(20),
  '<script>alert(1)</script>',
  '=HYPERLINK("http://x")',
  "'; drop table users; --",
  '$1 %s %n \\x00 {{7*7}}',
  '../../../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  'NaN',
  'null',
  '-0',
  '1e999',
  '9'.repeat(400),
  'a'.repeat(70_000),
  '\r\n\t\u000b\u0085\u2028\u2029',
  '00000000-0000-0000-0000-000000000000',
  '0001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '%',
  '_%\\',
  '(((((((((a*)*)*)*)*)*)*)*)*',
]

const HOSTILE_NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  0.1,
  1e21,
  1e308,
  5e-324,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 63),
  2 ** 63,
  2 ** 64,
]

const pick = <T>(random: NextIndex, of: readonly T[]): T => of[random(of.length)] as T

/** Lists in lists, as deep as asked. */
export function nested(depth: number, kind: 'list' | 'object'): Json {
  let value: Json = null
  for (let level = 0; level < depth; level++) value = kind === 'list' ? [value] : { a: value }
  return value
}

/** Any value at all. */
export function anyValue(random: NextIndex): Json {
  const kinds: (() => Json)[] = [
    () => null,
    () => random(2) === 0,
    () => pick(random, HOSTILE_NUMBERS),
    () => pick(random, HOSTILE_TEXTS),
    () => [],
    () => ({}),
    () => [pick(random, HOSTILE_TEXTS), null, [1]],
    () => ({ [pick(random, HOSTILE_TEXTS)]: pick(random, HOSTILE_NUMBERS) }),
    () => nested(1 + random(80), random(2) === 0 ? 'list' : 'object'),
    () => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
    () => Array.from({ length: 300 }, () => 'x'),
  ]
  return pick(random, kinds)()
}

/** The value with one thing changed somewhere in it: replaced, left out, doubled, put where it does not belong. */
export function mutated(value: Json, random: NextIndex): Json {
  const isLeaf = value === null || typeof value !== 'object'
  if (isLeaf)
    return typeof value === 'string' && random(3) === 0 ? value + pick(random, HOSTILE_TEXTS) : anyValue(random)
  if (random(8) === 0) return anyValue(random)
  if (Array.isArray(value)) return mutatedList(value, random)
  const keys = Object.keys(value)
  const key = keys[random(Math.max(1, keys.length))]
  if (key === undefined || random(6) === 0) return { ...value, [pick(random, HOSTILE_TEXTS)]: anyValue(random) }
  const { [key]: old = null, ...rest } = value
  if (random(4) === 0) return rest
  if (random(8) === 0) return { ...rest, [`${key} `]: old }
  return { ...value, [key]: mutated(old, random) }
}

function mutatedList(value: readonly Json[], random: NextIndex): Json {
  const at = random(Math.max(1, value.length))
  const act = random(5)
  if (value.length === 0 || act === 0) return [...value, anyValue(random)]
  if (act === 1) return value.toSpliced(at, 1)
  if (act === 2) return [...value, ...value]
  return value.with(at, mutated(value[at] ?? null, random))
}

/** Changes that happen to files on their way: see each. */
const BYTE_CHANGES: readonly ((bytes: Buffer, random: NextIndex) => Buffer)[] = [
  // Bits fall over.
  (bytes, random) => {
    const copy = Buffer.from(bytes)
    for (let flips = 0; flips <= random(8); flips++) {
      const at = random(Math.max(1, copy.length))
      copy[at] = (copy[at] ?? 0) ^ (1 << random(8))
    }
    return copy
  },
  // The end is missing, the beginning, a piece in the middle; a piece stands twice.
  (bytes, random) => bytes.subarray(0, random(bytes.length + 1)),
  (bytes, random) => bytes.subarray(random(bytes.length + 1)),
  (bytes, random) => {
    const [from, length] = [random(bytes.length + 1), random(200)]
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)])
  },
  (bytes, random) => {
    const from = random(bytes.length + 1)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from, from + random(500)), bytes.subarray(from)])
  },
  // Something is written into it.
  (bytes, random) => {
    const at = random(bytes.length + 1)
    const inserted = Buffer.from(pick(random, [...HOSTILE_TEXTS, '{', '}', '[', ']', '"', ',', ':', '\\u', '\n', '\r']))
    return Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)])
  },
  // Line ends, marks and encodings of other systems.
  (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('\n', '\r')),
  (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('\n', '\r\n')),
  (bytes) => Buffer.from(bytes.toString('utf8').replaceAll('\n', ' ')),
  (bytes) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
  (bytes) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(bytes.toString('utf8'), 'utf16le')]),
  (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  (bytes) => Buffer.from(bytes.toString('utf8'), 'latin1'),
  (bytes, random) => Buffer.concat([bytes, Buffer.alloc(1 + random(64))]),
  // Numbers grow, keys stand twice, values nest.
  (bytes) => Buffer.from(bytes.toString('utf8').replace(/\d+/, '9'.repeat(320))),
  (bytes) => Buffer.from(bytes.toString('utf8').replace(/("[^"]+"):/, '$1: null, $1:')),
  (bytes, random) => {
    const depth = 1 + random(3000)
    return Buffer.from(
      bytes.toString('utf8').replace(/: ?("|\d)/, `: ${'['.repeat(depth)}${']'.repeat(depth)}, "x": $1`),
    )
  },
  (bytes, random) => Buffer.concat([bytes, Buffer.from('\n'), Buffer.alloc(random(200_000), 'x')]),
  () => Buffer.alloc(0),
]

export const mutatedBytes = (bytes: Buffer, random: NextIndex): Buffer => pick(random, BYTE_CHANGES)(bytes, random)

/** A file made of records, some of them changed, or changed as a whole; now and then as it is. */
export function hostileFile(records: readonly Json[], seed: number): Buffer {
  const random = seededRandom(seed)
  const chosen = Array.from({ length: 1 + random(3) }, () => pick(random, records))
  const act = random(10)
  const values = act < 6 ? chosen.map((value, at) => (at === 0 ? mutated(value, random) : value)) : chosen
  const twice = act === 5 ? values.map((value) => mutated(value, random)) : values
  const lines = twice.map((value) => JSON.stringify(value))
  const text = random(4) === 0 ? `[${lines.join(',')}]` : lines.join('\n')
  const bytes = Buffer.from(text)
  return act < 6 || act === 9 ? bytes : mutatedBytes(bytes, random)
}

/** The bytes of a real file, cut to a few lines and changed. */
export function hostileExcerpt(file: Buffer, seed: number): Buffer {
  const random = seededRandom(seed)
  const from = random(Math.max(1, file.length))
  const start = random(3) === 0 ? 0 : Math.max(0, file.lastIndexOf(10, from) + 1)
  const end = file.indexOf(10, Math.min(file.length, start + 200 + random(6000)))
  const excerpt = file.subarray(start, end < 0 ? file.length : Math.min(end, start + 200_000))
  return random(20) === 0 ? excerpt : mutatedBytes(excerpt, random)
}
