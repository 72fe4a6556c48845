/** Releases whose tables are divided: what is in which split, and that it stays so. */
import { expect, test } from 'vitest'
import { filesOf } from '@/lib/gold/releases/release/archive/stream-archive'
import { buildReleaseHandler } from '@/lib/gold/releases/release/build/build-job'
import { readStoredText } from '@/lib/gold/releases/release/build/read-stored'
import { frozenCardSchema } from '@/lib/gold/releases/release/contract'
import { manifestSchema } from '@/lib/gold/releases/release/manifest/contract'
import { previewRelease } from '@/lib/gold/releases/release/preview-release'
import { emptyCard } from '@/lib/gold/releases/release/rules'
import { saveCard } from '@/lib/gold/releases/release/save-card'
import { startRelease } from '@/lib/gold/releases/release/start-release'
import { verifyRelease } from '@/lib/gold/releases/release/verify-release'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { actorOf } from '@/tests/actors'
import { simulateFelm } from '@/tests/agreement-scene'
import { makeMember } from '@/tests/factories'
import { readTables, recountRelease } from '@/tests/recount-release'
import { type SplitChoice, splitChoiceSchema } from './contract'

async function scene(items: number) {
  const { project } = await simulateFelm({ items, gold: 0.5 })
  const manager = actorOf(await makeMember(project, 'manager'))
  const text = { ...emptyCard('Ocean facts', 'Facts about oceans.'), licence: 'CC-BY-4.0', languages: ['en'] }
  await saveCard(manager, project.id, { text, revision: 0 })
  return { projectId: project.id, manager }
}

async function released(manager: Actor, projectId: string, splits: SplitChoice) {
  const { number } = await startRelease(manager, projectId, { notes: '', splits })
  const where = { projectId_number: { projectId, number } }
  const { id: releaseId } = await prisma().release.findUniqueOrThrow({ where })
  const { signal } = new AbortController()
  await buildReleaseHandler.run({ releaseId }, { id: '1', attempt: 1, isLastAttempt: true, signal })
  const release = await prisma().release.findUniqueOrThrow({ where })
  expect(release).toMatchObject({ state: 'ready', error: null })
  const files = new Map<string, string>()
  for (const { path } of await filesOf(releaseId))
    files.set(path, await readStoredText(releaseId, path, path.endsWith('.parquet') ? 'latin1' : 'utf8'))
  return { release, files, manifest: manifestSchema.parse(JSON.parse(files.get('manifest.json') ?? '')) }
}

/** By item, the splits that its rows are in. */
async function splitsIn(files: ReadonlyMap<string, string>, wanted?: string) {
  const found = new Map<number, Set<string>>()
  for (const { key, split, parquet } of await readTables(files))
    for (const row of wanted === undefined || key === wanted ? parquet : []) {
      const item = Number(row.item)
      found.set(item, (found.get(item) ?? new Set()).add(split))
    }
  return found
}

const SHARES = [
  { name: 'train', percent: 50 },
  { name: 'validation', percent: 25 },
  { name: 'test', percent: 25 },
]

test('by shares: every item is in one split of all tables, in the sizes of the preview, the same when made again', async () => {
  const { projectId, manager } = await scene(16)
  const splits = splitChoiceSchema.parse({ by: 'shares', shares: SHARES, seed: 7 })
  const preview = await previewRelease(manager, projectId, { notes: '', splits })
  const gold = preview.splits.reduce((sum, { items }) => sum + items, 0)
  expect(gold).toBeGreaterThan(4)
  for (const [index, { name, percent }] of SHARES.entries()) {
    expect(preview.splits[index]?.name).toBe(name)
    expect(Math.abs((preview.splits[index]?.items ?? 0) - (gold * percent) / 100)).toBeLessThanOrEqual(1)
  }
  const { release, files, manifest } = await released(manager, projectId, splits)
  expect(manifest.splits).toEqual({
    choice: splits,
    sizes: preview.splits.map(({ name, items }) => ({ name, items })),
    ungrouped: 0,
  })
  expect(manifest.items.gold).toBe(gold)
  expect(
    preview.splits.every(({ name, tables }) =>
      tables.every(({ table, rows }) =>
        manifest.tables
          .find(({ key }) => key === table)
          ?.parts.some((part) => part.split === name && part.rows === rows && rows > 0),
      ),
    ),
  ).toBe(true)
  const all = await splitsIn(files)
  expect([...all.values()].filter(({ size }) => size !== 1)).toEqual([])
  // Ratings are also of tasks that are still being settled.
  expect(all.size).toBeGreaterThan((await splitsIn(files, 'items')).size)
  for (const { parquet, csv, key } of await readTables(files)) expect(parquet, key).toEqual(csv)
  const card = frozenCardSchema.parse(release.card)
  const again = await recountRelease(protocolById('felm'), files, card)
  expect(again.manifest).toEqual(manifest)
  for (const { path, text } of again.texts.filter((each) => each.path !== 'manifest.json'))
    expect(text, path).toBe(files.get(path))
  expect(files.get('README.md')).toContain('load_dataset(str(Path.cwd()), "gold", split="train")')
  expect(await verifyRelease(manager, { projectId, number: 1 })).toMatchObject({
    identical: true,
    digest: release.digest,
  })

  // The same choice gives the same release; another one is another release.
  expect((await previewRelease(manager, projectId, { notes: '', splits })).refusals).toEqual([
    expect.stringContaining('Nothing has changed since release 1'),
  ])
  expect((await previewRelease(manager, projectId, { notes: '' })).refusals).toEqual([])
  await expect(
    prisma().release.update({ where: { id: release.id }, data: { splits: { by: 'field', field: 'x' } } }),
  ).rejects.toThrow('a release that is ready is not changed')
})

