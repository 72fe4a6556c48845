/** A second stage of a protocol file that works on some of what the first listed, in a project. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { transaction } from '@/lib/platform/server/db'
import type { Answers, Json } from '@/lib/protocols/answers'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { makeGold } from '@/lib/workspace/tasks/make-gold'
import { actorOf } from '@/tests/actors'
import { findTask, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { changeVersion } from './change-version'
import { getVersionChange } from './version-queries'

const [, SOURCE = ''] = /```yaml\n([^`]+)```/.exec(readFileSync('docs/protocol-files/stages.md', 'utf8')) ?? []
const RECORD = { question: 'Who was Ada?', response: 'Ada wrote letters. She was witty.' }

const listed = (...keys: string[]): Json => keys.map((key) => ({ key, made: 'added', from: [] }))

/** Settles a task, so that the next stage has one. */
const settling = (manager: ReturnType<typeof actorOf>) => (taskId: string, answers: Answers) =>
  transaction(async (tx) => {
    const by = { origin: 'consolidated' as const, actorId: null, adjudicatorId: null, approverId: null }
    await makeGold(tx, await loadTask(tx, manager, taskId, { lock: true }), { answers, ...by })
  })

test('annotators of the second stage get the facts that were settled to be checked, and nothing else of the first', async () => {
  const { protocolId } = await makeProtocolVersion({ source: SOURCE })
  const project = await makeProject({ protocolId, stage: { raters: 2 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const annotator = await makeMember(project, 'annotator')
  const settle = settling(manager)
  const task = await makeTask(project, { record: RECORD })
  const facts: Answers = {
    item: { answers: 'yes' },
    'sentence-1': { facts: listed('u1') },
    'sentence-2': { facts: listed('u2') },
    u1: { wording: 'Ada wrote letters.', kind: 'check' },
    u2: { wording: 'Ada was witty.', kind: 'opinion' },
  }
  // What is settled anew brings other units, while nobody has begun.
  await settle(task.id, { ...facts, u2: { wording: 'Ada was witty.', kind: 'check' } })
  await settle(task.id, facts)
  const verify = await findTask(task, 'verify')
  await makeAssignment(verify, annotator)
  const bench = await getWorkbench(actorOf(annotator), verify.id)
  expect(bench.units.map(({ key, data }) => [key, data ?? null])).toEqual([
    ['item', { earlier: { answers: 'yes' } }],
    ['u1', null],
  ])
  expect(JSON.stringify(bench.units)).not.toMatch(/witty|opinion|check/)

  await settle(verify.id, { u1: { verdict: 'wrong', source: 'A letter.' } })
  const file = await downloadExport(manager, project.id, 'record')
  expect(JSON.parse(await file.text())).toMatchObject({
    answers: 'yes',
    sentences: [
      { facts: [{ text: 'Ada wrote letters.', kind: 'check', verdict: 'wrong', source: 'A letter.' }] },
      { facts: [{ text: 'Ada was witty.', kind: 'opinion' }] },
    ],
  })
})

test('a project moves to a version that shows other units or answers as long as its tasks have what they need', async () => {
  const id = 'stages-that-move'
  const source = SOURCE.replace('id: facts-then-sources', `id: ${id}`)
  const version = (number: number, from: string, to: string) => {
    expect(source).toContain(from)
    return makeProtocolVersion({ source: source.replace('version: 1', `version: ${number}`).replace(from, to) })
  }
  const { protocolId } = await makeProtocolVersion({ source })
  await version(2, 'when: fact.kind == "check"}', 'when: fact.kind != "opinion"}')
  await version(3, 'earlier: [answers]', 'earlier: []')
  await version(4, 'earlier: [answers]', 'earlier: [answers, kind]')
  await version(5, 'units: [{of: fact', 'units: [sentence, {of: fact')
  await version(6, '    rollUp:\n', '    rollUp:\n      checkable: size(facts.filter(f, f.kind == "check"))\n')
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const reasonsTo = async (to: number) => (await getVersionChange(manager, project.id, to)).reasons
  const task = await makeTask(project, { record: RECORD })
  expect(await Promise.all([2, 3, 4, 5, 6].map(reasonsTo))).toEqual([[], [], [], [], []])

  await settling(manager)(task.id, {
    item: { answers: 'yes' },
    'sentence-1': { facts: listed('u1') },
    u1: { wording: 'Ada wrote letters.', kind: 'check' },
  })
  const lacking = expect.stringMatching(/^verify: More of what was settled before is looked at.*It touches 1 item\.$/)
  const otherUnits = expect.stringMatching(
    /^verify: .*tasks hold those that they were made with\. It touches 1 item\.$/,
  )
  expect(await Promise.all([2, 3, 4, 5, 6].map(reasonsTo))).toEqual([
    [otherUnits],
    [],
    [lacking],
    [otherUnits],
    [lacking],
  ])
  await changeVersion(manager, project.id, { from: 1, to: 3 })
  // Nothing says of tasks that came since that they carry what version 1 shows.
  expect(await reasonsTo(1)).toEqual([lacking])
})

test('a move that carries fewer earlier answers is not taken back once the stage has tasks', async () => {
  const source = SOURCE.replace('id: facts-then-sources', 'id: stages-taken-back')
  const { protocolId } = await makeProtocolVersion({ source })
  await makeProtocolVersion({
    source: source
      .replace('version: 1', 'version: 2')
      .replace('earlier: [answers]', 'earlier: []')
      .replace('{value: "no", tone', '{value: "nope", tone')
      .replace('guidelines:', 'migrate: {1: {rename: {list.answers: {"no": nope}}}}\nguidelines:'),
  })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const task = await makeTask(project, { record: RECORD })
  await changeVersion(manager, project.id, { from: 1, to: 2 })
  expect(await getVersionChange(manager, project.id, 1)).toMatchObject({ undoes: true, reasons: [] })
  await settling(manager)(task.id, { item: { answers: 'yes' } })
  const { reasons } = await getVersionChange(manager, project.id, 1)
  expect(reasons).toContainEqual(expect.stringMatching(/More of what was settled before is looked at.*1 item\.$/))
})
