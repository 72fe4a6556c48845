/**
 * Makes the files of a release from the state of a project. No clock, no chance, no names of people: the same state, number,
 * notes and card give the same bytes. Nothing is held in memory that grows with the project.
 */
import 'server-only'
import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { kindsOf } from '@/lib/gold/checks/queries'
import { type HeldOutRow, heldOutPositions, heldOutTask, readHeldOutRows } from '@/lib/gold/held-out/queries'
import { linesIn } from '@/lib/gold/releases/count-lines'
import type { ExportScope } from '@/lib/gold/releases/export-scope'
import { releaseNames } from '@/lib/gold/releases/person-names'
import type { Change } from '@/lib/gold/releases/release/contract'
import { gatherFigures, type OtherFigures } from '@/lib/gold/releases/release/facts/gather-figures'
import { releasedFindings } from '@/lib/gold/releases/release/facts/read-findings'
import { readMachines } from '@/lib/gold/releases/release/facts/read-machines'
import { readProject } from '@/lib/gold/releases/release/facts/read-project'
import { readStages } from '@/lib/gold/releases/release/facts/read-stages'
import type { ChangeCounts, Manifest, ManifestFile, ManifestTable } from '@/lib/gold/releases/release/manifest/contract'
import { type Counted, type Given, makeManifest } from '@/lib/gold/releases/release/manifest/make-manifest'
import type { SplitChoice } from '@/lib/gold/releases/release/splits/contract'
import { planSplits, type Splits } from '@/lib/gold/releases/release/splits/plan-splits'
import type { Extent } from '@/lib/gold/releases/released-sql'
import { csvPath, parquetPath, type TableHead } from '@/lib/gold/releases/tables/table'
import { tablesOf } from '@/lib/gold/releases/tables/tables'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { inSnapshot, type Snapshot } from '@/lib/platform/server/streams/snapshot'
import { protocolById } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import { recordProjectAnswerReads } from '@/lib/workspace/tasks/record-project-answer-reads'
import { ChangeTally } from './compare-releases'
import { dataFiles, type HeldOutTold, type Recipe, statementFiles } from './data-files'
import { type MadeFile, type Store, writeFile } from './file-sink'
import { fingerprintOf, type Reader } from './fingerprint'
import { writeTables } from './write-tables'

export interface Order {
  projectId: string
  protocolId: string
  given: Given
}

export interface Built {
  files: MadeFile[]
  manifest: Manifest
  digest: string
  changes: ChangeCounts | null
  /** The first of them, as many as were asked for. */
  shownChanges: Change[]
  /** The items whose labels stay back, with what predictions are scored on. */
  heldOut: HeldOutRow[]
  splits: Splits
  fingerprint: string
}

export interface BuildOptions {
  signal?: AbortSignal
  /** Percent of the work that is done. */
  onProgress?: (percent: number) => Promise<void>
  /** How many of the changes are told in full. */
  shownChanges?: number
}

/** Each holds connections while it waits for another: so many at once in a process cannot use them all up. */
const atOnce = pLimit(2)

/** What of the work the tables are, as progress tells it. */
const TABLES_PERCENT = 40

/** So often figures are counted again because somebody worked meanwhile. */
const TRIES = 5

const now: Reader = {
  query: async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pool().query<Row>(text, values)).rows,
}

/**
 * Figures of other rooms are counted first; if the state that the files are then made from is another, they are counted
 * again. What is read is noted as read by the actor.
 * @throws `conflict` where the project never stands still for long enough
 */
