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

/** Third page: select, the text (copied or clicked into), save, next; then merge, save, download. */
function merge({ sentences }: FinishedDocument): number {
  const one = SELECT + 1 + SAVE
  return LOAD + sentences.length * one + NEXT * Math.max(0, sentences.length - 1) + 1 + SAVE + DOWNLOAD
}

/** The three pages together. */
export function handOnOriginalPages(document: FinishedDocument): HandCount {
  const { clicks, keys } = verify(document)
  return { clicks: decompose(document) + clicks + merge(document), keys }
}

/** The decisions that the document holds: the same ones on both sides. */
export function decisionsIn({ sentences }: FinishedDocument): number {
  const ofClaim = ({ factual, stances, edited }: FinishedClaim) => 3 + (factual ? stances + 2 + (edited ? 2 : 0) : 0)
  const ofSentence = ({ claims }: FinishedSentence) => 3 + sum(claims.map(ofClaim)) + 1
  return sum(sentences.map(ofSentence))
}
