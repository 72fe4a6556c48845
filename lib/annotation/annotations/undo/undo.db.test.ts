import { describe, expect, it } from 'vitest'
import type { SaveChange } from '@/lib/annotation/annotations/contract'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { saveAnswers } from '@/lib/annotation/annotations/save-answers'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import type { EventMap } from '@/lib/platform/events/events'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool, prisma, transaction } from '@/lib/platform/server/db'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { getUndoSteps } from './queries'
import { RESTORED_CAUSES, restoredCauses } from './restored-causes'

const reason = (given: Partial<SaveChange> & Pick<SaveChange, 'value'>): SaveChange => ({
  unit: 's1',
  question: 'reason',
  expectedRevision: 0,
  origin: 'typed',
  ...given,
})

async function openTask(raters = 1) {
  const project = await makeProject({ stage: { raters } })
  const ana = await makeMember(project, 'annotator')
  const task = await makeTask(project)
  await makeAssignment(task, ana, 'assigned')
  const actor = actorOf(ana)
  const { annotationId } = await getWorkbench(actor, task.id)
  const save = (...answers: SaveChange[]) => saveAnswers(actor, task.id, { annotationId, answers })
  return { project, task, actor, annotationId, save }
}

const idsOf = async (actor: Actor, taskId: string) => {
  const { done, undone } = await getUndoSteps(actor, taskId)
  return [done.map(({ id }) => id), undone.map(({ id }) => id)]
}
const originOf = (annotationId: string, question: string) =>
  prisma().label.findFirstOrThrow({
    where: { annotationId, question },
    select: { value: true, origin: true, suggestionId: true },
  })

