/**
 * `usedEvidence_index_in_revision`: which evidence a correction rests on. The authors' page takes any text, so the files
 * hold dozens of spellings. Parsing keeps every character; what the parts mean is told apart from how they are spelled.
 */

export type IndexPart =
  | { kind: 'number'; spelling: string; number: number }
  | { kind: 'own'; spelling: string }
  | { kind: 'word'; spelling: string; word: IndexWord }
  | { kind: 'prose'; spelling: string }
  | { kind: 'gap'; spelling: string }

/** `none`: no correction. `not-asked`: the claim was not verified. The last two: why it was not worth verifying. */
export type IndexWord = 'none' | 'not-asked' | 'not-enough' | 'commonsense' | 'not-publicly-checkable'

export type EvidenceIndex = readonly IndexPart[]

const words: readonly [RegExp, IndexWord][] = [
  [/^-1$/, 'none'],
  [/^NA$/i, 'not-asked'],
  [/^(not|no)[_ -]enough[_ -]evidence$/i, 'not-enough'],
  [/^common[_ -]?sense$/i, 'commonsense'],
  [/^not[_ -]publicly[_ -]checkable$/i, 'not-publicly-checkable'],
]
const spellings: Readonly<Record<IndexWord, string>> = {
  none: '-1',
  'not-asked': 'NA',
  'not-enough': 'not_enough_evidence',
  commonsense: 'commonsense',
  'not-publicly-checkable': 'not_publicly_checkable',
}

const OWN = /^self[- _]?retrieved$/i
const NUMBER = /^[1-9]\d{0,3}$/

export function parseEvidenceIndex(text: string): EvidenceIndex {
  const word = words.find(([pattern]) => pattern.test(text.trim()))?.[1]
  if (word) return spaced(text, (core) => ({ kind: 'word', spelling: core, word }))
  const parts = text
    .split(/([,;])/)
    .flatMap((piece, index) => (index % 2 === 1 ? [gap(piece)] : spaced(piece, reference)))
  const isList = parts.some(isReference) && !parts.some(({ kind }) => kind === 'prose')
  return isList ? parts : spaced(text, (core) => ({ kind: 'prose', spelling: core }))
}

/** A piece with the blanks around it as gaps of their own. */
function spaced(piece: string, read: (core: string) => IndexPart): IndexPart[] {
  const core = piece.trim()
  const start = piece.length - piece.trimStart().length
  const parts = core === '' ? [] : [read(core)]
  return [gap(piece.slice(0, start)), ...parts, gap(piece.slice(start + core.length))].filter(
    ({ spelling }) => spelling !== '',
  )
}

const isReference = ({ kind }: IndexPart) => kind === 'number' || kind === 'own'

/** The text that was parsed, character by character. */
export function writeEvidenceIndex(index: EvidenceIndex): string {
  return index.map(({ spelling }) => spelling).join('')
}

const gap = (spelling: string): IndexPart => ({ kind: 'gap', spelling })

function reference(spelling: string): IndexPart {
  if (NUMBER.test(spelling)) return { kind: 'number', spelling, number: Number(spelling) }
  if (OWN.test(spelling)) return { kind: 'own', spelling }
  return { kind: 'prose', spelling }
}

/** The evidence that a text refers to: pieces of automatic and of own evidence, counted from 1. */
export interface EvidenceReferences {
  automatic: number[]
  own: number[]
}

/**
 * Which of so many pieces of automatic and own evidence are meant. Numbers beyond the automatic ones go on with the own
 * ones; `self-retrieved` means all of those.
 */
export function referencesOf(index: EvidenceIndex, automatic: number, ownCount: number): EvidenceReferences {
  const numbers = index.flatMap((part) => (part.kind === 'number' ? [part.number] : []))
  const all = index.some(({ kind }) => kind === 'own') ? Array.from({ length: ownCount }, (_, n) => n + 1) : []
  const beyond = numbers.map((number) => number - automatic).filter((number) => number >= 1 && number <= ownCount)
  const inOrder = (list: number[]) => [...new Set(list)].toSorted((left, right) => left - right)
  return { automatic: inOrder(numbers.filter((number) => number <= automatic)), own: inOrder([...all, ...beyond]) }
}

/** The usual spelling: `1,2`, `self-retrieved` for all own evidence, else its number after the automatic ones; `-1` for none. */
export function spellReferences(
  { automatic, own }: EvidenceReferences,
  automaticCount: number,
  ownCount: number,
): string {
  const isAll = own.length > 0 && own.length === ownCount
  const spelled = isAll ? ['self-retrieved'] : own.map((number) => String(automaticCount + number))
  return [...automatic.map(String), ...spelled].join(',') || spellings.none
}

/** The word that the text is, if it is one. */
export function wordOf(index: EvidenceIndex): IndexWord | null {
  return index.flatMap((part) => (part.kind === 'word' ? [part.word] : []))[0] ?? null
}

export const spellWord = (word: IndexWord): string => spellings[word]

/** Is this how it would be written today, with so many pieces of automatic and own evidence? Prose never is. */
export function isUsualSpelling(text: string, automatic: number, ownCount: number): boolean {
  const index = parseEvidenceIndex(text)
  const word = wordOf(index)
  if (word) return text === spellings[word]
  const references = referencesOf(index, automatic, ownCount)
  // Own evidence may be named where the record holds none.
  const missing = ownCount === 0 && index.some(({ kind }) => kind === 'own') ? 1 : 0
  const namedReferences = missing === 1 ? { ...references, own: [1] } : references
  return (
    namedReferences.automatic.length + namedReferences.own.length > 0 &&
    text === spellReferences(namedReferences, automatic, ownCount + missing)
  )
}
