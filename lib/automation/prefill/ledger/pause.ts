import { setTimeout as after } from 'node:timers/promises'
import { StepFailure } from '@/lib/protocols/prefill'

export const cancelled = () =>
  new StepFailure('cancelled', 'The run was stopped while this was under way. Resume it to go on.')

/** Waits; ends with StepFailure `cancelled` at once when the signal does. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await after(Math.max(0, milliseconds), undefined, { signal })
  } catch (error) {
    if (signal.aborted) throw cancelled()
    throw error
  }
}
