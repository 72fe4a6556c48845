/**
 * What people wait for: annotators who open, think, label, save, submit and go on, on two web processes and two workers
 * behind nginx, while a manager imports, pre-fills, exports and looks at the agreement. Meanwhile, how soon one web process
 * shows its readers what was done through the other; then one of the two is killed in the middle of the work.
 * Run: npm run bench -- load [seconds] [people] [seconds between two decisions]
 */
import { say } from './setting/app'
import { BARE_ROUTE, type LoadPhase, runLoad } from './setting/load-round'
import { measureLive } from './setting/measure-live'
import { hasNginx } from './setting/nginx'
import { sayAccount } from './setting/say-account'
import { quantile } from './setting/times'

const [seconds = 60, people = 50, pace = 1] = process.argv.slice(2).map(Number)
const thinkMs = { from: pace * 500, to: pace * 1_500 }
/** What an annotator waits for, as the addresses have it. */
const WAITS = {
  next: 'POST /api/projects/*/next-task/annotation',
  save: 'PATCH /api/tasks/*/answers',
  submit: 'POST /api/tasks/*/submit',
}

if (!hasNginx()) {
  say('nginx is not installed: replicas behind one address are not measured')
  process.exit(1)
}

function sayPhase({ annotators, manager }: LoadPhase): void {
  say('annotators (and the ratio to the bare route at p95)')
  for (const line of annotators.lines(BARE_ROUTE)) say(line)
  say('manager')
  for (const line of manager.lines()) say(line)
  for (const line of [...annotators.failures(), ...manager.failures()]) say(`${line}, asked again`)
}

say(`${people} people, a decision each every ${thinkMs.from / 1_000} to ${thinkMs.to / 1_000} s, ${seconds} s`)
const report = await runLoad({
  people,
  seconds,
  thinkMs,
  meanwhile: async (fleet) => {
    for (const line of await measureLive(fleet)) say(line)
  },
})
sayPhase(report.calm)
say(`one of the two web processes killed, back after ${(report.backAfterMs / 1_000).toFixed(1)} s`)
sayPhase(report.killed)
say(`${report.rounds} files of 500 records imported and pre-filled, ${report.downloads} downloads`)
const wrong = sayAccount(report)

say('\nms at p50, p95, p99 while nothing is wrong')
for (const [name, what] of [...Object.entries(WAITS), [BARE_ROUTE, BARE_ROUTE] as const]) {
  const times = report.calm.annotators.of(what)
  say(`  ${name.padEnd(16)} ${[0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(0)).join(', ')}`)
}
process.exit(wrong === 0 ? 0 : 1)
