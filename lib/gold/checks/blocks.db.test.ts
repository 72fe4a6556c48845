/** What is kept of checks is what is found when all gold is gone through, whatever has changed since. */
import { EventEmitter, once } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { benchmarkRecord } from '@/lib/protocols/factcheck-bench/formats/sample-documents'
import { type NextIndex, seededRandom } from '@/lib/stats/seeded-random'
import { actorOf } from '@/tests/actors'
import { opinionatedSentence, plainSentence } from '@/tests/contradictory-records'
import { makeMember, makeProject } from '@/tests/factories'
import { importFile } from '@/tests/import-file'
import { casesOf, seeds } from '@/tests/support/every-case'
import { until } from '@/tests/support/wait'
import { type Keeping, openBlocks } from './blocks'
import type { Findings, FindingsQuery } from './contract'
import { getChecks, getChecksPage, listFindings } from './queries'
import { checkedItems } from './scan'

// As they are; here it is counted how often they are called, and one may be held up.
vi.mock(import('./scan'), async (load) => {
  const scan = await load()
  return { ...scan, checkedItems: vi.fn(scan.checkedItems) }
})
vi.mock(import('./blocks'), async (load) => {
  const blocks = await load()
  return { ...blocks, openBlocks: vi.fn(blocks.openBlocks) }
})

const NEVER: Keeping = { keptFrom: Number.POSITIVE_INFINITY, blockSize: 1 }
const small: Keeping = { keptFrom: 0, blockSize: 4 }
const large: Keeping = { keptFrom: 0, blockSize: 40 }

interface World {
  projectId: string
  manager: Actor
  itemIds: string[]
  draw: NextIndex
}

async function makeWorld(seed: number, count: number): Promise<World> {
  const draw = seededRandom(seed)
  const project = await makeProject({ protocolId: 'factcheck-bench' })
  const manager = actorOf(await makeMember(project, 'manager'))
  const records = Array.from({ length: count }, (_, index) => {
    const sentences = [plainSentence(), plainSentence({ sentence_factuality_label: false }), opinionatedSentence]
    const labels = [true, false, 'NA']
    return JSON.stringify({
      ...benchmarkRecord([sentences[draw(sentences.length)] ?? plainSentence()]),
      prompt: `Question ${index}?`,
      response_factuality: labels[draw(labels.length)] ?? true,
    })
  })
  await importFile(manager, project, records.join('\n'))
  const items = await prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
  expect(items).toHaveLength(count)
  return { projectId: project.id, manager, itemIds: items.map(({ id }) => id), draw }
}

type Change = (world: World, itemId: string) => Promise<unknown>

const currentGold = ({ draw }: World, itemId: string) => {
  const stage = { key: draw(2) === 0 ? 'verify' : 'decompose' }
  return prisma().gold.findFirst({ where: { supersededAt: null, task: { itemId, stage } } })
}

const CHANGES: Record<string, Change> = {
  'newer gold': async (world, itemId) => {
    const gold = await currentGold(world, itemId)
    if (!gold) return
    const { id, taskId, version, round, answers, rollUp } = gold
    await prisma().gold.update({ where: { id }, data: { supersededAt: new Date() } })
    const origin = world.draw(2) === 0 ? ('consolidated' as const) : ('imported' as const)
    const same = { taskId, round, answers: answers ?? {}, rollUp: rollUp ?? {} }
    await prisma().gold.create({ data: { ...same, origin, version: version + 1 } })
  },
  'gold that is no more': async (world, itemId) => {
    const gold = await currentGold(world, itemId)
    if (gold) await prisma().gold.update({ where: { id: gold.id }, data: { supersededAt: new Date() } })
  },
  'a task that is gold no more, or again': async (_, itemId) => {
    const { id, state } = await prisma().task.findFirstOrThrow({ where: { itemId, stage: { key: 'verify' } } })
    await prisma().task.update({ where: { id }, data: { state: state === 'gold' ? 'consolidating' : 'gold' } })
  },
  'an item that is discarded or restored': async (_, id) => {
    const { discardedAt } = await prisma().item.findUniqueOrThrow({ where: { id } })
    const data = discardedAt
      ? { discardedAt: null, discardReason: null }
      : { discardedAt: new Date(), discardReason: 'other' }
    await prisma().item.update({ where: { id }, data })
  },
  'a label set by hand, or taken back': async ({ manager, draw }, itemId) => {
    const latest = await prisma().rollUpOverride.count({ where: { itemId } })
    const value = [true, false, Prisma.JsonNull][draw(3)] ?? true
    const reason = 'So.'
    await prisma().rollUpOverride.create({
      data: { itemId, version: latest + 1, value, reason, userId: manager.userId },
    })
  },
  'an item under another title': ({ draw }, id) =>
    prisma().item.update({ where: { id }, data: { title: `Title ${draw(100)}` } }),
}

async function allFindings({ manager, projectId }: World, kind: string, unsettled: boolean, keeping: Keeping) {
  const pages: Findings[] = []
  for (let after: number | null = 0; after !== null; ) {
    const query: FindingsQuery = { after, unsettled: unsettled ? 'true' : 'false' }
    const page = await listFindings(manager, { projectId, kind }, query, keeping)
    pages.push(page)
    after = page.next
  }
  return pages
}

