import { describe, expect, it } from 'vitest'
import { adjudicateTask } from '@/lib/adjudication/consolidation/adjudicate-task'
import { getConsolidation } from '@/lib/adjudication/consolidation/queries'
import { resolveQuestion } from '@/lib/adjudication/consolidation/resolve-question'
import { listReview } from '@/lib/adjudication/consolidation/review/queries'
import { takeLane } from '@/lib/adjudication/consolidation/take-lane'
import { withdrawResolution } from '@/lib/adjudication/consolidation/withdraw-resolution'
import { prisma } from '@/lib/platform/server/db'
import { getProjectHome } from '@/lib/workspace/projects/queries'
import { updateStage } from '@/lib/workspace/projects/update-stage'
import { discardTask } from '@/lib/workspace/tasks/discard-task'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { actorOf } from '@/tests/actors'
import {
  asList,
  decomposed,
  failure,
  goldOf,
  laneOf,
  makeScene,
  openOf,
  stateOf,
  submitAll,
  taskIn,
} from '@/tests/discussion-scene'
import { makeMember } from '@/tests/factories'
import { acceptLane } from './accept-lane'
import { acceptValue } from './accept-value'
import { callThirdRater } from './call-third-rater'
import { objectToValue } from './object-to-value'
import { takeBackWord } from './take-back-word'

const RISES = 'The Rhine rises in Austria.'
const NORTH = 'The Rhine flows north.'
const accept = { reason: '' }
const eventsOf = (taskId: string, type: string) => prisma().event.count({ where: { taskId, type } })

/** Both list the same two claims; they differ on the importance of the second sentence. */
async function differing() {
  const scene = await makeScene()
  const { taskId, ada, ben } = scene
  const s2 = (importance: string) => ({ s2: { checkworthy: 'opinion', importance } })
  await submitAll(taskId, [
    [ada, decomposed({ a1: RISES, a2: NORTH }, s2('no'))],
    [ben, decomposed({ b1: RISES, b2: NORTH }, s2('intermediate'))],
  ])
  return scene
}
const at = { unit: 's2', question: 'importance' }

