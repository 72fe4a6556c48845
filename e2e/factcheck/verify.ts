/** The second stage by keyboard: the evidence of a claim, then what follows from it. */
import type { Page } from '@playwright/test'
import { type Acts, listedAs, type Said, type Who } from './acts'
import { expectOpen, press, write } from './keyboard'

const STANCES = {
  '1': 'completely-support',
  '2': 'partially-support',
  '3': 'refute',
  '4': 'irrelevant',
} as const
type StanceKey = keyof typeof STANCES

export interface ClaimWork {
  unit: string
  /** A key for each passage; `r` says the rest is irrelevant. */
  stances: readonly (StanceKey | 'r')[]
  /** How many passages came with it. */
  passages: number
  outcome:
    | { verdict: 'true' }
    /** `references`: all that refute, by one key at the verdict; or these passages, each by a key on its card. */
    | { verdict: 'false'; revised: string; references: 'refuting' | readonly number[] }
    | { verdict: 'not_enough_evidence'; searched: string }
    | { verdict: 'found'; query: string; url: string; quote: string }
}

interface Scene {
  who: Who
  position: number
  acts: Acts
}

export async function verify(page: Page, claims: readonly ClaimWork[], scene: Scene): Promise<void> {
  for (const claim of claims) await ofClaim(page, claim, scene)
}

/** Judges a claim from its first passage, or from the claim itself where none came with it. */
async function ofClaim(page: Page, work: ClaimWork, scene: Scene): Promise<void> {
  const { unit, stances, passages } = work
  const says = sayer(scene)
  await expectOpen(page, passages > 0 ? `${unit}.e1` : unit)
  await press(page, ...stances)
  for (let index = 0; index < passages; index++) {
    const key = stances[index]
    const said: Said = key === 'r' || key === undefined ? ['irrelevant', 'bulk'] : [STANCES[key], 'chosen']
    says(`${unit}.e${index + 1}`, { stance: said })
  }
  await expectOpen(page, unit)
  await decide(page, work, says)
}

type Says = (unit: string, values: Record<string, Said>) => void

const sayer =
  ({ who, position, acts }: Scene): Says =>
  (unit, values) =>
    acts.says(who, { position, stage: 'verify', unit }, values)

async function decide(page: Page, work: ClaimWork, says: Says): Promise<void> {
  const { unit, outcome } = work
  switch (outcome.verdict) {
    case 'true':
      await press(page, '1', '3')
      return says(unit, { enough: ['yes', 'chosen'], verdict: ['true', 'chosen'] })
    case 'false':
      return correct(page, work, outcome, says)
    case 'not_enough_evidence':
      await press(page, '2', 'q')
      await write(page, 'searched', outcome.searched)
      await press(page, 'Escape', '5', '6')
      return says(unit, {
        enough: ['no', 'chosen'],
        searched: [outcome.searched, 'typed'],
        verdict: ['not_enough_evidence', 'chosen'],
        unverified: ['keep', 'chosen'],
      })
    case 'found':
      return findOwn(page, unit, outcome, says)
  }
}

type Outcome<Verdict> = Extract<ClaimWork['outcome'], { verdict: Verdict }>

async function correct(page: Page, work: ClaimWork, { revised, references }: Outcome<'false'>, says: Says) {
  const { unit, stances, passages } = work
  await press(page, '1', '4', '6')
  await write(page, 'revised', revised)
  await press(page, 'Enter')
  await expectOpen(page, unit)
  const isBulk = references === 'refuting'
  const refuting = stances.flatMap((key, index) => (key === '3' ? [index + 1] : []))
  const chosen = isBulk ? refuting : references
  if (isBulk) await press(page, 'u')
  else for (const number of references) await pressOnCard(page, unit, number, passages)
  await press(page, 'n')
  says(unit, {
    enough: ['yes', 'chosen'],
    verdict: ['false', 'chosen'],
    correction: ['edit', 'chosen'],
    revised: [revised, 'typed'],
    references: [chosen.map((number) => `${unit}.e${number}`), isBulk ? 'bulk' : 'chosen'],
  })
}

/** From the verdict up to a passage, and the key that makes it a reference. */
async function pressOnCard(page: Page, unit: string, number: number, passages: number): Promise<void> {
  for (let at = passages; at >= number; at--) await press(page, 'k')
  await expectOpen(page, `${unit}.e${number}`)
  await press(page, 'u', 'v')
}

async function findOwn(page: Page, unit: string, { query, url, quote }: Outcome<'found'>, says: Says) {
  await press(page, 'c')
  for (const [question, text] of Object.entries({ query, url, quote })) {
    await write(page, question, text)
    await press(page, 'Enter')
  }
  await press(page, '5', '1')
  await expectOpen(page, unit)
  await press(page, '3')
  says(listedAs(unit, quote), {
    query: [query, 'typed'],
    url: [url, 'typed'],
    quote: [quote, 'typed'],
    reliable: ['yes', 'chosen'],
    stance: ['completely-support', 'chosen'],
  })
  says(unit, { enough: ['no', 'chosen'], ownEvidence: [[quote], 'chosen'], verdict: ['true', 'chosen'] })
}
