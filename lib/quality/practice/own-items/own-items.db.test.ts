/** Gold of a project that its managers add to practice. */
import { beforeEach, expect, it } from 'vitest'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import type { Reasons } from '@/lib/protocols/practice'
import { chooseItems } from '@/lib/quality/calibration/choose-items'
import { getPractice, getPracticeResult, getPracticeTask, listOffers } from '@/lib/quality/practice/queries'
import { submitPractice } from '@/lib/quality/practice/submit-practice'
import { actorOf } from '@/tests/actors'
import {
  answersWith,
  type MadeProject,
  type MadeTask,
  makeAnnotation,
  makeMember,
  makeProject,
  makeTask,
} from '@/tests/factories'
import { addItem } from './add-item'
import { findCandidate, getManagedPractice } from './queries'
import { removeItem } from './remove-item'

let project: MadeProject
let manager: Actor
let annotator: Actor
let gold: MadeTask

const stage = 'segments'
const REASONS = { s2: { label: 'The Pacific is the larger one.' } }

beforeEach(async () => {
  project = await makeProject({ name: 'Oceans', stage: { raters: 1 } })
  manager = actorOf(await makeMember(project, 'manager'))
  annotator = actorOf(await makeMember(project, 'annotator'))
  const other = actorOf(await makeMember(project, 'annotator'))
  gold = await makeTask(project)
  await makeAnnotation(gold, { id: other.userId }, answersWith(false))
  await submitAnnotation(other, gold.id)
})

const place = () => ({ stage, position: gold.position })
const lookUp = () => findCandidate(manager, project.id, place())
const add = (reasons: Reasons = REASONS, version = 1) => addItem(manager, project.id, { ...place(), version, reasons })
const items = async (actor: Actor) => (await getPractice(actor, project.id)).stages[0]?.items ?? []

it('is practised with like any other, with the reasons that were written', async () => {
  const { id } = await add()
  const own = (await items(annotator)).at(-1)
  expect(own).toMatchObject({ key: id, own: true, attempts: 0 })
  const at = { projectId: project.id, stage, key: id }
  expect(JSON.stringify(await getPracticeTask(annotator, at))).not.toContain('larger')
  const { asExpected, judged, units } = await submitPractice(annotator, at, answersWith(true))
  expect({ asExpected, judged }).toEqual({ asExpected: 2, judged: 4 })
  const answer = units.find(({ unit }) => unit.key === 's2')?.answers.find(({ question }) => question === 'label')
  expect(answer).toMatchObject({ expected: false, own: true, verdict: 'other', why: REASONS.s2.label })
})

it('counts as read by people who have seen its answers, and is not drawn for calibration', async () => {
  const { id } = await add()
  await submitPractice(annotator, { projectId: project.id, stage, key: id }, answersWith(true))
  const read = { where: { taskId: gold.id, userId: annotator.userId } }
  expect(await prisma().answerRead.count(read)).toBe(1)
  const choice = { how: 'random' as const, count: 5 }
  expect(await chooseItems(manager, project.id, { stage, choice })).toMatchObject({ added: 0 })
})

it('waits while it is gold no more, and goes when it is taken out; twice adds and removes it once', async () => {
  const { id } = await add()
  await expect(add()).rejects.toMatchObject({ code: 'rule' })
  expect((await getManagedPractice(manager, project.id)).items).toMatchObject([{ id, served: true }])
  await prisma().task.update({ where: { id: gold.id }, data: { state: 'approving' } })
  expect((await items(annotator)).filter(({ own }) => own)).toEqual([])
  expect((await getManagedPractice(manager, project.id)).items).toMatchObject([{ id, served: false }])
  await removeItem(manager, project.id, id)
  await expect(removeItem(manager, project.id, id)).rejects.toMatchObject({ code: 'not_found' })
  expect((await getManagedPractice(manager, project.id)).items).toEqual([])
  const events = await prisma().event.findMany({
    where: { projectId: project.id, type: { startsWith: 'practice.item' } },
    orderBy: { id: 'asc' },
  })
  expect(events.map(({ type }) => type)).toEqual(['practice.item_added', 'practice.item_removed'])
})

