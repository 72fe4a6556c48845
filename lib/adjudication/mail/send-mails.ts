import 'server-only'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { handleJob, type JobHandler } from '@/lib/platform/jobs/task-registry'
import { pool, prisma } from '@/lib/platform/server/db'
import { log } from '@/lib/platform/server/log'
import { MailFailure, type MailSettings, mailSettings, sendMail } from '@/lib/platform/server/smtp'
import { type ClaimedMail, claimNext, WHO_IS_DUE } from './claim-mail'
import { type Blamed, ClaimLost, markFailed, markHanded, markSent, release } from './end-mail'
import { sendMailsJob } from './jobs'
import { composeMail } from './message'
import { LONGEST_SERVER_PAUSE_MINUTES } from './rules'
import { stopToken } from './stop-link'

/** A job ends after so long, and the next one goes on. */
const LONGEST_TURN_MS = 10 * 60_000

/** Sends what there is to say to everybody who is due, one after the other, until nobody is or the mail server is in trouble. */
export async function sendMails(signal: AbortSignal): Promise<void> {
  const settings = mailSettings()
  if (!settings || (await isWaiting(settings))) return
  const end = Date.now() + LONGEST_TURN_MS
  let denied = 0
  let isNoted = false
  while (!signal.aborted && Date.now() < end) {
    const next = await claimNext()
    if (!next) return
    if (!next.mail) continue
    const sent = await send(settings, next.mail, signal, isNoted)
    if (sent === 'stop') return
    if (sent === 'accepted') {
      denied = 0
      isNoted = false
    }
    if (sent === 'in trouble') isNoted = true
    if (sent === 'denied' || sent === 'in trouble') denied += 1
    if (denied === MOST_DENIED) return
  }
}

/** After so many refusals to relay in a row, and nothing taken, nobody else is tried before the server's pause is over. */
const MOST_DENIED = 5

/** Was trouble with this server found a moment ago? */
async function isWaiting({ address }: MailSettings): Promise<boolean> {
  const server = await prisma().mailServer.findUnique({ where: { address } })
  return server?.retryAt ? server.retryAt > new Date() : false
}

/**
 * `stop`: nobody else's would get through now; `in trouble`: perhaps nobody else's, as is noted of the server; `denied`: perhaps, which nobody
 * else's confirms so far; `passed over`: this one did not, others may.
 */
type Sent = 'accepted' | 'passed over' | 'denied' | 'in trouble' | 'stop'

async function send(settings: MailSettings, mail: ClaimedMail, signal: AbortSignal, isNoted: boolean): Promise<Sent> {
  const stop = `${settings.base}/unsubscribe/${stopToken(mail.userId)}`
  const { id, to, madeAt: date } = mail
  try {
    const words = composeMail(mail.content, mail.mode, { base: settings.base, stop })
    await sendMail(settings, { ...words, id, to, date, stop }, { handOver: () => markHanded(mail), signal })
  } catch (error) {
    if (error instanceof ClaimLost) return 'passed over'
    if (!(error instanceof MailFailure)) throw error
    if (signal.aborted && !error.isAnswer) {
      await release(mail)
      return 'stop'
    }
    const blamed = await judge(settings, mail, error)
    await markFailed(mail, error, blamed)
    if (blamed === 'address') return 'passed over'
    if (blamed === 'nobody') return 'denied'
    // Of several that are denied in one turn the server's pause counts once.
    if (blamed === 'server' || !isNoted) await noteTrouble(settings, error)
    return blamed === 'server' ? 'stop' : 'in trouble'
  }
  await markSent(mail)
  await noteAccepted(settings)
  return 'accepted'
}

/**
 * Whose is a refusal to relay? The server's, where it has never taken an e-mail or has refused somebody else since it last took one. Else the
 * address's from the second on; the first, which nobody else's confirms, is nobody's yet, and the person is only tried again later.
 */
async function judge({ address }: MailSettings, { userId }: ClaimedMail, { of }: MailFailure): Promise<Blamed> {
  if (of !== 'relaying') return of
  const { acceptedAt = null } = (await prisma().mailServer.findUnique({ where: { address } })) ?? {}
  if (!acceptedAt) return 'relaying'
  const others = { userId: { not: userId }, mode: { not: 'off' }, problem: null, deniedAt: { gt: acceptedAt } } as const
  if ((await prisma().mailChoice.count({ where: others })) > 0) return 'relaying'
  const mailChoice = await prisma().mailChoice.findUnique({ where: { userId }, select: { deniedAt: true } })
  return mailChoice?.deniedAt ? 'address' : 'nobody'
}

async function noteAccepted({ address }: MailSettings): Promise<void> {
  const works = { problem: null, failures: 0, failingSince: null, retryAt: null, acceptedAt: new Date() }
  await prisma().mailServer.upsert({ where: { address }, create: { address, ...works }, update: works })
}

async function noteTrouble({ address }: MailSettings, { message: problem }: MailFailure): Promise<void> {
  // Two workers may meet the trouble at once. After so many failures in a row the pause is 1, 2, 4, 8 and then 15 minutes.
  const [noted] = await prisma().$queryRaw<{ failures: number }[]>`
    insert into mail_servers as s (address, problem, failures, failing_since, retry_at)
    values (${address}, ${problem}, 1, now(), now() + interval '1 minute')
    on conflict (address) do update set problem = excluded.problem, failures = s.failures + 1,
      failing_since = coalesce(s.failing_since, now()),
      retry_at = now() + make_interval(mins => least(${LONGEST_SERVER_PAUSE_MINUTES}, 2 ^ least(s.failures, 10))::int)
    returning failures`
  log.warn('no e-mail goes out', { server: address, problem, failures: noted?.failures })
}

/** Sending mostly waits, so it takes no place from work. */
export const sendMailsHandler: JobHandler = {
  ...handleJob(sendMailsJob, (_, { signal }) => sendMails(signal)),
  lane: 'runs',
}

/** Gives a job to what is to be sent, unless one has it. */
export async function mailWhoIsDue(): Promise<void> {
  const settings = mailSettings()
  if (!settings || (await isWaiting(settings))) return
  const { rows } = await pool().query<{ due: boolean }>(
    `select exists (select 1 from ${WHO_IS_DUE})
       and not exists (select 1 from graphile_worker.jobs where key = $1 and attempts < max_attempts) as due`,
    [sendMailsJob.name],
  )
  if (rows[0]?.due) await enqueue(pool(), sendMailsJob, {}, { jobKey: sendMailsJob.name })
}
