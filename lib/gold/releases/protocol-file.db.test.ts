/** A protocol of a file from import to export: whatever is made of gold is made of its gold. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { getChecks } from '@/lib/gold/checks/queries'
import { getDataset } from '@/lib/gold/dataset/queries'
import { listEvaluations } from '@/lib/gold/evaluation/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool, prisma } from '@/lib/platform/server/db'
import { readSample } from '@/lib/workspace/imports/samples/read-sample'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeUser } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { downloadExport } from './download-export'
import { buildReleaseHandler } from './release/build/build-job'
import { readStoredText } from './release/build/read-stored'
import { getRelease } from './release/queries'
import { emptyCard } from './release/rules'
import { saveCard } from './release/save-card'
import { startRelease } from './release/start-release'
import { verifyRelease } from './release/verify-release'

let manager: Actor
let project: { id: string }
let lines: string
let protocolId: string
let source: string

beforeAll(async () => {
  const folder = 'docs/examples/protocols/biography-facts'
  source = (await readFile(`${folder}.yaml`, 'utf8')).replace('id: biography-facts', 'id: facts-to-export')
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

test('a release has the file to the byte, with its hash, and one of the layout before is the same without', async () => {
  const text = { ...emptyCard('Facts', 'Facts of lives.'), licence: 'CC-BY-4.0', languages: ['en'] }
  await saveCard(manager, project.id, { text, revision: 0 })
  const { number } = await startRelease(manager, project.id, { notes: '' })
  const { id } = await prisma().release.findFirstOrThrow({ where: { projectId: project.id, number } })
  const { signal } = new AbortController()
  await buildReleaseHandler.run({ releaseId: id }, { id: '1', attempt: 1, isLastAttempt: true, signal })
  const at = { projectId: project.id, number }
  const { manifest } = await getRelease(manager, at)
  const sha256 = createHash('sha256').update(source).digest('hex')
  expect(manifest?.protocol.files).toEqual([{ version: 1, file: 'protocol-v1.yaml', sha256 }])
  expect(await readStoredText(id, 'protocol-v1.yaml')).toBe(source)
  expect(await readStoredText(id, 'SHA256SUMS')).toContain(`${sha256}  protocol-v1.yaml`)
  expect(await readStoredText(id, 'README.md')).toContain(`Version 1: protocol-v1.yaml, ${sha256}`)
  expect(await verifyRelease(manager, at)).toMatchObject({ identical: true })
  const earlier = JSON.stringify({ ...manifest, format: 'assay-release/7' }).replaceAll("'", "''")
  // What is ready never changes, so its triggers are off for this one transaction.
  await pool().query(`begin; set local session_replication_role = replica;
    update releases set manifest = '${earlier}' where id = '${id}';
    delete from release_chunks where release_id = '${id}' and path = 'protocol-v1.yaml';
    delete from release_files where release_id = '${id}' and path = 'protocol-v1.yaml';
    commit`)
  const checked = await verifyRelease(manager, at)
  expect(checked).toMatchObject({ identical: true, layout: { release: 'assay-release/7' } })
  expect(checked.files).toContainEqual({ path: 'protocol-v1.yaml', state: 'of an earlier layout' })
})
