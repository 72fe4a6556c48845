/** One sentence of a record that holds sentences by name, its fields checked and its claims put side by side. */

import type { Passage } from '@/lib/protocols/factcheck-bench/content'
import type { Json, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, isText, isTextOrNull, RecordFields } from '@/lib/protocols/record-fields'
import { type ClaimField, claimFields } from './dialects'
import { unclear } from './record-notes'
import type { NamedSentence, Shape } from './shapes'

/** A claim as the record gives it; null where it says nothing, or nothing that counts. */
export interface GivenClaim {
  text: string
  type: string | null
  importance: string | null
  passages: Passage[]
  stances: (string | null)[]
  enough: string | null
  own: string | null
  edit: string | null
  revised: string | null
  used: string | null
}

export interface GivenSentence {
  /** Where it stands in the record, for messages. */
  path: string
  text: string
  decontext: string | null
  checkworthy: string | null
  importance: string | null
  claims: GivenClaim[]
  /** What became of it: a text, a blank one for deletion, null where the record says nothing. */
  revised: string | null
}

const checkworthiness = ['yes', 'opinion', 'not_a_claim', 'other'] as const
const importance = ['yes', 'intermediate', 'no'] as const
const types = ['factual', 'opinion', 'not_a_claim', 'not_a_Claim', 'other'] as const
const stances = ['completely-support', 'partially-support', 'refute', 'irrelevant'] as const
const enough = ['yes', 'no', 'NA'] as const
const edits = ['yes', 'no', 'not_enough_evidence', 'NA'] as const

/** Reads a sentence; what is wrong with it is added to `problems`, under its path in the record. */
export function readSentence(
  shape: Shape,
  { name, value }: NamedSentence,
  problems: RecordProblem[],
): GivenSentence | null {
  const path = shape.wrapped ? `sentences.${name}` : name
  if (!isJsonRecord(value)) {
    problems.push({
      field: path,
      message: `${path} is not an object.`,
      fix: 'Write the fields of the sentence as an object.',
    })
    return null
  }
  const reader = new SentenceReader(new RecordFields(value), shape)
  const sentence = reader.sentence(path)
  for (const problem of reader.fields.problems) problems.push({ ...problem, field: `${path}.${problem.field}` })
  return sentence
}

class SentenceReader {
  constructor(
    readonly fields: RecordFields,
    private readonly shape: Shape,
  ) {}

  sentence(path: string): GivenSentence {
    const { dialect } = this.shape
    const decontext = this.text('decontext')
    const hasText = this.shape.fields.includes('text')
    return {
      path,
      text: (hasText ? this.fields.text(dialect.text ?? '') : decontext) ?? '',
      decontext,
      checkworthy: this.oneOf('checkworthy', checkworthiness),
      importance: this.oneOf('importance', importance),
      claims: this.claims(),
      revised: this.shape.depth === 3 ? this.revised() : null,
    }
  }

  private claims(): GivenClaim[] {
    const texts = this.list('claims', isText, 'Write every claim as a text.') ?? []
    const column = <Entry extends Json>(field: ClaimField, isEntry: (entry: Json) => entry is Entry, fix: string) =>
      this.list(field, isEntry, fix)
    const values = (field: ClaimField, allowed: readonly string[]) =>
      column(field, isOneOf(allowed), `Use one of: ${allowed.join(', ')}; or null for none.`)
    const ownEvidence = column('human', isTextOrNull, 'Write a text, or "NA" for none.')
    const revised = column('revisedClaims', isTextOrNull, 'Write a text; a blank one deletes the claim.')
    const used = column('used', isTextOrNull, 'Write a text such as "1,2", or "-1" for none.')
    const by = {
      type: values('types', types),
      importance: values('importances', importance),
      enough: values('enough', enough),
      edit: values('edits', edits),
    }
    const quotes = column('evidence', isListOf(isText), 'Write a list of texts for each claim.')
    const urls = column('urls', isListOf(isTextOrNull), 'Write a list of addresses for each claim.')
    const passageStances = column('stances', isListOf(isOneOf(stances)), `Use for each passage: ${stances.join(', ')}.`)
    for (const field of claimFields) this.refuseUnaligned(field, texts.length)
    return texts.map((text, index) => ({
      text,
      type: by.type?.[index]?.toLowerCase() || null,
      importance: by.importance?.[index] || null,
      enough: unlessNA(by.enough?.[index]),
      edit: unlessNA(by.edit?.[index]),
      own: ownEvidence?.[index] ?? null,
      revised: revised?.[index] ?? null,
      used: used?.[index] ?? null,
      passages: this.passages(index, quotes?.[index] ?? [], urls?.[index] ?? null),
      stances: this.stances(index, passageStances?.[index] ?? [], quotes?.[index]?.length ?? 0),
    }))
  }

