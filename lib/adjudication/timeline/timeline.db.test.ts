import { describe, expect, it } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { saveAnswers } from '@/lib/annotation/annotations/save-answers'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { addComment } from '@/lib/annotation/comments/add-comment'
import { record } from '@/lib/platform/events/record'
import { pool, prisma, transaction } from '@/lib/platform/server/db'
import { copyTask } from '@/lib/quality/calibration/copy-task'
import { openShadow } from '@/lib/quality/calibration/shadow'
import { editItems } from '@/lib/workspace/items/edits/edit-items'
import { undoEdit } from '@/lib/workspace/items/edits/undo-edit'
import { readHistory } from '@/lib/workspace/items/history/read-history'
import { reopenTask } from '@/lib/workspace/tasks/reopen-task'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { type Timeline, timelineQuery } from './contract'
import { getTimeline } from './queries'

const SECRET = 'only-ana-wrote-this'
type Person = Parameters<typeof actorOf>[0]

async function scene() {
  const project = await makeProject({ stage: { raters: 2 } })
  const member = (role: 'annotator' | 'reviewer' | 'viewer' | 'manager') => makeMember(project, role)
  const people = {
    ana: await member('annotator'),
    ben: await member('annotator'),
    other: await member('annotator'),
    rui: await member('reviewer'),
    vic: await member('viewer'),
    mara: await member('manager'),
  }
  const task = await makeTask(project)
  const work = async (person: Person, reason: string) => {
    await makeAssignment(task, person, 'assigned')
    const actor = actorOf(person)
    const { annotationId } = await getWorkbench(actor, task.id)
    const all = answersWith(true)
    all.s1 = { ...all.s1, label: false, errorType: 'reasoning_error', reason }
    const answers = Object.entries(all).flatMap(([unit, values]) =>
      Object.entries(values).map(([question, value]) => {
        return { unit, question, value: value ?? null, expectedRevision: 0, origin: 'typed' as const }
      }),
    )
    await saveAnswers(actor, task.id, { annotationId, answers })
    const scope = { actorId: person.id, projectId: project.id, itemId: task.itemId, taskId: task.id }
    const search = { searchId: task.id, unit: 's1', provider: 'p', query: `${reason} query`, hits: 3 }
    await transaction((tx) => record(tx, 'search.made', scope, search))
    return { submit: () => submitAnnotation(actor, task.id, annotationId) }
  }
  const [ana, ben] = [await work(people.ana, SECRET), await work(people.ben, 'of Ben')]
  const read = (person: Person, query: object = {}) => getTimeline(actorOf(person), task.id, timelineQuery.parse(query))
  const reveal = async () => {
    await ana.submit()
    await ben.submit()
  }
  return { project, task, people, read, reveal }
}
/** Sets what happened in one transaction hours apart from what happened in the next, each distance another. */
async function spreadOut(taskId: string): Promise<void> {
  for (const table of ['events', 'annotations']) await pool().query(`alter table ${table} disable trigger user`)
  await pool().query(
    `update events set at = '2026-01-01'::timestamptz + make_interval(mins => 67 * (1 << ranked.place::int))
     from (select id, dense_rank() over (order by at) place from events where task_id = $1) ranked
     where ranked.id = events.id`,
    [taskId],
  )
  await pool().query(
    `update annotations n set started_at = e.at from events e
     where e.annotation_id = n.id and e.type = 'annotation.started' and n.task_id = $1`,
    [taskId],
  )
  for (const table of ['events', 'annotations']) await pool().query(`alter table ${table} enable trigger user`)
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'read',
    (error: { code: string }) => error.code,
  )

/** Each remark, and whether its hour is told. */
const remarksIn = ({ entries }: Timeline) =>
  entries.flatMap((entry) =>
    entry.kind === 'act' && entry.text === 'Commented' ? [[entry.remark, entry.at !== null] as const] : [],
  )

it('says nothing before the reveal that would tell a copy served blind from other tasks', async () => {
  const { people, read, reveal, task, project } = await scene()
  const { rui } = people
  const copyId = await transaction(async (tx) => {
    const shadow = await openShadow(tx, project.id)
    return copyTask(tx, shadow, { originalId: task.id, purpose: 'repeat', userId: rui.id, actorId: rui.id })
  })
  const own = await makeTask(project)
  const heads = [own.id, copyId].map(async (taskId) => {
    await makeAssignment({ id: taskId }, rui, 'reserved')
    await getWorkbench(actorOf(rui), taskId)
    const { head } = await getTimeline(actorOf(rui), taskId, timelineQuery.parse({}))
    return { itemId: head?.itemId, abilities: head?.abilities, parts: head?.parts }
  })
  const [ordinary, copied] = await Promise.all(heads)
  expect(ordinary).toMatchObject({ itemId: null, abilities: { readAll: false } })
  expect(copied).toEqual(ordinary)
  // What tells when it was made tells what it is.
  const { itemId } = await prisma().task.findUniqueOrThrow({ where: { id: copyId } })
  expect(itemId.slice(0, 13)).toBe(task.itemId.slice(0, 13))
  // What is being settled may be a copy for a second adjudication, whose item has no page.
  await reveal()
  expect((await read(rui)).head?.itemId).toBeNull()
})

