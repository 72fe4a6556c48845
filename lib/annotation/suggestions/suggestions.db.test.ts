import { beforeEach, describe, expect, it } from 'vitest'
import type { SaveChange } from '@/lib/annotation/annotations/contract'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { saveAnswer } from '@/lib/annotation/annotations/save-answers'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { actorOf } from '@/tests/actors'
import {
  answersWith,
  type MadeProject,
  type MadeTask,
  makeAnnotation,
  makeAssignment,
  makeMember,
  makeProject,
  makeTask,
} from '@/tests/factories'
import type { PolicySetting } from './contract'
import { getPolicies } from './queries'
import { revealSuggestions } from './reveal-suggestions'
import { setPolicies } from './set-policies'

let project: MadeProject
let manager: Actor
let task: MadeTask
let actor: Actor
let annotator: { id: string }

beforeEach(async () => {
  project = await makeProject({ stage: { raters: 1 } })
  manager = actorOf(await makeMember(project, 'manager'))
  const member = await makeMember(project, 'annotator')
  ;[annotator, actor] = [member, actorOf(member)]
  task = await makeTask(project)
  await makeAssignment(task, member)
})

const suggest = (unit: string, question: string, value: NonNullable<Json>, score: number | null = null) =>
  prisma().suggestion.create({
    data: {
      taskId: task.id,
      unitId: task.units.find(({ key }) => key === unit)?.id ?? '',
      question,
      value,
      score,
      source: 'test',
      rationale: 'Because.',
      promptHash: 'abc',
    },
  })
const set = async (...policies: PolicySetting[]) => setPolicies(manager, project.id, policies)
const stageKey = () => project.stages[0]?.key ?? ''
const policy = (question: string, kind: 'shown' | 'hidden' | 'none'): PolicySetting => ({
  stage: stageKey(),
  unitKind: 'segment',
  question,
  policy: kind,
})
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: { code?: string }) => error.code,
  )
const save = (annotationId: string, change: Partial<SaveChange>) =>
  saveAnswer(actor, task.id, {
    annotationId,
    unit: 's1',
    question: 'label',
    value: true,
    expectedRevision: 0,
    origin: 'chosen',
    ...change,
  })
const reveal = (annotationId: string, unit: string, question: string) =>
  revealSuggestions(actor, task.id, { annotationId, places: [{ unit, question }] })
const views = (annotationId: string) =>
  prisma().suggestionView.findMany({ where: { annotationId }, select: { suggestionId: true, answered: true } })

describe('policies', () => {
  it('are set by managers with an event each, and kept as they were where nothing changes', async () => {
    const wanted: PolicySetting = {
      unitKind: 'segment',
      stage: stageKey(),
      question: 'label',
      policy: 'randomised',
      shares: { shown: 50, hidden: 0, none: 50 },
    }
    const { stages } = await set(wanted)
    expect(stages[0]?.questions.find(({ question }) => question === 'label')).toMatchObject({
      policy: 'randomised',
      shares: { shown: 50, hidden: 0, none: 50 },
    })
    await set(wanted)
    const events = await prisma().event.findMany({ where: { projectId: project.id, type: 'policy.updated' } })
    expect(events.map(({ data }) => data)).toEqual([
      {
        stage: stageKey(),
        unitKind: 'segment',
        question: 'label',
        from: { policy: 'shown', shares: null },
        to: { policy: 'randomised', shares: { shown: 50, hidden: 0, none: 50 } },
      },
    ])
  })

  it('are not overwritten by somebody who saw others', async () => {
    await set(policy('label', 'none'))
    const seen = { policy: 'shown', shares: null } as const
    expect(await code(set({ ...policy('label', 'hidden'), seen }))).toBe('revision_conflict')
    expect((await prisma().suggestionPolicy.findFirstOrThrow({ where: { projectId: project.id } })).policy).toBe('none')
  })

  it('are refused altogether where one of them is about no question', async () => {
    const good = policy('label', 'none')
    expect(await code(set(good, { ...good, question: 'nothing' }))).toBe('rule')
    expect(await prisma().suggestionPolicy.count({ where: { projectId: project.id } })).toBe(0)
  })

  it('are no business of annotators, and only managers change them', async () => {
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    expect(await code(getPolicies(actor, project.id))).toBe('forbidden')
    expect((await getPolicies(reviewer, project.id)).abilities.change).toBe(false)
    expect(await code(setPolicies(reviewer, project.id, [policy('label', 'none')]))).toBe('forbidden')
  })
})

