import { describe, expect, test } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { actorOf } from '@/tests/actors'
import { findTask, type MadeTask, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { until } from '@/tests/support/wait'
import { discardTask } from './discard-task'
import { keepStaleTask } from './keep-stale-task'
import { listUnits, loadTask } from './load-task'
import { makeGold } from './make-gold'
import { readTakenOver } from './read-taken-over'
import { reopenTask } from './reopen-task'
import { restoreTask } from './restore-task'
import { revealTask } from './reveal-task'
import { takeOverTask } from './take-over-task'

const RECORD = { prompt: 'What of Lake Baikal?', response: 'It lies in Mongolia and is deep. I like it.' }
const FIRST = 'Lake Baikal lies in Mongolia.'
const SECOND = 'Lake Baikal is deep.'

/** Stage 1 with these claims in its first sentence, by the keys they were given. */
function decomposed(claims: Record<string, string>): Answers {
  const entries = Object.keys(claims).map((key) => ({ key, made: 'added', from: [] }))
  const each = Object.entries(claims).map(([key, text]) => [key, { text, type: 'factual', importance: 'yes' }])
  return {
    s1: { checkworthy: 'yes', importance: 'yes', claims: entries },
    s2: { checkworthy: 'opinion', importance: 'no' },
    ...Object.fromEntries(each),
  }
}

const trueClaim = { enough: 'yes', verdict: 'true' }
const falseClaim = (reference: string) => ({
  enough: 'no',
  verdict: 'false',
  correction: 'delete',
  ownEvidence: [{ key: reference, made: 'added', from: [] }] as Json,
  references: [reference],
})
const ownEvidence = {
  query: 'where is Baikal',
  url: 'https://example.org/baikal',
  quote: 'It lies in Siberia.',
  reliable: 'yes',
  stance: 'refute',
}
const VERIFIED: Answers = { 's1.c1': falseClaim('own1'), own1: ownEvidence, 's1.c2': trueClaim }

async function setting() {
  const project = await makeProject({ protocolId: 'factcheck-bench', everyStage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const ada = await makeMember(project, 'annotator')
  const task = await makeTask(project, { record: RECORD })
  const settle = async (taskId: string, answers: Answers) => {
    const settled = { answers, origin: 'consolidated' as const, actorId: null, adjudicatorId: null, approverId: null }
    await transaction(async (tx) => makeGold(tx, await loadTask(tx, manager, taskId, { lock: true }), settled))
  }
  const submit = async (next: MadeTask, answers: Answers) => {
    await makeAnnotation(next, ada, answers, true)
    await transaction(async (tx) => revealTask(tx, await loadTask(tx, manager, next.id, { lock: true }), null))
  }
  return { project, manager, ada, task, settle, submit }
}

const unitsOf = async ({ id }: { id: string }) => {
  const { round } = await prisma().task.findUniqueOrThrow({ where: { id } })
  return (await transaction((tx) => listUnits(tx, { id, round }))).map(({ key, text, parent }) => [key, text, parent])
}
const staleOf = async ({ id, projectId }: { id: string; projectId: string }) => {
  const manages = { memberships: { some: { projectId, role: 'manager' as const } } }
  const manager = actorOf(await prisma().user.findFirstOrThrow({ where: manages }))
  return transaction(async (tx) => (await loadTask(tx, manager, id)).stale)
}
const goldOf = (taskId: string) => prisma().gold.findFirstOrThrow({ where: { taskId, supersededAt: null } })
const eventsOf = async ({ id }: { id: string }) =>
  (await prisma().event.findMany({ where: { taskId: id }, orderBy: { id: 'asc' } })).map(({ type }) => type)

const waitingForLocks = async () => {
  const [row] = await prisma().$queryRaw<{ count: number }[]>`
    select count(*)::int "count" from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return row?.count
}

/** Both stages gold, the third open. */
async function verified() {
  const here = await setting()
  await here.settle(here.task.id, decomposed({ a: FIRST, b: SECOND }))
  await here.submit(await findTask(here.task, 'verify'), VERIFIED)
  return { ...here, verify: await findTask(here.task, 'verify') }
}

describe('gold of a stage', () => {
  test('opens the next one with the units that follow from it', async () => {
    const { task, settle } = await setting()
    await expect(findTask(task, 'verify')).rejects.toThrow()
    await settle(task.id, decomposed({ a: FIRST, b: SECOND }))
    const verify = await findTask(task, 'verify')
    expect(verify.state).toBe('open')
    const [, ...units] = await unitsOf(verify)
    expect(units).toEqual([
      ['s1', 'It lies in Mongolia and is deep. ', undefined],
      ['s1.c1', FIRST, 's1'],
      ['s1.c2', SECOND, 's1'],
      ['s2', 'I like it.', undefined],
    ])
    expect(await eventsOf(verify)).toEqual(['task.created'])
  })

  test('settles what annotators listed, and opens the last stage from it', async () => {
    const { verify, task } = await verified()
    expect(verify.state).toBe('gold')
    const merge = await findTask(task, 'merge')
    expect(merge.state).toBe('open')
    const sentence = merge.units.find(({ key }) => key === 's1')
    expect(sentence?.data).toMatchObject({ claims: [{ fate: 'deleted' }, { text: SECOND, fate: 'kept' }] })
  })

  test('that is new gives the next stage its units anew while nobody has begun', async () => {
    const { task, settle } = await setting()
    await settle(task.id, decomposed({ a: FIRST }))
    const verify = await findTask(task, 'verify')
    await settle(task.id, decomposed({ a: FIRST, b: SECOND }))
    expect((await unitsOf(verify)).map(([key]) => key)).toEqual(['item', 's1', 's1.c1', 's1.c2', 's2'])
    expect(await staleOf(verify)).toBeNull()
    expect(await eventsOf(verify)).toEqual(['task.created', 'task.units_replaced'])
  })
})

describe('newer gold', () => {
  test('that comes while somebody opens the next task leaves them its units, and marks it', async () => {
    const { task, settle, ada } = await setting()
    await settle(task.id, decomposed({ a: FIRST }))
    const verify = await findTask(task, 'verify')
    let settling: Promise<void> | undefined
    await transaction(async (tx) => {
      await tx.annotation.create({ data: { taskId: verify.id, userId: ada.id, round: 1 } })
      settling = settle(task.id, decomposed({ a: FIRST, b: SECOND }))
      await until(async () => (await waitingForLocks()) === 1)
    })
    await settling
    expect((await staleOf(verify))?.changes.map(({ kind }) => kind)).toEqual(['added'])
    expect((await unitsOf(verify)).map(([key]) => key)).toEqual(['item', 's1', 's1.c1', 's2'])
  })

  test('marks what has begun stale with the exact difference, and what stands behind it; nothing is lost', async () => {
    const { verify, task, settle } = await verified()
    const before = await prisma().label.count({ where: { taskId: verify.id } })
    const changed = 'Lake Baikal lies in Siberia.'
    await settle(task.id, decomposed({ c: 'Nobody owns the shore.', a: changed }))
    expect(await staleOf(verify)).toEqual({
      changes: [
        expect.objectContaining({ kind: 'added', unit: 's1.c1', was: null, before: null }),
        expect.objectContaining({ kind: 'changed', unit: 's1.c2', was: 's1.c1', unitKind: 'claim' }),
        expect.objectContaining({ kind: 'removed', unit: 's1.c2', was: 's1.c2', after: null }),
      ],
    })
    const change = (await staleOf(verify))?.changes[1]
    expect([change?.before?.text, change?.after?.text]).toEqual([FIRST, changed])
    expect((await findTask(task, 'verify')).state).toBe('gold')
    expect(await prisma().label.count({ where: { taskId: verify.id } })).toBe(before)
    // Nobody has begun to merge, and its gold is not there yet: it is told of the same changes.
    expect(await staleOf(await findTask(task, 'merge'))).toEqual(await staleOf(verify))
  })

  test('that says the same leaves everything as it is, and one that comes back to it clears the mark', async () => {
    const { verify, task, settle } = await verified()
    await settle(task.id, decomposed({ a: FIRST, b: SECOND }))
    expect(await staleOf(verify)).toBeNull()
    await settle(task.id, decomposed({ a: FIRST }))
    expect((await staleOf(verify))?.changes.map(({ kind }) => kind)).toEqual(['removed'])
    // Under keys of other annotators, but with the same texts.
    await settle(task.id, decomposed({ x: FIRST, y: SECOND }))
    expect(await staleOf(verify)).toBeNull()
    expect(await staleOf(await findTask(task, 'merge'))).toBeNull()
  })

  test('is declared not to matter with a reason, and stays so until there is newer gold', async () => {
    const { verify, task, settle, manager } = await verified()
    await settle(task.id, decomposed({ a: FIRST }))
    await keepStaleTask(manager, verify.id, { reason: 'The second claim was true.' })
    expect(await staleOf(verify)).toBeNull()
    expect(await staleOf(await findTask(task, 'merge'))).toBeNull()
    expect((await unitsOf(verify)).map(([key]) => key)).toContain('s1.c2')
    await expect(keepStaleTask(manager, verify.id, { reason: 'Again.' })).rejects.toMatchObject({ code: 'conflict' })
    await settle(task.id, decomposed({ a: FIRST }))
    expect(await staleOf(verify)).not.toBeNull()
  })
})

describe('taking changes over', () => {
  test('opens a new round that carries every answer that still fits to the unit it was given about', async () => {
    const { verify, task, settle, manager, ada } = await verified()
    await settle(task.id, decomposed({ c: 'Nobody owns the shore.', a: `${FIRST.slice(0, -1)}, in Asia.`, b: SECOND }))
    const gold = await goldOf(verify.id)
    await takeOverTask(manager, verify.id)
    const now = await prisma().task.findUniqueOrThrow({ where: { id: verify.id } })
    expect([now.state, now.round, now.stale]).toEqual(['open', 2, false])
    expect((await unitsOf(verify)).map(([key]) => key)).toEqual(['item', 's1', 's1.c1', 's1.c2', 's1.c3', 's2'])
    const annotation = await prisma().annotation.findFirstOrThrow({
      where: { taskId: verify.id, userId: ada.id, round: 2 },
      include: { labels: { include: { unit: true } } },
    })
    const values = (key: string) =>
      Object.fromEntries(
        annotation.labels.filter(({ unit }) => unit.key === key).map(({ question, value }) => [question, value]),
      )
    expect(values('s1.c1')).toEqual({})
    expect(values('s1.c3')).toEqual(trueClaim)
    // Own evidence goes along under a key of its own, and whatever refers to it.
    const { ownEvidence: list, references, ...rest } = values('s1.c2')
    const listed = (list as { key: string }[])[0]?.key ?? ''
    expect(rest).toEqual({ enough: 'no', verdict: 'false', correction: 'delete' })
    expect(references).toEqual([listed])
    expect(values(listed)).toEqual(ownEvidence)
    expect(annotation.labels.every(({ origin }) => origin === 'carried')).toBe(true)
    expect(
      (await transaction((tx) => readTakenOver(tx, verify.id, 2)))?.changes.map(({ kind, unit }) => [kind, unit]),
    ).toEqual([
      ['added', 's1.c1'],
      ['changed', 's1.c2'],
    ])
    expect(await goldOf(verify.id)).toEqual(gold)
    const seen = await getWorkbench(actorOf(ada), verify.id)
    expect([seen.mode, seen.stale, seen.takenOver?.changes.length]).toEqual(['editing', undefined, 2])
  })

  test('ends in newer gold, which brings the stage behind it up to date', async () => {
    const { verify, task, settle, manager } = await verified()
    await settle(task.id, decomposed({ b: SECOND }))
    await takeOverTask(manager, verify.id)
    // Behind a stage at work the mark stays: what will come of it is not known yet.
    expect(await staleOf(await findTask(task, 'merge'))).not.toBeNull()
    await settle(verify.id, { 's1.c1': trueClaim })
    const merge = await findTask(task, 'merge')
    expect(await staleOf(merge)).toBeNull()
    expect(merge.units.find(({ key }) => key === 's1')?.data).toMatchObject({
      claims: [{ text: SECOND, fate: 'kept' }],
    })
    expect((await goldOf(verify.id)).version).toBe(2)
  })

  test('waits for the stage before it', async () => {
    const { verify, task, settle, manager } = await verified()
    const merge = await findTask(task, 'merge')
    await makeAnnotation(merge, await prisma().user.findFirstOrThrow({ where: { id: manager.userId } }), {})
    await settle(task.id, decomposed({ a: FIRST }))
    await expect(takeOverTask(manager, merge.id)).rejects.toMatchObject({ code: 'rule' })
    await takeOverTask(manager, verify.id)
    await expect(takeOverTask(manager, merge.id)).rejects.toMatchObject({ code: 'rule' })
  })

  test('shows no proposal about what is gone, though another unit has its key now', async () => {
    const { verify, task, settle, manager, ada } = await verified()
    const unitId = verify.units.find(({ key }) => key === 's1.c1')?.id ?? ''
    await prisma().suggestion.create({
      data: { taskId: verify.id, unitId, question: 'verdict', value: 'false', source: 'a machine' },
    })
    await settle(task.id, decomposed({ b: SECOND }))
    await takeOverTask(manager, verify.id)
    const { units, suggestions } = await getWorkbench(actorOf(ada), verify.id)
    expect(units.find(({ key }) => key === 's1.c1')?.text).toBe(SECOND)
    expect(suggestions).toEqual([])
  })

  test('proposes imported gold to whoever annotates the task now', async () => {
    const { verify, task, settle, manager, ada } = await verified()
    await settle(task.id, decomposed({ a: FIRST, b: SECOND, c: 'Nobody owns the shore.' }))
    await prisma().membership.deleteMany({ where: { userId: ada.id } })
    await takeOverTask(manager, verify.id)
    const proposed = await prisma().suggestion.findMany({ where: { taskId: verify.id }, include: { unit: true } })
    const own = proposed.find(({ question }) => question === 'ownEvidence')
    expect(own?.value).toEqual([{ values: ownEvidence }])
    expect(proposed.filter(({ unit }) => unit.key === 's1.c2').map(({ question, value }) => [question, value])).toEqual(
      expect.arrayContaining(Object.entries(trueClaim)),
    )
    const { assignedCount } = await prisma().task.findUniqueOrThrow({ where: { id: verify.id } })
    expect(assignedCount).toBe(0)
  })
})

test('discarding in a later stage keeps the gold before it, and is taken back as it was', async () => {
  const { task, settle, manager } = await setting()
  await settle(task.id, decomposed({ a: FIRST }))
  const verify = await findTask(task, 'verify')
  await discardTask(manager, verify.id, { reason: 'other', note: 'A test.' })
  const states = async () =>
    (await prisma().task.findMany({ where: { itemId: task.itemId }, orderBy: { stage: { position: 'asc' } } })).map(
      ({ state }) => state,
    )
  expect(await states()).toEqual(['gold', 'discarded'])
  // Nobody is sent back to work on it.
  await expect(reopenTask(manager, task.id, { comment: 'Again.' })).rejects.toMatchObject({ code: 'forbidden' })
  // Gold that is made anew meanwhile reaches the discarded task as well.
  await settle(task.id, decomposed({ a: FIRST, b: SECOND }))
  await restoreTask(manager, verify.id)
  expect(await states()).toEqual(['gold', 'open'])
  expect((await unitsOf(verify)).map(([key]) => key)).toContain('s1.c2')
})
