/** A worker that sends e-mails as a process of its own, for tests that kill it. */
import { mailWhoIsDue, sendMailsHandler } from '@/lib/adjudication/mail/send-mails'
import { runWorker } from '@/lib/platform/jobs/run-worker'
import { pool } from '@/lib/platform/server/db'

const worker = await runWorker(pool(), [sendMailsHandler], { ticks: [{ everyMs: 100, run: mailWhoIsDue }] })
process.stdout.write('ready\n')
process.on('SIGTERM', () => void worker.stop().then(() => process.exit(0)))
