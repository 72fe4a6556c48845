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
    await press(page, keyOf(KIND, sentence.kind), keyOf(IMPORTANCE, sentence.importance))
    if (sentence.claims.length > 0) await press(page, 'a')
    for (const [at, claim] of sentence.claims.entries()) {
      await page.locator(`aside li[aria-current=step][aria-label^="Claim ${at + 1} of"]`).waitFor()
      if (claim.text.trim() !== claim.proposed.trim()) {
        await press(page, 'e')
        await fill(page, 'text', claim.text)
        await press(page, 'Enter')
      }
      await press(page, keyOf(KIND, claim.type), keyOf(IMPORTANCE, claim.importance))
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
    await openUnit(page, claim.unit)
    await addOwn(page, claim)
    if (claim.own.length === 0) await press(page, claim.enough ? '1' : '2')
    await decide(page, claim)
  }
}

/** A digit a passage, up to where only irrelevant ones are left. */
async function judge(page: Page, { stances }: VerifiedClaim): Promise<void> {
  const last = stances.findLastIndex((stance) => stance !== 'irrelevant')
  await press(page, ...stances.slice(0, last + 1).map((stance) => keyOf(STANCE, stance)))
  if (last + 1 < stances.length) await press(page, 'r')
}

/** Own evidence says by itself that the automatic evidence was not enough. */
async function addOwn(page: Page, { unit, own }: VerifiedClaim): Promise<void> {
  for (const { url, quote, stance } of own) {
    await press(page, 'c')
    await fill(page, 'query', 'what the expert searched for')
    await press(page, 'Enter')
    await fill(page, 'url', url)
    await press(page, 'Enter')
    await fill(page, 'quote', quote)
    await press(page, 'Enter', '5', keyOf(STANCE, stance))
    await openUnit(page, unit)
  }
}

async function decide(page: Page, { unit, stances, verdict, revised, references, own }: VerifiedClaim): Promise<void> {
  if (verdict !== 'false') return press(page, ...(verdict === 'true' ? ['3'] : ['5', '6']))
  await press(page, '4', '6')
  await fill(page, 'revised', revised)
  await press(page, 'Enter')
  await openUnit(page, unit)
  const refuting = stances.flatMap((stance, index) => (stance === 'refute' ? [index + 1] : []))
  if (String(refuting) === String(references.passages) && references.own === own.length > 0) await press(page, 'u')
  else {
    // Up from the verdict to each passage, the last one first.
    let at = stances.length + own.length + 1
    for (const number of references.passages.toReversed()) {
      for (; at > number; at--) await press(page, 'k')
      await press(page, 'u')
    }
  }
  await press(page, 'n')
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
