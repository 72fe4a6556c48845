/** What of a project stays back from releases, and whether a division keeps it back. */
import 'server-only'
import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { z } from 'zod'
import { readGold, SCORED } from '@/lib/gold/evaluation/read-gold'
import type { Reader } from '@/lib/gold/releases/release/build/fingerprint'
import { readStored, readStoredLines } from '@/lib/gold/releases/release/build/read-stored'
import type { ReleaseList } from '@/lib/gold/releases/release/contract'
import type { SplitChoice } from '@/lib/gold/releases/release/splits/contract'
import type { Splits } from '@/lib/gold/releases/release/splits/plan-splits'
import { splitWords } from '@/lib/gold/releases/release/splits/rules'
import { labelSql } from '@/lib/gold/releases/unit-sql'
import { pool, prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import type { Protocol } from '@/lib/protocols/protocol'
import { FEWEST_UNITS, positionWords } from './rules'
import { scoringTold } from './submission'

/** A task that calls units right or wrong by gold of the project, and whose units do not follow from it. */
export type HeldOutTask = EvaluationTask & { stage: string } & Required<Pick<EvaluationTask, 'heldOutTargets'>>

const scoresGold = (task: EvaluationTask): task is HeldOutTask => task.stage !== null && scoringTold(task) !== null

/** By which predictions can be scored, the one that is meant where none is named first. */
export async function heldOutTasks(protocolId: string): Promise<HeldOutTask[]> {
  return (await evaluationTasks(protocolId)).filter(scoresGold)
}

interface KeptBack {
  /** Of the items that earlier releases hold out, in order; none where they were opened. */
  positions: number[]
  /** The number of the newest of these releases, with how it is divided; null where there is none. */
  since: { number: number; choice: SplitChoice | null } | null
  openedAt: Date | null
}

async function readKeptBack(projectId: string): Promise<KeptBack> {
  const split = await prisma().heldOutSplit.findUnique({ where: { projectId } })
  if (!split) return { positions: [], since: null, openedAt: null }
  if (split.openedAt) return { positions: [], since: null, openedAt: split.openedAt }
  const { rows } = await pool().query<{ position: number }>(
    `select distinct i.position from held_out_items h join items i on i.id = h.item_id where h.project_id = $1 order by 1`,
    [projectId],
  )
  const newest = await prisma().release.findFirst({
    where: { projectId, state: 'ready', heldOut: { some: {} } },
    orderBy: { number: 'desc' },
  })
  const manifest = z.object({ splits: z.object({ choice: z.custom<SplitChoice>() }) }).safeParse(newest?.manifest)
  return {
    positions: rows.map(({ position }) => position),
    since: newest && { number: newest.number, choice: manifest.success ? manifest.data.splits.choice : null },
    openedAt: null,
  }
}

/** The choice with the evaluation by name that it holds a split out for: that of the protocol which comes first, where it names none. */
export async function withTask(protocolId: string, choice: SplitChoice | null): Promise<SplitChoice | null> {
  if (!choice?.heldOut || choice.heldOut.task !== undefined) return choice
  const [first] = await heldOutTasks(protocolId)
  return first ? { ...choice, heldOut: { ...choice.heldOut, task: first.key } } : choice
}

/** The positions of all items whose labels a release has to keep back that is divided so, in order. */
export async function heldOutPositions(projectId: string, splits: Pick<Splits, 'heldOut'>): Promise<number[]> {
  const { positions } = await readKeptBack(projectId)
  return [...new Set([...positions, ...splits.heldOut])].sort((a, b) => a - b)
}

/** As the list of releases tells it. */
export async function presentHeldOut({
  id,
  protocolId,
}: {
  id: string
  protocolId: string
}): Promise<ReleaseList['heldOut']> {
  const { since, openedAt } = await readKeptBack(id)
  const split = since?.choice?.heldOut?.split
  return {
    tasks: (await heldOutTasks(protocolId)).map(({ key, title }) => ({ key, title })),
    since: since && split !== undefined ? { number: since.number, split } : null,
    openedAt: openedAt?.toISOString() ?? null,
  }
}

const items = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'}`

/**
 * Why a release cannot be divided so, each with what to do: labels that stay back would go out, or labels that are out already cannot
 * stay back, or there are too few of them. None: it can.
 */
export async function heldOutProblems(
  projectId: string,
  protocol: Protocol,
  choice: SplitChoice | null,
  splits: Splits,
): Promise<string[]> {
  const { positions, since, openedAt } = await readKeptBack(projectId)
  const heldPositions = new Set(splits.heldOut)
  // Those that stand in no table now stay back all the same.
  const exposedPositions = positions.filter((position) => splits.has(position) && !heldPositions.has(position))
  if (exposedPositions.length > 0 && since) {
    const again = since.choice ? ` Divide it in the same way again: ${splitWords(since.choice)}` : ''
    return [
      `Release ${since.number} holds out ${items(exposedPositions.length)} whose labels this one would tell (${positionWords(exposedPositions)}).${again} Where shares are not steady, items move when others are added; open the held-out split if its labels may go out for good.`,
    ]
  }
  if (!choice?.heldOut) return []
  if (openedAt)
    return [
      `The held-out split of this project was opened on ${openedAt.toISOString().slice(0, 10)}, for good: release without one.`,
    ]
  const { split, task: key } = choice.heldOut
  const tasks = await heldOutTasks(protocol.id)
  const task = key === undefined ? tasks[0] : tasks.find((each) => each.key === key)
  if (!task)
    return [
      tasks.length === 0
        ? 'Nothing can be held out: no evaluation of this protocol calls predictions right or wrong by its gold while which units there are is the same whatever gold says.'
        : `No evaluation of this protocol that can be held out is called “${key ?? ''}”: choose ${tasks.map((each) => each.key).join(' or ')}. Questions under a condition, and others whose list of units tells of the answers, cannot be held out.`,
    ]
  if (splits.made?.sizes.every(({ name, items: gold }) => name === split || gold === 0))
    return [`All items with gold are in “${split}”: leave some of them to release.`]
  const published = await publishedAmong(projectId, heldPositions)
  if (published)
    return [
      `Release ${published.number} has told the labels of ${items(published.positions.length)} of “${split}” already (${positionWords(published.positions)}): what is out cannot be held out. Hold out items that were never released, by a field that names them.`,
    ]
  const units = await countUnits(projectId, protocol, task, splits.heldOut)
  if (units < FEWEST_UNITS)
    return [
      `“${split}” has ${units.toLocaleString('en')} units to predict, and of fewer than ${FEWEST_UNITS} too many labels could be guessed from scores: make it larger, or release without holding anything out.`,
    ]
  return []
}

const toldSchema = z.object({
  item: z.object({ position: z.number() }),
  stages: z.array(z.object({ gold: z.unknown() })),
})

/** The earliest release that tells labels of any of these items, with which; null: none does. */
async function publishedAmong(
  projectId: string,
  heldPositions: ReadonlySet<number>,
): Promise<{ number: number; positions: number[] } | null> {
  const releases = await prisma().release.findMany({
    where: { projectId, state: 'ready' },
    orderBy: { number: 'asc' },
    select: { id: true, number: true },
  })
  for (const { id, number } of releases) {
    const found = new Set<number>()
    for await (const position of labelledIn(id)) if (heldPositions.has(position)) found.add(position)
    if (found.size > 0) return { number, positions: [...found].sort((a, b) => a - b) }
  }
  return null
}

/** The positions of items of which a release tells gold or ratings, some of them several times. */
async function* labelledIn(releaseId: string): AsyncGenerator<number> {
  for await (const line of readStoredLines(releaseId, 'assay.jsonl')) {
    // What cannot be read must not count as unpublished.
    const { stages, item } = toldSchema.parse(JSON.parse(line))
    if (stages.some(({ gold }) => gold !== null)) yield item.position
  }
  const rows: AsyncIterable<Record<string, string>> = Readable.from(readStored(releaseId, 'ratings.csv')).pipe(
    parse({ columns: true }),
  )
  for await (const { item } of rows) yield Number(item)
}

async function countUnits(
  projectId: string,
  protocol: Protocol,
  task: HeldOutTask,
  only: readonly number[],
): Promise<number> {
  let units = 0
  for await (const { gold } of readGold(projectId, { ...goldOf(protocol, task), only }))
    units += task.heldOutTargets(gold).length
  return units
}

const goldOf = (protocol: Protocol, { stage }: HeldOutTask) => ({
  stage,
  labelStage: protocol.itemLabel?.stage ?? '',
  ratedBy: null,
})

/** The task by which a release’s held-out split is scored. @throws `conflict` where this protocol has none that can be held out by that name */
export async function heldOutTask(protocolId: string, key: string | undefined): Promise<HeldOutTask> {
  const tasks = await heldOutTasks(protocolId)
  const task = key === undefined ? tasks[0] : tasks.find((each) => each.key === key)
  if (!task)
    throw new AppError(
      'conflict',
      `Nothing is scored on this split any more: the protocol ${protocolId} has no evaluation ${key ?? ''} here whose labels can be held out.`,
    )
  return task
}

/**
 * What a release tells of its held-out items, one line an item: names and texts, and which units are to be predicted. `content` is JSON
 * as annotators saw it, in one text, so that lines have the same types in every protocol. `counts` learns how much it was.
 */
export async function* heldOutLines(
  projectId: string,
  protocol: Protocol,
  { task, positions }: { task: HeldOutTask; positions: readonly number[] },
  counts: { items: number; units: number },
): AsyncGenerator<string> {
  const stage = protocol.stages.find(({ key }) => key === task.stage)
  for await (const { position, externalId, gold } of readGold(projectId, {
    ...goldOf(protocol, task),
    only: positions,
  })) {
    const units = task.heldOutTargets(gold).map(({ unit, text }) => ({ unit, text: text ?? '' }))
    counts.items++
    counts.units += units.length
    const content = JSON.stringify(stage?.shows?.(gold.content) ?? gold.content)
    yield `${JSON.stringify({ item: position, id: externalId, content, units })}\n`
  }
}

/** An item that is held out, with what it is scored on: the gold of the stages up to the one that is asked, and a label set by hand. */
export interface HeldOutRow {
  itemId: string
  /** None where one of these stages is not gold, or stale. */
  goldIds: string[]
  /** JSON. */
  label: string | null
}

/** Of these items, also of those that are not gold, in the moment that the reader sees. */
export function readHeldOutRows(
  reader: Reader,
  projectId: string,
  protocol: Protocol,
  { task, positions }: { task: HeldOutTask; positions: readonly number[] },
): Promise<HeldOutRow[]> {
  const sql = `
    select i.id "itemId", ${labelSql('$3')}::text "label", case when ${SCORED} then (
      select array_agg(g.id order by e.position)
      from stages e join tasks t on t.stage_id = e.id and t.item_id = i.id
      join golds g on g.task_id = t.id and g.superseded_at is null
      where e.project_id = i.project_id and e.position <= s.position) else '{}' end "goldIds"
    from items i join stages s on s.project_id = i.project_id and s.key = $2
    where i.project_id = $1 and i.position = any($4) order by i.position`
  return reader.query<HeldOutRow>(sql, [projectId, task.stage, protocol.itemLabel?.stage ?? '', positions])
}