describe('partners', () => {
  it('make gold at the reveal where they agree on everything', async () => {
    const { taskId, ada, ben } = await makeScene()
    await submitAll(taskId, [
      [ada, decomposed({ a1: RISES, a2: NORTH })],
      [ben, decomposed({ b1: RISES, b2: NORTH })],
    ])
    expect(await stateOf(taskId)).toBe('gold')
    expect(await goldOf(taskId)).toMatchObject({ origin: 'consolidated', adjudicatorId: null, approverId: null })
    const rows = await prisma().resolution.findMany({ where: { taskId } })
    expect(new Set(rows.map(({ how }) => how))).toEqual(new Set(['agreed']))
  })

  it('settle what one accepts of the other’s frozen answer, and make gold when nothing is open', async () => {
    const { taskId, ada, ben } = await differing()
    expect(await openOf(ada, taskId)).toEqual(['s2.importance'])
    const view = await acceptValue(ada, taskId, {
      ...at,
      choice: { lane: await laneOf(ada, taskId, false) },
      ...accept,
    })
    expect(view.state).toBe('gold')
    expect(view.settled.find((each) => each.unit === 's2' && each.question === 'importance')).toMatchObject({
      how: 'discussed',
      value: 'intermediate',
      by: { kind: 'agreement' },
      // It would be the hour of the last word, which is in a lane.
      at: null,
    })
    expect((await goldOf(taskId)).answers.s2).toMatchObject({ importance: 'intermediate' })
    expect(await eventsOf(taskId, 'discussion.accepted')).toBe(1)
    const late = acceptValue(ben, taskId, { ...at, choice: { value: 'no' }, ...accept })
    expect((await failure(late)).code).toBe('conflict')
  })

  it('propose another value with a reason, which the other accepts without one', async () => {
    const { taskId, ada, ben } = await differing()
    const proposal = { ...at, choice: { value: 'yes' } }
    expect((await failure(acceptValue(ada, taskId, { ...proposal, reason: '' }))).code).toBe('rule')
    const view = await acceptValue(ada, taskId, { ...proposal, reason: 'It is the heart of it.' })
    expect(view.state).toBe('consolidating')
    expect(view.words).toMatchObject([{ ...at, value: 'yes', by: { kind: 'you' } }])
    expect(view.comments.map(({ body }) => body)).toEqual(['It is the heart of it.'])
    expect((await acceptValue(ben, taskId, { ...proposal, ...accept })).state).toBe('gold')
  })

  it('do not settle on a frozen answer that its author has left', async () => {
    const { taskId, ada, ben } = await differing()
    const theirs = { ...at, choice: { lane: await laneOf(ada, taskId, false) }, ...accept }
    await acceptValue(ben, taskId, { ...at, choice: { value: 'yes' }, reason: 'Look again.' })
    expect((await acceptValue(ada, taskId, theirs)).state).toBe('consolidating')
    await takeBackWord(ben, taskId, at)
    expect(await stateOf(taskId)).toBe('gold')
  })

  it('object, which opens what both had accepted', async () => {
    const scene = await makeScene()
    const { taskId, ada, ben } = scene
    await submitAll(taskId, [
      [ada, decomposed({ a1: RISES }, { s2: { checkworthy: 'other', importance: 'no' } })],
      [ben, decomposed({ b1: RISES }, { s2: { checkworthy: 'opinion', importance: 'yes' } })],
    ])
    const lane = await laneOf(ben, taskId, false)
    const settled = await acceptValue(ben, taskId, { ...at, choice: { lane }, ...accept })
    expect(settled.open.map(({ question }) => question)).toEqual(['checkworthy'])
    const objection = { ...at, value: 'no', comment: 'I take it back.' }
    const open = await objectToValue(ada, taskId, objection)
    expect(open.open.map(({ question }) => question).sort()).toEqual(['checkworthy', 'importance'])
    expect(open.comments).toMatchObject([{ reply: 'object', body: 'I take it back.' }])
    const unsaid = objectToValue(ada, taskId, { ...objection, value: 'intermediate' })
    expect((await failure(unsaid)).code).toBe('conflict')
    expect(await eventsOf(taskId, 'resolution.withdrawn')).toBe(1)
  })

  it('contest together what they had agreed on', async () => {
    const { taskId, ada, ben } = await differing()
    const agreed = { unit: 's1', question: 'importance' }
    await acceptValue(ada, taskId, { ...agreed, choice: { value: 'no' }, reason: 'A slip of mine.' })
    expect(await openOf(ben, taskId)).toEqual(['s1.importance', 's2.importance'])
    await acceptValue(ben, taskId, { ...agreed, choice: { value: 'no' }, ...accept })
    expect(await openOf(ben, taskId)).toEqual(['s2.importance'])
  })

  it('are told what waits for their word', async () => {
    const { project, taskId, ada, ben, third } = await differing()
    const asked = async (actor: typeof ada) =>
      (await listReview(actor, project.id)).discussions.map((each) => each.asked)
    expect([await asked(ada), await asked(ben)]).toEqual([[0], [0]])
    await acceptValue(ada, taskId, { ...at, choice: { value: 'yes' }, reason: 'So.' })
    expect([await asked(ada), await asked(ben)]).toEqual([[0], [1]])
    expect((await getProjectHome(ben, project.id)).work?.discuss).toMatchObject([{ taskId, asked: 1, called: false }])
    expect((await listReview(third, project.id)).toSettle.total).toBe(0)
  })
})