async function expectSame(world: World, keepings: readonly Keeping[]) {
  const { manager, projectId } = world
  const checks = await getChecks(manager, projectId, NEVER)
  for (const keeping of keepings) {
    expect(await getChecks(manager, projectId, keeping)).toEqual(checks)
    // Those of which nothing is found are alike.
    for (const { key } of checks.kinds.filter(({ findings }, at) => at === 0 || findings > 0))
      for (const unsettled of [false, true])
        expect(await allFindings(world, key, unsettled, keeping)).toEqual(
          await allFindings(world, key, unsettled, NEVER),
        )
  }
  return checks
}

describe('kept checks', () => {
  it.each(seeds(casesOf(1, 2)))('are what is found in all gold, in random world %i', async (seed) => {
    const world = await makeWorld(seed, 14)
    const { draw, itemIds } = world
    const before = await expectSame(world, [small])
    expect(before.kinds.filter(({ findings }) => findings > 0).length).toBeGreaterThan(2)
    const names = Object.keys(CHANGES)
    for (let n = 0; n < 2 * names.length; n++) {
      const change = CHANGES[names[n % names.length] ?? '']
      await change?.(world, itemIds[draw(itemIds.length)] ?? '')
      await expectSame(world, [small])
    }
  })

  it('are listed where a block has more of a kind than is kept, and over several pages', async () => {
    const world = await makeWorld(3, 90)
    const checks = await expectSame(world, [small, large])
    expect(Math.max(...checks.kinds.map(({ items }) => items))).toBeGreaterThan(50)
  })

  it('are gone through again in the blocks that have changed, and in no others', async () => {
    const world = await makeWorld(4, 12)
    const { manager, projectId, itemIds } = world
    const blocks = async () => {
      await getChecks(manager, projectId, small)
      const row = await prisma().keptFigures.findFirstOrThrow({ where: { projectId, key: 'checks' } })
      return row
    }
    const first = await blocks()
    expect((await blocks()).at).toEqual(first.at)
    // What is kept of another block is believed as it stands.
    const body = structuredClone(first.body) as { blocks: { number: number; items: number }[] }
    const last = body.blocks.at(-1)
    if (!last) throw new Error('there are blocks')
    last.items += 100
    await prisma().keptFigures.updateMany({ where: { projectId, key: 'checks' }, data: { body } })
    await CHANGES['a label set by hand, or taken back']?.(world, itemIds[0] ?? '')
    expect((await getChecks(manager, projectId, small)).items).toBe(112)
    await CHANGES['a label set by hand, or taken back']?.(world, itemIds.at(-1) ?? '')
    expect((await getChecks(manager, projectId, small)).items).toBe(12)
  })

  it('are gone through once for all who look at the same time', async () => {
    const { manager, projectId } = await makeWorld(7, 12)
    const expected = await getChecks(manager, projectId, NEVER)
    vi.mocked(checkedItems).mockClear()
    const visits = await Promise.all([1, 2, 3].map(() => getChecks(manager, projectId, large)))
    expect(visits).toEqual([expected, expected, expected])
    expect(checkedItems).toHaveBeenCalledTimes(1)
  })

  it('are of this moment for who came while gold was gone through that has changed since', async () => {
    const world = await makeWorld(8, 12)
    const { manager, projectId, itemIds } = world
    const { checkedItems: check } = await vi.importActual<typeof import('./scan')>('./scan')
    const hold = new EventEmitter()
    const [held, reached] = [once(hold, 'released'), once(hold, 'reached')]
    vi.mocked(checkedItems).mockClear()
    vi.mocked(checkedItems).mockImplementationOnce(async function* (...asked) {
      yield* check(...asked)
      hold.emit('reached')
      await held
    })
    const first = getChecks(manager, projectId, small)
    await reached
    await CHANGES['an item that is discarded or restored']?.(world, itemIds[0] ?? '')
    vi.mocked(openBlocks).mockClear()
    const second = getChecks(manager, projectId, small)
    await until(() => vi.mocked(openBlocks).mock.settledResults.length === 1)
    hold.emit('released')
    for (const visit of [await first, await second]) expect(visit.items).toBe(11)
    // All gold, and once more the block that has changed.
    expect(checkedItems).toHaveBeenCalledTimes(2)
  })

  it('are counted and listed together as by themselves, of the first kind that was found', async () => {
    const world = await makeWorld(6, 9)
    const { manager, projectId } = world
    const { checks, kind, found } = await getChecksPage(manager, projectId, { after: 0, unsettled: 'false' })
    expect(checks).toEqual(await getChecks(manager, projectId))
    expect(kind).toBe(checks.kinds.find(({ findings }) => findings > 0)?.key)
    expect([found]).toEqual(await allFindings(world, kind ?? '', false, NEVER))
  })

  it('are not kept of little gold', async () => {
    const { manager, projectId } = await makeWorld(5, 3)
    await getChecks(manager, projectId)
    expect(await prisma().keptFigures.count({ where: { projectId } })).toBe(0)
  })
})
