/** A worker of runs as a process of its own, for tests that kill it. ASSAY_TEST_LIMITS: its limits as JSON. */

import { loadTokenCounter } from '@/lib/automation/llm/count-tokens'
import { LIMITS, type Limits } from '@/lib/automation/prefill/ledger/limits'
import { reviveRuns } from '@/lib/automation/prefill/revive-runs'
import { driveRunHandler } from '@/lib/automation/prefill/work/drive-run'
import { runWorker } from '@/lib/platform/jobs/run-worker'
import { pool } from '@/lib/platform/server/db'

const given: Partial<Limits> = JSON.parse(process.env.ASSAY_TEST_LIMITS ?? '{}')
const limits = { ...LIMITS, ...given }
// Loaded with the first call otherwise, which takes a moment of the processor's time.
await loadTokenCounter()
const worker = await runWorker(pool(), [driveRunHandler(limits)], {
  ticks: [{ everyMs: 200, run: () => reviveRuns(limits) }],
})
process.stdout.write('ready\n')
process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)))
