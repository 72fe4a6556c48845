/** What a release tells of a held-out split: nothing that its labels could be told from. */
import { expect, test } from 'vitest'
import { buildReleaseHandler } from '@/lib/gold/releases/release/build/build-job'
import { previewRelease } from '@/lib/gold/releases/release/preview-release'
import { listReleases } from '@/lib/gold/releases/release/queries'
import { type SplitChoice, splitChoiceSchema } from '@/lib/gold/releases/release/splits/contract'
import { startRelease } from '@/lib/gold/releases/release/start-release'
import { verifyRelease } from '@/lib/gold/releases/release/verify-release'
import { pool, prisma, transaction } from '@/lib/platform/server/db'
import { forgetRatings } from '@/lib/quality/agreement/ledger/forget-ratings'
import { simulateFactcheckBench } from '@/tests/agreement-scene'
import { makeProject } from '@/tests/factories'
import { BY_DOMAIN, felmScene, HELD_OUT, heldOutIn, ITEMS, managerOf, released } from '@/tests/held-out-scene'
import { readTables } from '@/tests/recount-release'
import { openHeldOut } from './open-held-out'
import { submitPredictions } from './submit-predictions'

/** Gives every yes-or-no label of these items its opposite, wherever it rests: as if everybody had answered otherwise. */
async function turnLabels(projectId: string, domain: string): Promise<void> {
  const turned = (column: string) =>
    `replace(replace(replace(${column}::text, 'true', '"other"'), 'false', 'true'), '"other"', 'false')::jsonb`
  const tasks = `(select t.id from tasks t join items i on i.id = t.item_id
    where t.project_id = '${projectId}' and i.shown_domain = '${domain}')`
  const client = await pool().connect()
  try {
    await client.query('begin')
    // What is frozen is never changed by the product itself.
    await client.query("set local session_replication_role = 'replica'")
    await client.query(`update labels set value = ${turned('value')} where task_id in ${tasks}`)
    await client.query(
      `update golds set answers = ${turned('answers')}, roll_up = ${turned('roll_up')} where task_id in ${tasks}`,
    )
    await client.query(`update resolutions set value = ${turned('value')}, how = 'edited' where task_id in ${tasks}`)
    await client.query(`update suggestions set value = ${turned('value')} where task_id in ${tasks}`)
    await client.query(`delete from disagreements where task_id in ${tasks}`)
    await client.query(`update annotations set active_seconds = active_seconds + 7 where task_id in ${tasks}`)
    await client.query('commit')
  } finally {
    client.release()
  }
  await transaction((tx) => forgetRatings(tx, projectId))
}

