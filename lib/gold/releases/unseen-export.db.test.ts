import { beforeEach, describe, expect, it } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { saveAnswer } from '@/lib/annotation/annotations/save-answers'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { revealSuggestions } from '@/lib/annotation/suggestions/reveal-suggestions'
import { setPolicies } from '@/lib/annotation/suggestions/set-policies'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import type { Answers } from '@/lib/protocols/protocol'
import { actorOf } from '@/tests/actors'
import {
  answersWith,
  type MadeProject,
  type MadeTask,
  makeAssignment,
  makeMember,
  makeProject,
  makeTask,
} from '@/tests/factories'
import type { LabelChoice } from './contract'
import { downloadExport } from './download-export'
import { listExports } from './queries'

type Kind = 'shown' | 'hidden' | 'none'

let project: MadeProject
let manager: Actor
/** One gold item each: without suggestions, with one in sight, with one given after answering, with one withheld. */
let tasks: Record<'bare' | Kind, MadeTask>

async function annotate(
  task: MadeTask,
  answers: Answers,
  before: (opened: { actor: Actor; annotationId: string }) => Promise<void>,
) {
  const annotator = await makeMember(project, 'annotator')
  const actor = actorOf(annotator)
  await makeAssignment(task, annotator)
  const { annotationId } = await getWorkbench(actor, task.id)
  for (const [unit, values] of Object.entries(answers))
    for (const [question, value] of Object.entries(values))
      await saveAnswer(actor, task.id, { annotationId, unit, question, value, expectedRevision: 0, origin: 'chosen' })
  await before({ actor, annotationId })
  await submitAnnotation(actor, task.id, annotationId)
}

async function goldItem(kind: Kind, suggested: boolean): Promise<MadeTask> {
  const task = await makeTask(project)
  const stage = project.stages[0]?.key ?? ''
  await setPolicies(manager, project.id, [{ stage, unitKind: 'segment', question: 'label', policy: kind }])
  if (suggested)
    await prisma().suggestion.create({
      data: {
        taskId: task.id,
        unitId: task.units.find(({ key }) => key === 's2')?.id ?? '',
        question: 'label',
        value: true,
        source: 'test',
      },
    })
  await annotate(task, answersWith(true), async ({ actor, annotationId }) => {
    if (kind === 'hidden')
      await revealSuggestions(actor, task.id, { annotationId, places: [{ unit: 's2', question: 'label' }] })
  })
  await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
  return task
}

beforeEach(async () => {
  project = await makeProject({ stage: { raters: 1 } })
  manager = actorOf(await makeMember(project, 'manager'))
  tasks = {
    bare: await goldItem('shown', false),
    shown: await goldItem('shown', true),
    hidden: await goldItem('hidden', true),
    none: await goldItem('none', true),
  }
})

interface Line {
  item: { position: number }
  stages?: { unseen: boolean | null }[]
  labels?: { unit: string; question: string; seen: boolean | null; lineage: { kind: string } | null }[]
}
async function linesOf(format: string, labels: LabelChoice): Promise<Line[]> {
  const text = await (await downloadExport(manager, project.id, format, labels)).text()
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
const positions = (...names: (keyof typeof tasks)[]) => names.map((name) => tasks[name].position)
const offerOf = async (key: string, labels: LabelChoice) =>
  (await listExports(manager, project.id, labels)).exports.find((offer) => offer.key === key)
const countOf = async (key: string, labels: LabelChoice) => (await offerOf(key, labels))?.count

describe('labels made without a suggestion in sight', () => {
  it('say so in the annotations, with what became of the suggestion', async () => {
    const all = await linesOf('annotations', 'all')
    const second = all.map(({ item, labels }) => ({
      position: item.position,
      ...labels?.find(({ unit, question }) => unit === 's2' && question === 'label'),
    }))
    const found = second.map(({ position, seen, lineage }) => [position, seen, lineage?.kind ?? null])
    expect(found).toEqual([
      [tasks.bare.position, false, null],
      [tasks.shown.position, true, 'accepted'],
      [tasks.hidden.position, false, 'blind_match'],
      [tasks.none.position, false, 'blind_match'],
    ])
  })

  it('are all that is left of annotations, and what is counted', async () => {
    const unseen = await linesOf('annotations', 'unseen')
    const places = unseen.map(({ item, labels }) => [
      item.position,
      labels?.some(({ unit, question }) => unit === 's2' && question === 'label'),
    ])
    expect(places).toEqual(
      positions('bare', 'shown', 'hidden', 'none').map((position) => [position, position !== tasks.shown.position]),
    )
    expect(await countOf('annotations', 'unseen')).toBe(4)
    const rated = new Set((await linesOf('ratings-json', 'unseen')).map(({ item }) => item))
    expect([...rated]).toEqual(positions('bare', 'hidden', 'none'))
    for (const [labels, from] of [
      ['unseen', 3],
      ['all', 4],
    ] as const)
      expect(await offerOf('ratings-json', labels)).toMatchObject({
        count: (await linesOf('ratings-json', labels)).length,
        from: { what: 'annotation', count: from },
      })
  })

  it('are all that gold comes from', async () => {
    for (const key of ['table-gold', 'table-items-csv'])
      expect(await offerOf(key, 'all')).toMatchObject({ rows: 'row', from: { what: 'item', count: 4 } })
    const native = await linesOf('native', 'all')
    expect(native.map(({ stages }) => stages?.[0]?.unseen)).toEqual([true, false, true, true])
    expect((await linesOf('native', 'unseen')).map(({ item }) => item.position)).toEqual(
      positions('bare', 'hidden', 'none'),
    )
    expect(await linesOf('felm', 'unseen')).toHaveLength(3)
    expect(await countOf('native', 'unseen')).toBe(3)
    expect(await countOf('felm', 'unseen')).toBe(3)
    expect(await countOf('felm', 'all')).toBe(4)
  })

  it('are no more once they were written again after seeing it', async () => {
    const annotation = { taskId: tasks.hidden.id }
    const draft = await prisma().annotation.findFirstOrThrow({ where: annotation, select: { id: true } })
    await prisma().suggestionView.updateMany({ where: { annotationId: draft.id }, data: { seenAt: new Date(0) } })
    expect((await linesOf('native', 'unseen')).map(({ item }) => item.position)).toEqual(positions('bare', 'none'))
  })

  it('are never those of imported gold', async () => {
    const taskId = tasks.bare.id
    await prisma().gold.updateMany({ where: { taskId }, data: { supersededAt: new Date() } })
    const gold = { taskId, version: 2, round: 1, answers: answersWith(true), rollUp: {}, origin: 'imported' as const }
    await prisma().gold.create({ data: gold })
    expect((await linesOf('native', 'unseen')).map(({ item }) => item.position)).toEqual(positions('hidden', 'none'))
    expect(await countOf('native', 'unseen')).toBe(2)
  })
})
