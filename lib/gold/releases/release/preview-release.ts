import 'server-only'
import { unsettledContradictions } from '@/lib/gold/checks/queries'
import { heldOutProblems } from '@/lib/gold/held-out/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { buildRelease } from './build/build-release'
import { NATIVE_PATH } from './build/data-files'
import { NOWHERE } from './build/file-sink'
import { fingerprintOf } from './build/fingerprint'
import { dayOf, nothingChanged, previousRelease } from './build/previous-release'
import { renderCard } from './card/render-card'
import type { CardText, FrozenCard, Preview } from './contract'
import { frozenCardSchema } from './contract'
import { findLatestHandedOut } from './find-latest'
import { loadMaker } from './load-release'
import type { Manifest } from './manifest/contract'
import { cardProblems, fileWords } from './rules'
import { readCard } from './save-card'
import { type SplitChoice, UNDIVIDED } from './splits/contract'
import { planSplits } from './splits/plan-splits'
import { countGold, goldProblems, readerOf, splitsOf } from './start-release'

const SHOWN_CHANGES = 50

interface Asked {
  /** Not saved yet; else the saved one. */
  card?: CardText
  notes: string
  splits?: SplitChoice | null
}

/**
 * Makes the next release in passing, keeping nothing, and tells what it would hold, change and say. For managers, who
 * thereby read what is in it.
 */
export async function previewRelease(
  actor: Actor,
  projectId: string,
  previewRequest: Asked,
  signal?: AbortSignal,
): Promise<Preview> {
  const splits = await splitsOf(actor, projectId, previewRequest.splits)
  const { project, text, last, refusals, unsettled, same } = await transaction(async (tx) => {
    const maker = await loadMaker(tx, actor, projectId)
    const card = previewRequest.card ?? (await readCard(tx, maker)).text
    const newest = await tx.release.findFirst({ where: { projectId }, orderBy: { number: 'desc' } })
    const handedOut = newest?.state === 'ready' ? await findLatestHandedOut(tx, projectId) : null
    const state =
      handedOut && (await fingerprintOf(readerOf(tx), projectId, { card: frozenOf(handedOut.card, card), splits }))
    return {
      project: maker,
      text: card,
      last: newest,
      refusals: [...unfinished(newest), ...cardProblems(card), ...(await goldProblems(tx, maker))],
      unsettled: await unsettledContradictions(tx, projectId),
      same: handedOut !== null && state === handedOut.fingerprint ? handedOut : null,
    }
  })
  if ((await countGold(prisma(), project)) === 0) return { ...NOTHING, refusals, unsettled }
  const planned = await planSplits(projectId, protocolById(project.protocolId), splits)
  if (!planned.ok) return { ...NOTHING, refusals: [...refusals, ...planned.problems], unsettled }
  const withheld = await heldOutProblems(projectId, protocolById(project.protocolId), splits, planned.splits)
  if (withheld.length > 0) return { ...NOTHING, refusals: [...refusals, ...withheld], unsettled }
  const number = (last?.number ?? 0) + 1
  const previous = await previousRelease(projectId, number)
  const releaseInput = {
    number,
    date: dayOf(new Date()),
    notes: previewRequest.notes,
    card: { text, contradictionsReason: null },
    previous,
    splits,
  }
  const order = { projectId, protocolId: project.protocolId, given: releaseInput }
  const built = await buildRelease(actor, order, NOWHERE, { signal, shownChanges: SHOWN_CHANGES })
  const unchanged = same ? [nothingChanged(same.number)] : []
  return {
    refusals: [...refusals, ...unchanged],
    unsettled,
    readme: renderCard(text, built.manifest),
    files: built.files.map(({ path, rows }) => ({ path, what: fileWords(path), rows: isData(path) ? rows : null })),
    previous: previous?.number ?? null,
    changes: built.changes,
    shownChanges: built.shownChanges,
    splits: splitsIn(built.manifest),
  }
}

const NOTHING = { readme: null, files: [], previous: null, changes: null, shownChanges: [], splits: [] }

function splitsIn({ splits, tables, items }: Manifest): Preview['splits'] {
  const sizes = splits?.sizes ?? [{ name: UNDIVIDED, items: items.gold }]
  return sizes.map((size) => ({
    ...size,
    tables: tables.map(({ key, parts }) => ({
      table: key,
      rows: parts.find(({ split }) => split === size.name)?.rows ?? 0,
    })),
  }))
}

const isData = (path: string): boolean => path === NATIVE_PATH || /^data\/|\.jsonl$|\.csv$|\.parquet$/.test(path)

/** The card as it would be frozen now, if contradictions were let through for the same reason as last time. */
const frozenOf = (last: unknown, text: CardText): FrozenCard => ({
  text,
  contradictionsReason: frozenCardSchema.parse(last).contradictionsReason,
})

function unfinished(last: { number: number; state: string } | null): string[] {
  if (last?.state === 'building') return [`Release ${last.number} is being built: wait until it is ready.`]
  return last?.state === 'failed' ? [`Release ${last.number} failed: build it once more, or remove it first.`] : []
}
