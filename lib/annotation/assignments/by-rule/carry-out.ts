import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'

/** So often a plan is made anew because something changed while it was made. */
const MOST_ROUNDS = 3

interface Act<Read, Plan, Result> {
  /** What the plan is made from; with `lock` it is held until the transaction ends. */
  read(tx: Tx, options: { lock: boolean }): Promise<Read>
  /** What of it the plan depends on. */
  basis(read: Read): unknown
  /** Makes the plan; throws where it is not the one that was asked for. */
  plan(read: Read): Promise<Plan>
  write(tx: Tx, plan: Plan): Promise<Result>
}

/**
 * Plans while nothing is held, which may take seconds, and carries the plan out where the state, held now, is the one that it was made from. So
 * others wait for the reading and the writing alone, and what is written is what the plan's function gives on the state that is held.
 */
export async function carryOut<Read, Plan, Result>(act: Act<Read, Plan, Result>): Promise<Result> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const unlockedState = await transaction((tx) => act.read(tx, { lock: false }))
    const plan = await act.plan(unlockedState)
    const done = await transaction(async (tx) => {
      const lockedState = await act.read(tx, { lock: true })
      return isDeepStrictEqual(act.basis(lockedState), act.basis(unlockedState))
        ? { result: await act.write(tx, plan) }
        : null
    })
    if (done) return done.result
  }
  throw new AppError(
    'conflict',
    'Others kept changing what these people hold while their shares were planned. Nothing was done. Try again in a moment.',
  )
}
