/** Flags under the policy votes: who leaves one alone has said No. */
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { prisma, transaction } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/answers'
import { getAgreement } from '@/lib/quality/agreement/queries'
import { nativeRecordSchema } from '@/lib/workspace/imports/native/contract'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { makeProtocolVersion } from '@/tests/support/protocol-file'

const FILE = `assay: protocol/1
id: voted-flags
version: 1
title: Flags
summary: Made for a test.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
stages:
  - id: vote
    raters: 3
    policy: votes
    questions:
      - {id: harm, ask: Does it harm?, form: flag}
      - {id: known, ask: Is the harm known?, form: flag, when: item.harm}
guidelines: Vote.
`

test('three votes on a flag are three, one of which was pressed', async () => {
  const { protocolId } = await makeProtocolVersion({ source: FILE })
  const project = await makeProject({ protocolId, stage: { raters: 3 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const task = await makeTask(project, { record: { text: 'So.' } })
  const given: Record<string, Json>[] = [{ harm: true }, {}, {}]
  for (const answers of given) {
    const user = await makeMember(project, 'annotator')
    const { id } = await makeAnnotation(task, user, { item: answers })
    await prisma().assignment.updateMany({ where: { taskId: task.id, userId: user.id }, data: { state: 'submitted' } })
    await prisma().annotation.update({ where: { id }, data: { state: 'submitted', submittedAt: new Date() } })
  }
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, manager, task.id, { lock: true }), null))
  const line = await (await downloadExport(manager, project.id, 'native')).text()
  const gold = nativeRecordSchema.parse(JSON.parse(line)).stages[0]?.gold
  expect(gold?.rollUp).toMatchObject({ votes: 3, counted: { item: { harm: false } } })
  // Whether a harm is known was asked of the one who saw some.
  const said = gold?.votes?.map(({ answers }) => answers.item)
  expect(said).toHaveLength(3)
  expect(said).toEqual(expect.arrayContaining([{ harm: true, known: false }, { harm: false }]))
  const written = JSON.parse(await (await downloadExport(manager, project.id, 'record')).text())
  expect(written.votes.map(({ harm }: { harm: boolean }) => harm).toSorted()).toEqual([false, false, true])
  const table = await (await downloadExport(manager, project.id, 'table-votes-csv')).text()
  const rows = parse<Record<string, string>>(table, { columns: true })
  expect(rows.map(({ harm }) => harm).toSorted()).toEqual(['false', 'false', 'true'])
  const { stages } = await getAgreement(manager, project.id, { intervals: 'when_quick' })
  const measures = new Map(stages[0]?.measures.map(({ key, all }) => [key, all]))
  expect(measures.get('harm')).toMatchObject({ units: 1, ratings: 3 })
})

test('votes of records that leave a flag out are not rated on it', async () => {
  const source = FILE.replace('voted-flags', 'recorded-flags').replace(
    'questions:',
    'questions:\n      - {id: fits, ask: Does it fit?, form: choice, options: [{value: y, says: Yes.}, {value: n, says: No.}]}',
  )
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 3 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const votes = [
    [{ harm: true, known: true }, { harm: null, known: null }, {}],
    [{ harm: true }, { harm: false }, {}],
  ].map((each) => each.map((vote, at) => ({ voter: `v${at}`, fits: 'y', ...vote })))
  const records = votes.map((own, at) => JSON.stringify({ text: `So ${at}.`, votes: own }))
  await importFile(manager, project, records.join('\n'))
  await getAgreement(manager, project.id, { intervals: 'when_quick' })
  const rated = await prisma().ratedUnit.findMany({
    where: { task: { projectId: project.id } },
    orderBy: { task: { position: 'asc' } },
  })
  const raters = (measure: string) => rated.filter((row) => row.measure === measure).map((row) => row.raters.length)
  expect(raters('fits')).toEqual([3, 3])
  expect(raters('harm')).toEqual([1, 2])
})
