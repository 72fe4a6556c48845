/**
 * What checks find, kept for blocks of neighbouring items, each under a print of what it was found from. Whatever changes on an item, its block
 * alone is gone through again, so what is shown is never of an earlier moment.
 */
import 'server-only'
import { z } from 'zod'
import { GOLD_PRINT } from '@/lib/gold/dataset/queries'
import type { Tx } from '@/lib/platform/server/db'
import type { Protocol } from '@/lib/protocols/protocol'
import { findKept, type KeptKey, keepFigures } from '@/lib/quality/agreement/queries'
import type { LoadedProject } from '@/lib/workspace/projects/queries'
import { type CheckedItem, checkedItems } from './scan'

/** Raised whenever the same gold would give other findings: those that were kept are then looked for anew. */
export const CHECKS_VERSION = 2

/** From which number of golds on findings are kept, and how many positions are a block. */
export interface Keeping {
  keptFrom: number
  blockSize: number
}

/** Fewer golds are gone through whenever somebody looks. A block is checked in some hundredths of a second, and of 100,000 items there are 400. */
export const KEEPING: Keeping = { keptFrom: 2_000, blockSize: 250 }

/** So many positions of a kind are kept of a block; where there are more, the block is gone through for a list, which it fills soon. */
const MOST_POSITIONS = 10

const positionsSchema = z.array(z.int()).nullable()

const kindSchema = z.object({
  findings: z.int(),
  items: z.int(),
  /** Where they are, and those of items with a contradiction that nobody settled; null: at too many places. */
  positions: positionsSchema,
  unsettled: positionsSchema,
})

const tallySchema = z.object({
  items: z.int(),
  contradictory: z.int(),
  unsettled: z.int(),
  kinds: z.record(z.string(), kindSchema),
})
/** What was found on some items. */
export type Tally = z.infer<typeof tallySchema>

const blockSchema = tallySchema.extend({ number: z.int(), print: z.string() })
export type Block = z.infer<typeof blockSchema>

const keptSchema = z.object({ blocks: z.array(blockSchema) })

/** The blocks of a project as of one moment, and those of them that still have to be gone through: nothing is counted in these yet. */
export interface OpenBlocks {
  /** Under what they are kept once all are gone through. */
  key: KeptKey
  blockSize: number
  blocks: Block[]
  changed: Block[]
}

const noTally = (): Tally => ({ items: 0, contradictory: 0, unsettled: 0, kinds: {} })

/** Everything that is found on the items of a project. */
export async function tallyOf(checked: AsyncIterable<CheckedItem>): Promise<Tally> {
  const tally = noTally()
  for await (const item of checked) countIn(tally, item)
  return tally
}

/**
 * All blocks that hold gold, in order; null where there is too little gold to keep anything. `tx` has to read everything as of one moment, and
 * changed blocks are to be gone through in it, or a block would be kept under the print of another state of it. `computed`: blocks that were gone
 * through just now, which are believed like those that are kept.
 */
export async function openBlocks(
  tx: Tx,
  { id: projectId, protocolId, protocolVersion }: LoadedProject,
  { keptFrom, blockSize }: Keeping,
  computed: KeptBlocks | null = null,
): Promise<OpenBlocks | null> {
  const prints = await readPrints(tx, projectId, blockSize)
  if (prints.reduce((sum, { golds }) => sum + golds, 0) < keptFrom) return null
  const version = [CHECKS_VERSION, blockSize, protocolId, protocolVersion].join('/')
  const key = { projectId, key: 'checks', version }
  const kept = await findKept(key, keptSchema, tx)
  const ofNow = computed?.key.version === version ? computed.blocks : []
  const known = new Map([...(kept?.blocks ?? []), ...ofNow].map((block) => [placeOf(block), block]))
  const blocks = prints.map((place) => known.get(placeOf(place)) ?? { ...placeIn(place), ...noTally() })
  return { key, blockSize, blocks, changed: blocks.filter((block) => !known.has(placeOf(block))) }
}

const placeIn = ({ number, print }: PrintRow) => ({ number, print })
const placeOf = ({ number, print }: Pick<Block, 'number' | 'print'>) => `${number} ${print}`

