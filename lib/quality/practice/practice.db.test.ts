/** Practice from its first item to the first task, and that nothing else in the product counts it. */
import { beforeEach, describe, expect, it } from 'vitest'
import { getInbox } from '@/lib/adjudication/inbox/queries'
import { listOutcomes } from '@/lib/adjudication/outcomes/queries'
import { getWorkbench, listMySubmissions, practiceComesFirst } from '@/lib/annotation/annotations/queries'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { nextTask } from '@/lib/annotation/assignments/next-task'
import { listAssignments } from '@/lib/annotation/assignments/queries'
import { getDataset } from '@/lib/gold/dataset/queries'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { exportKinds } from '@/lib/gold/releases/export-kinds'
import { listReleases } from '@/lib/gold/releases/release/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { type PracticeTask, practiceOf } from '@/lib/protocols/practice'
import type { Answers } from '@/lib/protocols/protocol'
import { getAgreement } from '@/lib/quality/agreement/queries'
import { getHours } from '@/lib/quality/hours/queries'
import { listPeople } from '@/lib/quality/people/queries'
import { getProgress } from '@/lib/quality/progress/queries'
import { getItemFacets, listItems } from '@/lib/workspace/items/queries'
import { deleteProject } from '@/lib/workspace/projects/delete-project'
import { getProjectHome, listProjects } from '@/lib/workspace/projects/queries'
import { actorOf } from '@/tests/actors'
import {
  answersWith,
  type MadeProject,
  makeAnnotation,
  makeAssignment,
  makeMember,
  makeProject,
  makeTask,
} from '@/tests/factories'
import { makeProtocolVersion, sentenceFile } from '@/tests/support/protocol-file'
import { getPractice, getPracticeResult, getPracticeTask, listOffers } from './queries'
import { submitPractice } from './submit-practice'
import { updatePractice } from './update-practice'

const STAGE = 'segments'
const BARS = { 'segments/label': { recall: 70, kappa: 60 } }

let project: MadeProject
let manager: Actor
let annotator: Actor
let items: readonly PracticeTask[]

beforeEach(async () => {
  project = await makeProject({ name: 'Oceans', stage: { raters: 1 } })
  manager = actorOf(await makeMember(project, 'manager'))
  annotator = actorOf(await makeMember(project, 'annotator'))
  items = await practiceOf(project.protocolId)
})

const place = (key: string) => ({ projectId: project.id, stage: STAGE, key })

/** Who reads what stands there. */
const careful = (item: PracticeTask): Answers => item.answers

/** Who keeps everything and calls everything true. */
const allTrue = ({ units }: PracticeTask): Answers =>
  Object.fromEntries(
    units.map(({ key, kind }): [string, Answers[string]] => [
      key,
      kind === 'item' ? { action: 'keep' } : { label: true },
    ]),
  )

/** Who throws out whatever holds anything false, and so labels true segments only. */
const throwsOut = (item: PracticeTask): Answers =>
  Object.values(item.answers).some(({ label }) => label === false)
    ? { item: { action: 'remove', removeReason: 'broken_answer' } }
    : item.answers

async function practise(actor: Actor, how: (item: PracticeTask) => Answers): Promise<void> {
  for (const item of items) await submitPractice(actor, place(item.key), how(item))
}

const stageOf = async (actor: Actor) => (await getPractice(actor, project.id)).stages[0]

