/** What runs find and cut becomes the task's own, before anybody has begun. */
import { beforeEach, describe, expect, test } from 'vitest'
import { writeDocuments } from '@/lib/automation/evidence/corpus/add-documents'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Answers } from '@/lib/protocols/protocol'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { makeGold } from '@/lib/workspace/tasks/make-gold'
import { actorOf } from '@/tests/actors'
import { findTask, type MadeTask, makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { drive, startVerdicts } from '@/tests/support/prefill-scene'
import { trySteps } from './try-steps'

const RECORD = { prompt: 'What of Lake Baikal?', response: 'Lake Baikal is the deepest lake. I like it.' }
const CLAIM = 'Lake Baikal is the deepest lake.'
const DECOMPOSED: Answers = {
  s1: { checkworthy: 'yes', importance: 'yes', claims: [{ key: 'c', made: 'added', from: [] }] },
  s2: { checkworthy: 'opinion', importance: 'no' },
  c: { text: CLAIM, type: 'factual', importance: 'yes' },
}
const DOCUMENTS = [
  'Lake Baikal is the deepest lake of the world, with a depth of 1,642 metres. It holds a fifth of all fresh water.',
  'The deepest lake in the world is Baikal in Siberia. It is also the oldest.',
]
const STEPS = [
  { key: 'queries', method: 'rules' as const },
  { key: 'evidence', method: 'rules' as const },
  { key: 'stance', method: 'rules' as const },
]

async function verifying() {
  const project = await makeProject({ protocolId: 'factcheck-bench', everyStage: { raters: 1 } })
  const person = await makeMember(project, 'manager')
  const manager = actorOf(person)
  const first = await makeTask(project, { record: RECORD })
  const settled = {
    answers: DECOMPOSED,
    origin: 'consolidated' as const,
    actorId: null,
    adjudicatorId: null,
    approverId: null,
  }
  await transaction(async (tx) => makeGold(tx, await loadTask(tx, manager, first.id, { lock: true }), settled))
  const documents = DOCUMENTS.map((text, index) => ({ title: `Document ${index}`, url: null, text, publishedAt: null }))
  await transaction((tx) => writeDocuments(tx, { projectId: project.id, userId: person.id }, documents))
  return { project, manager, tasks: [first], task: await findTask(first, 'verify') }
}
type Setting = Awaited<ReturnType<typeof verifying>>
let given: Setting
beforeEach(async () => {
  given = await verifying()
})

const kindsOf = ({ units }: MadeTask) => units.map(({ kind }) => kind)
const evidenceRun = async (setting: Setting) =>
  drive((await startVerdicts(setting, { stage: 'verify', steps: STEPS })).id)

describe('found evidence', () => {
  test('becomes passages of the claim that later steps judge, once however often it is found', async () => {
    expect(kindsOf(given.task)).not.toContain('evidence')
    const run = await evidenceRun(given)
    expect(run.items).toMatchObject([{ state: 'done', error: null }])
    const now = await findTask(given.task, 'verify')
    const passages = now.units.filter(({ id }) => !given.task.units.some((unit) => unit.id === id))
    expect(passages.length).toBeGreaterThan(0)
    // The units that were there keep their rows.
    expect(now.units.map(({ id }) => id)).toEqual(expect.arrayContaining(given.task.units.map(({ id }) => id)))
    expect(run.suggestions.map(({ unitId }) => unitId)).toEqual(expect.arrayContaining(passages.map(({ id }) => id)))
    const again = await evidenceRun(given)
    expect(again.state).toBe('done')
    expect((await findTask(given.task, 'verify')).units.map(({ id }) => id)).toEqual(now.units.map(({ id }) => id))
    expect(await prisma().suggestion.count({ where: { runId: run.id } })).toBe(run.suggestions.length)
    const searches = await prisma().searchRecord.findMany({ where: { projectId: given.project.id } })
    expect(searches.every(({ provider, taskId }) => provider === 'corpus' && taskId === now.id)).toBe(true)
    expect(new Set(searches.map(({ runItemId }) => runItemId))).toEqual(
      new Set([...run.items, ...again.items].map(({ id }) => id)),
    )
  })

  test('changes nothing once somebody has begun, and the run says so', async () => {
    const ada = await makeMember(given.project, 'annotator')
    await makeAnnotation(given.task, ada, {})
    const run = await evidenceRun(given)
    expect(run).toMatchObject({
      state: 'done',
      items: [{ state: 'skipped', step: 'evidence', error: expect.stringMatching(/begun/) }],
    })
    expect((await findTask(given.task, 'verify')).units).toEqual(given.task.units)
    expect(await prisma().foundEvidence.count({ where: { runId: run.id } })).toBe(0)
  })

  test('of a trial is shown and not kept', async () => {
    const body = {
      itemId: given.task.itemId,
      stage: 'verify',
      steps: STEPS.map((step) => ({ ...step, parameters: {} })),
    }
    const tried = await trySteps(given.manager, given.project.id, body, new AbortController().signal)
    expect(tried.failure).toBeNull()
    expect(tried.proposals.some(({ unitText }) => unitText.includes('Baikal'))).toBe(true)
    expect((await findTask(given.task, 'verify')).units).toEqual(given.task.units)
    for (const count of [
      prisma().foundEvidence.count({ where: { itemId: given.task.itemId } }),
      prisma().searchRecord.count({ where: { projectId: given.project.id } }),
    ])
      expect(await count).toBe(0)
    const annotator = actorOf(await makeMember(given.project, 'annotator'))
    await expect(trySteps(annotator, given.project.id, body, new AbortController().signal)).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('segments', () => {
  const SEGMENTS = ['Baikal is deep. It is old.']
  const resegment = async (state: 'preparing' | 'open', segments = SEGMENTS) => {
    const project = await makeProject()
    const manager = actorOf(await makeMember(project, 'manager'))
    const task = await makeTask(project, { state, segments })
    const started = await startVerdicts(
      { project, manager, tasks: [task] },
      {
        steps: [
          { key: 'segments', method: 'rules' },
          { key: 'verdicts', method: 'rules' },
        ],
      },
    )
    const run = await drive(started.id)
    return { run, now: await findTask(task, 'segments') }
  }

  test('of a task in preparation are replaced by others that make up the same text', async () => {
    const { run, now } = await resegment('preparing')
    expect(run.items).toMatchObject([{ state: 'done' }])
    const segments = now.units.filter(({ kind }) => kind === 'segment')
    expect(segments.map(({ text }) => text.trim())).toEqual(['Baikal is deep.', 'It is old.'])
    expect(now.units.map(({ position }) => position)).toEqual(now.units.map((_, index) => index))
    const [event] = await prisma().event.findMany({ where: { taskId: now.id, type: 'task.resegmented' } })
    expect(event?.data).toEqual({ from: SEGMENTS, to: segments.map(({ text }) => text) })
  })

  test('of an open task stay, which is noted, and the steps behind go on with them', async () => {
    const { run, now } = await resegment('open')
    expect(run.items).toMatchObject([
      { state: 'done', error: null, notes: { segments: { remark: expect.stringMatching(/open for annotation/) } } },
    ])
    expect(now.units.filter(({ kind }) => kind === 'segment').map(({ text }) => text)).toEqual(SEGMENTS)
  })

  test('of an open task that are proposed as they stand need no word', async () => {
    const { run } = await resegment('open', ['Baikal is deep. ', 'It is old.'])
    expect(run.items).toMatchObject([{ state: 'done', error: null }])
    expect(run.items[0]?.notes).not.toHaveProperty('segments')
  })
})