describe('a deadlock', () => {
  it('keeps a third rater out until a partner calls one, who then settles and confirms', async () => {
    const { project, taskId, ada, ben, third } = await differing()
    const { revision, abilities } = await getConsolidation(third, taskId)
    expect(abilities).toMatchObject({ adjudicate: false, comment: true, discard: false, sendBack: false })
    const choice = { ...at, choice: { value: 'no' }, reason: '' }
    expect((await failure(resolveQuestion(third, taskId, { ...choice, expectedRevision: revision }))).code).toBe(
      'forbidden',
    )
    expect((await failure(acceptValue(third, taskId, choice))).code).toBe('forbidden')
    expect((await failure(callThirdRater(third, taskId, { reason: 'I want to.' }))).code).toBe('forbidden')
    await callThirdRater(ben, taskId, { reason: 'We read it in two ways.' })
    expect((await failure(callThirdRater(ada, taskId, { reason: 'Again.' }))).code).toBe('conflict')
    expect((await listReview(third, project.id)).toSettle.total).toBe(1)
    const called = await getConsolidation(third, taskId)
    const settled = await resolveQuestion(third, taskId, { ...choice, expectedRevision: called.revision })
    expect(settled).toMatchObject({ state: 'consolidating', open: [] })
    const other = { ...choice, choice: { value: 'intermediate' } }
    expect((await failure(acceptValue(ada, taskId, other))).code).toBe('conflict')
    const gold = await adjudicateTask(third, taskId, { expectedRevision: settled.revision })
    expect(gold.state).toBe('gold')
    expect(await goldOf(taskId)).toMatchObject({ adjudicatorId: third.userId, approverId: null })
  })

  it('can end in the partners’ own agreement, which the third rater confirms or overrules with a reason', async () => {
    const { taskId, ada, third } = await differing()
    await callThirdRater(ada, taskId, { reason: 'Stuck.' })
    const lane = await laneOf(ada, taskId, false)
    const { revision: expectedRevision, state } = await acceptValue(ada, taskId, { ...at, choice: { lane }, ...accept })
    expect(state).toBe('consolidating')
    const overruling = { ...at, choice: { value: 'no' }, reason: '', expectedRevision }
    expect((await failure(resolveQuestion(third, taskId, overruling))).code).toBe('rule')
    const whole = { unit: at.unit, lane: await laneOf(ada, taskId, true), expectedRevision }
    expect((await failure(takeLane(third, taskId, whole))).message).toMatch(/nothing here that differs/)
    const overruled = await resolveQuestion(third, taskId, { ...overruling, reason: 'The guideline says so.' })
    const back = await withdrawResolution(third, taskId, { ...at, expectedRevision: overruled.revision })
    expect(back.settled.find((each) => each.unit === 's2' && each.question === 'importance')).toMatchObject({
      how: 'discussed',
      value: 'intermediate',
    })
  })

  it('can end in discarding, or in a new round, which is the partners’ own again', async () => {
    const { taskId, ada, third } = await differing()
    const discard = { reason: 'other', note: 'Nobody can tell.' }
    expect((await failure(discardTask(third, taskId, discard))).code).toBe('forbidden')
    await callThirdRater(ada, taskId, { reason: 'Stuck.' })
    await reopenTask(third, taskId, { comment: 'Once more.' })
    expect(await prisma().task.findUniqueOrThrow({ where: { id: taskId } })).toMatchObject({ thirdRaterAt: null })
    const other = await differing()
    await callThirdRater(other.ada, other.taskId, { reason: 'Stuck.' })
    await discardTask(other.third, other.taskId, discard)
    expect(await stateOf(other.taskId)).toBe('discarded')
  })
})

describe('the setting of a stage', () => {
  it('keeps the third rater in discussions under way when it changes', async () => {
    const { project, taskId, ada, third } = await differing()
    const manager = actorOf(await makeMember(project, 'manager'))
    const place = { projectId: project.id, stageKey: 'decompose' }
    await updateStage(manager, place, { thirdRater: 'always' })
    expect((await getConsolidation(third, taskId)).abilities.adjudicate).toBe(true)
    const { project: changed } = await updateStage(manager, place, { thirdRater: 'deadlock' })
    expect(changed.stages[0]?.thirdRater).toBe('deadlock')
    const { state } = await acceptValue(ada, taskId, { ...at, choice: { value: 'intermediate' }, ...accept })
    expect([state, (await getConsolidation(third, taskId)).abilities.adjudicate]).toEqual(['consolidating', true])
  })
})