describe('before the first task', () => {
  it('lets a careful annotator begin', async () => {
    await updatePractice(manager, project.id, { required: true, bars: BARS })
    expect(await listOffers(annotator)).toEqual({ [project.id]: { items: 12, isFirst: true } })
    const task = await makeTask(project)
    expect(await nextTask(annotator, project.id)).toEqual({ taskId: null, reason: 'practice_first' })
    await practise(annotator, careful)
    expect(await stageOf(annotator)).toMatchObject({ state: 'done', begun: false })
    expect(await listOffers(annotator)).toEqual({})
    expect(await nextTask(annotator, project.id)).toEqual({ taskId: task.id, reason: null })
  })

  it('does not let somebody begin who calls everything true, though most answers are right', async () => {
    await updatePractice(manager, project.id, { required: true, bars: BARS })
    await makeTask(project)
    await practise(annotator, allTrue)
    const stage = await stageOf(annotator)
    expect(stage?.state).toBe('missed')
    const [label] = stage?.bars ?? []
    expect(label?.alike).toBeGreaterThan((label?.units ?? 0) / 2)
    expect(label).toMatchObject({ recall: { values: ['False'], right: 0, met: false }, kappa: { met: false } })
    expect(await nextTask(annotator, project.id)).toEqual({ taskId: null, reason: 'practice_first' })
    expect(await listOffers(annotator)).toEqual({ [project.id]: { items: 0, isFirst: true } })
    // Whoever has understood why may go on: the last attempt at each item counts.
    await practise(annotator, careful)
    expect((await nextTask(annotator, project.id)).taskId).not.toBeNull()
  })

  it('holds what was left out against the bar as well', async () => {
    await updatePractice(manager, project.id, { required: true, bars: BARS })
    await practise(annotator, throwsOut)
    expect(await stageOf(annotator)).toMatchObject({ state: 'missed', bars: [{ recall: { right: 0, met: false } }] })
  })

  it('is asked for once everything is tried where there is no bar, and not where nothing is asked for', async () => {
    await makeTask(project)
    await makeTask(project)
    expect((await nextTask(annotator, project.id)).taskId).not.toBeNull()
    const other = actorOf(await makeMember(project, 'annotator'))
    await updatePractice(manager, project.id, { required: true })
    expect((await nextTask(other, project.id)).reason).toBe('practice_first')
    await practise(other, allTrue)
    expect((await nextTask(other, project.id)).taskId).not.toBeNull()
  })

  it('keeps nobody from a stage in which they have begun', async () => {
    const task = await makeTask(project)
    await makeAnnotation(task, { id: annotator.userId }, answersWith(true), true)
    await makeTask(project)
    await updatePractice(manager, project.id, { required: true })
    expect(await listOffers(annotator)).toEqual({ [project.id]: { items: 12, isFirst: false } })
    expect((await nextTask(annotator, project.id)).taskId).not.toBeNull()
  })

  it('comes before what was assigned, by whatever way it is opened', async () => {
    const task = await makeTask(project)
    await makeAssignment(task, { id: annotator.userId })
    await updatePractice(manager, project.id, { required: true })
    expect(await nextTask(annotator, project.id)).toEqual({ taskId: null, reason: 'practice_first' })
    await expect(getWorkbench(annotator, task.id)).rejects.toMatchObject({
      code: 'rule',
      message: expect.stringContaining('Practice comes before your first task'),
      extra: { issues: [{ path: 'practice' }], data: { projectId: project.id } },
    })
    expect(await practiceComesFirst(annotator, task.id)).toBe(true)
    expect(await prisma().annotation.count({ where: { taskId: task.id } })).toBe(0)
    await practise(annotator, careful)
    expect(await practiceComesFirst(annotator, task.id)).toBe(false)
    expect(await getWorkbench(annotator, task.id)).toMatchObject({ mode: 'editing' })
  })
})

it('keeps back the tasks of its own stage alone', async () => {
  const own = await makeProject({ protocolId: 'factcheck-bench', everyStage: { raters: 1 } })
  const person = await makeMember(own, 'annotator')
  const first = await makeTask(own)
  const verify = await makeTask(own)
  const stageId = own.stages.find(({ key }) => key === 'verify')?.id ?? ''
  await prisma().task.update({ where: { id: verify.id }, data: { stageId } })
  for (const task of [first, verify]) await makeAssignment(task, person)
  await updatePractice(actorOf(await makeMember(own, 'manager')), own.id, { required: true })
  const at = (key: string, stage: string) => ({ projectId: own.id, stage, key })
  for (const { key, stage, answers } of (await practiceOf(own.protocolId)).filter(({ stage }) => stage === 'verify'))
    await submitPractice(actorOf(person), at(key, stage), answers)
  expect(await nextTask(actorOf(person), own.id)).toEqual({ taskId: verify.id, reason: null })
})

