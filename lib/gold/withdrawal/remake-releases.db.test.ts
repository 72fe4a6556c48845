import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { expect, test } from 'vitest'
import { getHeldOut } from '@/lib/gold/held-out/read-held-out'
import { submitPredictions } from '@/lib/gold/held-out/submit-predictions'
import { buildReleaseHandler } from '@/lib/gold/releases/release/build/build-job'
import { frozenCardSchema } from '@/lib/gold/releases/release/contract'
import { downloadRelease } from '@/lib/gold/releases/release/download-release'
import { manifestSchema } from '@/lib/gold/releases/release/manifest/contract'
import { statements } from '@/lib/gold/releases/release/metadata/statements'
import { getRelease } from '@/lib/gold/releases/release/queries'
import { emptyCard } from '@/lib/gold/releases/release/rules'
import { saveCard } from '@/lib/gold/releases/release/save-card'
import { startRelease } from '@/lib/gold/releases/release/start-release'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { applyImport } from '@/lib/workspace/imports/apply-import'
import { checkImport } from '@/lib/workspace/imports/check-import'
import { startImport } from '@/lib/workspace/imports/start-import'
import { uploadImport } from '@/lib/workspace/imports/upload-import'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeUser } from '@/tests/factories'
import { felmScene, HELD_OUT, heldOutIn, released } from '@/tests/held-out-scene'
import { withdrawItem } from './withdraw-item'

const idle = new AbortController().signal

const record = (index: number, said: string) => ({
  index: String(index),
  domain: 'wk',
  source: `forum ${index}`,
  prompt: 'What lives in the deep sea, and how deep is it?',
  response: `${said} It was “blue”.`,
  segmented_response: [said, ' It was “blue”.'],
  labels: [true, false],
  comment: ['', 'Not blue but grey.'],
  type: [null, 'knowledge_error'],
  ref: ['https://example.org/a'],
})

async function scene(said: readonly string[]) {
  const administrator = await makeUser({ isAdmin: true })
  const project = await makeProject()
  const manager = actorOf(await makeMember(project, 'manager'))
  const text = said.map((words, index) => `${JSON.stringify(record(index, words))}\n`).join('')
  const { id } = await uploadImport(manager, project.id, { name: 'gold.jsonl', body: new Response(text).body })
  await checkImport(id, idle)
  await startImport(manager, id, { labels: 'gold', independent: false, open: true })
  await applyImport(id, idle)
  await saveCard(manager, project.id, {
    text: { ...emptyCard('Sea', 'Facts about the sea.'), licence: 'CC-BY-4.0', languages: ['en'] },
    revision: 0,
  })
  const items = await prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
  const asked = (reason = 'Its author asked for it') => ({
    by: administrator.email ?? '',
    reason,
    erratum: 'Do not use item 1.',
    dryRun: false,
  })
  return { project, manager, items, asked }
}

async function release(manager: Actor, projectId: string) {
  const { number } = await startRelease(manager, projectId, { notes: 'New.' })
  const where = { projectId_number: { projectId, number } }
  const { id } = await prisma().release.findUniqueOrThrow({ where })
  await buildReleaseHandler.run({ releaseId: id }, { id: '1', attempt: 1, isLastAttempt: true, signal: idle })
  return prisma().release.findUniqueOrThrow({ where })
}

async function filesOf(releaseId: string): Promise<Map<string, Buffer>> {
  const chunks = await prisma().releaseChunk.findMany({ where: { releaseId }, orderBy: { position: 'asc' } })
  const files = new Map<string, Buffer>()
  for (const { path, bytes } of chunks)
    files.set(path, Buffer.concat([files.get(path) ?? Buffer.alloc(0), Buffer.from(bytes)]))
  return files
}

const sha256 = (bytes: Buffer | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')

const rowsOf = (bytes: Buffer) =>
  parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
    compressors,
  })

/** Everything that can be read in a file. */
async function readable(path: string, bytes: Buffer): Promise<string> {
  if (!path.endsWith('.parquet')) return bytes.toString('utf8')
  return JSON.stringify(await rowsOf(bytes), (_, value) => (typeof value === 'bigint' ? Number(value) : value))
}