  private passages(index: number, quotes: string[], urls: (string | null)[] | null): Passage[] {
    if (urls && urls.length > 0) this.refuseUneven('urls', index, urls.length, quotes.length)
    return quotes.map((quote, place) => ({ quote, url: urls?.[place]?.trim() || null, query: null }))
  }

  /** An empty list stands for a claim that nobody opened. */
  private stances(index: number, passageStances: (string | null)[], passages: number): (string | null)[] {
    if (passageStances.length > 0) this.refuseUneven('stances', index, passageStances.length, passages)
    return passageStances.map((stance) => stance || null)
  }

  private refuseUneven(field: 'urls' | 'stances', index: number, length: number, passages: number): void {
    if (length === passages) return
    const name = `${this.shape.dialect[field]}[${index}]`
    const message = unclear(name, length, passages, 'passage')
    this.fields.refuse(name, message, 'Give one entry per passage, or [] for none.')
  }

  /** Sentences without claims hold one corrected claim, themselves, or none. */
  private refuseUnaligned(field: ClaimField, claims: number): void {
    const name = this.shape.dialect[field] ?? ''
    const value = this.fields.record[name]
    const isAllowed = !Array.isArray(value) || value.length === claims || value.length === 0
    if (isAllowed || (field === 'revisedClaims' && claims === 0 && value.length === 1)) return
    if (this.fields.problems.some(({ field: at }) => at.startsWith(this.shape.dialect.claims ?? ''))) return
    const message = unclear(name, value.length, claims, 'claim')
    this.fields.refuse(name, message, 'Give one entry per claim.')
  }

  /** A few sentences have a list where all others have a text. */
  private revised(): string | null {
    const name = this.shape.dialect.revised ?? ''
    const value = this.fields.record[name]
    if (!Array.isArray(value)) return this.text('revised')
    const parts = this.fields.list(name, isText, 'Write a text.') ?? []
    return parts.length === 0 ? null : parts.join(' ')
  }

  /** A text as it is, blank ones included; null where it is missing. */
  private text(field: 'decontext' | 'revised'): string | null {
    const name = this.shape.dialect[field] ?? ''
    const value = this.fields.record[name] ?? null
    if (value === null || typeof value === 'string') return value
    return this.fields.refuse(name, `${name} is not a text.`, 'Write it as a text.')
  }

  private oneOf(field: 'checkworthy' | 'importance', allowed: readonly string[]): string | null {
    const name = this.shape.dialect[field] ?? ''
    const value = this.fields.record[name] ?? null
    return value === null || value === '' ? null : this.fields.oneOf(name, allowed, null)
  }

  private list<Entry extends Json>(field: ClaimField, isEntry: (entry: Json) => entry is Entry, fix: string) {
    const name = this.shape.dialect[field]
    return name === undefined ? null : this.fields.list(name, isEntry, fix)
  }
}

const unlessNA = (value: string | null | undefined): string | null => (value && value !== 'NA' ? value : null)

/** One of the values, or nothing (null or an empty text, as the authors' pages leave it). */
const isOneOf =
  (allowed: readonly string[]) =>
  (entry: Json): entry is string | null =>
    entry === null || entry === '' || (typeof entry === 'string' && allowed.includes(entry))

const isListOf =
  <Entry extends Json>(isEntry: (entry: Json) => entry is Entry) =>
  (entry: Json): entry is Entry[] =>
    Array.isArray(entry) && entry.every((each) => isEntry(each))
