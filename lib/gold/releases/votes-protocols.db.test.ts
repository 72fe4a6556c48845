/** The published preference protocols through import, export, import: what was voted stays. */
import { expect, test } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import { nativeRecordSchema } from '@/lib/workspace/imports/native/contract'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { preferenceRecords } from '@/tests/preference-samples'
import { revisionRecords } from '@/tests/revision-samples'
import { downloadExport } from './download-export'
import { listExports } from './queries'

const CASES: [string, readonly Json[]][] = [
  ['veriscore-preference', preferenceRecords],
  ['factcheck-bench-revision', revisionRecords],
]

async function projectWith(protocolId: string, lines: string) {
  const project = await makeProject({ protocolId })
  const manager = actorOf(await makeMember(project, 'manager'))
  await importFile(manager, project, lines)
  const exported = async (key: string) => (await downloadExport(manager, project.id, key)).text()
  return { project, manager, exported }
}

/** A native line without its place and the moment at which it was discarded here. */
function stableOf(line: string) {
  const { item, stages } = nativeRecordSchema.parse(JSON.parse(line))
  const { position: _, discarded, ...more } = item
  const kept = { ...more, discarded: discarded && { ...discarded, at: '' } }
  return {
    kept,
    stages: stages.map(({ key, units, gold }) => ({ key, units, votes: gold?.votes, rollUp: gold?.rollUp })),
  }
}

test.each(CASES)('%s: votes come in tallied, and every file is the same after a second import', async (id, records) => {
  const first = await projectWith(id, records.map((record) => JSON.stringify(record)).join('\n'))
  const golds = await prisma().gold.findMany({ where: { task: { projectId: first.project.id } } })
  expect(golds.length).toBeGreaterThan(0)
  for (const { origin, answers, votes } of golds) {
    expect({ origin, answers }).toEqual({ origin: 'imported', answers: {} })
    expect(votes).not.toEqual([])
  }
  const native = (await first.exported('native')).split('\n').filter(Boolean)
  const second = await projectWith(id, native.join('\n'))
  const again = (await second.exported('native')).split('\n').filter(Boolean)
  expect(again.map(stableOf)).toEqual(native.map(stableOf))
  const { exports } = await listExports(first.manager, first.project.id)
  const own = exports.filter(({ title }) => title.startsWith('Votes as'))
  expect(own.length).toBeGreaterThan(0)
  for (const { key } of own) expect(await second.exported(key), key).toBe(await first.exported(key))
})
