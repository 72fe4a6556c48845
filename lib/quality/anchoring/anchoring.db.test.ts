import { spawnSync } from 'node:child_process'
import { beforeEach, describe, expect, it } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { saveAnswer } from '@/lib/annotation/annotations/save-answers'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import type { Shares } from '@/lib/annotation/suggestions/contract'
import { drawArm } from '@/lib/annotation/suggestions/draw-arms'
import { revealSuggestions } from '@/lib/annotation/suggestions/reveal-suggestions'
import { prisma } from '@/lib/platform/server/db'
import { seededRandom } from '@/lib/stats/seeded-random'
import { actorOf } from '@/tests/actors'
import { answersWith, type MadeProject, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { getAnchoring } from './queries'
import { getAnchoringReceipt } from './receipt/get-receipt'

const idOf = (n: number) => `0193b0b0-0000-7000-8000-${String(n).padStart(12, '0')}`
const HALF: Shares = { shown: 50, hidden: 0, none: 50 }
const [ITEMS, SEGMENTS, WITHOUT, EFFECT] = [30, 5, 0.45, 0.4]

let project: MadeProject
let viewer: Awaited<ReturnType<typeof makeMember>>

beforeEach(async () => {
  project = await makeProject()
  viewer = await makeMember(project, 'viewer')
})

/**
 * Two annotators an item, whose arms for the label are drawn; in sight of the suggestion they agree with it more often. Annotations have ids from
 * `firstId` on, from which their arms are drawn.
 */
async function simulate(randomised: boolean, firstId: number) {
  const next = seededRandom(11)
  const annotators = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  const segments = Array.from({ length: SEGMENTS }, (_, index) => `Sentence ${index + 1}.`)
  for (let item = 0; item < ITEMS; item++) {
    const task = await makeTask(project, { segments })
    const units = task.units.filter(({ kind }) => kind === 'segment')
    const said = new Map(units.map(({ id }) => [id, next(2) === 1]))
    await prisma().suggestion.createMany({
      data: units.map(({ id }) => ({
        taskId: task.id,
        unitId: id,
        question: 'label',
        value: said.get(id) ?? true,
        source: 'test',
      })),
    })
    for (const [index, { id: userId }] of annotators.entries()) {
      const annotationId = idOf(firstId + item * 2 + index)
      const subject = { annotationId, unitKind: 'segment', question: 'label' }
      const arm = drawArm(subject, HALF)
      const share = WITHOUT + (arm === 'shown' ? EFFECT : 0)
      await prisma().annotation.create({
        data: { id: annotationId, taskId: task.id, userId, round: 1, activeSeconds: 60 + index },
      })
      await prisma().armDraw.create({ data: { ...subject, arm, policy: randomised ? 'randomised' : arm } })
      await prisma().label.createMany({
        data: units.map(({ id }) => {
          const value = next(1_000) / 1_000 < share ? said.get(id) : !said.get(id)
          return {
            annotationId,
            unitId: id,
            taskId: task.id,
            question: 'label',
            value: value ?? true,
            origin: 'chosen' as const,
          }
        }),
      })
    }
    await prisma().annotation.updateMany({
      where: { taskId: task.id },
      data: { state: 'submitted', submittedAt: new Date() },
    })
    await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
  }
}

/** What gold tells apart in the simulated project; never by somebody's own answer. */
async function splitByGold() {
  const reviewer = await makeMember(project, 'reviewer')
  const tasks = await prisma().task.findMany({ where: { projectId: project.id }, include: { units: true } })
  // Gold calls every segment true; a third person settled it.
  for (const { id: taskId, units } of tasks) {
    const own = units.filter(({ kind }) => kind === 'segment')
    const answers = Object.fromEntries(own.map(({ key }) => [key, { label: true }]))
    await prisma().gold.create({
      data: { taskId, version: 1, round: 1, answers, rollUp: {}, origin: 'consolidated' },
    })
    await prisma().resolution.createMany({
      data: own.map(({ id: unitId }) => ({
        taskId,
        round: 1,
        unitId,
        question: 'label',
        value: true,
        how: 'lane' as const,
        resolvedById: reviewer.id,
      })),
    })
    await prisma().task.update({ where: { id: taskId }, data: { state: 'gold' } })
  }
  const read = async () => (await getAnchoring(actorOf(viewer), project.id)).questions[0]?.effect.byCorrectness ?? []
  const suggested = await prisma().suggestion.findMany({ where: { task: { projectId: project.id } } })
  const isTrue = suggested.filter(({ value }) => value === true).length
  const isFalse = suggested.length - isTrue
  const labelsOf = ({ shown, without }: Awaited<ReturnType<typeof read>>[number]) =>
    shown.labels.count + without.labels.count
  const [right, wrong] = await read()
  expect([right, wrong].map((each) => each && labelsOf(each))).toEqual([2 * isTrue, 2 * isFalse])
  expect(wrong?.agreement.low).toBeGreaterThan(0)
  expect(wrong?.words).toMatch(/^Automation bias/)
  // What nobody else settled is what the other annotator said: both are counted against their partner.
  await prisma().resolution.deleteMany({ where: { task: { projectId: project.id } } })
  expect((await read()).reduce((sum, each) => sum + labelsOf(each), 0)).toBe(ITEMS * SEGMENTS * 2)
}

describe('the influence of suggestions', () => {
  it('recovers the planted effect of a two-arm project within its interval', async () => {
    await simulate(true, 0)
    const manager = await makeMember(project, 'manager')
    const { questions } = await getAnchoring(actorOf(manager), project.id)
    expect(questions).toHaveLength(1)
    const { effect, arms, categories } = questions[0] ?? {}
    expect(effect?.causal).toBe(true)
    expect(effect?.agreement.low).toBeGreaterThan(0)
    expect(effect?.agreement.low).toBeLessThanOrEqual(EFFECT)
    expect(effect?.agreement.high).toBeGreaterThanOrEqual(EFFECT)
    expect(effect?.shift?.low).toBeGreaterThanOrEqual(0)
    const labels = arms?.reduce((sum, each) => sum + each.labels.count, 0)
    expect(labels).toBe(ITEMS * SEGMENTS * 2)
    expect(arms?.map(({ arm }) => arm)).toEqual(['shown', 'none'])
    for (const { labels: all, values, seconds } of arms ?? []) {
      expect(values.reduce((sum, { cell }) => sum + cell.count, 0)).toBe(all.count)
      expect(values.map(({ value }) => value)).toEqual(categories?.map(({ value }) => value))
      expect(all.items).toHaveLength(all.inItems)
      expect(seconds?.median).toBeGreaterThanOrEqual(60)
    }
    expect(await prisma().answerRead.count({ where: { userId: manager.id } })).toBe(ITEMS)
    await splitByGold()
  })

  it('reads no effect into arms that nobody drew, and tells viewers of no item', async () => {
    await simulate(false, 10_000)
    const { questions } = await getAnchoring(actorOf(viewer), project.id)
    const { effect, arms } = questions[0] ?? {}
    expect(effect?.causal).toBe(false)
    expect(effect?.words).toMatch(/no causal reading/)
    expect(effect?.agreement.value).not.toBeNull()
    expect(arms?.every(({ labels }) => labels.items === null)).toBe(true)
    expect(await prisma().answerRead.count({ where: { userId: viewer.id } })).toBe(0)
  })

  it('takes of a hidden suggestion what was said before it was given, and only once all have submitted', async () => {
    const task = await makeTask(project, { raters: 1 })
    const stageKey = project.stages[0]?.key ?? ''
    const where = { projectId: project.id, stageKey, unitKind: 'segment', question: 'label' }
    await prisma().suggestionPolicy.create({ data: { ...where, policy: 'hidden' } })
    const unitId = task.units.find(({ key }) => key === 's2')?.id ?? ''
    await prisma().suggestion.create({
      data: { taskId: task.id, unitId, question: 'label', value: true, source: 'test' },
    })
    const annotator = await makeMember(project, 'annotator')
    const actor = actorOf(annotator)
    await makeAssignment(task, annotator)
    const { annotationId } = await getWorkbench(actor, task.id)
    const label = { annotationId, unit: 's2', question: 'label', origin: 'chosen' as const }
    await saveAnswer(actor, task.id, { ...label, value: false, expectedRevision: 0 })
    await revealSuggestions(actor, task.id, { annotationId, places: [label] })
    await saveAnswer(actor, task.id, { ...label, value: true, expectedRevision: 1 })
    for (const [unit, values] of Object.entries(answersWith(true)))
      for (const [question, value] of Object.entries(values))
        if (unit !== 's2') await saveAnswer(actor, task.id, { ...label, unit, question, value, expectedRevision: 0 })
    expect((await getAnchoring(actorOf(viewer), project.id)).questions).toEqual([])
    await submitAnnotation(actor, task.id, annotationId)
    const { questions } = await getAnchoring(actorOf(viewer), project.id)
    expect(questions[0]?.arms).toMatchObject([
      { arm: 'hidden', labels: { count: 1 }, agreed: { count: 0 }, changed: { count: 1 }, towards: { count: 1 } },
    ])
    expect(questions[0]?.effect.agreement).toMatchObject({ value: null, low: null })
    // The gold of this task is the annotator's own answer, beside which nothing is right or wrong.
    expect(await prisma().gold.count({ where: { taskId: task.id, origin: 'single_rated' } })).toBe(1)
    expect(questions[0]?.effect.byCorrectness).toEqual([])
  })

  it('has a receipt that its own program computes again, for those who may know single items', async () => {
    await simulate(true, 20_000)
    const reviewer = actorOf(await makeMember(project, 'reviewer'))
    const { questions } = await getAnchoring(reviewer, project.id)
    const script = await (await getAnchoringReceipt(reviewer, project.id, { form: 'script' })).text()
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-', '--json'], {
      input: script,
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    const { agreement } = questions[0]?.effect ?? {}
    const found = JSON.parse(stdout)
    expect(found['segments/segment/label, agreement']).toBeCloseTo(agreement?.value ?? Number.NaN, 9)
    expect(found['segments/segment/label, agreement, low']).toBeCloseTo(agreement?.low ?? Number.NaN, 9)
    const annotator = actorOf(await makeMember(project, 'annotator'))
    for (const actor of [actorOf(viewer), annotator])
      await expect(getAnchoringReceipt(actor, project.id, { form: 'json' })).rejects.toMatchObject({
        code: 'forbidden',
      })
  })

  it('is for managers, reviewers and viewers', async () => {
    const annotator = await makeMember(project, 'annotator')
    await expect(getAnchoring(actorOf(annotator), project.id)).rejects.toMatchObject({ code: 'forbidden' })
  })
})