test('a release that cannot be divided as it was says so when it is verified', async () => {
  const { projectId, manager } = await scene(4)
  await prisma().item.updateMany({ where: { projectId }, data: { ownDomain: 'train' } })
  const { release } = await released(manager, projectId, { by: 'field', field: 'domain' })
  await prisma().item.updateMany({ where: { projectId, position: 1 }, data: { ownDomain: 'not a name' } })
  await expect(verifyRelease(manager, { projectId, number: release.number })).rejects.toMatchObject({
    code: 'rule',
    message: expect.stringMatching(/not what they were.*“not a name”/),
  })
})

test('by a group, and by a field whose values name the splits', async () => {
  const { projectId, manager } = await scene(16)
  const items = await prisma().item.findMany({ where: { projectId }, orderBy: { position: 'asc' } })
  for (const { id, position } of items)
    await prisma().item.update({
      where: { id },
      data: { ownSource: `source ${position % 5}`, ownDomain: position % 4 === 0 ? 'test' : 'train' },
    })
  const grouped = splitChoiceSchema.parse({
    by: 'shares',
    shares: SHARES.slice(0, 1).concat({ name: 'test', percent: 50 }),
    group: 'source',
  })
  const first = await released(manager, projectId, grouped)
  const splitsOf = new Map<number, Set<string>>()
  for (const [item, splits] of await splitsIn(first.files))
    for (const split of splits) splitsOf.set(item % 5, (splitsOf.get(item % 5) ?? new Set()).add(split))
  expect([...splitsOf.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1])

  const second = await released(manager, projectId, { by: 'field', field: 'domain' })
  expect(second.manifest.splits?.sizes.map(({ name }) => name)).toEqual(['train', 'test'])
  for (const [item, splits] of await splitsIn(second.files))
    expect([item, ...splits]).toEqual([item, item % 4 === 0 ? 'test' : 'train'])
})

test('what cannot be divided is refused before a release is ordered, with the field', async () => {
  const { projectId, manager } = await scene(4)
  const refusalsOf = async (splits: SplitChoice) => {
    const { refusals } = await previewRelease(manager, projectId, { notes: '', splits })
    await expect(startRelease(manager, projectId, { notes: '', splits })).rejects.toThrow(refusals.join(' '))
    return refusals
  }
  expect(await refusalsOf({ by: 'field', field: '/meta/split' })).toEqual([
    expect.stringMatching(
      /^No item has the field “\/meta\/split” in its record or content\. The first record has these: .*prompt/,
    ),
  ])
  const all = splitChoiceSchema.parse({ by: 'shares', shares: SHARES, group: '/prompts' })
  expect(await refusalsOf(all)).toEqual([expect.stringContaining('“/prompts”')])
  expect(await refusalsOf({ by: 'field', field: 'prompt' })).toEqual([expect.stringContaining('cannot name a split')])
  const few = splitChoiceSchema.parse({ by: 'shares', shares: SHARES.map((each) => ({ ...each })) })
  expect(await refusalsOf(few)).toEqual([
    expect.stringMatching(/^No item with gold falls into the split “(validation|test)”/),
  ])
  expect(await prisma().release.count({ where: { projectId } })).toBe(0)
})