describe('what an annotation is given', () => {
  const under = (kind: 'shown' | 'hidden' | 'none', question = 'label') => set(policy(question, kind))

  it('holds suggestions at once where nothing is set, and remembers that they were seen unanswered', async () => {
    const suggestion = await suggest('s1', 'label', false, 0.7)
    const bench = await getWorkbench(actor, task.id)
    expect(bench.suggestions).toMatchObject([
      {
        id: suggestion.id,
        unit: 's1',
        value: false,
        score: 0.7,
        runId: null,
        rationale: 'Because.',
        promptHash: 'abc',
      },
    ])
    expect(bench.arms).toEqual([{ unitKind: 'segment', question: 'label', arm: 'shown' }])
    expect(await views(bench.annotationId)).toEqual([{ suggestionId: suggestion.id, answered: false }])
  })

  it('never holds what is withheld, tells nobody of it, and takes none of it as accepted', async () => {
    await under('none')
    const suggestion = await suggest('s1', 'label', true)
    const { annotationId, suggestions, arms } = await getWorkbench(actor, task.id)
    expect({ suggestions, arms }).toEqual({ suggestions: [], arms: [] })
    expect(await code(save(annotationId, { origin: 'suggestion', suggestionId: suggestion.id }))).toBe('rule')
    await save(annotationId, {})
    expect((await reveal(annotationId, 's1', 'label')).suggestions).toEqual([])
    expect(await views(annotationId)).toEqual([])
  })

  it('holds hidden ones only once the question is answered, then for good', async () => {
    await under('hidden')
    const suggestion = await suggest('s1', 'label', false)
    await suggest('s2', 'label', false)
    const { annotationId, suggestions, arms } = await getWorkbench(actor, task.id)
    expect({ suggestions, arms }).toEqual({
      suggestions: [],
      arms: [{ unitKind: 'segment', question: 'label', arm: 'hidden' }],
    })
    expect((await reveal(annotationId, 's1', 'label')).suggestions).toEqual([])
    expect(await code(save(annotationId, { value: false, origin: 'suggestion', suggestionId: suggestion.id }))).toBe(
      'rule',
    )
    await save(annotationId, {})
    expect((await reveal(annotationId, 's1', 'label')).suggestions.map(({ id }) => id)).toEqual([suggestion.id])
    expect(await views(annotationId)).toEqual([{ suggestionId: suggestion.id, answered: true }])
    const accepted = { value: false, expectedRevision: 1, origin: 'suggestion', suggestionId: suggestion.id } as const
    expect(await save(annotationId, accepted)).toMatchObject({ revision: 2 })
    await save(annotationId, { value: null, expectedRevision: 2 })
    expect((await getWorkbench(actor, task.id)).suggestions.map(({ id }) => id)).toEqual([suggestion.id])
  })

  it('gives hidden texts only to those who say that they have finished', async () => {
    await under('hidden', 'reason')
    await suggest('s2', 'reason', 'It is the larger one.')
    const { annotationId } = await getWorkbench(actor, task.id)
    await save(annotationId, { unit: 's2', value: false })
    await save(annotationId, { unit: 's2', question: 'reason', value: 'It', origin: 'typed' })
    expect((await getWorkbench(actor, task.id)).suggestions).toEqual([])
    expect((await reveal(annotationId, 's2', 'reason')).suggestions).toHaveLength(1)
  })

  it('keeps to the policy under which it began', async () => {
    await suggest('s1', 'label', true)
    await getWorkbench(actor, task.id)
    await under('none')
    expect((await getWorkbench(actor, task.id)).suggestions).toHaveLength(1)
  })

  it('refuses to reveal to others, and in another round', async () => {
    const { annotationId } = await getWorkbench(actor, task.id)
    const stranger = actorOf(await makeMember(project, 'annotator'))
    const ask = { annotationId, places: [{ unit: 's1', question: 'label' }] }
    expect(await code(revealSuggestions(stranger, task.id, ask))).toBe('not_found')
    expect(await code(revealSuggestions(manager, task.id, ask))).toBe('forbidden')
    const elsewhere = { ...ask, annotationId: '0193a0a0-0000-7000-8000-000000000000' }
    expect(await code(revealSuggestions(actor, task.id, elsewhere))).toBe('conflict')
  })

  it('leaves people in their arms when the task comes back to them', async () => {
    await under('none')
    await suggest('s1', 'label', true)
    const first = await getWorkbench(actor, task.id)
    await prisma().annotation.delete({ where: { id: first.annotationId } })
    const annotation = await makeAnnotation(task, annotator, answersWith(true), true)
    await prisma().armDraw.create({
      data: { annotationId: annotation.id, unitKind: 'segment', question: 'label', arm: 'none', policy: 'none' },
    })
    await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
    await under('shown')
    await reopenTask(manager, task.id, { comment: 'Look again.' })
    const second = await getWorkbench(actor, task.id)
    expect(second.annotationId).not.toBe(annotation.id)
    expect(second.suggestions).toEqual([])
    const draws = await prisma().armDraw.findMany({ where: { annotationId: second.annotationId } })
    expect(draws).toMatchObject([{ question: 'label', arm: 'none', policy: 'none' }])
  })
})