describe('claim lists', () => {
  const s2 = (importance: string) => ({ s2: { checkworthy: 'opinion', importance } })
  async function unaligned(more = {}) {
    const scene = await makeScene()
    await submitAll(scene.taskId, [
      [scene.ada, decomposed({ a1: RISES }, more)],
      [scene.ben, decomposed({ b1: RISES, b2: NORTH })],
    ])
    return scene
  }
  const claims = { unit: 's1', question: 'claims' }

  it('take what only one listed as its author wrote it', async () => {
    const { taskId, ada } = await unaligned()
    expect(await openOf(ada, taskId)).toEqual(['s1.claims'])
    const lane = await laneOf(ada, taskId, false)
    const taken = await acceptValue(ada, taskId, { ...claims, choice: { lane }, ...accept })
    expect(taken.state).toBe('gold')
    expect(taken.settled.find((each) => each.unit === 'b2' && each.question === 'type')).toMatchObject({
      how: 'single',
      lane,
    })
    expect((await goldOf(taskId)).answers.b2).toMatchObject({ text: NORTH, type: 'factual', setAside: 'check' })
  })

  it('open what a partner contests about it, and only that, until both hold the same', async () => {
    const { taskId, ada, ben } = await unaligned(s2('intermediate'))
    const lane = await laneOf(ada, taskId, false)
    await acceptValue(ada, taskId, { ...claims, choice: { lane }, ...accept })
    expect(await openOf(ada, taskId)).toEqual(['s2.importance'])
    const type = { unit: 'b2', question: 'type', choice: { value: 'opinion' } }
    await acceptValue(ada, taskId, { ...type, reason: 'It is a matter of view.' })
    expect(await openOf(ben, taskId)).toEqual(['b2.type', 's2.importance'])
    await acceptValue(ben, taskId, { ...type, ...accept })
    expect(await openOf(ben, taskId)).toEqual(['s2.importance'])
  })

  it('are taken with everything about them in one stroke, for a whole sentence', async () => {
    const { taskId, ada } = await unaligned()
    const lane = await laneOf(ada, taskId, false)
    expect((await acceptLane(ada, taskId, { unit: 's1', lane })).state).toBe('gold')
    const { answers } = await goldOf(taskId)
    expect(Object.values(answers).flatMap(({ text }) => text ?? [])).toEqual([RISES, NORTH])
  })

  it('can be aligned by hand, each entry once and one of each annotator in a row', async () => {
    const { taskId, ada } = await unaligned()
    const list = (entries: Parameters<typeof asList>[0]) =>
      acceptValue(ada, taskId, { ...claims, choice: { value: asList(entries) }, ...accept })
    const wrong = [
      [{ key: 'a1', made: 'merged', from: ['a1', 'x9'] }],
      [
        { key: 'a1', made: 'merged', from: ['a1', 'b1'] },
        { key: 'b1', made: 'added', from: ['b1'] },
      ],
      [{ key: 'b1', made: 'merged', from: ['b1', 'b2'] }],
      [{ key: 'n1', made: 'added', from: [] }],
    ] as const
    for (const entries of wrong)
      expect((await failure(list(entries.map((each) => ({ ...each, from: [...each.from] }))))).code).toBe('rule')
    const view = await list([
      { key: 'a1', made: 'merged', from: ['a1', 'b2'] },
      { key: 'b1', made: 'added', from: ['b1'] },
    ])
    expect(view.words).toMatchObject([{ ...claims, by: { kind: 'you' } }])
  })

  it('can hold a claim that nobody listed, with a reason', async () => {
    const { taskId, ada, ben } = await unaligned()
    const value = asList([
      { key: 'a1', made: 'merged', from: ['a1', 'b1'] },
      { key: 'fresh', made: 'added', from: [] },
    ])
    await acceptValue(ada, taskId, { ...claims, choice: { value }, reason: 'The direction is missing.' })
    const view = await acceptValue(ben, taskId, { ...claims, choice: { value }, ...accept })
    expect(view.open.map(({ unit, question }) => `${unit}.${question}`).sort()).toEqual([
      'fresh.importance',
      'fresh.text',
      'fresh.type',
    ])
    const maker = await prisma().unit.findFirstOrThrow({ where: { taskId, key: 'fresh' } })
    expect(maker.makerId).toBe(ada.userId)
  })
})