test('no file tells of a label that is held out: none of these labels changes a byte, and none but that of the texts names their items', async () => {
  const { projectId, manager } = await felmScene()
  const { release, files, manifest } = await released(manager, projectId, HELD_OUT)
  const lines = heldOutIn(files)
  expect(manifest.heldOut).toEqual({
    split: 'science',
    task: 'segments',
    items: lines.length,
    units: lines.reduce((sum, { units }) => sum + units.length, 0),
  })
  expect(lines.length).toBeGreaterThan(5)
  expect(manifest.splits?.sizes).toEqual([
    { name: 'science', items: lines.length },
    { name: 'wk', items: manifest.items.gold },
  ])

  const held = await prisma().item.findMany({
    where: { projectId, shownDomain: 'science' },
    select: { position: true },
  })
  const positions = new Set(held.map(({ position }) => position))
  for (const [path, text] of files) {
    if (path === 'held-out.jsonl' || path.endsWith('.parquet')) continue
    // Each item has texts of its own: “Fact 12.3.”, “Question 12?”.
    const named = [...text.matchAll(/(?:Fact |Question )(\d+)/g)].filter(([, position]) =>
      positions.has(Number(position)),
    )
    expect(named, path).toEqual([])
  }
  for (const { key, split, parquet } of await readTables(files)) {
    if (split === 'science') expect(parquet, key).toEqual([])
    expect(
      parquet.filter(({ item }) => positions.has(Number(item))),
      key,
    ).toEqual([])
  }
  for (const path of ['tasks.csv', 'ratings.csv', 'gold-ratings.csv']) {
    const rows = files.get(path)?.split('\n') ?? []
    const at = (rows[0] ?? '').split(',').indexOf('item')
    expect(
      rows.slice(1).filter((row) => positions.has(Number(row.split(',')[at]))),
      path,
    ).toEqual([])
  }
  expect(manifest.items.total).toBe(ITEMS - positions.size)
  const [first] = heldOutIn(files)
  expect(Object.keys(first ?? {})).toEqual(['item', 'id', 'content', 'units'])
  expect(JSON.parse(first?.content ?? '')).toMatchObject({ prompt: `Question ${first?.item}?` })
  expect(first?.units[0]).toEqual({ unit: 's1', text: `Fact ${first?.item}.1.` })
  expect(files.get('README.md')).toContain('The labels of “science” are held out')

  await turnLabels(projectId, 'science')
  const again = await verifyRelease(manager, { projectId, number: 1 })
  expect(again.files.filter(({ state }) => state !== 'identical')).toEqual([])
  expect(again.digest).toBe(release.digest)

  await turnLabels(projectId, 'wk')
  const differing = (await verifyRelease(manager, { projectId, number: 1 })).files.filter(
    ({ state }) => state === 'differs',
  )
  expect(differing.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['gold/wk.parquet', 'ratings.csv', 'distributions.jsonl', 'agreement.json', 'README.md']),
  )
})

test('verdicts on claims are held out with every claim of the stage before, also those that gold set aside', async () => {
  const { project } = await simulateFactcheckBench({ items: 10, sentences: 14, gold: 1 })
  const manager = await managerOf(project)
  await prisma().$executeRaw`
    update items set own_domain = case when position > 8 then 'wk' else 'science' end where project_id = ${project.id}::uuid`
  const { files, manifest } = await released(manager, project.id, HELD_OUT)
  expect(manifest.heldOut).toMatchObject({ task: 'verification', items: 8 })
  const listed = heldOutIn(files).flatMap(({ item, units }) => units.map(({ unit }) => `${item}/${unit}`))
  const claims = await prisma().unit.findMany({
    where: {
      kind: 'claim',
      task: { projectId: project.id, stage: { key: 'verify' }, item: { position: { lte: 8 } } },
    },
    include: { task: { include: { item: true } } },
  })
  expect(listed.sort()).toEqual(claims.map(({ key, task }) => `${task.item.position}/${key}`).sort())
  const lines = listed.map((name) => {
    const [item, unit] = name.split('/')
    return `${JSON.stringify({ item: `#${item}`, unit, label: true })}\n`
  })
  const at = { projectId: project.id, number: 1 }
  const { submission } = await submitPredictions(manager, at, { system: 'yes', body: new Blob(lines).stream() })
  const [gold] = await prisma().$queryRaw<{ right: number }[]>`
    select count(*)::int "right" from held_out_items h join golds g on g.id = any(h.gold_ids)
    cross join lateral jsonb_each(g.answers) u where u.value ->> 'verdict' = 'true'`
  expect(submission.score).toBe(Math.round((100 * (gold?.right ?? 0)) / listed.length) / 100)
})

test('a protocol whose units to predict all follow from gold holds nothing out', async () => {
  const project = await makeProject({ protocolId: 'factor-validation' })
  const { heldOut } = await listReleases(await managerOf(project), project.id)
  expect(heldOut.tasks).toEqual([])
})

