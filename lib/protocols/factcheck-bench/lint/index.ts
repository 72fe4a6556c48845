/** Finds inconsistencies in gold: of its own making, and what an imported record says of itself. */
import type { Linter } from '@/lib/protocols/protocol'
import { kinds } from './kinds'
import { lintClaims } from './lint-claims'
import { lintMissing } from './lint-missing'
import { lintResponse } from './lint-response'
import { lintView } from './lint-view'

export const linter: Linter = {
  kinds,
  check(gold) {
    const view = lintView(gold)
    return [...lintResponse(view), ...lintClaims(view), ...lintMissing(view)]
  },
}