const cellsOf = (bytes: Buffer | undefined): Record<string, string>[] => parse(bytes ?? '', { columns: true })

const linesOf = (bytes: Buffer | undefined) => (bytes?.toString('utf8') ?? '').split('\n').filter(Boolean)

test('a release is made again without a withdrawn item, and every other row stays as it was', async () => {
  const texts = ['My grandmother saw an octopus there.', 'A whale dives deeper than a mile.']
  const { project, manager, items, asked } = await scene(texts)
  const made = await release(manager, project.id)
  expect(made).toMatchObject({ state: 'ready', error: null })
  const before = await filesOf(made.id)
  const report = await withdrawItem(items[0]?.id ?? '', asked())
  const after = await filesOf(made.id)
  const now = await prisma().release.findUniqueOrThrow({ where: { id: made.id } })

  // Number and digest stay; the first list of checksums is kept, and the second says what is there.
  expect([now.number, now.digest]).toEqual([made.number, made.digest])
  expect(after.get('SHA256SUMS.1')).toEqual(before.get('SHA256SUMS'))
  expect(report.releases).toMatchObject([
    { number: 1, digest: { before: made.digest, now: sha256(after.get('SHA256SUMS')) } },
  ])
  const sums = linesOf(after.get('SHA256SUMS')).map((line) => line.split('  '))
  expect(sums.map(([, path]) => path).toSorted()).toEqual(
    [...after.keys()].filter((path) => path !== 'SHA256SUMS').toSorted(),
  )
  for (const [sum, path = ''] of sums) expect([path, sum]).toEqual([path, sha256(after.get(path))])

  // Its texts are in no file, and those of the other item in all that had them.
  let withOther = 0
  for (const [path, bytes] of after) {
    const text = await readable(path, bytes)
    expect([path, text.includes('grandmother'), text.includes('forum 0')]).toEqual([path, false, false])
    if (text.includes('A whale dives')) withOther += 1
  }
  expect(withOther).toBeGreaterThan(5)
  expect(linesOf(after.get('data/felm.jsonl'))).toEqual(linesOf(before.get('data/felm.jsonl')).slice(1))
  const samples = linesOf(before.get('inspect/samples.jsonl'))
  const left = samples.filter((line) => JSON.parse(line).item !== items[0]?.position)
  expect([left.length, samples.length]).toEqual([2, 4])
  expect(linesOf(after.get('inspect/samples.jsonl'))).toEqual(left)

  // The tables keep its rows with what identifies them, and load under the same columns.
  const manifest = manifestSchema.parse(now.manifest)
  expect(manifest).toEqual(JSON.parse(after.get('manifest.json')?.toString() ?? ''))
  for (const { columns, parts } of manifest.tables)
    for (const { path, csv, rows } of parts) {
      const [old, fresh] = [
        await rowsOf(before.get(path) ?? Buffer.alloc(0)),
        await rowsOf(after.get(path) ?? Buffer.alloc(0)),
      ]
      expect([path, fresh.length]).toEqual([path, rows])
      expect(fresh.filter(({ item }) => item !== 1n)).toEqual(old.filter(({ item }) => item !== 1n))
      const its = fresh.filter(({ item }) => item === 1n)
      for (const row of its) {
        expect(Object.keys(row)).toEqual(columns.map(({ name }) => name))
        expect(row).toMatchObject({
          ...('label' in row ? { label: null } : {}),
          ...('domain' in row ? { domain: null } : {}),
        })
      }
      const [table, oldTable] = [cellsOf(after.get(csv)), cellsOf(before.get(csv))]
      const isOther = (row: Record<string, string>) => row.item !== '1'
      expect([csv, table.length]).toEqual([csv, oldTable.length])
      expect(table.filter(isOther)).toEqual(oldTable.filter(isOther))
    }
  const told = new Map(manifest.files.map((file) => [file.path, file]))
  for (const [path, { bytes, sha256: sum }] of told)
    expect([path, bytes, sum]).toEqual([path, after.get(path)?.length, sha256(after.get(path))])
  expect(linesOf(after.get('withdrawn.jsonl')).map((line) => JSON.parse(line))).toMatchObject([
    { item: 1, id: '0', reason: 'Its author asked for it', erratum: 'Do not use item 1.' },
  ])
  // What tells of the files is what a release of them would say, with a note behind the card.
  const { text: card } = frozenCardSchema.parse(now.card)
  const said = new Map(statements(card, manifest).map(({ path, text }) => [path, text]))
  said.delete('manifest.json')
  for (const [path, text] of said) expect([path, after.get(path)?.toString().startsWith(text)]).toEqual([path, true])
  const notes = after.get('README.md')?.toString().slice(said.get('README.md')?.length)
  expect(notes).toContain('Do not use item 1.')

  // What serves them says that they are others.
  const params = { projectId: project.id, number: 1 }
  const archive = await downloadRelease(manager, params)
  expect(archive.headers.get('etag')).toBe(`"${sha256(after.get('SHA256SUMS'))}"`)
  expect((await archive.arrayBuffer()).byteLength).toBe(Number(archive.headers.get('content-length')))
  expect((await getRelease(manager, params)).fileList.length).toBe(after.size)
})

