/**
 * An expert at the three workbenches of Factcheck-Bench, who works to decisions that are given: by keyboard, and by a click where
 * that saves strokes.
 */
import type { Page } from '@playwright/test'
import { stanceOptions } from '@/lib/protocols/factcheck-bench/options'

/** Waits for the field of a question and puts the text into it; text is not counted. */
async function fill(page: Page, question: string, text: string): Promise<void> {
  const field = page.locator(`[id^="field-"][id$="-${question}"]:focus`)
  await field.waitFor()
  await field.evaluate((element) => {
    if (element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement) element.select()
  })
  await page.keyboard.insertText(text)
}

/** Puts a text from the clipboard into the field of a question. */
async function paste(page: Page, question: string, text: string): Promise<void> {
  const field = page.locator(`[id^="field-"][id$="-${question}"]:focus`)
  await field.waitFor()
  await field.evaluate((element, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
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
const stanceButton = (stance: string) => {
  const option = stanceOptions.find(({ value }) => value === stance)
  if (!option) throw new Error(`no button says ${stance}`)
  return { name: option.text, exact: true }
}
const keyOf = (keys: Readonly<Record<string, string>>, value: string): string => {
  const key = keys[value]
  if (!key) throw new Error(`no key says ${value}`)
  return key
}

/** A letter says the usual kind and the importance; one for the other hand, that the claims that follow are like it. */
const IMPORTANCE_LETTER: Readonly<Record<string, string>> = { yes: 'y', intermediate: 'u', no: 'i' }
const ALIKE_LETTER: Readonly<Record<string, string>> = { yes: 't', intermediate: 'r', no: 'q' }

const together = (isUsual: boolean, kind: string, importance: string): string[] =>
  isUsual ? [keyOf(IMPORTANCE_LETTER, importance)] : [keyOf(KIND, kind), keyOf(IMPORTANCE, importance)]

const alike = (importance: string): string => keyOf(ALIKE_LETTER, importance)

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
    const { claims, kind, importance } = sentence
    if (kind === 'yes' && isLike(claims, importance)) {
      await press(page, alike(importance))
      continue
    }
    // One key says that it is to be checked, how important it is, and that it makes the claims proposed.
    await press(page, ...together(kind === 'yes', kind, importance))
    for (const [at, claim] of claims.entries()) {
      await page.locator(`aside li[aria-current=step][aria-label^="Claim ${at + 1} of"]`).waitFor()
      if (isChanged(claim)) {
        await press(page, 'e')
        await fill(page, 'text', claim.text)
        await press(page, 'Enter')
      }
      if (at + 1 < claims.length && isLike(claims.slice(at + 1), claim.importance) && claim.type === 'factual') {
        await press(page, alike(claim.importance))
        break
      }
      await press(page, ...together(claim.type === 'factual', claim.type, claim.importance))
    }
  }
}

type DecomposedClaim = DecomposedSentence['claims'][number]

const isChanged = ({ text, proposed }: DecomposedClaim) => text.trim() !== proposed.trim()

/** Are they all factual, as important as this, and worded as they were proposed? */
const isLike = (claims: readonly DecomposedClaim[], importance: string) =>
  claims.length > 0 &&
  claims.every((claim) => claim.type === 'factual' && claim.importance === importance && !isChanged(claim))

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
    const exceptions = exceptionsFirst(claim)
    if (exceptions && exceptions.acts < keysInOrder(claim)) {
      await judgeExceptions(page, claim, exceptions)
      continue
    }
    const last = decisivePassage(claim)
    if (last !== null) {
      await press(page, ...stanceKeys(claim, last))
      await press(page, claim.verdict === 'true' ? 't' : 'u')
      if (claim.verdict === 'false') await correct(page, claim)
      continue
    }
    await press(page, ...judgingKeys(claim))
    if (!restSaidWithNext(claim)) await openUnit(page, claim.unit)
    await addOwn(page, claim, restSaidWithNext(claim) ? addKey(claim) : 'c')
    await decide(page, claim)
  }
}

/** What one says of single passages before a key says it of all others; `key` is that key. */
interface Exceptions {
  passages: readonly number[]
  key: string
  acts: number
}

/**
 * The way that begins with the exceptions: those at the beginning by digit, those further on by a click on their stance, for
 * the eye is there already; then one chord judges the others alike and says what follows. Null where no chord fits.
 */
