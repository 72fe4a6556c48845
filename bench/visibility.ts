/**
 * Who reads what, held against the second implementation (tests/visibility) in as many random worlds as asked. Prints how
 * much was read, and every difference with the seed and the number of its world, from which it can be made again.
 * Run: npm run bench -- visibility [--worlds 500] [--seed 1] [--items 4] [--only 17]
 */
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { withThrowAwayDatabase } from '@/tests/support/throw-away-database'
import { say } from './setting/app'

const { values } = parseArgs({
  options: {
    worlds: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    items: { type: 'string', default: '4' },
    only: { type: 'string' },
  },
})
const [seed, numRuns, items] = [Number(values.seed), Number(values.worlds), Number(values.items)]

async function checkAll(): Promise<boolean> {
  const { checkWorld } = await import('@/tests/visibility/check-world')
  const { worlds } = await import('@/tests/visibility/world')
  const totals = { worlds: 0, actors: 0, reads: 0, wrong: 0 }
  for (const [index, world] of fc.sample(worlds(items), { seed, numRuns }).entries()) {
    if (values.only !== undefined && index !== Number(values.only)) continue
    const { wrong, actors, reads } = await checkWorld(world)
    totals.worlds += 1
    totals.actors += actors
    totals.reads += reads
    totals.wrong += wrong.length
    for (const each of wrong) say(`seed ${seed}, world ${index}: ${each}`)
    if (wrong.length > 0) say(JSON.stringify(world))
  }
  say(
    `seed ${seed}: ${totals.worlds} worlds, ${totals.actors} actors, ${totals.reads} reads, ${totals.wrong} differences`,
  )
  return totals.wrong === 0
}

await withThrowAwayDatabase('visibility', checkAll)
