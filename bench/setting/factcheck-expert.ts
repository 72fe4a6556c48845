/** An expert at the three workbenches of Factcheck-Bench, who works by keyboard alone to decisions that are given. */
import type { Page } from '@playwright/test'

/** Waits for the field of a question and puts the text into it; text is not counted. */
async function fill(page: Page, question: string, text: string): Promise<void> {
  const field = page.locator(`[id^="field-"][id$="-${question}"]:focus`)
  await field.waitFor()
  await field.evaluate((element) => {
    if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) element.select()
  })
  await page.keyboard.insertText(text)
}

/** Until React has taken over what the server drew, the page hears no key. */
export async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  )
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

const openUnit = (page: Page, unit: string) => page.locator(`aside [id="unit-${unit}"][aria-current=step]`).waitFor()
const openSentence = (page: Page, number: number) =>
  page.locator('aside section[aria-current=step] h2', { hasText: `Sentence ${number} of` }).waitFor()

const KIND: Readonly<Record<string, string>> = {
  yes: '1',
  factual: '1',
  opinion: '2',
  not_a_claim: '3',
  other: '4',
}
const IMPORTANCE: Readonly<Record<string, string>> = { yes: '7', intermediate: '8', no: '9' }
const STANCE: Readonly<Record<string, string>> = {
  'completely-support': '1',
  'partially-support': '2',
  refute: '3',
  irrelevant: '4',
}
const keyOf = (keys: Readonly<Record<string, string>>, value: string): string => {
  const key = keys[value]
  if (!key) throw new Error(`no key says ${value}`)
  return key
}

/** Kind and importance: Shift with the importance where the kind is the usual one. */
const together = (isUsual: boolean, kind: string, importance: string): string[] =>
  isUsual ? [`Shift+Digit${keyOf(IMPORTANCE, importance)}`] : [keyOf(KIND, kind), keyOf(IMPORTANCE, importance)]

export interface DecomposedSentence {
  text: string
  decontext: string
  kind: string
  importance: string
  /** As many claims as were proposed. */
  claims: readonly { text: string; proposed: string; type: string; importance: string }[]
}

export async function decompose(page: Page, sentences: readonly DecomposedSentence[]): Promise<void> {
  for (const [index, sentence] of sentences.entries()) {
    await openSentence(page, index + 1)
    if (sentence.decontext.trim() !== sentence.text.trim()) {
      await press(page, 'e')
      await fill(page, 'decontext', sentence.decontext)
      await press(page, 'Enter')
    }
    // One key says that it is to be checked, how important it is, and that it makes the claims proposed.
    await press(page, ...together(sentence.kind === 'yes', sentence.kind, sentence.importance))
    for (const [at, claim] of sentence.claims.entries()) {
      await page.locator(`aside li[aria-current=step][aria-label^="Claim ${at + 1} of"]`).waitFor()
      if (claim.text.trim() !== claim.proposed.trim()) {
        await press(page, 'e')
        await fill(page, 'text', claim.text)
        await press(page, 'Enter')
      }
      await press(page, ...together(claim.type === 'factual', claim.type, claim.importance))
    }
  }
}

export interface VerifiedClaim {
  unit: string
  stances: readonly string[]
  enough: boolean
  own: readonly { url: string; quote: string; stance: string }[]
  verdict: 'true' | 'false' | 'not_enough_evidence'
  revised: string
  /** Numbers of passages, and whether the own evidence is relied on as well. */
  references: { passages: readonly number[]; own: boolean }
}

export async function verify(page: Page, claims: readonly VerifiedClaim[]): Promise<void> {
  for (const claim of claims) {
    await openUnit(page, `${claim.unit}.e1`)
    await judge(page, claim)
    if (!restSaidWithNext(claim)) await openUnit(page, claim.unit)
    await addOwn(page, claim)
    await decide(page, claim)
  }
}

/**
 * A key a passage, another one where the correction rests on it. Where all that are left are alike, one chord says so; where
 * they are irrelevant, together with what follows: own evidence, or the verdict.
 */
async function judge(page: Page, claim: VerifiedClaim): Promise<void> {
  const { stances, references } = claim
  const rest = stances.findLastIndex((stance) => stance !== stances.at(-1)) + 1
  const isLong = stances.length - rest > 1 || stances.at(-1) === 'irrelevant'
  const named = stances.slice(0, isLong ? rest : stances.length)
  const keys = named.map((stance, index) => {
    const isReference = stance === 'refute' && references.passages.includes(index + 1)
    return isReference && !restsOnAll(claim) ? 'b' : keyOf(STANCE, stance)
  })
  await press(page, ...keys, ...(isLong && !restSaidWithNext(claim) ? [restKey(stances.at(-1))] : []))
}

const restKey = (stance = 'irrelevant') => (stance === 'irrelevant' ? 'r' : `Shift+Digit${keyOf(STANCE, stance)}`)

/** Does the key of what comes next say that all passages that are left are irrelevant? */
function restSaidWithNext({ stances, own, verdict, enough }: VerifiedClaim): boolean {
  if (stances.at(-1) !== 'irrelevant') return false
  if (own.length > 0) return true
  return enough && verdict !== 'not_enough_evidence' && stances.some((stance) => stance !== 'irrelevant')
}

/** Does the correction rest on all that refutes the claim? Then nothing need be said of it. */
function restsOnAll({ stances, references, own }: VerifiedClaim): boolean {
  const refuting = stances.flatMap((stance, index) => (stance === 'refute' ? [index + 1] : []))
  const ownRefutes = own.some(({ stance }) => stance === 'refute')
  return String(refuting) === String(references.passages) && references.own === ownRefutes
}

/** Own evidence says by itself that the automatic evidence was not enough. */
async function addOwn(page: Page, claim: VerifiedClaim): Promise<void> {
  const { unit, own } = claim
  for (const [index, { url, quote, stance }] of own.entries()) {
    await press(page, index === 0 && restSaidWithNext(claim) ? 'Shift+C' : 'c')
    await fill(page, 'query', 'what the expert searched for')
    await press(page, 'Enter')
    await fill(page, 'url', url)
    await press(page, 'Enter')
    await fill(page, 'quote', quote)
    await press(page, 'Enter', '5', keyOf(STANCE, stance))
    await openUnit(page, unit)
  }
}

async function decide(page: Page, claim: VerifiedClaim): Promise<void> {
  const { enough, own, verdict, revised } = claim
  const withRest = own.length === 0 && restSaidWithNext(claim)
  if (!enough && own.length === 0) await press(page, '2')
  if (verdict === 'not_enough_evidence') return press(page, ...(enough ? ['1'] : []), '5', '6')
  if (verdict === 'true') return press(page, withRest ? 'Shift+Y' : 'y')
  await press(page, withRest ? 'Shift+F' : 'f')
  await fill(page, 'revised', revised)
  await press(page, 'Enter')
}

export interface MergedSentence {
  /** As it was merged. */
  merged: string
  revised: string
}

/** Ends in the field of the whole response, where the chord that submits is heard as well. */
export async function merge(page: Page, sentences: readonly MergedSentence[], response: string): Promise<void> {
  for (const [index, { merged, revised }] of sentences.entries()) {
    await openSentence(page, index + 1)
    if (merged.trim() === revised.trim()) await press(page, '1')
    else {
      await press(page, 'e')
      await fill(page, 'revised', revised)
      await press(page, 'Enter')
    }
  }
  const whole = sentences.map((sentence) => sentence.revised.trim()).join(' ')
  if (whole === response.trim()) return
  await press(page, 'w')
  await fill(page, 'response', response)
}
