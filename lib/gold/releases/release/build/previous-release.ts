import 'server-only'
import type { Given } from '@/lib/gold/releases/release/manifest/make-manifest'
import { STATEMENT_PATHS } from '@/lib/gold/releases/release/metadata/statements'
import { prisma, type Tx } from '@/lib/platform/server/db'

/** The day of a moment (UTC), as a release tells it. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10)

/** The last release before this number that is ready. */
export async function previousRelease(
  projectId: string,
  number: number,
  tx: Tx = prisma(),
): Promise<Given['previous']> {
  const row = await tx.release.findFirst({
    where: { projectId, state: 'ready', number: { lt: number } },
    orderBy: { number: 'desc' },
    select: { id: true, number: true, digest: true },
  })
  return row && { id: row.id, number: row.number, digest: row.digest ?? '' }
}

/** The files of a release by path. */
export async function checksumsOf(releaseId: string, tx: Tx = prisma()): Promise<Map<string, string>> {
  const files = await tx.releaseFile.findMany({ where: { releaseId }, select: { path: true, sha256: true } })
  return new Map(files.map(({ path, sha256 }) => [path, sha256]))
}

/** What tells of the other files, and so differs from release to release. */
const STATEMENTS = [...STATEMENT_PATHS, 'SHA256SUMS', 'changes.jsonl']

/** Do two releases hold the same, whatever they say of themselves? */
export function holdSame(first: ReadonlyMap<string, string>, second: ReadonlyMap<string, string>): boolean {
  const withoutStatements = (files: ReadonlyMap<string, string>) =>
    [...files].filter(([path]) => !STATEMENTS.includes(path))
  const [left, right] = [withoutStatements(first), withoutStatements(second)]
  return left.length === right.length && left.every(([path, sha256]) => second.get(path) === sha256)
}

export const nothingChanged = (number: number): string =>
  `Nothing has changed since release ${number}, which holds this state already. Correct the gold or the card first, or use release ${number}.`