describe('undo from the log', () => {
  it('has every saved step, what was undone, and one step for one request that names none', async () => {
    const { task, actor, annotationId, save } = await openTask()
    const step = { id: 'typed', way: 'do' } as const
    await save(reason({ value: 'a', step }))
    await save(reason({ value: 'ab', expectedRevision: 1, step }))
    const chosen = { question: 'label', origin: 'bulk' } as const
    await save(reason({ ...chosen, value: true }), reason({ ...chosen, unit: 's2', value: true }))
    const { done, undone } = await getUndoSteps(actor, task.id)
    expect(done.map(({ changes }) => changes)).toEqual([
      [{ unit: 's1', question: 'reason', from: null, to: 'ab', cause: { origin: 'typed' } }],
      ['s1', 's2'].map((unit) => ({ unit, question: 'label', from: null, to: true, cause: { origin: 'bulk' } })),
    ])
    expect(undone).toEqual([])
    const { id = '' } = done[1] ?? {}
    const back = { question: 'label', value: null, expectedRevision: 1, step: { id, way: 'undo' } } as const
    await save(reason(back), reason({ ...back, unit: 's2' }))
    expect(await idsOf(actor, task.id)).toEqual([['typed'], [id]])
    expect((await getUndoSteps(actor, task.id)).annotationId).toBe(annotationId)
  })

  it('gives a value that comes back the origin that it had, and believes nobody else about it', async () => {
    const { task, annotationId, save } = await openTask()
    const unitId = task.units.find(({ key }) => key === 's1')?.id ?? ''
    const suggestion = await prisma().suggestion.create({
      data: { taskId: task.id, unitId, question: 'reason', value: 'proposed', source: 'rules' },
    })
    const from = { origin: 'suggestion', suggestionId: suggestion.id } as const
    await save(reason({ value: 'proposed', ...from, step: { id: 'a', way: 'do' } }))
    await save(reason({ value: 'mine', expectedRevision: 1, step: { id: 'b', way: 'do' } }))
    const chosen = { origin: 'chosen' } as const
    await save(reason({ value: 'proposed', expectedRevision: 2, ...chosen, step: { id: 'b', way: 'undo' } }))
    expect(await originOf(annotationId, 'reason')).toEqual({ value: 'proposed', ...from })
    await save(reason({ value: 'mine', expectedRevision: 3, ...chosen, step: { id: 'b', way: 'redo' } }))
    expect(await originOf(annotationId, 'reason')).toEqual({ value: 'mine', origin: 'typed', suggestionId: null })
    // Not what was there before that step: a change like any other.
    await save(reason({ value: 'proposed!', expectedRevision: 4, ...chosen, step: { id: 'b', way: 'undo' } }))
    expect(await originOf(annotationId, 'reason')).toMatchObject({ value: 'proposed!', origin: 'chosen' })
    const claim = reason({ value: 'mine', expectedRevision: 5, ...from, step: { id: 'none', way: 'undo' } })
    expect((await save(claim)).outcomes).toMatchObject([{ status: 'refused' }])
  })

  it('tells the steps of one field apart where several come back in one request', async () => {
    const { annotationId, save } = await openTask()
    await save(reason({ value: 'a', origin: 'bulk', step: { id: 'one', way: 'do' } }))
    await save(reason({ value: 'b', origin: 'chosen', expectedRevision: 1, step: { id: 'two', way: 'do' } }))
    await save(reason({ value: 'c', expectedRevision: 2, step: { id: 'three', way: 'do' } }))
    const back = [
      reason({ value: 'b', expectedRevision: 3, step: { id: 'three', way: 'undo' } }),
      reason({ value: 'a', expectedRevision: 4, step: { id: 'two', way: 'undo' } }),
    ]
    const causeOf = await restoredCauses(annotationId, back)
    expect(back.map((change) => causeOf(change)?.origin)).toEqual(['chosen', 'bulk'])
  })

  it('reads the log once, however many changes one request takes back', async () => {
    const { annotationId, save } = await openTask()
    for (let at = 0; at < 5; at++) await save(reason({ value: `${at}`, expectedRevision: at }))
    const steps = Array.from({ length: 200 }, (_, at) => `e${at}`)
    const all = (text: string) => steps.map(() => text)
    const values = [annotationId, all('s1'), all('reason'), steps]
    const { rows } = await pool().query<{ 'QUERY PLAN': string }>(`explain analyze ${RESTORED_CAUSES}`, values)
    const scans = rows.map((row) => row['QUERY PLAN']).filter((line) => / on events /.test(line))
    expect(scans).toHaveLength(1)
    expect(scans[0]).toMatch(/rows=5(\.00)? loops=1\)/)
  })

  it('begins anew in every round, where a carried value comes back as carried', async () => {
    const { project, task, actor, annotationId, save } = await openTask()
    const ready = answersWith(false)
    await save(
      ...Object.entries(ready).flatMap(([unit, values]) =>
        Object.entries(values).map(([question, value]) =>
          reason({ unit, question, value: value ?? null, origin: 'chosen' }),
        ),
      ),
    )
    expect((await getUndoSteps(actor, task.id)).done).toHaveLength(1)
    await submitAnnotation(actor, task.id, annotationId)
    await expect(getUndoSteps(actor, task.id)).rejects.toMatchObject({ code: 'forbidden' })
    await reopenTask(actorOf(await makeMember(project, 'manager')), task.id, { comment: 'Look again.' })
    expect(await idsOf(actor, task.id)).toEqual([[], []])
    const now = await getWorkbench(actor, task.id)
    const [first] = now.answers.filter(({ question }) => question === 'label')
    if (!first) throw new Error('a label was carried over')
    const at = { unit: first.unit, question: 'label' }
    const again = (value: SaveChange['value'], expectedRevision: number, way: 'do' | 'undo') =>
      saveAnswers(actor, task.id, {
        annotationId: now.annotationId,
        answers: [reason({ ...at, value, expectedRevision, origin: 'chosen', step: { id: 'x', way } })],
      })
    await again(first.value !== true, 1, 'do')
    await again(first.value, 2, 'undo')
    const { answers } = await getWorkbench(actor, task.id)
    expect(answers.find(({ unit, question }) => unit === at.unit && question === 'label')).toMatchObject({
      value: first.value,
      origin: 'carried',
      revision: 3,
    })
    expect(await idsOf(actor, task.id)).toEqual([[], ['x']])
  })

  it('names no step by what others do in the meantime', async () => {
    const one = async (isBusy: boolean) => {
      const { task, actor, annotationId, save } = await openTask(2)
      const other = await openTask()
      const scope = { actorId: actor.userId, projectId: task.projectId, taskId: task.id, annotationId }
      for (const [index, value] of ['a', 'b', 'c'].entries()) {
        const change = { unit: 's1', question: 'reason', from: null, to: value, origin: 'chosen', revision: index + 1 }
        await transaction((tx) => record(tx, 'answer.saved', scope, change))
        if (isBusy) await other.save(reason({ value, expectedRevision: index, step: { id: 'x', way: 'do' } }))
      }
      await save(reason({ value: 'd' }))
      return (await idsOf(actor, task.id)).flat()
    }
    const [quiet, busy] = [await one(false), await one(true)]
    expect(busy.slice(0, 3)).toEqual(quiet.slice(0, 3))
    expect(quiet.slice(0, 3)).toEqual(['n1', 'n2', 'n3'])
    // Of a change that names no step the server draws one.
    expect(quiet[3]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  })

  it('goes on with the names that steps had in earlier versions', async () => {
    const { task, actor, annotationId, save } = await openTask()
    const scope = { actorId: actor.userId, projectId: task.projectId, taskId: task.id, annotationId }
    const write = (data: Omit<EventMap['answer.saved'], 'unit' | 'question'>) =>
      transaction((tx) => record(tx, 'answer.saved', scope, { unit: 's1', question: 'reason', ...data }))
    await save(reason({ value: 'a', step: { id: 'first', way: 'do' } }))
    await write({ from: 'a', to: 'b', origin: 'bulk', was: { origin: 'typed' }, revision: 2 })
    await write({ from: 'b', to: 'c', origin: 'chosen', was: { origin: 'bulk' }, revision: 3 })
    const [, second, third] = await prisma().event.findMany({
      where: { annotationId, type: 'answer.saved' },
      orderBy: { id: 'asc' },
    })
    const former = [`e${second?.id}`, `e${third?.id}`] as const
    expect(await idsOf(actor, task.id)).toEqual([['first', 'n2', 'n3'], []])
    // Undone in an earlier version, under the name that it had.
    await write({ from: 'c', to: 'b', origin: 'bulk', revision: 4, step: { id: former[1], way: 'undo' } })
    expect(await idsOf(actor, task.id)).toEqual([['first', 'n2'], ['n3']])
    // Typing that went on with a step, as a tab of an earlier version writes it.
    await write({ from: 'b', to: 'bb', origin: 'typed', revision: 5, step: { id: former[0], way: 'do' } })
    expect((await idsOf(actor, task.id))[0]).toEqual(['first', 'n2'])
    // A tab that was open all along undoes by the former name, the next one by the new.
    for (const id of [former[0], 'n2']) {
      const back = reason({ value: 'a', expectedRevision: 5, step: { id, way: 'undo' } })
      expect((await restoredCauses(annotationId, [back]))(back)).toEqual({ origin: 'typed', suggestionId: null })
      const forth = reason({ value: 'bb', expectedRevision: 5, step: { id, way: 'redo' } })
      expect((await restoredCauses(annotationId, [forth]))(forth)).toEqual({ origin: 'typed', suggestionId: null })
    }
  })

  it('is nobody else’s, a partner’s least of all', async () => {
    const { project, task, save } = await openTask(2)
    await save(reason({ value: 'only mine' }))
    const partner = await makeMember(project, 'annotator')
    await makeAnnotation(task, partner, {})
    expect(await getUndoSteps(actorOf(partner), task.id)).toMatchObject({ done: [], undone: [] })
    const reviewer = await makeMember(project, 'reviewer')
    await expect(getUndoSteps(actorOf(reviewer), task.id)).rejects.toMatchObject({ code: 'forbidden' })
    const stranger = await makeMember(project, 'annotator')
    await expect(getUndoSteps(actorOf(stranger), task.id)).rejects.toMatchObject({ code: 'not_found' })
  })
})