describe('the time line of a task', () => {
  it('shows before the reveal nothing but one’s own part', async () => {
    const { people, read } = await scene()
    const own = await read(people.ana)
    expect([own.part, own.head?.parts.map(({ key }) => key)]).toEqual(['you', ['you']])
    expect(JSON.stringify(own)).toContain(SECRET)
    expect(own.entries.every(({ at, by }) => at !== null && by?.kind === 'you')).toBe(true)
    expect(JSON.stringify(await read(people.ben))).not.toContain(SECRET)
    expect(await refusal(read(people.ben, { part: 'A' }))).toBe('not_found')
    for (const person of [people.rui, people.mara, people.vic]) expect(await refusal(read(person))).toBe('forbidden')
    expect(await refusal(read(people.other))).toBe('not_found')
  })

  it('shows lanes to reviewers afterwards, with no name and no hour by which one could tell whose they are', async () => {
    const { task, people, read, reveal } = await scene()
    await reveal()
    const whole = await read(people.rui)
    expect(whole.head?.parts).toEqual(['task', 'A', 'B'].map((key) => ({ key, own: false, name: null })))
    expect(whole.entries.map((entry) => entry.kind === 'act' && entry.text)).toContain('All annotators have submitted')
    expect(whole.entries.every(({ by }) => by?.kind !== 'lane')).toBe(true)
    const lanes = [await read(people.rui, { part: 'A' }), await read(people.rui, { part: 'B' })]
    expect(lanes.filter((lane) => JSON.stringify(lane).includes(SECRET))).toHaveLength(1)
    for (const { entries } of lanes) {
      expect(entries.every(({ at, by }) => at === null && by?.name === null)).toBe(true)
      const acts = entries.map((entry) => (entry.kind === 'act' ? entry.text : 'answered'))
      expect(new Set(acts)).toEqual(new Set(['answered', 'Searched: 3 results']))
    }
    const text = JSON.stringify([whole, lanes])
    for (const { id, name } of [people.ana, people.ben]) {
      expect(text).not.toContain(id)
      expect(text).not.toContain(`"${name}"`)
    }
    expect(await prisma().answerRead.count({ where: { taskId: task.id, userId: people.rui.id } })).toBe(1)
    expect(await refusal(read(people.rui, { part: 'all' }))).toBe('not_found')
    expect(await refusal(read(people.vic))).toBe('forbidden')
    expect((await read(people.ana)).head?.parts.filter(({ own }) => own)).toHaveLength(1)
    expect(await prisma().answerRead.count({ where: { taskId: task.id, userId: people.ana.id } })).toBe(0)
  })

  it('shows nothing of a lane that could be worked out from what is told by name', async () => {
    const { task, project, people, read, reveal } = await scene()
    await reveal()
    const scope = { actorId: people.ana.id, projectId: project.id, itemId: task.itemId, taskId: task.id }
    await transaction(async (tx) => {
      // As a last word in a discussion makes gold.
      await record(tx, 'discussion.accepted', scope, { unit: 's1', question: 'label', value: true })
      await record(tx, 'task.approved', scope, { round: 1, goldVersion: 1 })
    })
    await spreadOut(task.id)
    const history = await transaction((tx) => readHistory(tx, actorOf(people.rui), 'reviewer', task.itemId))
    const told = history.events.filter(({ by }) => by === people.ana.name || by === people.ben.name)
    expect(told.map(({ text }) => text)).toEqual(expect.arrayContaining(['Annotation begun', 'Annotation submitted']))
    const hours = told.map(({ at }) => Date.parse(at) / 1000)
    const between = hours.flatMap((one) => hours.map((other) => Math.abs(one - other))).filter((seconds) => seconds > 0)
    const derived = new Set(between.flatMap((seconds) => [seconds, seconds / 60].map(Math.round)))
    for (const part of ['A', 'B']) {
      const { entries } = await read(people.rui, { part })
      expect(entries.map(({ at }) => at)).toEqual(entries.map(() => null))
      const figures = entries.flatMap(({ place: _, ...entry }) => JSON.stringify(entry).match(/\d+/g) ?? []).map(Number)
      expect(figures.filter((figure) => derived.has(figure))).toEqual([])
    }
    // The history does not say by whose word it became gold; and what has an hour has no letter, nor what a lane said an hour.
    expect(history.events.find(({ text }) => text === 'Became gold, version 1')).toMatchObject({ by: null })
    const whole = (await read(people.rui, { part: 'task' })).entries
    expect(whole.filter(({ by }) => by?.lane)).toEqual([])
    const said = (text: string) => whole.find((entry) => entry.kind === 'act' && entry.text === text)
    expect(said('Accepted in the discussion')).toMatchObject({ at: null, by: { kind: 'lane', lane: null } })
    expect(said('Became gold, version 1')).toMatchObject({ at: expect.any(String), by: null })
  })

  it('tells of remarks no hour, and of notes from before the reveal only their lane', async () => {
    const { task, people, read, reveal } = await scene()
    const say = (person: Person, body: string) => addComment(actorOf(person), task.id, { body })
    for (const [person, body] of [
      [people.ana, 'note 1 of Ana'],
      [people.ben, 'note of Ben'],
      [people.ana, 'note 2 of Ana'],
    ] as const)
      await say(person, body)
    expect(remarksIn(await read(people.ana)).map(([body]) => body)).toEqual(['note 1 of Ana', 'note 2 of Ana'])
    await reveal()
    await say(people.ben, 'Why not?')
    await say(people.rui, 'Look at s2.')
    await say(people.ana, 'Because.')
    expect(remarksIn(await read(people.rui, { part: 'task' }))).toEqual([
      ['Why not?', false],
      ['Look at s2.', true],
      ['Because.', false],
    ])
    const lanes = [await read(people.rui, { part: 'A' }), await read(people.rui, { part: 'B' })].map(remarksIn)
    expect(lanes.toSorted((one, other) => one.length - other.length)).toEqual([
      [['note of Ben', false]],
      [
        ['note 1 of Ana', false],
        ['note 2 of Ana', false],
      ],
    ])
    await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
    const all = remarksIn(await read(people.mara, { part: 'all' }))
    expect(all.map(([body]) => body)).toEqual([
      'note 1 of Ana',
      'note of Ben',
      'note 2 of Ana',
      'Why not?',
      'Look at s2.',
      'Because.',
    ])
    expect(all.every(([, hasHour]) => hasHour)).toBe(true)
  })

  it('names people, and reads all in one, for managers of gold only', async () => {
    const { task, people, read, reveal } = await scene()
    await reveal()
    await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
    const all = await read(people.mara)
    expect(all.part).toBe('all')
    expect(
      all.head?.parts
        .map(({ name }) => name)
        .filter(Boolean)
        .sort(),
    ).toEqual([people.ana.name, people.ben.name].sort())
    expect(all.entries.every(({ at }) => at !== null)).toBe(true)
    expect((await read(people.rui)).head?.parts.every(({ name }) => name === null)).toBe(true)
  })

  it('keeps earlier rounds readable to their writer while a task is open again, and to nobody else', async () => {
    const { task, people, read, reveal } = await scene()
    await reveal()
    await reopenTask(actorOf(people.mara), task.id, { comment: 'Look again.' })
    expect(JSON.stringify(await read(people.ana))).toContain(SECRET)
    expect(await refusal(read(people.rui))).toBe('forbidden')
  })

  it('says where an accepted value is from, filters by unit, and goes on page by page', async () => {
    const { project, task, people, read } = await scene()
    const unitId = task.units.find(({ key }) => key === 's2')?.id ?? ''
    const from = { taskId: task.id, unitId, question: 'reason', value: 'x', source: 'file.jsonl', model: 'm-1' }
    const { id: suggestionId } = await prisma().suggestion.create({ data: from })
    const own = await prisma().annotation.findFirstOrThrow({ where: { taskId: task.id, userId: people.ana.id } })
    const scope = { actorId: people.ana.id, projectId: project.id, itemId: task.itemId, taskId: task.id }
    const saved = {
      unit: 's2',
      question: 'reason',
      from: 'w',
      to: 'x',
      origin: 'suggestion',
      suggestionId,
      revision: 2,
    }
    await transaction(async (tx) => {
      for (let count = 0; count < 150; count += 1)
        await record(
          tx,
          'answer.saved',
          { ...scope, annotationId: own.id },
          { ...saved, step: { id: 'a', way: 'undo' } },
        )
    })
    const first = await read(people.ana, { unit: 's2' })
    expect(first.entries.every(({ unit }) => unit === 's2')).toBe(true)
    expect([first.entries.length, first.next]).toEqual([100, 100])
    const rest = await read(people.ana, { unit: 's2', after: 100 })
    expect([rest.next, rest.head, rest.entries[0]?.place]).toEqual([null, null, 101])
    expect(rest.entries.at(-1)).toMatchObject({
      suggestion: { source: 'm-1', run: null },
      way: 'undo',
      from: 'w',
      to: 'x',
    })
  })
})

it('tells of acts on many items what they did to this one', async () => {
  const { project, task, people, read, reveal } = await scene()
  const mara = actorOf(people.mara)
  await reveal()
  const other = await makeTask(project)
  const discard = { act: 'discard', reason: 'riddle', note: 'All of them.' } as const
  const { id } = await editItems(mara, project.id, { selection: { ids: [task.itemId, other.itemId] }, change: discard })
  await undoEdit(mara, project.id, id ?? '')
  const told = (await read(people.rui, { part: 'task' })).entries.flatMap((entry) =>
    entry.kind === 'act' ? [entry] : [],
  )
  expect(told.slice(-2).map(({ text }) => text)).toEqual([
    'Discarded, together with 1 other item',
    'Undone: Discarding taken back, together with 1 other item',
  ])
  expect(told.at(-2)?.remark).toBe('All of them.')
  const lane = (await read(people.rui, { part: 'A' })).entries
  expect(JSON.stringify(lane)).not.toContain('Discard')
})