test('what is out cannot be held out, and what is held out stays so until it is opened, for good', async () => {
  const { projectId, manager } = await felmScene()
  const refusals = async (splits: SplitChoice | null) =>
    (await previewRelease(manager, projectId, { notes: '', splits })).refusals
  expect(await refusals({ ...BY_DOMAIN, heldOut: { split: 'dev' } })).toEqual([
    'No item is in the split “dev”, which is to be held out: the splits are science, wk.',
  ])
  expect(await refusals({ ...BY_DOMAIN, heldOut: { split: 'science', task: 'ratings' } })).toEqual([
    expect.stringMatching(
      /^No evaluation of this protocol that can be held out is called “ratings”: choose segments\./,
    ),
  ])
  await released(manager, projectId, HELD_OUT)

  const withheld = expect.stringMatching(/^Release 1 holds out \d+ items whose labels this one would tell \(2, 4, /)
  expect(await refusals(null)).toEqual([withheld])
  expect(await refusals(BY_DOMAIN)).toEqual([withheld])
  await expect(startRelease(manager, projectId, { notes: '' })).rejects.toMatchObject({
    code: 'rule',
    message: withheld,
  })
  expect(await refusals({ ...BY_DOMAIN, heldOut: { split: 'wk' } })).toEqual([withheld])

  await openHeldOut(manager, projectId)
  await expect(openHeldOut(manager, projectId)).rejects.toMatchObject({ code: 'conflict' })
  await expect(prisma().heldOutSplit.update({ where: { projectId }, data: { openedAt: null } })).rejects.toThrow(
    'a held-out split that was opened stays open',
  )
  expect(await refusals(HELD_OUT)).toEqual([expect.stringContaining('was opened on')])
  const { manifest, files } = await released(manager, projectId, BY_DOMAIN)
  expect(manifest.heldOut).toBeUndefined()
  expect(manifest.changes?.added).toBe(manifest.splits?.sizes.find(({ name }) => name === 'science')?.items)
  expect(files.has('held-out.jsonl')).toBe(false)
  // The earlier release is still the one that held them out.
  expect(await verifyRelease(manager, { projectId, number: 1 })).toMatchObject({ identical: true })
})

test('refused where an earlier release told ratings or gold of it, and where it is too small', async () => {
  const { projectId, manager } = await felmScene(6)
  expect((await previewRelease(manager, projectId, { notes: '', splits: HELD_OUT })).refusals).toEqual([
    expect.stringMatching(
      /^“science” has \d+ units to predict, and of fewer than 100 too many labels could be guessed/,
    ),
  ])
  await released(manager, projectId, null)
  expect((await previewRelease(manager, projectId, { notes: '', splits: HELD_OUT })).refusals).toEqual([
    expect.stringMatching(
      /^Release 1 has told the labels of \d items of “science” already \(2, .*hold out items that/i,
    ),
  ])
})

test('items that became gold since it was ordered are looked at again before it is ready', async () => {
  const { projectId, manager } = await felmScene()
  const { number } = await startRelease(manager, projectId, { notes: '', splits: HELD_OUT })
  const where = { projectId_number: { projectId, number } }
  const { id: releaseId } = await prisma().release.findUniqueOrThrow({ where })
  await prisma().item.updateMany({ where: { projectId, position: { gt: 4 } }, data: { ownDomain: 'wk' } })
  const { signal } = new AbortController()
  await buildReleaseHandler.run({ releaseId }, { id: '1', attempt: 1, isLastAttempt: true, signal })
  expect(await prisma().release.findUniqueOrThrow({ where })).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('units to predict'),
  })
  expect(await prisma().heldOutItem.count({ where: { projectId } })).toBe(0)
})

test('a choice names one of several splits', () => {
  const shares = [
    { name: 'train', percent: 80 },
    { name: 'test', percent: 20 },
  ]
  const messages = (choice: unknown) => splitChoiceSchema.safeParse(choice).error?.issues.map(({ message }) => message)
  expect(messages({ by: 'shares', shares, heldOut: { split: 'dev' } })).toEqual([
    'No split is called “dev”: hold out one of those that are named.',
  ])
  expect(messages({ by: 'shares', shares: [{ name: 'test', percent: 100 }], heldOut: { split: 'test' } })).toEqual([
    'Nothing is left to release when the only split is held out: name a second one.',
  ])
  expect(messages({ by: 'shares', shares, heldOut: { split: 'test' } })).toBeUndefined()
})
