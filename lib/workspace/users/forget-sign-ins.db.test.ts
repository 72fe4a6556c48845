import { expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { makeProject, makeUser } from '@/tests/factories'
import { forgetSignIns } from './forget-sign-ins'

const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS)

it('forgets sign-ins that are older, in batches with an event each, and nothing else', async () => {
  const { id: actorId } = await makeUser()
  const { id: projectId } = await makeProject()
  const event = (type: string, days: number, more: object = {}) => ({ type, actorId, at: ago(days), data: {}, ...more })
  await prisma().event.createMany({
    data: [
      ...Array.from({ length: 1_500 }, () => event('session.started', 40)),
      event('sign_in.failed', 31),
      event('session.ended', 29),
      event('user.created', 400),
      event('comment.added', 400, { projectId }),
    ],
  })
  expect(await forgetSignIns(undefined)).toBe(0)
  // Two processes at once.
  const removed = await Promise.all([forgetSignIns(30), forgetSignIns(30)])
  expect(removed[0] + removed[1] + (await forgetSignIns(30))).toBe(1_501)
  const left = await prisma().event.findMany({ where: { actorId }, orderBy: { id: 'asc' } })
  expect(left.map(({ type }) => type)).toEqual(['session.ended', 'user.created', 'comment.added'])
  const told = await prisma().event.findMany({ where: { type: 'retention.removed' } })
  expect(told.reduce((sum, { data }) => sum + (data as { count: number }).count, 0)).toBe(1_501)
})

it('no other event can be taken out, also by who says that sign-ins are forgotten', async () => {
  const { id: actorId } = await makeUser()
  await prisma().event.createMany({
    data: [
      { type: 'user.created', actorId, at: ago(400), data: {} },
      { type: 'session.started', actorId, at: ago(1), data: {} },
    ],
  })
  const attempt = (type: string) =>
    prisma().$transaction(async (tx) => {
      await tx.$queryRaw`select set_config('assay.forgetting_sign_ins_before', ${ago(2).toISOString()}, true)`
      await tx.event.deleteMany({ where: { actorId, type } })
    })
  await expect(attempt('user.created')).rejects.toThrow(/append-only/)
  await expect(attempt('session.started')).rejects.toThrow(/append-only/)
  await expect(prisma().event.deleteMany({ where: { actorId } })).rejects.toThrow(/append-only/)
})