/** Goes through the blocks that have changed. */
export async function countChanged(tx: Tx, protocol: Protocol, { key, blockSize, blocks, changed }: OpenBlocks) {
  for (const run of runsOf(blocks, new Set(changed))) await countRun(tx, key.projectId, protocol, run, blockSize)
}

/** Blocks that are all gone through. */
export type KeptBlocks = Pick<OpenBlocks, 'key' | 'blocks'>

export const keepBlocks = ({ key, blocks }: KeptBlocks): Promise<void> => keepFigures(key, { blocks })

/** Changed blocks that follow each other are gone through together. */
function runsOf(blocks: readonly Block[], changed: ReadonlySet<Block>): Block[][] {
  const runs: Block[][] = []
  let run: Block[] = []
  for (const block of blocks)
    if (!changed.has(block)) run = []
    else if (run.push(block) === 1) runs.push(run)
  return runs
}

async function countRun(tx: Tx, projectId: string, protocol: Protocol, run: readonly Block[], blockSize: number) {
  const tallies = new Map(run.map((block) => [block.number, block]))
  const numbers = [...tallies.keys()]
  const after = Math.min(...numbers) * blockSize - 1
  const until = (Math.max(...numbers) + 1) * blockSize - 1
  for await (const checked of checkedItems(tx, projectId, protocol, { after, until })) {
    const tally = tallies.get(Math.floor(checked.item.position / blockSize))
    if (tally) countIn(tally, checked)
  }
}

function countIn(tally: Tally, { item, contradiction, found }: CheckedItem): void {
  tally.items++
  if (contradiction !== 'none') tally.contradictory++
  if (contradiction === 'unsettled') tally.unsettled++
  for (const { kind } of found) {
    tally.kinds[kind] ??= { findings: 0, items: 0, positions: [], unsettled: [] }
    tally.kinds[kind].findings++
  }
  for (const kind of new Set(found.map((finding) => finding.kind))) {
    const counted = tally.kinds[kind]
    if (!counted) continue
    counted.items++
    counted.positions = withPosition(counted.positions, item.position)
    if (contradiction === 'unsettled') counted.unsettled = withPosition(counted.unsettled, item.position)
  }
}

function withPosition(positions: number[] | null, position: number): number[] | null {
  if (positions === null || positions.length === MOST_POSITIONS) return null
  positions.push(position)
  return positions
}

/** Where something of a kind may be found behind a position, in order: exactly there, or somewhere in a block that has much of it. */
export function positionsIn(
  blocks: readonly Block[],
  { blockSize }: Keeping,
  { kind, after, unsettled }: { kind: string; after: number; unsettled: boolean },
): number[] {
  return blocks.flatMap(({ number, kinds }) => {
    const counted = kinds[kind]
    if (!counted) return []
    const all = () => Array.from({ length: blockSize }, (_, place) => number * blockSize + place)
    const positions = (unsettled ? counted.unsettled : counted.positions) ?? all()
    return positions.filter((position) => position > after)
  })
}

interface PrintRow {
  number: number
  golds: number
  print: string
}

/** What each block that holds gold is made of: its golds, their items, and what was said of labels by hand. */
function readPrints(tx: Tx, projectId: string, blockSize: number): Promise<PrintRow[]> {
  return tx.$queryRaw<PrintRow[]>`
    select number, sum(gold)::int "golds", sum(gold) || ':' || sum(print) "print" from (
      select t.position / ${blockSize}::int number, 1 gold, ${GOLD_PRINT} print
      from items i join tasks t on t.item_id = i.id and t.state = 'gold'
      join golds g on g.task_id = t.id and g.superseded_at is null
      where i.project_id = ${projectId}::uuid and t.project_id = ${projectId}::uuid and i.discarded_at is null
      union all
      select i.position / ${blockSize}::int, 0, uuid_hash_extended(o.item_id, (o.version::bigint << 32) # o.xmin::text::bigint)
      from roll_up_overrides o join items i on i.id = o.item_id
      where i.project_id = ${projectId}::uuid and i.discarded_at is null) made
    group by number having sum(gold) > 0 order by number`
}
