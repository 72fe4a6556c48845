import 'server-only'
import { randomUUID } from 'node:crypto'
import { Prisma } from '@/generated/prisma/client'
import { listOwnProjects, readDecisions } from '@/lib/adjudication/inbox/read-decisions'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { log } from '@/lib/platform/server/log'
import type { MailMode } from './contract'
import { type MailContent, mailContentSchema, newsOf, nextDue, type Told, toldOf, toldSchema } from './rules'

/** An e-mail that is to be sent now, by whoever holds `claim`. */
export interface ClaimedMail {
  id: string
  claim: string
  userId: string
  to: string
  mode: Exclude<MailMode, 'off'>
  content: MailContent
  madeAt: Date
}

/** What was made longer ago is not sent again: what waits by then is told instead. */
const SENT_AGAIN_MS = 24 * 60 * 60_000
/** So long nobody else looks at a person whose e-mail is being sent: longer than sending can take. */
const LEASE_MS = 10 * 60_000
/** Where an event would have been committed late, it is found after so many minutes at the latest. */
const LOOK_ANYWAY_MINUTES = 10
/** Of nobody's inbox is a larger share of the time spent looking than one in so many. */
const LOOK_SHARE = 20
const LEAST_PAUSE_MS = 20_000

/** Where what waits for somebody could not be read, they are looked at again so much later. */
const PAUSE_AFTER_FAULT_MS = 10 * 60_000

/** Rows of "mail_choices c" and "users u" that are to be looked at now. */
export const WHO_IS_DUE = `mail_choices c join users u on u.id = c.user_id
  where c.mode <> 'off' and c.due_at <= now() and u.deactivated_at is null and u.email is not null
    and (c.mode <> 'at_once' or c.looked_at_event is distinct from (select max(id) from events)
         or c.due_at < now() - interval '${LOOK_ANYWAY_MINUTES} minutes'
         or exists (select 1 from mails m where m.user_id = c.user_id and m.state <> 'sent'))`

interface Due {
  userId: string
  mode: Exclude<MailMode, 'off'>
  told: unknown
  email: string
  name: string
  isAdmin: boolean
  lastEvent: bigint | null
}

/**
 * Looks at the next person who is to be looked at, in one transaction: what they are to be told, and that it is being told. null:
 * nobody is due; otherwise their e-mail, if there is anything to say.
 */
export async function claimNext(): Promise<{ mail: ClaimedMail | null } | null> {
  let userId: string | null = null
  try {
    return await transaction(async (tx) => {
      const [due] = await tx.$queryRaw<Due[]>`
        select c.user_id "userId", c.mode, c.told, u.email, u.name, u.is_admin "isAdmin", (select max(id) from events) "lastEvent"
        from ${Prisma.raw(WHO_IS_DUE)} order by c.due_at, c.user_id limit 1 for update of c skip locked`
      if (!due) return null
      userId = due.userId
      const mail = (await takeUp(tx, due)) ?? (await make(tx, due))
      if (mail) await postpone(tx, due, new Date(Date.now() + LEASE_MS))
      return { mail }
    })
  } catch (error) {
    if (userId === null) throw error
    // Others do not wait for somebody whose inbox cannot be read.
    const dueAt = new Date(Date.now() + PAUSE_AFTER_FAULT_MS)
    await transaction((tx) => tx.mailChoice.updateMany({ where: { userId: userId ?? '' }, data: { dueAt } }))
    log.error('an e-mail could not be made', { userId, error: error instanceof Error ? error.message : String(error) })
    return { mail: null }
  }
}

const postpone = (tx: Tx, { userId, lastEvent }: Due, dueAt: Date) =>
  tx.mailChoice.update({ where: { userId }, data: { dueAt, lookedAtEvent: lastEvent } })

/**
 * An e-mail whose sender is gone. Nothing of one that was not handed over can have been taken, so it is forgotten and what waits is
 * looked at anew. One that was may have been taken or not: the very same is sent again, under the same Message-ID.
 */
async function takeUp(tx: Tx, due: Due): Promise<ClaimedMail | null> {
  const { userId, email } = due
  await tx.mail.deleteMany({ where: { userId, state: 'claimed' } })
  const open = await tx.mail.findFirst({ where: { userId, state: 'handed' } })
  if (!open || open.mode === 'off') return null
  const { id, mode, madeAt } = open
  const { data: content } = mailContentSchema.safeParse(open.content)
  if (!content || madeAt.getTime() < Date.now() - SENT_AGAIN_MS || !(await isStillTheirs(tx, due, content))) {
    await tx.mail.delete({ where: { id } })
    return null
  }
  const claim = randomUUID()
  await tx.mail.update({ where: { id }, data: { claim } })
  return { id, claim, userId, to: email, mode, madeAt, content }
}

/** Are they still a member of every project that the e-mail names? */
async function isStillTheirs(tx: Tx, due: Due, { projects }: MailContent): Promise<boolean> {
  const ownProjectIds = new Set((await listOwnProjects(tx, actorOf(due))).map(({ id }) => id))
  return projects.every(({ id }) => ownProjectIds.has(id))
}

const actorOf = ({ userId, name, isAdmin }: Due): Actor => ({ userId, name, isAdmin, via: 'session' })

/** A new e-mail, if anything waits that the person was not told of. */
async function make(tx: Tx, due: Due): Promise<ClaimedMail | null> {
  const { userId, email, mode } = due
  const began = performance.now()
  const { content, told } = await readNews(tx, actorOf(due), toldSchema.safeParse(due.told).data ?? {})
  if (!content) {
    const pause = Math.max(LEAST_PAUSE_MS, (performance.now() - began) * LOOK_SHARE)
    const next = nextDue(mode, new Date(), false)
    await postpone(tx, due, new Date(Math.max(next.getTime(), Date.now() + pause)))
    // What waits no longer is forgotten, so that it is told of when it comes back.
    await tx.mailChoice.update({ where: { userId }, data: { told } })
    return null
  }
  const mail = { id: randomUUID(), claim: randomUUID(), userId, mode, madeAt: new Date() }
  await tx.mail.create({ data: { ...mail, content: content as Prisma.InputJsonValue, told } })
  return { ...mail, to: email, content }
}

/** What an e-mail would tell somebody now, and what they know afterwards: what their inbox shows them, and nothing else. */
export async function readNews(
  tx: Tx,
  actor: Actor,
  notifiedDecisions: Told,
): Promise<{ content: MailContent | null; told: Told }> {
  const projects = await listOwnProjects(tx, actor)
  const { decisions } = await readDecisions(tx, actor, projects, null)
  return { content: newsOf(decisions, notifiedDecisions), told: toldOf(decisions.list) }
}