describe('an attempt', () => {
  it('is told what was expected and why, question by question', async () => {
    const { asExpected, judged, units } = await submitPractice(annotator, place('capital-of-australia'), {
      item: { action: 'keep' },
      s1: { label: true },
      s2: { label: true },
      s3: { label: false, errorType: 'reasoning_error', reason: 'It is not on an island.' },
    })
    expect({ asExpected, judged }).toEqual({ asExpected: 3, judged: 6 })
    const of = (key: string) => units.find(({ unit }) => unit.key === key)?.answers
    expect(of('s1')).toMatchObject([
      { question: 'label', expected: false, own: true, verdict: 'other', why: expect.stringContaining('Canberra') },
      { question: 'errorType', expected: 'knowledge_error', own: null, verdict: 'other' },
      { question: 'reason', expected: 'The capital is Canberra.', own: null, verdict: 'free' },
    ])
    expect(of('s3')).toMatchObject([
      { question: 'label', verdict: 'same' },
      { question: 'errorType', expected: 'knowledge_error', own: 'reasoning_error', verdict: 'other' },
      { question: 'reason', own: 'It is not on an island.', verdict: 'free' },
    ])
  })

  it('can be repeated, and the last one stands', async () => {
    const item = items[0]
    if (!item) throw new Error('there is something to practise with')
    await submitPractice(annotator, place(item.key), allTrue(item))
    await submitPractice(annotator, place(item.key), careful(item))
    const row = (await stageOf(annotator))?.items[0]
    expect(row).toMatchObject({ attempts: 2 })
    expect(row?.latest?.asExpected).toBe(row?.latest?.judged)
  })

  it('is refused with what is missing, and kept once both of two tabs are through', async () => {
    await expect(submitPractice(annotator, place('spiders'), { item: { action: 'keep' } })).rejects.toMatchObject({
      code: 'rule',
      extra: { issues: [{ path: 's1.label' }, { path: 's2.label' }, { path: 's3.label' }] },
    })
    const ofThis = { where: { projectId: project.id } }
    expect(await prisma().practiceAttempt.count(ofThis)).toBe(0)
    expect(await prisma().event.count({ where: { projectId: project.id, type: 'practice.attempted' } })).toBe(0)
    const item = items.find(({ key }) => key === 'spiders')
    if (!item) throw new Error('there is such an item')
    await Promise.all([allTrue, careful].map((how) => submitPractice(annotator, place('spiders'), how(item))))
    expect(await prisma().practiceAttempt.findMany({ ...ofThis, select: { attempts: true } })).toEqual([
      { attempts: 2 },
    ])
  })

  it('is not given what is expected beforehand', async () => {
    for (const { key, why } of items) {
      const told = JSON.stringify(await getPracticeTask(annotator, place(key)))
      for (const text of Object.values(why).flatMap((reasons) => Object.values(reasons)))
        expect(told).not.toContain(text)
    }
    expect(JSON.stringify(await getPractice(annotator, project.id))).not.toContain('Canberra')
  })

  it('that says its number is made once, and refused where something else was answered meanwhile', async () => {
    const item = items.find(({ key }) => key === 'spiders')
    if (!item) throw new Error('there is such an item')
    const at = place(item.key)
    const sent = await Promise.all([1, 2].map(() => submitPractice(annotator, at, careful(item), 1)))
    expect(sent[0]).toEqual(sent[1])
    const told = { where: { projectId: project.id, type: 'practice.attempted' } }
    expect(await prisma().event.count(told)).toBe(1)
    const late = submitPractice(annotator, at, allTrue(item), 1)
    await expect(late).rejects.toMatchObject({ code: 'conflict' })
    expect((await getPracticeResult(annotator, at)).answers).toEqual(careful(item))
    const both = await Promise.allSettled(
      [allTrue, throwsOut].map((how) => submitPractice(annotator, at, how(item), 2)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await getPracticeTask(annotator, at)).attempts).toBe(2)
    expect(await prisma().event.count(told)).toBe(2)
  })

  it('is read again as it was told, by the person who made it and by nobody else', async () => {
    const at = place('capital-of-australia')
    const item = items.find(({ key }) => key === at.key)
    if (!item) throw new Error('there is such an item')
    await expect(getPracticeResult(annotator, at)).rejects.toMatchObject({ code: 'not_found' })
    expect((await getPracticeTask(annotator, at)).latest).toBeNull()
    const told = await submitPractice(annotator, at, allTrue(item))
    expect(told.answers).toEqual(allTrue(item))
    expect(await getPracticeResult(annotator, at)).toEqual(told)
    const { asExpected, judged } = told
    const latest = { asExpected, judged, at: told.at, readable: true }
    expect((await getPracticeTask(annotator, at)).latest).toEqual(latest)
    const partner = actorOf(await makeMember(project, 'annotator'))
    for (const other of [partner, manager])
      await expect(getPracticeResult(other, at)).rejects.toMatchObject({ code: 'not_found' })
    const again = await submitPractice(annotator, at, careful(item))
    expect(await getPracticeResult(annotator, at)).toEqual(again)
  })

  it('is not read again where another item came under its name, or nobody knows what it was', async () => {
    const at = place('spiders')
    const item = items.find(({ key }) => key === at.key)
    if (!item) throw new Error('there is such an item')
    await submitPractice(annotator, at, allTrue(item))
    for (const itemHash of ['of another version', null]) {
      await prisma().practiceAttempt.updateMany({ where: { projectId: project.id }, data: { itemHash } })
      await expect(getPracticeResult(annotator, at)).rejects.toMatchObject({ code: 'not_found' })
      expect((await getPracticeTask(annotator, at)).latest).toMatchObject({ readable: false })
    }
  })

  it('is one of things that there are', async () => {
    await expect(getPracticeTask(annotator, place('no-such-item'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(submitPractice(annotator, place('no-such-item'), {})).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('counted nowhere', () => {
  /** What is told to those who manage the project, to a partner, and to the person of their own work. */
  async function everything(partner: Actor): Promise<Record<string, string>> {
    const { id, protocolId } = project
    const exports: Record<string, string> = {}
    for (const { key } of exportKinds(protocolById(protocolId)))
      exports[key] = await (await downloadExport(manager, id, key)).text()
    const told = {
      exports,
      progress: await getProgress(manager, id, { by: 'day' }, new Date('2026-01-01')),
      agreement: await getAgreement(manager, id, { intervals: 'when_quick' }),
      hours: await getHours(manager, id),
      releases: await listReleases(manager, id),
      dataset: await getDataset(manager, id, {}),
      outcomes: await listOutcomes(annotator, id, {}),
      submissions: await listMySubmissions(annotator, id),
      'inbox of a partner': await getInbox(partner),
      'inbox of the manager': await getInbox(manager),
      'own inbox': await getInbox(annotator),
      people: await listPeople(manager, id),
      assignments: await listAssignments(manager, id, { filter: 'all', page: 1 }),
      items: await listItems(manager, id, { sort: 'position', page: 1 }),
      facets: await getItemFacets(manager, id),
      home: await getProjectHome(manager, id),
      'home of a partner': await getProjectHome(partner, id),
      'own home': await getProjectHome(annotator, id),
      projects: await listProjects(manager),
    }
    return Object.fromEntries(Object.entries(told).map(([name, value]) => [name, JSON.stringify(value)]))
  }

  it('in progress, agreement, hours, releases, exports, datasets, outcomes and inboxes', async () => {
    const partner = actorOf(await makeMember(project, 'annotator'))
    for (const [person, second] of [
      [partner, true],
      [annotator, false],
    ] as const) {
      const task = await makeTask(project)
      await makeAnnotation(task, { id: person.userId }, answersWith(second))
      await submitAnnotation(person, task.id)
    }
    await everything(partner)
    const before = await everything(partner)
    await practise(annotator, careful)
    await practise(annotator, allTrue)
    const after = await everything(partner)
    for (const [name, told] of Object.entries(before)) expect(after[name], name).toBe(told)
  })

  it('and goes with its project', async () => {
    await updatePractice(manager, project.id, { required: true, bars: BARS })
    await practise(annotator, careful)
    await deleteProject(manager, project.id, 'Oceans')
    expect(await prisma().practiceAttempt.count({ where: { projectId: project.id } })).toBe(0)
    expect(await prisma().practiceSettings.count({ where: { projectId: project.id } })).toBe(0)
  })
})

describe('what is asked', () => {
  it('is set by managers, with an event of what has changed', async () => {
    await expect(updatePractice(annotator, project.id, { required: true })).rejects.toMatchObject({ code: 'forbidden' })
    await updatePractice(manager, project.id, { required: true })
    await updatePractice(manager, project.id, { required: true })
    const events = await prisma().event.findMany({ where: { projectId: project.id, type: 'practice.updated' } })
    expect(events.map(({ data }) => data)).toEqual([{ required: { from: false, to: true } }])
  })

  it('refuses a bar on a question that there is not', async () => {
    const bars = { 'segments/nothing': { recall: 50, kappa: null } }
    await expect(updatePractice(manager, project.id, { bars })).rejects.toMatchObject({
      code: 'rule',
      message: expect.stringContaining('There is no question “segments/nothing”'),
    })
    expect(await prisma().practiceSettings.count({ where: { projectId: project.id } })).toBe(0)
  })

  it('takes a bar only where there are items enough, with every value often enough', async () => {
    const few = await makeProject({ protocolId: 'factcheck-bench' })
    const lead = actorOf(await makeMember(few, 'manager'))
    await expect(
      updatePractice(lead, few.id, { bars: { 'decompose/checkworthy': { recall: 50, kappa: null } } }),
    ).rejects.toMatchObject({ code: 'rule', message: expect.stringContaining('12 items to practise with or more') })
    const bars = { ...BARS, 'segments/errorType': { recall: 50, kappa: 40 } }
    expect(await updatePractice(manager, project.id, { bars })).toEqual({ required: false, bars })
  })

  it('keeps the bars of questions that a change does not name, and takes one away that is emptied', async () => {
    const [label, type] = [
      { recall: 70, kappa: 60 },
      { recall: 50, kappa: null },
    ]
    await updatePractice(manager, project.id, { bars: { 'segments/label': label } })
    const { bars } = await updatePractice(manager, project.id, { bars: { 'segments/errorType': type } })
    expect(bars).toEqual({ 'segments/label': label, 'segments/errorType': type })
    const emptied = { bars: { 'segments/label': { recall: null, kappa: null } } }
    expect((await updatePractice(manager, project.id, emptied)).bars).toEqual({ 'segments/errorType': type })
  })

  it('is nothing where there is nothing to practise with', async () => {
    const version = await makeProtocolVersion()
    const bare = await makeProject({ protocolId: version.protocolId })
    const lead = actorOf(await makeMember(bare, 'manager'))
    await expect(updatePractice(lead, bare.id, { required: true })).rejects.toMatchObject({
      code: 'rule',
      message: expect.stringContaining('nothing to practise with'),
    })
  })
})

it('of a protocol file is practised with under a project that it describes', async () => {
  const practice = `practice:
  - id: two
    record: {id: p, response: Ice is cold. Fire is cold., sentences: [{text: Ice is cold., label: right}, {text: Fire is cold., label: wrong, kinds: [name]}], grade: 2}
    why: {sentence-2.label: Fire is hot.}
tests:`
  const source = sentenceFile('practised-in-projects').replace('tests:', practice)
  const { protocolId } = await makeProtocolVersion({ source })
  const own = await makeProject({ protocolId })
  const person = actorOf(await makeMember(own, 'annotator'))
  const at = { projectId: own.id, stage: 'label', key: 'two' }
  expect(await getPracticeTask(person, at)).toMatchObject({ of: 1, next: null })
  const [item] = await practiceOf(protocolId)
  const units = item?.units.map(({ key }) => key) ?? []
  const answers: Answers = {
    item: { grade: 2 },
    ...Object.fromEntries(units.slice(1).map((key): [string, Answers[string]] => [key, { label: 'right' }])),
  }
  const feedback = await submitPractice(person, at, answers)
  const wrong = feedback.units.flatMap((unit) => unit.answers.filter(({ verdict }) => verdict === 'other'))
  expect(wrong).toMatchObject([
    { question: 'label', expected: 'wrong', own: 'right', why: 'Fire is hot.' },
    { question: 'kinds', expected: ['name'], own: null },
  ])
  expect(feedback.stage.state).toBe('done')
})
