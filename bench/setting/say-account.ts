import type { Account } from './account-for'
import { say } from './app'

const AT_MOST = 30
const KINDS = ['losses', 'duplicates', 'inventions', 'inconsistencies', 'troubles'] as const

/** Says what came out of a round; the number of things that are wrong with it. */
export function sayAccount({ account, idlers }: { account: Account; idlers: readonly string[] }): number {
  say(`${account.acknowledged} acknowledged writes, ${account.submitted} tasks submitted`)
  const kinds = [...KINDS.map((kind) => [kind, account[kind]] as const), ['people without work', idlers] as const]
  for (const [kind, wrong] of kinds) {
    say(`${kind}: ${wrong.length}`)
    for (const one of wrong.slice(0, AT_MOST)) say(`  ${one}`)
  }
  return kinds.reduce((sum, [, wrong]) => sum + wrong.length, 0)
}
