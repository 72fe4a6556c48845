/**
 * Runs files of tests again and again beside processes that do nothing but keep the processor busy: for tests that once failed by chance.
 * Journeys are not tried a second time here; `FILE:LINE` is the one at that line. Prints how many of the runs failed, and ends with an error where one did.
 * Run: npm run bench -- repeat [--times 50] [--busy 8] FILE...
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ensureBrowser } from '@/scripts/chromium'
import { runJourneys, runStep } from '@/scripts/test/run-step'
import { say } from './setting/app'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '50' }, busy: { type: 'string', default: '8' } },
})
const times = Number(values.times)
const specs = positionals.filter((file) => /\.spec\.ts(?::\d+)?$/.test(file))
const files = positionals.filter((file) => !specs.includes(file))

const busy = Array.from({ length: Number(values.busy) }, () => spawn(process.execPath, ['-e', 'for (;;);']))
process.once('exit', () => {
  for (const each of busy) each.kill('SIGKILL')
})

let failed = 0
if (files.length > 0)
  for (let run = 1; run <= times; run++)
    if (!(await runStep('vitest/vitest.mjs', ['run', '--reporter=dot', ...files]))) failed += 1
if (specs.length > 0) {
  await ensureBrowser()
  if (!(await runJourneys([...specs, `--repeat-each=${times}`, '--retries=0']))) failed += 1
}
say(failed === 0 ? `none failed: ${times} times ${positionals.join(', ')}` : `${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
