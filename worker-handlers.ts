import { agreementIntervalsHandler } from '@/lib/agreement/compute-intervals-job'
import { rateTasksHandler } from '@/lib/agreement/ledger/rate-tasks'
import { rememberFiguresHandler } from '@/lib/agreement/remember-figures'
import { runEndedHandler } from '@/lib/evaluation/add-ended-run'
import { checkPredictionsHandler } from '@/lib/evaluation/check-predictions'
import { makeReportHandler } from '@/lib/evaluation/make-report'
import { applyImportHandler } from '@/lib/imports/apply-import'
import { checkImportHandler } from '@/lib/imports/check-import'
import type { Tick } from '@/lib/jobs/run-worker'
import type { JobHandler } from '@/lib/jobs/task-registry'
import { peopleFiguresHandler } from '@/lib/people/compute-people'
import { reviveRuns } from '@/lib/prefill/revive-runs'
import { driveRunHandler } from '@/lib/prefill/work/drive-run'
import { buildReleaseHandler } from '@/lib/releases/release/build/build-job'

/** Every job the worker can do, inside the web process and in `npm run worker` alike. */
export const handlers: JobHandler[] = [
  checkImportHandler,
  applyImportHandler,
  driveRunHandler(),
  rateTasksHandler,
  agreementIntervalsHandler,
  rememberFiguresHandler,
  peopleFiguresHandler,
  checkPredictionsHandler,
  runEndedHandler,
  makeReportHandler,
  buildReleaseHandler,
]

/** What the worker looks after by itself. */
export const ticks: Tick[] = [{ everyMs: 10_000, run: () => reviveRuns() }]
