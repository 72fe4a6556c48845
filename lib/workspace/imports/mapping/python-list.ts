/** A list as Python prints it: texts in single or double quotes, numbers, True, False and None. Pure. */
import type { Json } from '@/lib/protocols/protocol'
import { isUnstorable } from '@/lib/text/escape-text'

const ENTRY =
  /\s*(?:'([^'\\\n]*(?:\\[\s\S][^'\\\n]*)*)'|"([^"\\\n]*(?:\\[\s\S][^"\\\n]*)*)"|(-?\d{1,15}(?:\.\d{1,15})?)|(True|False|None))\s*/y
const WORDS: Readonly<Record<string, Json>> = { True: true, False: false, None: null }
const SIGNS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' }
const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U000([\da-fA-F]{5})|([\s\S]))/g

/** null where the text is something else, such as a list in a list or an array cut short with dots, or holds texts that cannot be stored. */
export function pythonList(text: string): Json[] | null {
  const list = text.trim()
  if (!list.startsWith('[') || !list.endsWith(']')) return null
  const entries: Json[] = []
  const end = list.length - 1
  for (let offset = 1; offset < end; ) {
    ENTRY.lastIndex = offset
    const [whole, single, double, number, word] = ENTRY.exec(list) ?? []
    if (whole === undefined) return null
    offset += whole.length
    const entry = entryOf(single ?? double, number, word)
    if (typeof entry === 'string' && isUnstorable(entry)) return null
    entries.push(entry)
    if (offset === end) break
    if (list[offset] !== ',') return null
    offset++
  }
  return entries
}

const entryOf = (quoted: string | undefined, number: string | undefined, word = ''): Json =>
  quoted !== undefined ? unescaped(quoted) : number === undefined ? (WORDS[word] ?? null) : Number(number)

const unescaped = (text: string): string =>
  text.replace(ESCAPE, (whole: string, two?: string, four?: string, five?: string, sign?: string) => {
    const code = Number.parseInt(two ?? four ?? five ?? '', 16)
    if (sign === undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    return SIGNS[sign] ?? whole
  })
