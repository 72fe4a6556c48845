/**
 * What gets lost when things break: annotators at work through the browser's own outbox, a manager who imports, pre-fills
 * and exports meanwhile, and faults at random moments. Afterwards the database is held against what everybody was told.
 * Run: npm run bench -- faults [seconds] [seed] [people]
 */

import { say } from './setting/app'
import { type FaultsReport, runFaults } from './setting/fault-round'
import { sayAccount } from './setting/say-account'

const [seconds = 600, seed = Math.floor(Math.random() * 2 ** 32), people = 50] = process.argv.slice(2).map(Number)

const report: FaultsReport = await runFaults({ seconds, seed, people, say })
for (const [kind, times] of Object.entries(report.faults)) say(`${kind.padEnd(34)} ${times}`)
for (const [kind, times] of Object.entries(report.mishaps)) say(`${`requests ${kind}`.padEnd(34)} ${times}`)
say(`seed ${seed}: ${people} people, ${report.rounds} files imported and pre-filled; the journal is ${report.journal}`)
const wrong = sayAccount(report)
const hits = Object.values(report.faults).reduce((sum, times) => sum + times, 0)
if (hits === 0) say('nothing broke: this shows nothing')
process.exit(wrong === 0 && hits > 0 ? 0 : 1)
