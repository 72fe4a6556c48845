/**
 * Everything that everybody may read, while a partner has a complete draft, once they have submitted it and can still take that back, and
 * once they have: no difference to anybody, managers among them (docs/decisions/076-taking-a-submission-back.md).
 */
import { prisma } from '@/lib/platform/server/db'
import { forgetThrottle } from '@/tests/access/scene'
import { answersWith } from '@/tests/factories'
import { differencesBetween } from './differences'
import { partnerActs, takeBackAct } from './partner-acts'
import { findPlace, PUSHED } from './partner-unseen'
import { readAll } from './read-all'
import { MANAGER, SECOND, type World } from './world'
import type { Written } from './written'

/** Differences in sentences, and how much was read. The caller has the server hold what is submitted. */
export async function checkHeldUnseen(
  world: World,
  written: Written,
  readers: readonly number[],
): Promise<{ wrong: string[]; reads: number }> {
  const place = findPlace(world, written)
  const [partner, manager] = [written.users[SECOND], written.users[MANAGER]]
  if (!place || !partner || !manager) throw new Error('the world has no task that a partner has yet to begin')
  const { taskId, projectId } = place
  const acting = { partner, manager, projectId, taskId, answers: answersWith(true) }
  const acts = partnerActs(acting)
  for (const { name, run } of acts) if (['opens', 'saves', 'comments'].includes(name)) await run()
  const submit = acts.find(({ name }) => name === 'submits')
  const isHeld = async () =>
    (await prisma().annotation.count({ where: { taskId, userId: partner.id, heldUntil: { not: null } } })) === 1
  const read = async () => {
    await forgetThrottle()
    const reading = async (person: number) =>
      (await readAll(world, written, { figures: true, person })).filter(({ address }) => !PUSHED.test(address))
    return Promise.all(readers.map(reading))
  }
  const before = await read()
  await submit?.run()
  if (!(await isHeld())) throw new Error('the submission is held')
  const held = await read()
  await takeBackAct(acting).run()
  if (await isHeld()) throw new Error('the submission was taken back')
  const back = await read()
  const wrong = readers.flatMap((person, at) =>
    [
      { when: 'the partner has submitted', after: held[at] ?? [] },
      { when: 'the partner has taken it back', after: back[at] ?? [] },
    ].flatMap(({ when, after }) =>
      differencesBetween(before[at] ?? [], after).map(
        ({ address, place, before, after }) =>
          `once ${when}, person ${person} reads ${address}: ${place} ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
      ),
    ),
  )
  return { wrong, reads: [before, held, back].flat(2).length }
}
