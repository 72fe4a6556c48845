/** A protocol of a file from import to export: whatever is made of gold is made of its gold. */
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { getChecks } from '@/lib/gold/checks/queries'
import { getDataset } from '@/lib/gold/dataset/queries'
import { listEvaluations } from '@/lib/gold/evaluation/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { readSample } from '@/lib/workspace/imports/samples/read-sample'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeUser } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { downloadExport } from './download-export'

let manager: Actor
let project: { id: string }
let lines: string
let protocolId: string

beforeAll(async () => {
  const folder = 'docs/examples/protocols/biography-facts'
  const source = (await readFile(`${folder}.yaml`, 'utf8')).replace('id: biography-facts', 'id: facts-to-export')
  lines = await readFile(`${folder}.jsonl`, 'utf8')
  protocolId = (await makeProtocolVersion({ source })).protocolId
  project = await makeProject({ protocolId })
  manager = actorOf(await makeMember(project, 'manager', await makeUser({ canCreateProjects: true })))
  await importFile(manager, project, lines)
})

test('records with labels come in as gold and go out as they were', async () => {
  const labelled = await prisma().gold.count({ where: { task: { projectId: project.id } } })
  expect(labelled).toBeGreaterThan(0)
  const exported = await (await downloadExport(manager, project.id, 'record')).text()
  const given = lines.split('\n').filter(Boolean)
  const written = exported.split('\n').filter(Boolean)
  expect(written).toHaveLength(labelled)
  for (const line of written) expect(given).toContain(line)
})

test('its gold is counted, checked and scored by', async () => {
  const { panels } = await getDataset(manager, project.id, {})
  expect(panels.length).toBeGreaterThan(0)
  expect((await getChecks(manager, project.id)).items).toBeGreaterThan(0)
  expect((await listEvaluations(manager, project.id)).tasks.map(({ key }) => key)).toContain('supported')
})

test('a file without a project is seen to be read by it', async () => {
  const { fits } = await readSample(manager, { body: new Response(lines).body, byteSize: Buffer.byteLength(lines) })
  expect(fits[0]).toMatchObject({ protocolId, problem: null })
  expect(fits[0]?.records).toBe(lines.split('\n').filter(Boolean).length)
})