test('short texts are known by all that a row says; a second withdrawal keeps both lists; the next release compares', async () => {
  const said = ['Squid.', 'Whales.\never alone, say people there.', 'never alone, say people there.']
  const { project, manager, items, asked } = await scene(said)
  const made = await release(manager, project.id)
  const before = await filesOf(made.id)
  await withdrawItem(items[0]?.id ?? '', asked())
  await withdrawItem(items[2]?.id ?? '', asked('A second one'))
  const after = await filesOf(made.id)
  expect(sha256(after.get('SHA256SUMS.1'))).toBe(made.digest)
  expect(after.has('SHA256SUMS.2')).toBe(true)
  // The last text stands in the second item's lines as written, across the end of an escape sequence, and not in what they say.
  expect(linesOf(after.get('data/felm.jsonl'))).toEqual([linesOf(before.get('data/felm.jsonl'))[1]])
  expect(linesOf(after.get('assay.jsonl'))[1]).toBe(linesOf(before.get('assay.jsonl'))[1])
  expect(linesOf(after.get('withdrawn.jsonl')).length).toBe(2)
  for (const [path, bytes] of after)
    expect([path, /Squid|(?<!\\)never alone/.test(await readable(path, bytes))]).toEqual([path, false])
  const next = await release(manager, project.id)
  expect(next).toMatchObject({ number: 2, state: 'ready', error: null })
  for (const [path, bytes] of await filesOf(next.id))
    expect([path, /Squid|(?<!\\)never alone/.test(await readable(path, bytes))]).toEqual([path, false])
})

const FOLDED = 'A [long] squid_eats *whole* ships | of the <deep>.'
const WINDOWS = 'Whales sleep\r\nupright in the deep.'
const ESCAPED = 'never alone, say people there.'

/** A release whose card quotes texts of its first item where Markdown, YAML and line endings write them otherwise. */
async function quotedScene() {
  const { project, manager, items, asked } = await scene([FOLDED, 'Whales are grey.'])
  const text = {
    ...emptyCard(FOLDED, `Facts, such as: ${WINDOWS}`),
    licence: 'CC-BY-4.0',
    languages: ['en'],
    tags: ['One.\never alone, say people there.'],
  }
  await saveCard(manager, project.id, { text, revision: 1 })
  const made = await release(manager, project.id)
  expect(made).toMatchObject({ state: 'ready', error: null })
  const [item] = items
  const itemId = item?.id ?? ''
  const whole = { ...JSON.parse(item?.record ?? ''), more: [WINDOWS, ESCAPED] }
  await prisma().item.update({ where: { id: itemId }, data: { record: JSON.stringify(whole) } })
  return { made, itemId, asked }
}

/** Past the triggers that keep the files of a release: as another version of Assay wrote it. */
async function changeFile(releaseId: string, path: string, change: (text: string) => string) {
  const text = (await filesOf(releaseId)).get(path)?.toString() ?? ''
  expect(change(text)).not.toBe(text)
  await prisma().$transaction([
    prisma().$executeRaw`set local session_replication_role = replica`,
    prisma().releaseChunk.deleteMany({ where: { releaseId, path } }),
    prisma().releaseChunk.create({ data: { releaseId, path, position: 0, bytes: Buffer.from(change(text)) } }),
  ])
}

