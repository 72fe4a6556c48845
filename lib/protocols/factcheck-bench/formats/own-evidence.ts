/**
 * `human_evidence`: what annotators found themselves, one text a claim in which addresses, quotations and comments are
 * mixed. Parsing keeps every character; rows are what the parts most likely mean.
 */
import { linkProblem } from '@/lib/protocols/links'
import { MOST_ENTRIES } from '@/lib/protocols/made-units'

export type OwnPart = { kind: 'text'; text: string } | { kind: 'label'; text: string } | { kind: 'url'; text: string }

/** A piece of own evidence. `comment`: what stands behind the address of a quotation that stood before it. */
export interface OwnEvidence {
  quote: string
  url: string | null
  comment: string | null
}

const LABELLED_URL = /(?:\b(?:links?|urls?|sources?|references?)[ \t]{0,3}:?[ \t]{0,3})?https?:\/\/\S+/gi
const LONGEST = 3000
const IN_VAIN = 'Searched, none found:'

/** The parts of the text in order; put together they are the text. */
export function parseOwnEvidence(text: string): OwnPart[] {
  const parts: OwnPart[] = []
  let offset = 0
  for (const { 0: found, index } of text.matchAll(LABELLED_URL)) {
    const start = found.search(/https?:\/\//i)
    if (found.length > LONGEST) continue
    const url = withoutTail(found.slice(start))
    if (linkProblem(url) !== null) continue
    parts.push({ kind: 'text', text: text.slice(offset, index) })
    parts.push({ kind: 'label', text: found.slice(0, start) }, { kind: 'url', text: url })
    offset = index + start + url.length
  }
  parts.push({ kind: 'text', text: text.slice(offset) })
  return parts.filter((part) => part.text !== '')
}

export function writeOwnParts(parts: readonly OwnPart[]): string {
  return parts.map(({ text }) => text).join('')
}

const TAIL = '.,;:!?"\'”’]}>'
/** An address without the punctuation of the sentence around it; a bracket belongs to it if it opens one. */
function withoutTail(url: string): string {
  let surplus = url.split(')').length - url.split('(').length
  let end = url.length
  while (end > 0) {
    const mark = url[end - 1] ?? ''
    const isClosing = mark === ')' && surplus > 0
    if (!isClosing && !TAIL.includes(mark)) break
    surplus -= Number(isClosing)
    end--
  }
  return url.slice(0, end)
}

/**
 * The pieces of evidence in a text; none in a blank one or in `NA`. Where an address comes first, what follows is its
 * quotation; else what precedes it. A text with more addresses than a list has entries is one quotation.
 */
export function ownEvidenceIn(text: string): OwnEvidence[] {
  const core = text.trim()
  if (core === '' || /^NA$/i.test(core) || core.startsWith(IN_VAIN)) return []
  const parts = parseOwnEvidence(core).filter(({ kind }) => kind !== 'label')
  if (parts.filter(({ kind }) => kind === 'url').length > MOST_ENTRIES)
    return [{ quote: core, url: null, comment: null }]
  return parts[0]?.kind === 'url' ? urlsFirst(parts) : quotesFirst(parts)
}

function urlsFirst(parts: readonly OwnPart[]): OwnEvidence[] {
  const rows: OwnEvidence[] = []
  for (const { kind, text } of parts) {
    const last = rows.at(-1)
    if (kind === 'url') rows.push({ quote: '', url: text, comment: null })
    else if (last) last.quote = text.trim()
  }
  return rows
}

function quotesFirst(parts: readonly OwnPart[]): OwnEvidence[] {
  const rows: OwnEvidence[] = []
  let quote = ''
  for (const { kind, text } of parts) {
    if (kind === 'text') quote = text.trim()
    else {
      rows.push({ quote, url: text, comment: null })
      quote = ''
    }
  }
  const last = rows.at(-1)
  if (last && /[\p{L}\p{N}]/u.test(quote)) last.comment = quote
  return last || quote === '' ? rows : [{ quote, url: null, comment: null }]
}

/** Own evidence as one text, as the authors' example has it: address, then quotation, piece by piece. `NA` for none. */
export function spellOwnEvidence(rows: readonly { quote: string; url: string | null }[]): string {
  const pieces = rows.map(({ quote, url }) => [url, quote].filter(Boolean).join('\n'))
  return pieces.filter((piece) => piece !== '').join('\n\n') || 'NA'
}

/** The queries of a search that found nothing; null where the text says no such thing. */
export function queriesInVain(text: string): string | null {
  const core = text.trim()
  return core.startsWith(IN_VAIN) ? core.slice(IN_VAIN.length).trim() || null : null
}

export const spellInVain = (queries: string): string => `${IN_VAIN}\n${queries}`