describe('the later stages', () => {
  /** Both verified the one claim; they differ on the verdict. */
  async function verified() {
    const scene = await makeScene()
    const { ada, ben, taskId, itemId } = scene
    await submitAll(taskId, [
      [ada, decomposed({ a1: RISES })],
      [ben, decomposed({ b1: RISES })],
    ])
    const verify = await taskIn(itemId, 'verify')
    const evidence = { 's1.c1.e1': { stance: 'refute' }, 's1.c1.e2': { stance: 'irrelevant' } }
    const corrected = { correction: 'edit', revised: 'The Rhine rises in Switzerland.', references: ['s1.c1.e1'] }
    await submitAll(verify, [
      [ada, { ...evidence, 's1.c1': { enough: 'yes', verdict: 'false', ...corrected } }],
      [ben, { ...evidence, 's1.c1': { enough: 'yes', verdict: 'true' } }],
    ])
    return { ...scene, verify }
  }

  it('have a third rater from the start where the stage says so; nothing is passed over', async () => {
    const { verify, ada, ben, third } = await verified()
    expect(await openOf(ben, verify)).toEqual(['s1.c1.verdict'])
    const at = { unit: 's1.c1', question: 'verdict' }
    const lane = await laneOf(ben, verify, false)
    const agreed = await acceptValue(ben, verify, { ...at, choice: { lane }, ...accept })
    expect(agreed.open.map(({ question }) => question)).toEqual(['correction'])
    const all = await acceptLane(ben, verify, { unit: 's1.c1', lane })
    expect(all).toMatchObject({ open: [], state: 'consolidating' })
    expect((await failure(callThirdRater(ada, verify, { reason: 'x' }))).code).toBe('forbidden')
    const view = await getConsolidation(third, verify)
    expect(view.lanes.map(({ own, name }) => [own, name])).toEqual([
      [false, null],
      [false, null],
    ])
    const gold = await adjudicateTask(third, verify, { expectedRevision: view.revision })
    expect(gold.state).toBe('gold')
    expect((await goldOf(verify)).answers['s1.c1']).toMatchObject({ verdict: 'false', references: ['s1.c1.e1'] })
  })

  it('let the third rater propose, which the partners settle by accepting', async () => {
    const { verify, ada, ben, third } = await verified()
    const choice = { unit: 's1.c1', question: 'verdict', choice: { value: 'not_enough_evidence' } }
    const proposed = await acceptValue(third, verify, { ...choice, reason: 'One source is no source.' })
    expect(proposed.words).toMatchObject([{ by: { kind: 'you', lane: null } }])
    await acceptValue(ada, verify, { ...choice, ...accept })
    const view = await acceptValue(ben, verify, { ...choice, ...accept })
    expect(view.open.map(({ question }) => question)).toEqual(['unverified'])
    expect(JSON.stringify(view)).not.toContain(third.userId)
  })

  it('merge what settled sentences give where nobody wrote otherwise', async () => {
    const { verify, itemId, ada, ben, third } = await verified()
    const lane = await laneOf(ben, verify, false)
    const { revision } = await acceptLane(ben, verify, { unit: 's1.c1', lane })
    await adjudicateTask(third, verify, { expectedRevision: revision })
    const merge = await taskIn(itemId, 'merge')
    const kept = { s1: { fate: 'keep' } }
    await submitAll(merge, [
      [ada, { ...kept, s2: { fate: 'keep' } }],
      [ben, { ...kept, s2: { fate: 'delete' } }],
    ])
    expect(await openOf(ada, merge)).toEqual(['s2.fate'])
    const own = { lane: await laneOf(ben, merge, false) }
    const view = await acceptValue(ben, merge, { unit: 's2', question: 'fate', choice: own, ...accept })
    expect(view.open.map(({ unit, question }) => `${unit}.${question}`)).toEqual(['s2.revised'])
    const gold = await acceptLane(ben, merge, { unit: 's2', ...own })
    expect(gold.state).toBe('gold')
    expect(String((await goldOf(merge)).answers.item?.response)).toContain('I like it.')
  })
})

describe('the walls in the database', () => {
  it('let nobody settle a question of an item they annotated, nor sign what was discussed', async () => {
    const { taskId, ada, third } = await differing()
    const unit = await prisma().unit.findFirstOrThrow({ where: { taskId, key: 's2' } })
    const row = { taskId, round: 1, unitId: unit.id, question: 'importance', value: 'no' }
    await expect(
      prisma().resolution.create({ data: { ...row, how: 'lane', resolvedById: ada.userId } }),
    ).rejects.toThrow('nobody settles a question of an item that they annotated')
    await expect(
      prisma().resolution.create({ data: { ...row, how: 'discussed', resolvedById: third.userId } }),
    ).rejects.toThrow('by nobody alone')
  })
})

describe('a single annotator', () => {
  it('has nobody to discuss with: what is open is a reviewer’s', async () => {
    const { taskId, ada, third, project } = await makeScene()
    await prisma().task.update({ where: { id: taskId }, data: { raters: 2 } })
    await submitAll(taskId, [[ada, { s1: { checkworthy: 'other', importance: 'no' }, s2: { importance: 'no' } }]])
    await prisma().task.update({ where: { id: taskId }, data: { raters: 1, state: 'consolidating' } })
    const at = { unit: 's2', question: 'checkworthy', choice: { value: 'other' } }
    expect((await failure(acceptValue(ada, taskId, { ...at, reason: 'So.' }))).code).toBe('forbidden')
    expect((await listReview(third, project.id)).toSettle.total).toBe(1)
    const { revision } = await getConsolidation(third, taskId)
    const settled = await resolveQuestion(third, taskId, { ...at, reason: 'So.', expectedRevision: revision })
    expect((await adjudicateTask(third, taskId, { expectedRevision: settled.revision })).state).toBe('gold')
  })
})
