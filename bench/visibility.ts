/**
 * Who reads what, held against the second implementation (tests/visibility) in as many random worlds as asked. Prints how
 * much was read, and every difference with the seed and the number of its world, from which it can be made again. In every
 * such world, or in the first so many, a partner then opens, searches, reads, saves, comments and submits, and everything is read again
 * after each act, which takes ten times as long.
 * Run: npm run bench -- visibility [--worlds 500] [--beside 500] [--seed 1] [--items 4] [--only 17]
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
    beside: { type: 'string', default: 'Infinity' },
    only: { type: 'string' },
  },
})
const [seed, numRuns, items] = [Number(values.seed), Number(values.worlds), Number(values.items)]

async function checkAll(): Promise<boolean> {
  const { checkWorld } = await import('@/tests/visibility/check-world')
  const { checkUnseen } = await import('@/tests/visibility/partner-unseen')
  const { withPartner, worlds } = await import('@/tests/visibility/world')
  const { writeWorld } = await import('@/tests/visibility/write-world')
  const totals = { worlds: 0, actors: 0, reads: 0, wrong: 0 }
  const partners = { worlds: 0, reads: 0, wrong: 0 }
  for (const [index, world] of fc.sample(worlds(items), { seed, numRuns }).entries()) {
    if (values.only !== undefined && index !== Number(values.only)) continue
    const { wrong, actors, reads } = await checkWorld(world)
    totals.worlds += 1
    totals.actors += actors
    totals.reads += reads
    totals.wrong += wrong.length
    for (const each of wrong) say(`seed ${seed}, world ${index}: ${each}`)
    if (wrong.length > 0) say(JSON.stringify(world))
    if (index >= Number(values.beside)) continue
    const partnered = withPartner(world, { begun: index % 2 === 0 })
    const unseen = await checkUnseen(partnered, await writeWorld(partnered), { each: true })
    if (!unseen) continue
    partners.worlds += 1
    partners.reads += unseen.reads
    partners.wrong += unseen.wrong.length
    for (const each of unseen.wrong) say(`seed ${seed}, world ${index} with a partner: ${each}`)
  }
  say(
    `seed ${seed}: ${totals.worlds} worlds, ${totals.actors} actors, ${totals.reads} reads, ${totals.wrong} differences`,
  )
  say(`at work beside a partner: ${partners.worlds} worlds, ${partners.reads} reads, ${partners.wrong} differences`)
  return totals.wrong === 0 && partners.wrong === 0
}

await withThrowAwayDatabase('visibility', checkAll)
