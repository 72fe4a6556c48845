import { beforeEach, expect, it } from 'vitest'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { renewAssignment } from '@/lib/annotation/assignments/renew-assignment'
import { addComment } from '@/lib/annotation/comments/add-comment'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { setRates } from '@/lib/quality/hours/set-rates'
import { createToken } from '@/lib/workspace/users/tokens/create-token'
import { actorOf } from '@/tests/actors'
import { answersWith, type MadeProject, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { downloadOwnData } from './download-own-data'

let project: MadeProject
let ada: Actor
let ben: Actor

const read = async (actor: Actor) => {
  const text = await (await downloadOwnData(actor)).text()
  return { text, data: JSON.parse(text) as Record<string, Record<string, unknown>[]> }
}

beforeEach(async () => {
  project = await makeProject({ stage: { raters: 2 } })
  ada = actorOf(await makeMember(project, 'annotator'))
  ben = actorOf(await makeMember(project, 'annotator'))
})

it('holds everything of a person’s own, and nothing of a partner’s', async () => {
  const manager = actorOf(await makeMember(project, 'manager'))
  const task = await makeTask(project)
  for (const [actor, words] of [
    [ada, 'the note of ada'],
    [ben, 'the note of ben'],
  ] as const) {
    const answers = {
      ...answersWith(true),
      s2: { label: false, errorType: 'knowledge_error', reason: `because of ${words}` },
    }
    await makeAnnotation(task, { id: actor.userId }, answers)
    await addComment(actor, task.id, { body: words })
    await renewAssignment(actor, task.id, 40)
    await createToken({ ...actor, via: 'session' }, { name: `token and ${words}`, days: null })
  }
  await submitAnnotation(ben, task.id)
  const people = { [ada.userId]: 1234, [ben.userId]: 4321 }
  await setRates(manager, project.id, { currency: 'EUR', rate: null, people, expectedRevision: 0 })

  const { text, data } = await read(ada)
  expect(data.account).toEqual([expect.objectContaining({ id: ada.userId, name: ada.name, hasPassword: false })])
  expect(data.memberships).toEqual([expect.objectContaining({ project: project.name, role: 'annotator' })])
  expect(data.tokens).toEqual([expect.objectContaining({ name: 'token and the note of ada' })])
  expect(data.comments).toEqual([expect.objectContaining({ body: 'the note of ada' })])
  expect(data.hours).toEqual([expect.objectContaining({ project: project.name, kind: 'annotation', seconds: 40 })])
  expect(data.hourlyRates).toEqual([{ project: project.name, currency: 'EUR', hundredths: 1234 }])
  expect(data.annotations).toEqual([expect.objectContaining({ state: 'draft', activeSeconds: 40 })])
  expect(JSON.stringify(data.annotations)).toContain('because of the note of ada')
  expect(data.events?.map(({ what }) => what)).toEqual(expect.arrayContaining(['comment.added', 'token.created']))

  // Of the partner, who has submitted: neither words, nor names, nor that there is one.
  for (const secret of ['of ben', ben.name, ben.userId, '4321']) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/token_?hash|password_?hash/i)
})

it('tells nothing by which a copy that is served blind could be told from other tasks', async () => {
  const shadow = await makeProject({ name: 'The shadow of it' })
  await prisma().calibration.create({ data: { projectId: project.id, shadowId: shadow.id } })
  const [task, copy] = [await makeTask(project), await makeTask(shadow)]
  for (const each of [task, copy]) await makeAnnotation(each, { id: ada.userId }, answersWith(true))
  await prisma().taskCopy.create({
    data: { taskId: copy.id, originalId: task.id, purpose: 'repeat', userId: ada.userId },
  })
  const scope = { actorId: ada.userId, projectId: project.id, taskId: copy.id }
  for (const type of ['task.copied', 'calibration.judged'])
    await prisma().event.create({ data: { type, ...scope, data: { userId: ada.userId } } })
  const { text, data } = await read(ada)
  expect(data.annotations).toHaveLength(2)
  expect(new Set(data.annotations?.map((each) => each.project))).toEqual(new Set([project.name]))
  for (const secret of ['The shadow', shadow.id, copy.id, copy.itemId, 'task.copied', 'calibration.judged', 'repeat'])
    expect(text).not.toContain(secret)
  const [first, second] = data.annotations ?? []
  expect(Object.keys(first ?? {})).toEqual(Object.keys(second ?? {}))
})

it('is read in pages, in full and once, and says in the log that it was taken', async () => {
  await prisma().event.createMany({
    data: Array.from({ length: 1_203 }, (_, index) => ({
      type: 'guideline.confirmed',
      actorId: ada.userId,
      projectId: index % 2 ? project.id : null,
      data: { version: index },
    })),
  })
  const { data } = await read(ada)
  const confirmed = data.events?.filter(({ what }) => what === 'guideline.confirmed') ?? []
  expect(confirmed.map(({ project: named }) => named === null).filter(Boolean)).toHaveLength(602)
  expect(confirmed).toHaveLength(1_203)
  // Whom else an act was about is not told.
  expect(new Set(confirmed.flatMap(Object.keys))).toEqual(new Set(['at', 'what', 'project']))
  expect(await prisma().event.count({ where: { type: 'user.data_downloaded', actorId: ada.userId } })).toBe(1)
})