it('of two managers who add it at once one does, and the other is told', async () => {
  const results = await Promise.allSettled([add(), add()])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await prisma().practiceItem.count({ where: { projectId: project.id } })).toBe(1)
})

it('is looked up with the answers that need a reason; what is no gold is refused by name', async () => {
  const { answers } = await lookUp()
  expect(answers.map(({ name, expected }) => [name, expected])).toEqual([
    ['Keep or remove', 'Keep'],
    ['Segment 1: Label', 'True'],
    ['Segment 2: Label', 'False'],
    ['Segment 2: Error type', 'Knowledge error'],
  ])
  const refused = async (position: number, message: string) =>
    expect(findCandidate(manager, project.id, { stage, position })).rejects.toMatchObject({ code: 'rule', message })
  const open = await makeTask(project)
  await refused(open.position, `Item ${open.position} is not gold in this stage yet.`)
  await prisma().item.update({
    where: { id: open.itemId },
    data: { discardedAt: new Date(), discardReason: 'unclear' },
  })
  await refused(open.position, `Item ${open.position} is discarded.`)
  await refused(99_999, 'There is no item 99999 in this stage.')
  await add()
  await refused(gold.position, `Item ${gold.position} is in practice already.`)
  await expect(findCandidate(annotator, project.id, { stage, position: gold.position })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(addItem(annotator, project.id, { ...place(), version: 1, reasons: REASONS })).rejects.toMatchObject({
    code: 'forbidden',
  })
})

it('is not practised with once its gold is another one, until it is added again with reasons for that', async () => {
  const { id } = await add()
  await prisma().gold.updateMany({ where: { taskId: gold.id }, data: { supersededAt: new Date() } })
  await prisma().gold.create({
    data: { taskId: gold.id, version: 2, round: 1, answers: answersWith(true), rollUp: {}, origin: 'consolidated' },
  })
  expect((await items(annotator)).filter(({ own }) => own)).toEqual([])
  expect((await getManagedPractice(manager, project.id)).items).toMatchObject([{ id, served: false }])
  await removeItem(manager, project.id, id)
  await expect(add()).rejects.toMatchObject({ code: 'conflict' })
  expect(await add({ s1: { label: 'It is the largest.' } }, 2)).toMatchObject({ id: expect.any(String) })
})

it('is not practised with while what it rests on has changed', async () => {
  await add()
  await prisma().task.update({ where: { id: gold.id }, data: { stale: true } })
  expect((await items(annotator)).filter(({ own }) => own)).toEqual([])
})

it('is read again by those who answered it while its gold stands, and no longer', async () => {
  const { id } = await add()
  const at = { projectId: project.id, stage, key: id }
  await expect(getPracticeResult(annotator, at)).rejects.toMatchObject({ code: 'not_found' })
  const told = await submitPractice(annotator, at, answersWith(true))
  expect(await getPracticeResult(annotator, at)).toEqual(told)
  await prisma().task.update({ where: { id: gold.id }, data: { stale: true } })
  await expect(getPracticeResult(annotator, at)).rejects.toMatchObject({ code: 'not_found' })
})

it('takes reasons of its own answers alone', async () => {
  await expect(add({ s99: { label: 'So.' } })).rejects.toMatchObject({
    code: 'rule',
    message: expect.stringContaining('no answer s99.label'),
  })
  expect(await prisma().practiceItem.count({ where: { projectId: project.id } })).toBe(0)
})

it('is one of the questions that a bar can be set on from twelve items on', async () => {
  await add()
  const { questions } = await getManagedPractice(manager, project.id)
  expect(questions.find(({ measure }) => measure === 'label')).toMatchObject({
    canHaveBar: true,
    values: [
      { text: 'True', units: 17 },
      { text: 'False', units: 13 },
    ],
  })
})

it('is among what is offered', async () => {
  const before = await listOffers(annotator)
  const { id } = await add()
  const offered = (await listOffers(annotator))[project.id]
  expect(offered).toEqual({ items: (before[project.id]?.items ?? 0) + 1, isFirst: false })
  await submitPractice(annotator, { projectId: project.id, stage, key: id }, answersWith(true))
  expect(await listOffers(annotator)).toEqual(before)
})
