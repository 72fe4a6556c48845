import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { env } from '@/lib/platform/server/env'
import { casesOf } from './support/every-case'
import { checkWorld } from './visibility/check-world'
import { checkHeldUnseen } from './visibility/held-unseen'
import { checkMailUnseen, withNews } from './visibility/mail-unseen'
import { checkUnseen, TOLD_TO_MANAGERS } from './visibility/partner-unseen'
import { checkSecondUnseen, withDecision } from './visibility/second-unseen'
import { FIRST, withPartner, worlds } from './visibility/world'
import { writeWorld } from './visibility/write-world'

// A short round: `npm run bench -- visibility` looks at as many worlds as asked.
it('everybody reads what the specification says, all of it and nothing else', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(worlds(2), async (world) => {
      expect((await checkWorld(world, { figures: count++ % 4 === 0 })).wrong).toEqual([])
    }),
    { numRuns: casesOf(1, 2), seed: 7, endOnFailure: true },
  )
})

it('nobody reads that a partner opens, searches, reads, saves, comments, asks and submits, before the reveal', async () => {
  const world = withPartner()
  // An annotator with a draft of the same task, a viewer, another annotator, a reviewer and a manager.
  const unseen = await checkUnseen(world, await writeWorld(world), { readers: [1, 3, 4, 5, 6] })
  expect(unseen?.wrong).toEqual([])
  // A manager who annotates the same task learns no more of it than any annotator; a reviewer not that it was begun at all.
  const annotating = withPartner(undefined, { begun: false })
  for (const { roles, rolesThen } of annotating.projects) roles[FIRST] = rolesThen[FIRST] = 'manager'
  const first = await checkUnseen(annotating, await writeWorld(annotating), { readers: [FIRST, 5, 6] })
  expect(first?.wrong).toEqual([])
  // Each of the exceptions is one that the readings need.
  expect([...new Set([...(unseen?.told ?? []), ...(first?.told ?? [])])].sort()).toEqual(
    TOLD_TO_MANAGERS.map(({ reason }) => reason).sort(),
  )
})

it('nobody is told of it by an e-mail either, in worlds where they are told of something else', async () => {
  let count = 0
  for (const world of [
    withPartner(),
    ...fc.sample(worlds(2), { seed: 7, numRuns: 2 }).map((each) => withPartner(each)),
  ]) {
    const wrong = await checkMailUnseen(withNews(world), await writeWorld(withNews(world)))
    if (wrong) count += 1
    expect(wrong ?? []).toEqual([])
  }
  expect(count).toBeGreaterThan(1)
})

it('nobody at all reads that a partner submits what they can still take back, and takes it back', async () => {
  const hold = vi.spyOn(env(), 'ASSAY_TAKE_BACK_SECONDS', 'get').mockReturnValue(3_600)
  const world = withPartner()
  const { wrong, reads } = await checkHeldUnseen(world, await writeWorld(world), [1, 3, 5, 6])
  hold.mockRestore()
  expect(wrong).toEqual([])
  expect(reads).toBeGreaterThan(1_000)
})

it('nobody but managers reads that a decision is made a second time, and the second person finds a task like any other', async () => {
  // An annotator of the task, another reviewer and a manager; a viewer reads nothing that these do not.
  const world = withDecision()
  const { wrong, queues } = await checkSecondUnseen(world, await writeWorld(world), [1, 5, 6])
  expect(wrong).toEqual([])
  expect(queues.map((address) => address.split('/').at(-1)?.trim()).sort()).toEqual([
    'home',
    'inbox',
    'review',
    'review domain=wk',
    'stream',
  ])
})
