import { describe, expect, it } from 'vitest'
import { record, recordMany } from '@/lib/platform/events/record'
import { pool, prisma, transaction } from '@/lib/platform/server/db'
import { copyTask } from '@/lib/quality/calibration/copy-task'
import { openShadow } from '@/lib/quality/calibration/shadow'
import { actorOf } from '@/tests/actors'
import { makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { type AuditQuery, projectAuditQuery } from './contract'
import { BLIND_TYPES, EVENT_TYPES, typesOf } from './describe-audit'
import { downloadHouseAudit, downloadProjectAudit } from './download-audit'
import { listHouseAudit, listProjectAudit, listProjectPeople } from './queries'
import { houseEventsSql, MOST_WALKED, projectEventsSql } from './read-events'
import { filtersOf } from './rules'

const asked = (query: Partial<Record<keyof AuditQuery, string>> = {}) => projectAuditQuery.parse(query)

async function makeLog() {
  const project = await makeProject()
  const manager = await makeMember(project, 'manager')
  const actor = actorOf(manager)
  const list = (query: Parameters<typeof asked>[0] = {}) => listProjectAudit(actor, project.id, asked(query))
  const scope = { actorId: manager.id, projectId: project.id }
  const publish = (count: number) =>
    transaction((tx) =>
      recordMany(
        tx,
        'guideline.published',
        Array.from({ length: count }, (_, at) => ({ scope, data: { version: at + 1, note: `note ${at + 1}` } })),
      ),
    )
  return { project, manager, actor, list, scope, publish }
}

it.each([
  ['to', /^Write the day/],
  ['from', /^Write the day/],
  ['person', /^Give the id of a person/],
  ['before', /^Give the `next` of the page before/],
  ['kind', /^Give one of sign-in, /],
  ['item', /./],
])('an empty %s is refused in words', (name, words) => {
  expect(projectAuditQuery.safeParse({ [name]: '' }).error?.issues[0]?.message).toMatch(words)
})

describe('the log of a project', () => {
  it('is read newest first, page after page, without a gap or a repetition', async () => {
    const { list, publish } = await makeLog()
    await publish(120)
    const seen: string[] = []
    for (let before: string | undefined; ; ) {
      const page = await list({ before })
      seen.push(...page.events.map(({ text }) => text))
      if (!page.next) break
      before = page.next
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, at) => `Guidelines, version ${120 - at}`))
  })

  it('names its events by no number of the installation; a page stays what it was while others are at work', async () => {
    const { project, actor, list, publish } = await makeLog()
    await publish(60)
    const first = await list()
    const ids = await prisma().event.findMany({ where: { projectId: project.id }, select: { id: true } })
    const numbers = new Set(ids.map(({ id }) => String(id)))
    expect(first.events.filter(({ id }) => numbers.has(id))).toEqual([])
    expect(numbers.has(first.next ?? '')).toBe(false)
    const rest = await list({ before: first.next ?? '' })
    await (await makeLog()).publish(5)
    await publish(1)
    expect(await list({ before: first.next ?? '' })).toEqual(rest)
    // The same event has the same name in a file, and another in the log of another project.
    const lines = await (await downloadProjectAudit(actor, project.id, { ...asked(), format: 'csv' })).text()
    expect(lines).toContain(`,${rest.events[0]?.id},`)
    const elsewhere = await makeLog()
    for (const before of [rest.events[0]?.id, '0'.repeat(32)])
      await expect(elsewhere.list({ before })).rejects.toMatchObject({ code: 'invalid_request' })
    expect(projectAuditQuery.safeParse({ before: '4711' }).success).toBe(false)
  })

  it('is narrowed down by kind, person, day and item', async () => {
    const { project, manager, actor, list, scope, publish } = await makeLog()
    const other = await makeMember(project, 'manager')
    // Who has done nothing yet is among those to choose from, or joining them would tell that somebody has begun.
    expect((await listProjectPeople(actor, project.id)).map(({ id }) => id).sort()).toEqual(
      [manager.id, other.id].sort(),
    )
    await publish(1)
    const task = await makeTask(project)
    await transaction((tx) =>
      record(tx, 'member.added', { ...scope, actorId: other.id }, { userId: manager.id, role: 'viewer' }),
    )
    const about = { ...scope, itemId: task.itemId, taskId: task.id }
    await transaction((tx) => record(tx, 'task.opened', about, {}))
    const texts = async (query: Parameters<typeof asked>[0]) => (await list(query)).events.map(({ text }) => text)
    expect(await texts({ kind: 'members' })).toEqual([`${manager.name} added as viewer`])
    expect(await texts({ person: other.id })).toEqual([`${manager.name} added as viewer`])
    expect(await texts({ person: manager.id, kind: 'project' })).toEqual(['Guidelines, version 1'])
    expect(await texts({ item: String(task.item.position) })).toEqual(['Opened for annotation'])
    expect(await texts({ item: '4711' })).toEqual([])
    const today = new Date().toISOString().slice(0, 10)
    expect(await texts({ from: today, to: today })).toHaveLength(3)
    expect(await texts({ to: '2020-01-01' })).toEqual([])
    expect(await texts({ from: '2100-01-01' })).toEqual([])
    expect((await listProjectPeople(actor, project.id)).map(({ id }) => id).sort()).toEqual(
      [manager.id, other.id].sort(),
    )
    const [opened] = (await list({ kind: 'tasks' })).events
    expect(opened).toMatchObject({ item: { id: task.itemId }, by: { name: manager.name }, kind: 'tasks' })
  })

  it('keeps why somebody may begin without calibration, or without practice', async () => {
    const { manager, list, scope } = await makeLog()
    await transaction(async (tx) => {
      for (const type of ['calibration.waived', 'practice.waived'] as const)
        await record(tx, type, scope, { userId: manager.id, reason: `Why: ${type}` })
    })
    const { events } = await list()
    expect(events.map(({ remark }) => remark)).toEqual(['Why: practice.waived', 'Why: calibration.waived'])
  })

  it('tells of answers only once names are open, and never what they are', async () => {
    const { project, manager, list } = await makeLog()
    const task = await makeTask(project, { state: 'open' })
    const ada = await makeMember(project, 'annotator')
    const about = { actorId: ada.id, projectId: project.id, itemId: task.itemId, taskId: task.id }
    const secret = 'only Ada knows'
    await transaction(async (tx) => {
      const data = { unit: 's1', question: 'reason', from: null, to: secret, origin: 'typed', revision: 1 }
      await record(tx, 'answer.saved', about, data)
      await record(tx, 'comment.added', about, { commentId: task.id, reply: null })
      await record(tx, 'annotation.submitted', about, { round: 1, activeSeconds: 7 })
      await record(tx, 'search.made', about, {
        searchId: task.id,
        unit: null,
        provider: 'corpus',
        query: secret,
        hits: 2,
      })
    })
    const types = async () => (await Promise.all([list(), list({ kind: 'answers' })])).flatMap(({ events }) => events)
    expect((await types()).map(({ type }) => type)).toEqual(['annotation.submitted'])
    // A manager who has a share of the task does not learn how far the partner is.
    await makeAssignment(task, manager)
    expect(await types()).toEqual([])
    // While it is settled, who answered what at which hour would tell whose lane is whose.
    await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
    expect((await types()).map(({ type }) => type)).toEqual(['annotation.submitted'])
    await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
    const told = await types()
    expect(told.map(({ type }) => type).sort()).toEqual([
      'annotation.submitted',
      'answer.saved',
      'comment.added',
      'search.made',
    ])
    expect(JSON.stringify(told)).not.toContain(secret)
  })

  it('tells a manager who annotates nothing of which tasks are copies', async () => {
    const { project, manager, list } = await makeLog()
    const ada = await makeMember(project, 'annotator')
    const [real, original] = [await makeTask(project, { state: 'open' }), await makeTask(project, { state: 'open' })]
    const copyFor = (userId: string, purpose: 'calibration' | 'repeat') =>
      transaction(async (tx) => {
        const copying = { originalId: original.id, actorId: userId, userId: purpose === 'repeat' ? userId : null }
        return copyTask(tx, await openShadow(tx, project.id), { ...copying, purpose })
      })
    const copies = [await copyFor(manager.id, 'repeat'), await copyFor(ada.id, 'calibration')]
    const shares = [
      ...[manager, ada].map(({ id }) => ({ taskId: real.id, userId: id })),
      ...[manager, ada].map(({ id }, at) => ({ taskId: copies[at] ?? '', userId: id })),
    ]
    for (const { taskId, userId } of shares) {
      await prisma().assignment.create({ data: { taskId, userId, state: 'assigned', origin: 'queue' } })
      const scope = { actorId: userId, projectId: project.id, taskId }
      await transaction((tx) => record(tx, 'assignment.reserved', scope, { userId }))
    }
    const told = (await list()).events.map(({ type, by, item }) => [type, by?.name, item])
    // Their own open tasks look alike, be they copies or not; of others' copies no item is named.
    expect(told).toEqual([
      ['assignment.reserved', ada.name, null],
      ['assignment.reserved', manager.name, null],
      ['assignment.reserved', manager.name, null],
      ['task.copied', ada.name, null],
    ])
  })

  it('is for managers, and hidden from everybody else’s projects', async () => {
    const { project } = await makeLog()
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    const stranger = actorOf(await makeUser())
    await expect(listProjectAudit(reviewer, project.id, asked())).rejects.toMatchObject({ code: 'forbidden' })
    await expect(listProjectAudit(stranger, project.id, asked())).rejects.toMatchObject({ code: 'not_found' })
    const download = downloadProjectAudit(reviewer, project.id, { ...asked(), format: 'csv' })
    await expect(download).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('has words and a kind for everything; what tells of answers is known as such', () => {
    expect(EVENT_TYPES.length).toBeGreaterThan(90)
    expect(new Set([...typesOf(undefined), ...typesOf('answers')])).toEqual(new Set(EVENT_TYPES))
    for (const type of ['answer.saved', 'answers.read', 'comment.added', 'resolution.saved', 'search.quoted'])
      expect(BLIND_TYPES).toContain(type)
  })
})

describe('a file of the log', () => {
  it('holds all of it, streamed, with no formula in it; that it was taken is in the next one', async () => {
    const { project, actor, scope, publish } = await makeLog()
    await publish(1200)
    await transaction((tx) =>
      record(tx, 'guideline.published', scope, { version: 9999, note: '=HYPERLINK("http://x")' }),
    )
    const csv = await (await downloadProjectAudit(actor, project.id, { ...asked(), format: 'csv' })).text()
    const lines = csv.trimEnd().split('\r\n')
    expect(lines).toHaveLength(1203)
    expect(lines[0]).toBe('at,id,kind,type,person,person_id,what,remark,item')
    expect(lines[1]).toContain('Downloaded this log: csv')
    expect(lines[2]).toContain(`"'=HYPERLINK(""http://x"")"`)
    const json = await (await downloadProjectAudit(actor, project.id, { ...asked(), format: 'jsonl' })).text()
    const events = json
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(events).toHaveLength(1203)
    expect(events[0]).toMatchObject({ type: 'audit_log.downloaded', by: { id: actor.userId } })
  })
})

describe('the log of the installation', () => {
  it('tells administrators of accounts and of projects that came and went, and of nothing inside of projects', async () => {
    const { project, scope, publish } = await makeLog()
    await publish(1)
    const admin = actorOf(await makeUser({ isAdmin: true }))
    await transaction(async (tx) => {
      await record(tx, 'project.created', scope, { name: 'Rivers', protocolId: 'felm', protocolVersion: 1 })
      await record(tx, 'user.deactivated', { actorId: admin.userId }, { userId: scope.actorId })
    })
    const { events } = await listHouseAudit(admin, asked())
    expect(events.map(({ type }) => type)).toEqual(['user.deactivated', 'project.created'])
    const file = await (await downloadHouseAudit(admin, { ...asked({ kind: 'accounts' }), format: 'jsonl' })).text()
    expect(JSON.parse(file)).toMatchObject({ type: 'user.deactivated' })
    const manager = actorOf(await makeMember(project, 'manager'))
    await expect(listHouseAudit(manager, asked())).rejects.toMatchObject({ code: 'forbidden' })
    await expect(downloadHouseAudit(manager, { ...asked(), format: 'csv' })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('the log itself', () => {
  it('is added to and never changed, whoever asks', async () => {
    const { publish } = await makeLog()
    await publish(1)
    for (const sql of ["update events set type = 'x'", 'delete from events', 'truncate events'])
      await expect(pool().query(sql)).rejects.toThrow(/append-only/)
  })

  it('is read by its indexes, however much of other kinds there is', async () => {
    const { project, actor, scope, publish } = await makeLog()
    await publish(1)
    await pool().query(
      `insert into events (type, actor_id, project_id, data)
       select 'guideline.confirmed', $1, $2, '{"version":1}' from generate_series(1, 30000)`,
      [scope.actorId, project.id],
    )
    await pool().query('analyze events')
    const plans = [
      ...[{}, { kind: 'members' }, { kind: 'answers' }, { from: '2026-01-01' }, { person: scope.actorId }],
    ].map((query) => projectEventsSql(actor, project.id, filtersOf(asked(query)), 51))
    for (const sql of [...plans, houseEventsSql({ kind: 'accounts' }, 51)]) {
      const [plan] = await prisma().$queryRaw<object[]>`explain (format json) ${sql}`
      expect(JSON.stringify(plan)).toMatch(/"Index Name":"events_/)
      expect(scansOf(plan)).not.toContain('events')
    }
  })

  it('looks at so many events that may not be told and at no more; what is behind them is found page by page', async () => {
    const { project, actor, list, manager } = await makeLog()
    const [done, open] = [await makeTask(project), await makeTask(project, { state: 'open' })]
    await prisma().task.update({ where: { id: done.id }, data: { state: 'gold' } })
    const ada = await makeMember(project, 'annotator')
    const answer = (taskId: string, count: number) =>
      pool().query(
        `insert into events (at, type, actor_id, project_id, task_id, data)
         select clock_timestamp(), 'answer.saved', $1, $2, $3, '{"unit":"s1","question":"label"}'
         from generate_series(1, $4::int)`,
        [ada.id, project.id, taskId, count],
      )
    await answer(done.id, 60)
    await answer(open.id, 8 * MOST_WALKED + 10)
    await makeAssignment(open, manager)
    await pool().query('analyze events')
    for (const query of [{ kind: 'answers' }, { kind: 'answers', person: ada.id }]) {
      const pages: number[] = []
      for (let before: string | undefined; ; ) {
        const page = await list({ ...query, before })
        pages.push(page.events.length)
        if (!page.next) break
        before = page.next
      }
      expect(pages).toEqual([...Array(8).fill(0), 50, 10])
      const read = projectEventsSql(actor, project.id, filtersOf(asked(query)), 51)
      const [plan] = await prisma().$queryRaw<object[]>`explain (analyze, format json) ${read}`
      // What sorts events of one moment by their number takes a handful more.
      expect(Math.max(...rowsOf(plan))).toBeLessThan(MOST_WALKED + 100)
    }
    const file = { ...asked({ kind: 'answers' }), format: 'jsonl' } as const
    const lines = (await (await downloadProjectAudit(actor, project.id, file)).text()).trimEnd().split('\n')
    expect(lines).toHaveLength(60)
  })
})

/** How many events each step of a plan takes from the table or an index of it. */
function rowsOf(plan: unknown): number[] {
  if (typeof plan !== 'object' || plan === null) return []
  const { 'Relation Name': table, 'Actual Rows': rows, 'Actual Loops': loops } = plan as Record<string, unknown>
  const own = table === 'events' ? [Number(rows) * Number(loops)] : []
  return [...own, ...Object.values(plan).flatMap(rowsOf)]
}

/** The tables that a plan reads from the first row to the last. */
function scansOf(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return []
  const own = 'Node Type' in plan && plan['Node Type'] === 'Seq Scan' && 'Relation Name' in plan
  return [...(own ? [String(plan['Relation Name'])] : []), ...Object.values(plan).flatMap(scansOf)]
}
