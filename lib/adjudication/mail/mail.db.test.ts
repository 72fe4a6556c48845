import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pool, prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { PATIENCE } from '@/lib/platform/server/smtp'
import { removeUser } from '@/lib/workspace/users/remove-user'
import { actorOf } from '@/tests/actors'
import { type MadeProject, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { routeAt } from '@/tests/support/call-route'
import { type MailServer, PASSWORD, startMailServer } from '@/tests/support/mail-server'
import { type SpawnedWorker, spawnMailWorker } from '@/tests/support/spawn-worker'
import { holdRow, takeInOrder } from '@/tests/support/take-in-order'
import { until } from '@/tests/support/wait'
import { chooseMail } from './choose-mail'
import { claimNext } from './claim-mail'
import type { MailMode } from './contract'
import { ClaimLost, dropOldMails, markHanded, markSent } from './end-mail'
import { getMailChoice, getMailServer } from './queries'
import { mailWhoIsDue, sendMails } from './send-mails'
import { stopToken } from './stop-link'

const stopRoute = routeAt('POST /api/unsubscribe/{token}')

let server: MailServer
let project: MadeProject
let workers: SpawnedWorker[] = []
const settings = { NEXTAUTH_URL: 'https://assay.example.org', ASSAY_MAIL_FROM: 'Assay <assay@example.org>' }

beforeEach(async () => {
  server = await startMailServer()
  Object.assign(env(), settings, { ASSAY_SMTP_URL: server.url })
  project = await makeProject({ name: 'Oceans' })
})
afterEach(async () => {
  for (const worker of workers) await worker.kill()
  workers = []
  await server.close()
  Object.assign(env(), { NEXTAUTH_URL: undefined, ASSAY_MAIL_FROM: undefined, ASSAY_SMTP_URL: undefined })
  // Nobody of this test is told anything in the next one.
  await pool().query(`truncate mail_choices, mails, mail_servers`)
  await pool().query('delete from graphile_worker._private_jobs')
  vi.restoreAllMocks()
})

/** A reviewer, for whom every revealed task waits. */
async function makeReader(mode: MailMode = 'hourly') {
  const user = await makeMember(project, 'reviewer')
  await chooseMail(actorOf(user), mode)
  return user
}

/** So many tasks are revealed at a time, each with its event, as if as many last annotators had submitted. */
async function reveal(many: number) {
  const { id } = await makeTask(project)
  await pool().query(`update tasks set state = 'consolidating' where id = $1`, [id])
  await pool().query(`insert into events (type, project_id, task_id) values ('task.revealed', $1, $2)`, [
    project.id,
    id,
  ])
  await pool().query(
    `with made as (
       insert into items (id, project_id, position, title, content, record, format, content_hash)
       select gen_random_uuid(), project_id, position * 1000 + n, title, content, record, format, gen_random_uuid()::text
       from items, generate_series(1, $2) n where id = (select item_id from tasks where id = $1) returning id, position),
     opened as (
       insert into tasks (id, project_id, stage_id, item_id, position, raters, state)
       select gen_random_uuid(), t.project_id, t.stage_id, m.id, m.position, t.raters, 'consolidating' from tasks t, made m where t.id = $1
       returning id, project_id)
     insert into events (type, project_id, task_id) select 'task.revealed', project_id, id from opened`,
    [id, many - 1],
  )
}

/** Everybody's moment has come, and trouble with the server is over. */
async function makeDue() {
  await pool().query(`update mail_choices set due_at = now() - interval '11 minutes' where mode <> 'off'`)
  await pool().query(`update mail_servers set retry_at = null`)
}

const send = async () => {
  await makeDue()
  await sendMails(new AbortController().signal)
}
const states = async () => (await prisma().mail.findMany({ orderBy: { madeAt: 'asc' } })).map(({ state }) => state)
/** The number of new things that an e-mail tells. */
const told = (raw: string) => Number(/Subject: Assay: ([\d,]+) new/.exec(raw)?.[1]?.replace(',', ''))

describe('an e-mail', () => {
  it('tells names of projects and counts, with links, once, and what is new the next time', async () => {
    const reader = await makeReader()
    await reveal(2)
    await send()
    await send()
    expect(server.taken).toHaveLength(1)
    const [{ raw, headers, to } = { raw: '', headers: [], to: '' }] = server.taken
    expect(to).toBe(reader.email)
    for (const part of [
      '2 new decisions wait for',
      '2 tasks to settle',
      'Oceans',
      `https://assay.example.org/projects/`,
    ])
      expect(raw).toContain(part)
    expect(raw).not.toContain('ocean?')
    const stop = `https://assay.example.org/unsubscribe/${stopToken(reader.id)}`
    expect(headers).toContain(`List-Unsubscribe: <${stop}>`)
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(headers).toContain('From: Assay <assay@example.org>')
    await reveal(3)
    await send()
    expect(server.taken.map((mail) => told(mail.raw))).toEqual([2, 3])
    expect(server.taken[1]?.raw).toContain('5 decisions wait in your inbox')
    expect(await states()).toEqual(['sent', 'sent'])
  })

  it('goes to nobody who has not chosen any, is deactivated, or has stopped them by its link', async () => {
    const [none, gone, stopped] = [await makeMember(project, 'reviewer'), await makeReader(), await makeReader()]
    await prisma().user.update({ where: { id: gone.id }, data: { deactivatedAt: new Date() } })
    const params = Promise.resolve({ token: stopToken(stopped.id) })
    const body = 'List-Unsubscribe=One-Click'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = () => new Request('https://assay.example.org/api', { method: 'POST', body, headers })
    for (let times = 0; times < 2; times++) expect((await stopRoute(request(), { params })).status).toBe(204)
    const others = Promise.resolve({
      token: stopToken(stopped.id).replace(/^./, (first) => (first === '0' ? '1' : '0')),
    })
    expect((await stopRoute(request(), { params: others })).status).toBe(410)
    await reveal(1)
    await send()
    expect(server.taken).toEqual([])
    expect((await getMailChoice(actorOf(none))).mode).toBe('off')
    expect((await getMailChoice(actorOf(stopped))).mode).toBe('off')
  })

  it('leaves nothing of a person who is removed', async () => {
    const reader = await makeReader()
    await reveal(1)
    await send()
    await removeUser(actorOf(await makeUser({ isAdmin: true })), reader.id)
    expect(await prisma().mail.count()).toBe(0)
    expect(await prisma().mailChoice.count()).toBe(0)
  })

  it('takes names of all kinds, and none of them becomes a header', async () => {
    await prisma().project.update({
      where: { id: project.id },
      data: { name: 'محيطات\r\nBcc: all@example.org\u202e <b>&"' },
    })
    await makeReader()
    await reveal(1)
    await send()
    const { headers = [], raw = '' } = server.taken[0] ?? {}
    expect(headers.filter((line) => /^bcc/i.test(line))).toEqual([])
    expect(raw.replaceAll(/=\r\n/g, '')).toContain('&lt;b&gt;&amp;&quot;</bdi>')
  })

  it('is looked for again only when something has happened, where it is wanted at once', async () => {
    await makeReader('at_once')
    await reveal(1)
    await sendMails(new AbortController().signal)
    expect(server.taken).toHaveLength(1)
    await pool().query(`update mail_choices set due_at = now()`)
    await sendMails(new AbortController().signal)
    await mailWhoIsDue()
    const jobs = async () => (await pool().query('select 1 from graphile_worker.jobs')).rows.length
    expect(await jobs()).toBe(0)
    await reveal(1)
    await pool().query(`update mail_choices set due_at = now()`)
    await mailWhoIsDue()
    expect(await jobs()).toBe(1)
    await sendMails(new AbortController().signal)
    expect(server.taken.map((mail) => told(mail.raw))).toEqual([1, 1])
  })
})

describe('an e-mail that is under way', () => {
  it('is held after the choice of its reader, as by a reader who stops their e-mails', async () => {
    const reader = await makeReader('daily')
    await reveal(1)
    await makeDue()
    const { mail } = (await claimNext()) ?? {}
    if (!mail) throw new Error('there is something to say')
    await markHanded(mail)
    const order = {
      first: holdRow('mail_choices', 'user_id', reader.id),
      later: holdRow('mails', 'id', mail.id, 'nowait'),
    }
    await takeInOrder(order, () => markSent(mail))
    expect(await prisma().mail.findUniqueOrThrow({ where: { id: mail.id } })).toMatchObject({ state: 'sent' })
  })

  it('stays with its sender when the person chooses anew, who is then looked at as they chose', async () => {
    const reader = await makeReader('daily')
    await reveal(1)
    await makeDue()
    const { mail } = (await claimNext()) ?? {}
    if (!mail) throw new Error('there is something to say')
    await chooseMail(actorOf(reader), 'at_once')
    expect(await claimNext()).toBeNull()
    await markHanded(mail)
    await markSent(mail)
    const { dueAt, mode } = await prisma().mailChoice.findUniqueOrThrow({ where: { userId: reader.id } })
    expect(mode).toBe('at_once')
    expect((dueAt?.getTime() ?? 0) - Date.now()).toBeLessThan(10 * 60_000)
  })

  it.each([
    ['whose account is closed', { deactivatedAt: new Date() }],
    ['who has another address', { email: 'another@example.org' }],
  ])('is not handed over to somebody %s', async (_, data) => {
    const reader = await makeReader()
    await reveal(1)
    await makeDue()
    const { mail } = (await claimNext()) ?? {}
    if (!mail) throw new Error('there is something to say')
    await prisma().user.update({ where: { id: reader.id }, data })
    await expect(markHanded(mail)).rejects.toThrow(ClaimLost)
  })

  it.each([
    ['a day later', `update mails set made_at = now() - interval '25 hours'`],
    ['where its content cannot be read', `update mails set content = '{}'`],
    ['to somebody who has left the project', `delete from memberships where user_id in (select user_id from mails)`],
  ])('is not sent again %s', async (_, change) => {
    await makeReader()
    await reveal(1)
    server.behave('take and die')
    await send()
    expect(await states()).toEqual(['handed'])
    const { id } = await prisma().mail.findFirstOrThrow()
    await pool().query(change)
    server.behave('take')
    await send()
    expect(server.taken.slice(1).map((mail) => mail.id.includes(id))).not.toContain(true)
    expect(await prisma().mail.count({ where: { id } })).toBe(0)
  })

  it('is forgotten thirty days after it was sent, also where the person wants no more', async () => {
    const reader = await makeReader()
    await reveal(1)
    await send()
    await chooseMail(actorOf(reader), 'off')
    await dropOldMails()
    expect(await states()).toEqual(['sent'])
    await pool().query(`update mails set sent_at = now() - interval '31 days'`)
    await dropOldMails()
    expect(await states()).toEqual([])
  })
})

describe('a mail server', () => {
  it('that passes on nothing from here is in trouble, and no address is blamed for it', async () => {
    const reader = await makeReader()
    await reveal(1)
    server.behave('refuse relaying')
    await send()
    expect((await getMailChoice(actorOf(reader))).problem).toBeNull()
    const { problem, failures } = await prisma().mailServer.findFirstOrThrow()
    expect(problem).toBe('The mail server does not pass this e-mail on. It says: “554 5.7.1 Relay access denied”.')
    expect(failures).toBe(1)
    await send()
    expect(await prisma().mailServer.findFirstOrThrow()).toMatchObject({ failures: 2 })
    await mailWhoIsDue()
    expect((await pool().query('select 1 from graphile_worker.jobs')).rows).toEqual([])
  })

  it('that refuses to relay to some addresses passes on the rest at once, and blames those once it has taken others', async () => {
    const unknown = [await makeReader(), await makeReader(), await makeReader()]
    const known = await makeReader()
    await reveal(1)
    server.behave({ refuses: unknown.map(({ email }) => email ?? ''), saying: '550 5.7.1 Unable to relay' })
    for (const [minutes, { id }] of [...unknown, known].entries())
      await pool().query(`update mail_choices set due_at = now() - make_interval(mins => $1) where user_id = $2`, [
        11 - minutes,
        id,
      ])
    await sendMails(new AbortController().signal)
    expect(server.taken.map(({ to }) => to)).toEqual([known.email])
    expect(await prisma().mailServer.findFirstOrThrow()).toMatchObject({ problem: null, failures: 0, retryAt: null })
    const waits = await prisma().mailChoice.findMany({ where: { userId: { in: unknown.map(({ id }) => id) } } })
    for (const { dueAt, problem } of waits) {
      expect((dueAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(15 * 60_000)
      expect(problem).toBeNull()
    }
    await send()
    for (const person of unknown)
      expect((await getMailChoice(actorOf(person))).problem).toContain('“550 5.7.1 Unable to relay”')
    expect(await prisma().mailServer.findFirstOrThrow()).toMatchObject({ problem: null, failures: 0 })
  })

  it('that refuses to relay to one address alone blames that one, keeps nobody waiting and is in no trouble', async () => {
    const known = await makeReader()
    await reveal(1)
    await send()
    const unknown = await makeReader()
    server.behave({ refuses: [unknown.email ?? ''], saying: '550 5.7.1 Unable to relay' })
    await send()
    expect((await getMailChoice(actorOf(unknown))).problem).toBeNull()
    for (let turn = 0; turn < 3; turn++) {
      await send()
      expect((await getMailChoice(actorOf(unknown))).problem).toContain('“550 5.7.1 Unable to relay”')
      expect(await prisma().mailServer.findFirstOrThrow()).toMatchObject({ problem: null, failures: 0, retryAt: null })
    }
    await reveal(1)
    await send()
    expect(server.taken.map(({ to }) => to)).toEqual([known.email, known.email])
    // Who turns e-mails off and on is tried anew: the first refusal is nobody's again.
    await chooseMail(actorOf(unknown), 'off')
    await chooseMail(actorOf(unknown), 'at_once')
    await send()
    expect((await getMailChoice(actorOf(unknown))).problem).toBeNull()
  })

  it('that passes on nothing any more is in trouble once it has refused two people', async () => {
    const readers = [await makeReader(), await makeReader()]
    await reveal(1)
    await send()
    expect(server.taken).toHaveLength(2)
    server.behave('refuse relaying')
    await reveal(1)
    await send()
    expect(await prisma().mailServer.findFirstOrThrow()).toMatchObject({ failures: 1 })
    await send()
    expect(await prisma().mailServer.findFirstOrThrow()).toMatchObject({ failures: 2 })
    for (const reader of readers) expect((await getMailChoice(actorOf(reader))).problem).toBeNull()
  })

  it('that does not know a mailbox behind a relay blames that address alone', async () => {
    const [unknown, known] = [await makeReader(), await makeReader()]
    await reveal(1)
    const saying = '550 5.1.1 Recipient address rejected: User unknown in relay recipient table of relay1.example.org'
    server.behave({ refuses: [unknown.email ?? ''], saying })
    await send()
    expect(server.taken.map(({ to }) => to)).toEqual([known.email])
    expect((await getMailChoice(actorOf(unknown))).problem).toContain('User unknown in relay recipient table')
    expect(await prisma().mailServer.findFirstOrThrow()).toMatchObject({ problem: null, failures: 0 })
  })

  it('that refuses an address keeps nobody else from their e-mails, and the person is told why', async () => {
    const reader = await makeReader()
    await reveal(2)
    server.behave('refuse')
    await send()
    expect(await getMailChoice(actorOf(reader))).toMatchObject({
      problem: 'The mail server does not take mail for this address. It says: “550 no such mailbox”.',
    })
    server.behave('take')
    const other = await makeReader()
    await send()
    expect(server.taken.map(({ to }) => to).sort()).toEqual([reader.email, other.email].sort())
    expect((await getMailChoice(actorOf(reader))).problem).toBeNull()
  })

  it.each([
    [
      'refuse sender',
      'The mail server does not let the sender of ASSAY_MAIL_FROM through. It says: “550 who is that”.',
    ],
    ['hang', 'The mail server does not answer.'],
  ] as const)(
    'that does this loses nothing and doubles nothing, and administrators see why: %s',
    async (how, problem) => {
      await makeReader()
      const admin = actorOf(await makeUser({ isAdmin: true }))
      await reveal(2)
      server.behave(how)
      const patience = vi.spyOn(PATIENCE, 'answer', 'get').mockReturnValue(300)
      await send()
      patience.mockRestore()
      expect(await getMailServer(admin)).toMatchObject({ problem, people: 1 })
      expect(await states()).toEqual([])
      // Until its pause is over nobody asks it anything.
      const addressed = server.addressed()
      await sendMails(new AbortController().signal)
      expect(server.addressed()).toBe(addressed)
      await reveal(1)
      server.behave('take')
      await send()
      expect(server.taken.map((mail) => told(mail.raw))).toEqual([3])
      expect(await getMailServer(admin)).toMatchObject({ problem: null, failingSince: null })
    },
  )

  it('that goes in the middle of a message has taken nothing of it', async () => {
    await makeReader()
    await reveal(2)
    server.behave('die amid')
    await send()
    await reveal(1)
    server.behave('take')
    await send()
    await send()
    // Where its end was on the way already, it was sent again as it was.
    const counts = server.taken.map((mail) => told(mail.raw))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
  })

  it('that goes once it has taken a message, and before it says so, is sent the very same again', async () => {
    await makeReader()
    await reveal(2)
    server.behave('take and die')
    await send()
    expect(await states()).toEqual(['handed'])
    await reveal(1)
    server.behave('take')
    await send()
    await send()
    const [first, again, last] = server.taken
    expect(again).toEqual(first)
    expect(server.taken.map((mail) => told(mail.raw))).toEqual([2, 2, 1])
    expect(last?.id).not.toBe(first?.id)
  })

  it('that refuses a message for now gets what waits by then', async () => {
    await makeReader()
    await reveal(1)
    server.behave('later')
    await send()
    expect(await states()).toEqual([])
    await reveal(1)
    server.behave('take')
    await send()
    expect(server.taken.map((mail) => told(mail.raw))).toEqual([2])
  })

  it('that refuses the password is named as that, and the password stands nowhere', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    Object.assign(env(), { ASSAY_SMTP_URL: server.url.replace(encodeURIComponent(PASSWORD), 'wrong-password') })
    await makeReader()
    await reveal(1)
    await send()
    const admin = actorOf(await makeUser({ isAdmin: true }))
    const status = await getMailServer(admin)
    expect(status.problem).toContain('refuses the user name or the password of ASSAY_SMTP_URL')
    const { rows } = await pool().query(`select * from mail_servers`)
    const everything = JSON.stringify([status, rows, write.mock.calls])
    for (const secret of ['wrong-password', Buffer.from('\0mailer\0wrong-password').toString('base64')])
      expect(everything).not.toContain(secret)
    expect(everything).toContain('no e-mail goes out')
    await expect(getMailServer(actorOf(await makeUser()))).rejects.toThrow('administrators')
  })

  it('that is not there, or not named, is said as well', async () => {
    await makeReader()
    await reveal(1)
    const admin = actorOf(await makeUser({ isAdmin: true }))
    await server.close()
    await send()
    expect((await getMailServer(admin)).problem).toContain('takes no connection')
    Object.assign(env(), { ASSAY_SMTP_URL: undefined })
    expect(await getMailServer(admin)).toMatchObject({ address: null, missing: ['ASSAY_SMTP_URL'] })
    expect(await getMailChoice(admin)).toMatchObject({ serverSends: false })
    await send()
  })
})

describe('a worker that is killed', () => {
  const start = async () => {
    const worker = await spawnMailWorker({ ...settings, ASSAY_SMTP_URL: server.url })
    workers.push(worker)
    await worker.ready
    return worker
  }
  /** The lease of whoever is gone is over, and so is the lock on their job. */
  const inherit = async () => {
    await makeDue()
    await pool().query(`update graphile_worker._private_jobs set locked_by = null, locked_at = null`)
  }

  it('leaves 200 events one e-mail: none lost, none told twice, before and after the server has the message', async () => {
    await makeReader()
    await reveal(100)
    server.behave('hang')
    await makeDue()
    const first = await start()
    await until(() => server.addressed() === 1)
    expect(await states()).toEqual(['claimed'])
    await reveal(100)
    await first.kill()
    // The next one is killed when the server has taken it, and has not said so.
    server.behave('take in silence')
    await inherit()
    const second = await start()
    await until(() => server.taken.length === 1)
    await second.kill()
    expect(await states()).toEqual(['handed'])
    server.behave('take')
    await inherit()
    await start()
    await until(async () => (await states()).every((state) => state === 'sent'))
    // The very same message, which programs that keep mail know by its name and bytes.
    expect(new Set(server.taken.map(({ id }) => id)).size).toBe(1)
    expect(new Set(server.taken.map(({ raw }) => raw)).size).toBe(1)
    expect(server.taken.map((mail) => told(mail.raw))).toEqual([200, 200])
    // Nothing is told again, though everybody is looked at.
    await reveal(1)
    await inherit()
    await until(() => server.taken.length === 3)
    expect(server.taken.map((mail) => told(mail.raw))).toEqual([200, 200, 1])
  })
})
