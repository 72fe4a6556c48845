/** What the final pages show of gold, and the exported record read against it. */
import type { Page } from '@playwright/test'
import { expect } from '@/e2e/fixtures'
import { sentenceImportanceOptions, sentenceOptions, stanceOptions } from '@/lib/protocols/factcheck-bench/options'
import { verdictOptions } from '@/lib/protocols/factcheck-bench/verify-options'
import type { Option } from '@/lib/protocols/protocol'

/** Every question with the value that stands, by "Sentence 2 / Claim 1, verdict"; "Revised response" in flat lists. */
export type Shown = Map<string, string>

export async function readGold(page: Page): Promise<Shown> {
  await expect(page.getByText('This item is gold')).toBeVisible()
  const rows = await page.getByRole('navigation', { name: 'Questions of the item' }).evaluate((nav) =>
    [...nav.querySelectorAll('li > button')].map((button): [string, string] => {
      const whole = button.closest('li:has(> h3)')?.querySelector('h3')?.firstChild?.textContent
      const [, name, value] = [...button.querySelectorAll(':scope > span')].map((span) => span.textContent ?? '')
      return [whole ? `${whole} / ${name}` : `${name}`, value ?? '']
    }),
  )
  return new Map(rows)
}

/** A sentence as the published files have it; the fields that the journey compares. */
export interface GoldSentence {
  decontext: string
  sentence_checkworthiness: string
  most_importance_sentence: string
  claims: string[]
  claim_checkworthiness: string[]
  if_most_important_claim: string[]
  if_automatic_evidence_enough_to_verify: string[]
  human_evidence: string[]
  stance_claim_autoEvid: string[][]
  if_claim_needs_edit: string[]
  claims_factuality_label: (boolean | string)[]
  revised_claims: string[]
  usedEvidence_index_in_revision: string[]
  revised_decontext: string
}

export interface GoldDocument {
  prompt: string
  revised_response: string
  response_factuality: boolean | string
  sentences: Record<string, GoldSentence>
}

const wordsOf = (options: readonly Option[]) => new Map(options.map(({ value, text }) => [value, text]))
const [kinds, importances, stances, verdicts] = [
  sentenceOptions,
  sentenceImportanceOptions,
  stanceOptions,
  verdictOptions,
].map(wordsOf)
/** What the files say of a claim's need of an edit, as the verdict that the screen shows. */
const VERDICTS: Readonly<Record<string, string>> = {
  no: 'true',
  yes: 'false',
  not_enough_evidence: 'not_enough_evidence',
}

/** The record's values under the names by which the pages of the three stages show them. */
export function expectedOnScreen({
  sentences,
  revised_response,
}: GoldDocument): Record<'decompose' | 'verify' | 'merge', Shown> {
  const found = {
    decompose: new Map(),
    verify: new Map(),
    merge: new Map([['Revised response', revised_response]]),
  }
  for (const [index, sentence] of Object.values(sentences).entries()) {
    const name = `Sentence ${index + 1}`
    found.decompose.set(`${name} / Standalone wording`, sentence.decontext)
    found.decompose.set(`${name} / Check-worthiness`, kinds?.get(sentence.sentence_checkworthiness))
    found.decompose.set(`${name} / Importance`, importances?.get(sentence.most_importance_sentence))
    found.merge.set(`${name}, revised sentence`, sentence.revised_decontext)
    for (const [at, text] of sentence.claims.entries()) {
      const claim = `${name} / Claim ${at + 1}`
      found.decompose.set(`${claim}, claim`, text)
      found.decompose.set(`${claim}, importance`, importances?.get(sentence.if_most_important_claim[at] ?? ''))
      found.verify.set(`${claim}, verdict`, verdicts?.get(VERDICTS[sentence.if_claim_needs_edit[at] ?? ''] ?? ''))
      if (sentence.revised_claims[at] !== text)
        found.verify.set(`${claim}, corrected claim`, sentence.revised_claims[at])
      for (const [rank, stance] of (sentence.stance_claim_autoEvid[at] ?? []).entries())
        found.verify.set(`${claim}, passage ${rank + 1}, stance`, stances?.get(stance))
    }
  }
  return found
}

/** Fails unless the page shows each of these values where it should. */
export function expectShown(shown: Shown, expected: Shown): void {
  const same = Object.fromEntries([...expected.keys()].map((key) => [key, shown.get(key)]))
  expect(same).toEqual(Object.fromEntries(expected))
}
