/** Predictions for a held-out split: who may have them scored, how often, and on which gold. */
import { expect, test } from 'vitest'
import { makeReleaseLink, revokeReleaseLink } from '@/lib/gold/releases/release/release-link'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeUser } from '@/tests/factories'
import { felmScene, HELD_OUT, oneLabelFor, released } from '@/tests/held-out-scene'
import type { ReleaseAt } from './load-held-out'
import { openHeldOut } from './open-held-out'
import { getHeldOut } from './read-held-out'
import { setHeldOutLimits } from './set-limits'
import { submitPredictions, TRIES } from './submit-predictions'

async function heldOutScene() {
  const { project, projectId, manager } = await felmScene()
  const { files } = await released(manager, projectId, HELD_OUT)
  const allTrue = oneLabelFor(files, true)
  const send = (actor: Actor, at: ReleaseAt, lines: readonly object[], system = 'guess') =>
    submitPredictions(actor, at, {
      system,
      body: new Blob([lines.map((line) => `${JSON.stringify(line)}\n`).join('')]).stream(),
    })
  return { project, projectId, manager, send, allTrue, at: { projectId, number: 1 } }
}

test('who has the release has predictions scored, in order of the limits of one person and of all; a refusal costs nothing', async () => {
  const { project, projectId, manager, send, allTrue, at } = await heldOutScene()
  const viewer = actorOf(await makeMember(project, 'viewer'))
  const annotator = actorOf(await makeMember(project, 'annotator'))
  const stranger = actorOf(await makeUser())
  await expect(send(annotator, at, allTrue)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(send(stranger, at, allTrue)).rejects.toMatchObject({ code: 'not_found' })

  await expect(send(viewer, at, allTrue.slice(1))).rejects.toMatchObject({
    code: 'rule',
    message: expect.stringContaining('no attempt is spent'),
    extra: { issues: [{ path: 'body', message: expect.stringMatching(/^Line 1: 1 of \d+ units have no prediction/) }] },
  })
  expect((await getHeldOut(viewer, at)).used).toEqual({ own: 0, all: 0 })

  const first = await send(viewer, at, allTrue)
  const gold = await prisma().$queryRaw<{ right: number; all: number }[]>`
    select count(*) filter (where q.value = 'true')::int "right", count(*)::int "all"
    from held_out_items h join golds g on g.id = any(h.gold_ids)
    cross join lateral jsonb_each(g.answers) u cross join lateral jsonb_each(u.value) q
    where q.key = 'label' and q.value in ('true', 'false')`
  expect(gold[0]?.all).toBe(allTrue.length)
  expect(first.submission.score).toBe(Math.round((100 * (gold[0]?.right ?? 0)) / allTrue.length) / 100)
  expect(first.left).toEqual({ own: 4, all: Math.floor(allTrue.length / 20) - 1 })
  expect(Object.keys(first.submission)).toEqual(['id', 'release', 'system', 'sha256', 'score', 'submittedAt'])

  // By the link anybody who is signed in; each sees their own.
  const { secret } = await makeReleaseLink(manager, at)
  const byLink = { secret, address: '203.0.113.7' }
  await send(stranger, byLink, allTrue, 'theirs')
  expect((await getHeldOut(stranger, byLink)).submissions.map(({ system }) => system)).toEqual(['theirs'])
  expect((await getHeldOut(viewer, at)).submissions.map(({ system }) => system)).toEqual(['guess'])
  await expect(send(stranger, { ...byLink, secret: 'wrong' }, allTrue)).rejects.toMatchObject({ code: 'not_found' })

  await expect(setHeldOutLimits(viewer, projectId, { perPerson: 1, inAll: 3 })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(setHeldOutLimits(manager, projectId, { perPerson: 4, inAll: 3 })).rejects.toMatchObject({ code: 'rule' })
  await setHeldOutLimits(manager, projectId, { perPerson: 1, inAll: 1 })
  await expect(send(viewer, at, allTrue)).rejects.toMatchObject({
    message: 'You have had 1 submission scored, and the limit of one person is 1.',
  })
  await expect(send(manager, at, allTrue)).rejects.toMatchObject({
    message: 'All people together have had 2 submissions scored, and their limit for this split is 1.',
  })
  // Whatever a manager says, no more than the size bears.
  await setHeldOutLimits(manager, projectId, { perPerson: 1000, inAll: 1000 })
  const most = Math.floor(allTrue.length / 20)
  expect((await getHeldOut(viewer, at)).limits).toEqual({ perPerson: most, inAll: most })
  await openHeldOut(manager, projectId)
  await expect(send(viewer, at, allTrue)).rejects.toMatchObject({ message: expect.stringContaining('was opened') })
})

test('many submissions at once, each on a connection of its own, are scored no more often than the limits say', async () => {
  const { project, projectId, manager, send, allTrue, at } = await heldOutScene()
  await setHeldOutLimits(manager, projectId, { perPerson: 2, inAll: 5 })
  const people = await Promise.all([1, 2, 3].map(async () => actorOf(await makeMember(project, 'viewer'))))
  const tries = people.flatMap((person) => [1, 2, 3, 4].map(() => send(person, at, allTrue)))
  const done = await Promise.allSettled(tries)
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  const counted = await prisma().heldOutSubmission.groupBy({ by: ['userId'], where: { projectId }, _count: true })
  expect(counted.map(({ _count }) => _count).sort()).toEqual([1, 2, 2])
  expect(await prisma().event.count({ where: { projectId, type: 'held_out.submitted' } })).toBe(5)
})

test('the gold and the protocol of the release are what scores, not what they were changed to since', async () => {
  const { projectId, manager, send, allTrue, at } = await heldOutScene()
  const before = await send(manager, at, allTrue)
  // Newer gold supersedes: the old row stays.
  await prisma().$executeRaw`
    with old as (
      update golds g set superseded_at = now() from tasks t
      where t.id = g.task_id and t.project_id = ${projectId}::uuid and g.superseded_at is null returning g.*)
    insert into golds (id, task_id, version, round, answers, roll_up, origin)
    select gen_random_uuid(), task_id, version + 1, round, replace(answers::text, 'true', 'false')::jsonb, roll_up, origin from old`
  expect((await send(manager, at, allTrue)).submission.score).toBe(before.submission.score)
  // Nor does it matter to which protocol or version the project was moved.
  await prisma().project.update({ where: { id: projectId }, data: { protocolId: 'factcheck-bench' } })
  expect((await send(manager, at, allTrue)).submission.score).toBe(before.submission.score)
  expect((await getHeldOut(manager, at)).task.key).toBe('segments')
})

test('what is sent by somebody who loses access while they send is not scored', async () => {
  const { project, manager, allTrue, at } = await heldOutScene()
  const viewer = actorOf(await makeMember(project, 'viewer'))
  const stranger = actorOf(await makeUser())
  const { secret } = await makeReleaseLink(manager, at)
  const text = allTrue.map((line) => `${JSON.stringify(line)}\n`).join('')
  const sendWhile = (actor: Actor, from: ReleaseAt, happens: () => Promise<unknown>) =>
    submitPredictions(actor, from, {
      system: 'slow',
      // Nothing is pulled before it is read, which is after the first look at who sends it.
      body: new ReadableStream(
        {
          async pull(controller) {
            await happens()
            controller.enqueue(new TextEncoder().encode(text))
            controller.close()
          },
        },
        { highWaterMark: 0 },
      ),
    })
  const remove = () => prisma().membership.deleteMany({ where: { projectId: project.id, userId: viewer.userId } })
  await expect(sendWhile(viewer, at, remove)).rejects.toMatchObject({ code: 'not_found' })
  const second = actorOf(await makeMember(project, 'manager'))
  const deactivate = () => prisma().user.update({ where: { id: second.userId }, data: { deactivatedAt: new Date() } })
  await expect(sendWhile(second, at, deactivate)).rejects.toMatchObject({ code: 'unauthenticated' })
  const byLink = { secret, address: '203.0.113.8' }
  await expect(sendWhile(stranger, byLink, () => revokeReleaseLink(manager, at))).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await prisma().heldOutSubmission.count({ where: { projectId: project.id } })).toBe(0)
})

test('files that are refused are read so often and no more, by the person', async () => {
  const { project, manager, send, allTrue, at } = await heldOutScene()
  const viewer = actorOf(await makeMember(project, 'viewer'))
  const wrong = allTrue.slice(1)
  for (let tries = 0; tries < TRIES.limit; tries++)
    await expect(send(viewer, at, wrong)).rejects.toMatchObject({ code: 'rule' })
  await expect(send(viewer, at, allTrue)).rejects.toMatchObject({ code: 'throttled' })
  await expect(send(manager, at, allTrue)).resolves.toMatchObject({ submission: { release: 1 } })
  // Managers see by whom; others see their own, and nobody sees others behind a link.
  const { name } = await prisma().user.findUniqueOrThrow({ where: { id: manager.userId } })
  expect((await getHeldOut(manager, at)).allSubmissions).toMatchObject([{ person: name, system: 'guess' }])
  expect(await getHeldOut(viewer, at)).toMatchObject({
    allSubmissions: null,
    submissions: [],
    used: { own: 0, all: 1 },
  })
  const { secret } = await makeReleaseLink(manager, at)
  expect((await getHeldOut(manager, { secret, address: '203.0.113.9' })).allSubmissions).toBeNull()
})