function exceptionsFirst(claim: VerifiedClaim): Exceptions | null {
  const { stances, own, enough, verdict } = claim
  const others = (rest: string) => stances.flatMap((stance, index) => (stance === rest ? [] : [index]))
  const way = (rest: string, key: string): Exceptions | null => {
    // Where all say the same, the first is judged by itself: no key decides a claim of which nothing is judged.
    const isAlike = others(rest).length === 0 && rest !== 'irrelevant'
    const passages = isAlike ? [0] : others(rest)
    const isPossible = passages.length < stances.length && (passages.length > 0 || own.length > 0)
    return isPossible ? { passages, key, acts: passages.length + 1 } : null
  }
  if (own.length > 0) return way('irrelevant', addKey(claim))
  if (!enough || verdict === 'not_enough_evidence' || (verdict === 'false' && !restsOnAll(claim))) return null
  const ways =
    verdict === 'true'
      ? [way('irrelevant', 'y'), way('completely-support', '9')]
      : [way('irrelevant', 'f'), way('refute', '0')]
  return ways.filter((each) => each !== null).toSorted((left, right) => left.acts - right.acts)[0] ?? null
}

/** As many keys as passage after passage takes to the same point; a chord is two. */
function keysInOrder(claim: VerifiedClaim): number {
  const last = decisivePassage(claim)
  if (last !== null) return last + 1
  const isDecidedByKey = claim.own.length > 0 || (claim.enough && claim.verdict !== 'not_enough_evidence')
  const judging = judgingKeys(claim)
  return judging.length + judging.filter((key) => key.startsWith('Shift+')).length + (isDecidedByKey ? 1 : 0)
}

async function judgeExceptions(page: Page, claim: VerifiedClaim, { passages, key }: Exceptions): Promise<void> {
  for (const [at, passage] of passages.entries()) {
    const stance = claim.stances[passage] ?? ''
    if (passage === at) await press(page, keyOf(STANCE, stance))
    else
      await page
        .locator(`aside [id="unit-${claim.unit}.e${passage + 1}"]`)
        .getByRole('button', stanceButton(stance))
        .click()
  }
  if (claim.own.length > 0) {
    await addOwn(page, claim, key)
    return decide(page, claim)
  }
  await press(page, key)
  if (claim.verdict === 'false') await correct(page, claim)
}

/** From this passage on all are alike. */
const startOfRest = ({ stances }: VerifiedClaim): number =>
  stances.findLastIndex((stance) => stance !== stances.at(-1)) + 1

/**
 * The index of the last passage that is not irrelevant, where it says what the verdict says and nothing else is missing: one
 * stroke judges it and what follows, and decides. Null where the strokes for each are fewer, or more is to be said.
 */
function decisivePassage(claim: VerifiedClaim): number | null {
  const { stances, verdict, enough, own } = claim
  const last = stances.findLastIndex((stance) => stance !== 'irrelevant')
  const needed = verdict === 'true' ? 'completely-support' : 'refute'
  if (!enough || own.length > 0 || verdict === 'not_enough_evidence' || stances[last] !== needed) return null
  if (verdict === 'false' && !restsOnAll(claim)) return null
  const isOneStroke = stances.length - startOfRest(claim) > 1 && stances.at(-1) !== 'irrelevant'
  return isOneStroke && startOfRest(claim) + 1 < last ? null : last
}

/** A key a passage, for those before this index; another one where the correction rests on the passage. */
const stanceKeys = (claim: VerifiedClaim, before: number): string[] =>
  claim.stances.slice(0, before).map((stance, index) => {
    const isReference = stance === 'refute' && claim.references.passages.includes(index + 1)
    return isReference && !restsOnAll(claim) ? 'b' : keyOf(STANCE, stance)
  })

/**
 * A key a passage. Where all that are left are alike, one chord says so; where they are irrelevant, together with what
 * follows: own evidence, or the verdict.
 */
function judgingKeys(claim: VerifiedClaim): string[] {
  const { stances } = claim
  const rest = startOfRest(claim)
  const isLong = stances.length - rest > 1 || stances.at(-1) === 'irrelevant'
  const keys = stanceKeys(claim, isLong ? rest : stances.length)
  return [...keys, ...(isLong && !restSaidWithNext(claim) ? [restKey(stances.at(-1))] : [])]
}

const restKey = (stance = 'irrelevant') => (stance === 'irrelevant' ? 'r' : `Shift+Digit${keyOf(STANCE, stance)}`)

