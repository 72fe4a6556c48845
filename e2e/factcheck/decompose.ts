/** The first stage by keyboard: sentence by sentence, claim by claim. */
import type { Page } from '@playwright/test'
import { expect } from '@/e2e/fixtures'
import { type Acts, listedAs, type Said, type Who } from './acts'
import { press, write } from './keyboard'

export const KIND_KEYS = { yes: '1', opinion: '2', not_a_claim: '3', other: '4' } as const
export const IMPORTANCE_KEYS = { yes: '7', intermediate: '8', no: '9' } as const
type Importance = keyof typeof IMPORTANCE_KEYS

export interface ClaimWork {
  text: string
  importance: Importance
  /** How its text comes about: accepted as proposed, one of two halves, written over, or added behind the claim before it. */
  made: 'accepted' | 'split' | 'rewritten' | 'added'
}

export interface SentenceWork {
  kind: keyof typeof KIND_KEYS
  importance: Importance
  decontext?: string
  /** Which of the proposed claims are accepted. */
  accept?: 'all' | 'first'
  /** Where the first claim is split before anything is said of it: after this text. */
  splitAfter?: string
  claims?: readonly ClaimWork[]
}

interface Scene {
  who: Who
  position: number
  acts: Acts
}

export async function decompose(page: Page, sentences: readonly SentenceWork[], scene: Scene): Promise<void> {
  for (const [index, sentence] of sentences.entries()) {
    const title = page.locator('aside section[aria-current=step] h2')
    await expect(title).toHaveText(`Sentence ${index + 1} of ${sentences.length}`)
    await ofSentence(page, `s${index + 1}`, sentence, scene)
  }
}

async function ofSentence(page: Page, unit: string, work: SentenceWork, { who, position, acts }: Scene) {
  const { kind, importance, decontext, claims = [] } = work
  const stage = 'decompose'
  const place = { position, stage, unit } as const
  if (decontext !== undefined) {
    await press(page, 'e')
    await write(page, 'decontext', decontext)
    await press(page, 'Enter')
    acts.says(who, place, { decontext: [decontext, 'typed'] })
  }
  await press(page, KIND_KEYS[kind], IMPORTANCE_KEYS[importance])
  acts.says(who, place, { checkworthy: [kind, 'chosen'], importance: [importance, 'chosen'] })
  if (work.accept) await press(page, work.accept === 'all' ? 'a' : 'Shift+A')
  if (work.splitAfter !== undefined) {
    const whole = await splitFirst(page, work.splitAfter)
    acts.says(who, { position, stage, unit: listedAs(unit, whole) }, { text: [whole, 'suggestion'] })
  }
  for (const [index, claim] of claims.entries()) {
    await ofClaim(page, index, claim)
    const said: Record<string, Said> = {
      text: [claim.text, claim.made === 'accepted' ? 'suggestion' : 'typed'],
      type: ['factual', 'chosen'],
      importance: [claim.importance, 'chosen'],
    }
    acts.says(who, { position, stage, unit: listedAs(unit, claim.text) }, said)
  }
  if (claims.length === 0) return
  // Behind a claim that was added one stays with the sentence, where the next could be.
  if (claims.at(-1)?.made === 'added') await press(page, 'n')
  const isAsProposed = claims.every(({ made }) => made === 'accepted')
  acts.says(who, place, { claims: [claims.map(({ text }) => text), isAsProposed ? 'suggestion' : 'chosen'] })
}

/** Splits the claim that is open, behind the text; returns what it said. */
async function splitFirst(page: Page, first: string): Promise<string> {
  await press(page, 'e')
  const field = page.locator(':focus')
  await expect(field).toHaveId(/^field-.+-text$/)
  const whole = await field.inputValue()
  await press(page, 'ControlOrMeta+Home')
  for (let at = 0; at < first.length; at++) await press(page, 'ArrowRight')
  await press(page, 'ControlOrMeta+Shift+Enter')
  return whole
}

async function ofClaim(page: Page, index: number, { text, importance, made }: ClaimWork) {
  if (made === 'added') await press(page, 'c')
  const card = page.locator('aside li[aria-current=step]')
  await expect(card).toHaveAttribute('aria-label', new RegExp(`^Claim ${index + 1} of`))
  if (made === 'rewritten') await press(page, 'e')
  if (made === 'rewritten' || made === 'added') {
    await write(page, 'text', text)
    await press(page, 'Enter')
  }
  await expect(card.getByRole('textbox').first()).toHaveValue(text)
  await press(page, KIND_KEYS.yes, IMPORTANCE_KEYS[importance])
}
