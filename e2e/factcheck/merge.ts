/** The third stage by keyboard: which sentences stay, in which words, and the whole response. */
import type { Page } from '@playwright/test'
import { expect } from '@/e2e/fixtures'
import type { Acts, Who } from './acts'
import { press, write } from './keyboard'

export interface MergeWork {
  sentences: readonly SentenceWork[]
  /** The whole response written by hand. */
  response?: string
}

/** Kept by its key, deleted, kept and written, or left to the key that keeps the rest. */
export type SentenceWork = 'keep' | 'delete' | 'rest' | { revised: string }

interface Scene {
  who: Who
  position: number
  acts: Acts
}

export async function merge(page: Page, { sentences, response }: MergeWork, { who, position, acts }: Scene) {
  for (const [index, sentence] of sentences.entries()) {
    const unit = `s${index + 1}`
    if (sentence !== 'rest') {
      const title = page.locator('aside section[aria-current=step] h2')
      await expect(title).toHaveText(`Sentence ${index + 1} of ${sentences.length}`)
      await ofSentence(page, sentence)
    }
    acts.says(
      who,
      { position, stage: 'merge', unit },
      {
        fate: sentence === 'rest' ? ['keep', 'bulk'] : [sentence === 'delete' ? 'delete' : 'keep', 'chosen'],
        ...(typeof sentence === 'object' ? { revised: [sentence.revised, 'typed'] } : {}),
      },
    )
  }
  if (sentences.includes('rest')) await press(page, 'r')
  if (response === undefined) return
  await press(page, 'w')
  await write(page, 'response', response)
  await press(page, 'Escape')
  acts.says(who, { position, stage: 'merge', unit: 'item' }, { response: [response, 'typed'] })
}

async function ofSentence(page: Page, work: Exclude<SentenceWork, 'rest'>): Promise<void> {
  if (typeof work === 'string') return press(page, work === 'keep' ? '1' : '2')
  await press(page, 'e')
  await write(page, 'revised', work.revised)
  await press(page, 'Enter')
}