/** Does the key of what comes next say that all passages that are left are irrelevant? */
function restSaidWithNext({ stances, own, verdict, enough }: VerifiedClaim): boolean {
  if (stances.at(-1) !== 'irrelevant') return false
  if (own.length > 0 || !enough) return true
  return verdict !== 'not_enough_evidence' && stances.some((stance) => stance !== 'irrelevant')
}

/** Does the correction rest on all that refutes the claim? Then nothing need be said of it. */
function restsOnAll({ stances, references, own }: VerifiedClaim): boolean {
  const refuting = stances.flatMap((stance, index) => (stance === 'refute' ? [index + 1] : []))
  const ownRefutes = own.some(({ stance }) => stance === 'refute')
  return String(refuting) === String(references.passages) && references.own === ownRefutes
}

/** Own evidence says by itself that the automatic evidence was not enough; of the last, its key says the verdict as well. */
async function addOwn(page: Page, claim: VerifiedClaim, first: string): Promise<void> {
  const { unit, own } = claim
  for (const [index, { url, quote, stance }] of own.entries()) {
    await press(page, index === 0 ? first : 'c')
    await fill(page, 'query', 'what the expert searched for')
    await press(page, 'Enter')
    // Copied with the address, as browsers and telephones do ("Copy link to highlight"); pasting is how the text is written.
    await paste(page, 'url', `${quote}\n${url}`)
    await press(page, 'Enter')
    if (index === own.length - 1 && decidesByOwn(claim)) continue
    await press(page, '5', keyOf(STANCE, stance))
    await openUnit(page, unit)
  }
}

/** The key of the verdict says at one piece of own evidence that the passages left are irrelevant; else this one says so. */
const addKey = (claim: VerifiedClaim): string => (claim.own.length === 1 && decidesByOwn(claim) ? 'c' : 'Shift+C')

const decidesByOwn = ({ own, verdict }: VerifiedClaim) => own.length > 0 && verdict !== 'not_enough_evidence'

async function decide(page: Page, claim: VerifiedClaim): Promise<void> {
  const { enough, own, verdict } = claim
  if (!enough && own.length === 0) {
    await press(page, 'q')
    await fill(page, 'searched', 'what the expert searched for')
    // One query a line: Enter begins the next.
    await press(page, 'Escape')
  }
  if (verdict === 'not_enough_evidence') return press(page, ...(enough ? ['1'] : []), 'i')
  if (verdict === 'true') return press(page, 'y')
  await press(page, 'f')
  await correct(page, claim)
}

/** Writes the correction; where nothing refutes the claim, the digit of a passage says what it rests on. */
async function correct(page: Page, { unit, revised, stances, own, references }: VerifiedClaim): Promise<void> {
  await fill(page, 'revised', revised)
  await press(page, 'Enter')
  if (stances.includes('refute') || own.length > 0) return
  await page.locator(`[id="field-${unit}-references"]:focus, [id="field-${unit}-references"] :focus`).waitFor()
  for (const passage of references.passages) await press(page, `Digit${passage}`)
  if (references.passages.length === 0) await press(page, 'Digit1')
  await press(page, 'n')
}

export interface MergedSentence {
  /** As it was merged. */
  merged: string
  revised: string
  /** As its claims say it, and as it stands on its own. */
  claims: string
  standalone: string
}

/**
 * Sentences that stand as they were merged are kept at a stroke each, those after the last changed one all at once. Ends in
 * the field of the whole response, where the chord that submits is heard as well.
 */
export async function merge(page: Page, sentences: readonly MergedSentence[], response: string): Promise<void> {
  const isKept = ({ merged, revised }: MergedSentence) => merged.trim() === revised.trim()
  const tail = sentences.findLastIndex((sentence) => !isKept(sentence)) + 1
  const isTailKeptAtOnce = sentences.length - tail > 1
  for (const [index, sentence] of sentences.entries()) {
    await openSentence(page, index + 1)
    if (index === tail && isTailKeptAtOnce) {
      await press(page, 'r')
      break
    }
    const [key] = Object.entries({ 1: sentence.merged, l: sentence.claims, t: sentence.standalone }).flatMap(
      ([each, text]) => (text.trim() === sentence.revised.trim() ? [each] : []),
    )
    if (sentence.revised.trim() === '') await press(page, '2')
    else if (key) await press(page, key)
    else {
      await press(page, 'e')
      await fill(page, 'revised', sentence.revised)
      await press(page, 'Enter')
    }
  }
  const whole = sentences.map((sentence) => sentence.revised.trim()).join(' ')
  if (whole === response.trim()) return
  await press(page, 'w')
  await fill(page, 'response', response)
}