export async function buildRelease(
  actor: Actor,
  order: Order,
  store: Store,
  options: BuildOptions = {},
): Promise<Built> {
  const { projectId, protocolId, given } = order
  const protocol = protocolById(protocolId)
  for (let tried = 0; tried < TRIES; tried++) {
    // First, so that what becomes gold before it is noted as read counts as a change.
    const before = await fingerprintOf(now, projectId, given)
    await recordProjectAnswerReads(actor, projectId, 'revealed', 'release')
    const heldOut = await heldOutPositions(projectId, await dividedOrRefused(projectId, protocol, given.splits))
    const extent = { protocol, heldOut }
    const figures = await gatherFigures(actor, { projectId, ...extent }, options.signal)
    const names = await releaseNames(projectId, protocol)
    const build = async (snapshot: Snapshot) => {
      if ((await fingerprintOf(snapshot, projectId, given)) !== before) return null
      const splits = await dividedOrRefused(projectId, protocol, given.splits)
      const counted = {
        protocol,
        figures,
        reviewers: names.reviewers,
        ...(await countAll(snapshot, projectId, extent, figures)),
      }
      const scope = {
        projectId,
        ...extent,
        readerId: actor.userId,
        names,
        labels: 'all' as const,
        released: true as const,
        withRatings: true,
      }
      const tally = new ChangeTally(options.shownChanges ?? 0)
      const task = given.splits?.heldOut && (await heldOutTask(protocolId, given.splits.heldOut.task))
      const heldOutSplit = task && { task, positions: heldOut, counts: { items: 0, units: 0 } }
      const recipes = dataFiles(scope, counted, { previous: given.previous, heldOut: heldOutSplit, splits }, tally)
      const built = await writeAll(
        { scope, recipes, splits },
        { given, counted, tally, heldOut: heldOutSplit },
        store,
        options,
      )
      return {
        ...built,
        splits,
        heldOut: heldOutSplit ? await readHeldOutRows(snapshot, projectId, protocol, heldOutSplit) : [],
      }
    }
    const built = await atOnce(() => inSnapshot(build))
    if (built) return { ...built, fingerprint: before }
  }
  throw new AppError(
    'conflict',
    'The gold changed again and again while the release was being built. Try again when fewer people are working on it.',
  )
}

async function dividedOrRefused(projectId: string, protocol: Protocol, choice: SplitChoice | null): Promise<Splits> {
  const planned = await planSplits(projectId, protocol, choice)
  if (!planned.ok) throw new AppError('rule', planned.problems.join(' '))
  return planned.splits
}

async function countAll(snapshot: Snapshot, projectId: string, extent: Extent, { findings }: OtherFigures) {
  return {
    project: await readProject(snapshot, projectId, extent),
    stages: await readStages(snapshot, projectId, extent),
    machines: await readMachines(snapshot, projectId, extent),
    findings: await releasedFindings(snapshot, projectId, extent, findings),
    kinds: kindsOf(extent.protocol),
  }
}

/** First the tables, then what else is made from rows, then what tells of it, then the checksums of all. */
async function writeAll(
  { scope, recipes, splits }: { scope: ExportScope; recipes: readonly Recipe[]; splits: Splits },
  {
    given,
    counted,
    tally,
    heldOut,
  }: { given: Given; counted: Counted; tally: ChangeTally; heldOut: HeldOutTold | undefined },
  store: Store,
  { signal, onProgress }: BuildOptions,
): Promise<Omit<Built, 'fingerprint' | 'heldOut' | 'splits'>> {
  const tables = tablesOf(scope.protocol)
  const files = await writeTables(store, scope, tables, splits, signal)
  await onProgress?.(TABLES_PERCENT)
  const write = async ({ path, parts, rowsIn }: Recipe) => {
    signal?.throwIfAborted()
    const file = await writeFile(store, { path, position: files.length }, parts(), rowsIn)
    if (file) files.push(file)
    return file
  }
  for (const [index, recipe] of recipes.entries()) {
    await write(recipe)
    await onProgress?.(TABLES_PERCENT + Math.floor(((100 - TABLES_PERCENT) * (index + 1)) / (recipes.length + 1)))
  }
  const manifestFiles = files.map(({ path, bytes, rows, sha256 }) => ({ path, bytes, rows, sha256 }))
  const changes = given.previous ? tally.counts : null
  const manifest = makeManifest(given, counted, {
    tables: tables.map((table) => toldOf(table, splits, manifestFiles)),
    files: manifestFiles,
    changes,
    splits: splits.made,
    heldOut: given.splits?.heldOut && heldOut && { ...given.splits.heldOut, task: heldOut.task.key, ...heldOut.counts },
  })
  for (const recipe of statementFiles(given.card.text, manifest)) await write(recipe)
  const sums = files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')
  await write({ path: 'SHA256SUMS', parts: () => [sums], rowsIn: linesIn })
  return {
    files,
    manifest,
    changes,
    shownChanges: tally.first,
    digest: createHash('sha256').update(sums).digest('hex'),
  }
}

const toldOf = (
  { key, title, description, columns }: TableHead,
  { names, made }: Splits,
  files: readonly ManifestFile[],
): ManifestTable => ({
  key,
  title,
  description,
  parts: names.map((split) => {
    const path = parquetPath(key, split)
    return { split, path, csv: csvPath(key, made && split), rows: files.find((file) => file.path === path)?.rows ?? 0 }
  }),
  columns: [...columns],
})
