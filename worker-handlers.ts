import { dropOldMails } from '@/lib/adjudication/mail/end-mail'
import { mailWhoIsDue, sendMailsHandler } from '@/lib/adjudication/mail/send-mails'
import { freezeOverdue, freezeSubmissionHandler } from '@/lib/annotation/annotations/freeze-submissions'
import { forgetPages } from '@/lib/automation/evidence/forget-pages'
import { resealKeys } from '@/lib/automation/keys/reseal-keys'
import { forgetCalls } from '@/lib/automation/prefill/ledger/forget-calls'
import { reviveRuns } from '@/lib/automation/prefill/revive-runs'
import { driveRunHandler } from '@/lib/automation/prefill/work/drive-run'
import { runEndedHandler } from '@/lib/gold/evaluation/add-ended-run'
import { checkPredictionsHandler } from '@/lib/gold/evaluation/check-predictions'
import { makeReportHandler } from '@/lib/gold/evaluation/make-report'
import { forgetPushSecrets } from '@/lib/gold/releases/push/forget-push-secrets'
import { pushReleaseHandler } from '@/lib/gold/releases/push/push-job'
import { buildReleaseHandler } from '@/lib/gold/releases/release/build/build-job'
import type { Tick } from '@/lib/platform/jobs/run-worker'
import type { JobHandler } from '@/lib/platform/jobs/task-registry'
import { agreementIntervalsHandler } from '@/lib/quality/agreement/compute-intervals'
import { rateTasksHandler } from '@/lib/quality/agreement/ledger/rate-tasks'
import { estimatesHandler } from '@/lib/quality/distributions/compute-estimates'
import { peopleFiguresHandler } from '@/lib/quality/people/compute-people'
import { pilotsHandler } from '@/lib/quality/planning/compute-pilots'
import { drawSecondsHandler } from '@/lib/quality/second-adjudication/draw-second'
import { applyImportHandler } from '@/lib/workspace/imports/apply-import'
import { checkImportHandler } from '@/lib/workspace/imports/check-import'
import { dropOldFiles } from '@/lib/workspace/imports/drop-old-files'
import { recordRevealedReadsHandler } from '@/lib/workspace/tasks/record-revealed-reads'
import { forgetSignIns } from '@/lib/workspace/users/forget-sign-ins'

/** Every job the worker can do, inside the web process and in `npm run worker` alike. */
export const handlers: JobHandler[] = [
  freezeSubmissionHandler,
  checkImportHandler,
  applyImportHandler,
  driveRunHandler(),
  rateTasksHandler,
  agreementIntervalsHandler,
  recordRevealedReadsHandler,
  peopleFiguresHandler,
  estimatesHandler,
  pilotsHandler,
  drawSecondsHandler,
  checkPredictionsHandler,
  runEndedHandler,
  makeReportHandler,
  buildReleaseHandler,
  pushReleaseHandler(),
  sendMailsHandler,
]

/** What the worker looks after by itself. */
export const ticks: Tick[] = [
  { everyMs: 10_000, run: () => reviveRuns() },
  { everyMs: 15_000, run: () => mailWhoIsDue() },
  { everyMs: 60_000, run: () => freezeOverdue() },
  { everyMs: 60_000, run: () => resealKeys() },
  { everyMs: 3_600_000, run: () => dropOldFiles() },
  { everyMs: 3_600_000, run: () => forgetPushSecrets() },
  { everyMs: 3_600_000, run: () => dropOldMails() },
  { everyMs: 3_600_000, run: () => forgetSignIns().then(() => undefined) },
  { everyMs: 3_600_000, run: () => forgetCalls().then(() => undefined) },
  { everyMs: 3_600_000, run: () => forgetPages().then(() => undefined) },
]
