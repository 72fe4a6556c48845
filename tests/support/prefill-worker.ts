/** A worker of runs as a process of its own, for tests that kill it. ASSAY_TEST_LIMITS: its limits as JSON. */
import { runWorker } from '@/lib/jobs/run-worker'
import { loadTokenCounter } from '@/lib/llm/count-tokens'
import { LIMITS, type Limits } from '@/lib/prefill/ledger/limits'
import { reviveRuns } from '@/lib/prefill/revive-runs'
import { driveRunHandler } from '@/lib/prefill/work/drive-run'
import { pool } from '@/lib/server/db'

const given: Partial<Limits> = JSON.parse(process.env.ASSAY_TEST_LIMITS ?? '{}')
const limits = { ...LIMITS, ...given }
// Loaded with the first call otherwise, which takes a moment of the processor's time.
await loadTokenCounter()
const worker = await runWorker(pool(), [driveRunHandler(limits)], {
  ticks: [{ everyMs: 200, run: () => reviveRuns(limits) }],
})
process.stdout.write('ready\n')
process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)))
