import 'server-only'
import { FIRST_SUMS } from '@/lib/gold/withdrawal/contract'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { buildRelease } from './build/build-release'
import { INSPECT_PATHS } from './build/data-files'
import { NOWHERE } from './build/file-sink'
import { checksumsOf, dayOf, previousRelease } from './build/previous-release'
import { readStoredText } from './build/read-stored'
import { frozenCardSchema, type Verification } from './contract'
import { findRelease, loadMaker, type ReleaseParams, refuseWithdrawn } from './load-release'
import { RELEASE_FORMAT } from './manifest/contract'
import { STATEMENT_PATHS } from './metadata/statements'
import { manifestOf } from './present'
import { readChoice } from './splits/read-choice'

/**
 * Makes the release again from today's state, keeping nothing but checksums, and says which files differ. Of a
 * release of an earlier layout, the files are compared that both layouts make alike.
 */
export async function verifyRelease(actor: Actor, params: ReleaseParams, signal?: AbortSignal): Promise<Verification> {
  const { projectId, number } = params
  const project = await transaction((tx) => loadMaker(tx, actor, projectId))
  const release = await findRelease(prisma(), params)
  if (release.state !== 'ready') throw new AppError('conflict', 'This release is not ready: wait until it is built.')
  await refuseWithdrawn(prisma(), release)
  const releaseInput = {
    number,
    date: dayOf(release.createdAt),
    notes: release.notes,
    card: frozenCardSchema.parse(release.card),
    previous: await previousRelease(projectId, number),
    splits: readChoice(release),
  }
  const order = { projectId, protocolId: project.protocolId, given: releaseInput }
  const built = await buildRelease(actor, order, NOWHERE, { signal }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'rule') throw error
    throw new AppError(
      'rule',
      `The items are not what they were, and the release cannot be made again. ${error.message}`,
    )
  })
  const newChecksums = new Map(built.files.map(({ path, sha256 }) => [path, sha256]))
  const storedChecksums = await checksumsOf(release.id)
  const layout = manifestOf(release)?.format ?? RELEASE_FORMAT
  const changedSince = CHANGED_SINCE[layout] ?? []
  const tablePaths = new Set(
    built.manifest.tables.flatMap(({ parts }) => parts.flatMap(({ path, csv }) => [path, csv])),
  )
  const protocolPaths = new Set(built.manifest.protocol.files.map(({ file }) => file))
  const remade = await remadeSince(release.id, storedChecksums)
  const isEarlier = (path: string) =>
    changedSince.includes(path) ||
    (!hasTables(layout) && tablePaths.has(path)) ||
    (!hasProtocolFile(layout) && protocolPaths.has(path))
  const paths = [...new Set([...storedChecksums.keys(), ...newChecksums.keys()])].sort()
  const files = paths.map((path) => ({
    path,
    state: remade.has(path)
      ? ('made again after a withdrawal' as const)
      : isEarlier(path)
        ? ('of an earlier layout' as const)
        : stateOf(storedChecksums.get(path), newChecksums.get(path)),
  }))
  return {
    identical: files.every(({ state }) => state !== 'differs' && !state.startsWith('only in')),
    layout: { release: layout, now: RELEASE_FORMAT },
    digest: built.digest,
    files,
  }
}

/** The files that a withdrawal has changed or brought: the list of checksums before the first says what they were. */
async function remadeSince(releaseId: string, storedChecksums: ReadonlyMap<string, string>): Promise<Set<string>> {
  if (!storedChecksums.has(FIRST_SUMS)) return new Set()
  const lines = (await readStoredText(releaseId, FIRST_SUMS)).split('\n').filter(Boolean)
  const first = new Map(lines.map((line) => [line.slice(line.indexOf('  ') + 2), line.slice(0, line.indexOf('  '))]))
  return new Set([...storedChecksums].filter(([path, sum]) => first.get(path) !== sum).map(([path]) => path))
}

/** Tables are new in `assay-release/4`. */
const hasTables = (layout: string): boolean =>
  !['assay-release/1', 'assay-release/2', 'assay-release/3'].includes(layout)

/** The protocol's own file is new in `assay-release/8`. */
const hasProtocolFile = (layout: string): boolean => ['assay-release/8', RELEASE_FORMAT].includes(layout)

/** What the layouts after the third make otherwise: files that tell of the others, some of which are new in the fifth; the sixth tells of adjudicators, the seventh of splits, the eighth of the protocol's file, the ninth has files for Inspect. */
const SINCE_THIRD = [...STATEMENT_PATHS, ...Object.values(INSPECT_PATHS), 'SHA256SUMS']
/** And `assay-release/3`. */
const SINCE_SECOND = [...SINCE_THIRD, 'distributions.jsonl']
/** By layout, what is made otherwise by now: of no use to compare with what that layout made. */
const CHANGED_SINCE: Readonly<Record<string, readonly string[]>> = {
  'assay-release/1': [
    ...[...SINCE_SECOND, 'ratings.csv', 'gold-ratings.csv', 'tasks.csv'],
    'disagreements.csv',
    'machines.csv',
    'findings.csv',
  ],
  'assay-release/2': SINCE_SECOND,
  'assay-release/3': SINCE_THIRD,
  'assay-release/4': SINCE_THIRD,
  'assay-release/5': SINCE_THIRD,
  'assay-release/6': SINCE_THIRD,
  'assay-release/7': SINCE_THIRD,
  'assay-release/8': SINCE_THIRD,
}

function stateOf(storedSum: string | undefined, newSum: string | undefined): Verification['files'][number]['state'] {
  if (newSum === undefined) return 'only in the release'
  if (storedSum === undefined) return 'only in what would be made now'
  return storedSum === newSum ? 'identical' : 'differs'
}
