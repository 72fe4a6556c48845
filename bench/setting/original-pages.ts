/**
 * What the original pages of Factcheck-Bench ask of the hand for one finished document: every click on their controls,
 * and the characters of the evidence index, counted from what the pages are known to do (their three screens select,
 * copy, choose by radio button, save, go on and download by mouse alone). The most favourable way through is counted: no
 * slip, no second look, one click to load a file, no click that could be saved. Free text is not counted, as it is not
 * counted on the workbench.
 */

/** A document as the third page writes it, with what the second page says and drops. */
export interface FinishedDocument {
  sentences: readonly FinishedSentence[]
  /** The whole revised response. */
  revised: string
}

export interface FinishedSentence {
  text: string
  decontext: string
  revised: string
  checkworthy: boolean
  claims: readonly FinishedClaim[]
  /** What the machine proposed for the sentence. */
  proposed: readonly string[]
}

export interface FinishedClaim {
  text: string
  factual: boolean
  stances: number
  enough: boolean
  edited: boolean
  /** What it reads after the correction. */
  revised: string
  /** The evidence index as it was typed. */
  references: string
}

export interface HandCount {
  clicks: number
  keys: number
}

const LOAD = 1
const DOWNLOAD = 1
const SAVE = 1
const NEXT = 1
const SELECT = 1

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** First page: select, the text (copied or clicked into), two questions, and for each claim its text and two questions. */
function decompose({ sentences }: FinishedDocument): number {
  const one = ({ checkworthy, claims, proposed }: FinishedSentence) => {
    const added = Math.max(0, claims.length - proposed.length)
    const removed = Math.max(0, proposed.length - claims.length)
    return SELECT + 1 + 2 + SAVE + (checkworthy ? claims.length * (1 + 2) + added + removed : 0)
  }
  return LOAD + sum(sentences.map(one)) + DOWNLOAD
}

/** Second page: select, a radio a passage, two questions, the fields that they open. */
function verify({ sentences }: FinishedDocument): HandCount {
  const claims = sentences.flatMap((sentence) => (sentence.checkworthy ? sentence.claims : []))
  const checked = claims.filter(({ factual }) => factual)
  const one = ({ stances, enough, edited }: FinishedClaim) =>
    SELECT + stances + 2 + (enough ? 0 : 1) + (edited ? 1 + 1 : 0) + SAVE
  const pages = sentences.filter(({ checkworthy }) => checkworthy).length
  return {
    clicks: LOAD + sum(checked.map(one)) + NEXT * Math.max(0, pages - 1) + DOWNLOAD,
    keys: sum(checked.map(({ edited, references }) => (edited ? references.length : 0))),
  }
}

/** Third page: select, the text (copied or clicked into), save, next; then merge, click into it to change it, save, download. */
function merge({ sentences, revised }: FinishedDocument): number {
  const one = SELECT + 1 + SAVE
  const merged = sentences.map((sentence) => sentence.revised.trim()).join(' ')
  const changed = revised.trim() === merged ? 0 : 1
  return LOAD + sentences.length * one + NEXT * Math.max(0, sentences.length - 1) + 1 + changed + SAVE + DOWNLOAD
}

/** The three pages together. */
export function handOnOriginalPages(document: FinishedDocument): HandCount {
  const { clicks, keys } = verify(document)
  return { clicks: decompose(document) + clicks + merge(document), keys }
}

/**
 * The clicks that come on top where a text that is proposed is copied and then changed, as it is on the workbench, rather
 * than written from nothing: Copy fills the field, and a second click puts the cursor into it.
 */
export function clicksToChangeCopies({ sentences }: FinishedDocument): number {
  const differs = (after: string, before: string | undefined) => before !== undefined && after.trim() !== before.trim()
  const ofSentence = ({ text, decontext, revised, claims, proposed }: FinishedSentence) => [
    differs(decontext, text),
    revised.trim() !== text.trim() && differs(revised, claims.map((claim) => claim.revised.trim()).join(' ')),
    ...claims.map((claim, index) => differs(claim.text, proposed[index])),
    ...claims.map((claim) => claim.edited && differs(claim.revised, claim.text)),
  ]
  return sentences.flatMap(ofSentence).filter(Boolean).length
}

/** The decisions that the document holds: the same ones on both sides. */
export function decisionsIn({ sentences }: FinishedDocument): number {
  const ofClaim = ({ factual, stances, edited }: FinishedClaim) => 3 + (factual ? stances + 2 + (edited ? 2 : 0) : 0)
  const ofSentence = ({ claims }: FinishedSentence) => 3 + sum(claims.map(ofClaim)) + 1
  return sum(sentences.map(ofSentence))
}

/** What the workbench asks of each piece of own evidence: query, address, quotation, reliability and stance. */
export const answersToOwnEvidence = (pieces: number): number => pieces * 5