test.each([
  ['as this version writes it', null],
  ['with a word that is another today', (card: string) => card.replace('## Known gaps', '## Gaps')],
])('a card %s loses texts that Markdown writes otherwise, and keeps its notes', async (_, change) => {
  const { made, itemId, asked } = await quotedScene()
  const note = '\n## Withdrawn on 2026-01-02: Earlier\n\nA note of before.\n'
  await changeFile(made.id, 'README.md', (card) => (change?.(card) ?? card) + note)
  await withdrawItem(itemId, asked())
  const after = await filesOf(made.id)
  const card = after.get('README.md')?.toString() ?? ''
  expect(card).not.toMatch(/squid|Whales sleep|upright/)
  expect(card).toMatch(/\n# sha256:[0-9a-f]{64}\n/)
  expect(card).toContain(`- ${JSON.stringify('One.\never alone, say people there.')}\n`)
  expect(card).toContain(note)
  expect(card.indexOf('Do not use item 1.')).toBeGreaterThan(card.indexOf(note))
  expect(card).toContain('sizes of files on this card are of the files as they are now')
  const row = linesOf(after.get('README.md')).find((line) => line.startsWith('| data/felm.jsonl '))
  expect(row).toMatch(/ 1 \|$/)
})

test('in a release of an earlier format the card that is there loses them', async () => {
  const { made, itemId, asked } = await quotedScene()
  await changeFile(made.id, 'manifest.json', (text) => text.replace(/"format": "[^"]+"/, '"format": "assay-release/2"'))
  await changeFile(made.id, 'README.md', (card) => card.replace('## Known gaps', '## Gaps'))
  await withdrawItem(itemId, asked())
  const card = (await filesOf(made.id)).get('README.md')?.toString() ?? ''
  expect(card).toContain('\n## Gaps\n')
  expect(card).not.toMatch(/squid|Whales sleep|upright/)
  expect(card).toContain(`- ${JSON.stringify('One.\never alone, say people there.')}\n`)
  expect(card).toContain('; figures on this card are those of the release as it was made.')
})

test('what is left of a held-out split to predict is counted anew, and is what is scored', async () => {
  const { projectId, manager } = await felmScene()
  const { release: made, files, manifest } = await released(manager, projectId, HELD_OUT)
  const [first, ...others] = heldOutIn(files)
  const administrator = await makeUser({ isAdmin: true })
  const { id } = await prisma().item.findFirstOrThrow({ where: { projectId, position: first?.item ?? 0 } })
  const words = { reason: 'Its author asked for it', erratum: 'Do not use it.', dryRun: false }
  const at = { projectId, number: 1 }
  const units = others.flatMap((line) => line.units.map(({ unit }) => ({ item: `#${line.item}`, unit, label: true })))
  const text = units.map((unit) => `${JSON.stringify(unit)}\n`).join('')

  // What is read while the item is withdrawn was let in by the limits of before.
  const meanwhile = new ReadableStream(
    {
      async pull(controller) {
        await withdrawItem(id, { by: administrator.email ?? '', ...words })
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  await expect(submitPredictions(manager, at, { system: 'guess', body: meanwhile })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('no attempt is spent'),
  })

  const now = await prisma().release.findUniqueOrThrow({ where: { id: made.id } })
  const left = heldOutIn(new Map([...(await filesOf(made.id))].map(([path, bytes]) => [path, bytes.toString()])))
  expect(left[0]).toMatchObject({ item: first?.item, content: null, units: [], withdrawn: true })
  expect(left.slice(1)).toEqual(others)
  const heldOut = { ...manifest.heldOut, items: others.length, units: units.length }
  expect(manifestSchema.parse(now.manifest).heldOut).toEqual(heldOut)
  expect(await getHeldOut(manager, at)).toMatchObject({ items: others.length, units: units.length })
  const body = new Blob([text]).stream()
  const { left: rest } = await submitPredictions(manager, at, { system: 'guess', body })
  expect(rest.all).toBe(Math.floor(units.length / 20) - 1)
})
