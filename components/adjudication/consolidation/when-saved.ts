import { saveWords } from '@/components/annotation/workbench/save-pill'
import type { WaitingChoices } from '@/lib/adjudication/consolidation/waiting/hooks'

/** What is done with the item as a whole is done on everything that was chosen; throws in words while something waits. */
export async function whenSaved(waiting: WaitingChoices, done: string): Promise<void> {
  const status = await waiting.flush()
  if (status.state !== 'saved')
    throw new Error(`Nothing is ${done} before everything is saved. Now: ${saveWords(status)}.`)
}
