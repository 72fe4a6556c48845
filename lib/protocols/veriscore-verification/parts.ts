/** The paper's rule: what follows for a claim from what the results say of its parts (VeriScore 3.3). */
import { entriesOf } from '@/lib/protocols/made-units'
import type { Answers, ListEntry } from '@/lib/protocols/protocol'
import { chosen, ITEM, referencesIn } from './fields'
import type { Reason, Verdict } from './options'

/** What the results say of one part. */
export interface JudgedPart {
  isSupported: boolean
  isContradicted: boolean
}

export interface Derived {
  verdict: Verdict
  why: Reason | null
  /** The numbers of the parts that decide it, from 1. */
  parts: number[]
}

/**
 * Contradicted if some part is contradicted and not supported; else inconclusive (a) if some part is neither, else (b) if
 * some part is both; else supported. null without parts.
 */
export function derivedFrom(parts: readonly JudgedPart[]): Derived | null {
  if (parts.length === 0) return null
  const numbers = (test: (part: JudgedPart) => boolean) =>
    parts.flatMap((part, index) => (test(part) ? [index + 1] : []))
  const contradicted = numbers(({ isSupported, isContradicted }) => isContradicted && !isSupported)
  if (contradicted.length > 0) return { verdict: 'contradicted', why: null, parts: contradicted }
  const unmentioned = numbers(({ isSupported, isContradicted }) => !isContradicted && !isSupported)
  if (unmentioned.length > 0) return { verdict: 'inconclusive', why: 'a', parts: unmentioned }
  const disputed = numbers(({ isContradicted }) => isContradicted)
  if (disputed.length > 0) return { verdict: 'inconclusive', why: 'b', parts: disputed }
  return { verdict: 'supported', why: null, parts: numbers(() => true) }
}

/** The parts as they were judged, in order; one without a text is not finished, and then nothing follows: null. */
export function judgedParts(answers: Answers): JudgedPart[] | null {
  const entries = entriesOf(answers[ITEM]?.parts)
  if (entries.some(({ key }) => chosen(answers, key, 'text') === null)) return null
  return entries.map(({ key }) => ({
    isSupported: referencesIn(answers, key, 'supports').length > 0,
    isContradicted: referencesIn(answers, key, 'contradicts').length > 0,
  }))
}

/** What follows from the parts that the answers list; null where nothing does. */
export function derivedLabel(answers: Answers): Derived | null {
  return derivedFrom(judgedParts(answers) ?? [])
}

/**
 * Are these the parts of one annotator, as they listed them? Entries of a consolidated list name the annotators' entries
 * that they stand for, their own key among them (lib/protocols/align-lanes.ts).
 */
export const areOwnParts = (entries: readonly ListEntry[]): boolean =>
  entries.every(({ key, from }) => !from.includes(key))

/** What follows, in words. */
export function derivedInWords({ verdict, why, parts }: Derived): string {
  const which = parts.length === 1 ? `part ${parts[0]} is` : `parts ${parts.join(', ')} are`
  if (verdict === 'contradicted') return `contradicted, because ${which} contradicted and not supported`
  if (why === 'a') return `inconclusive (a), because ${which} neither supported nor contradicted`
  if (why === 'b') return `inconclusive (b), because ${which} both supported and contradicted`
  return 'supported, because every part is supported and none is contradicted'
}
