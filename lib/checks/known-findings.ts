import type { GoldRecord, LintFinding, Protocol } from '@/lib/protocols/protocol'

/** So many items' findings are kept in memory, the latest; they are a few short texts each. */
const MOST = 20_000

const known = new Map<string, readonly LintFinding[]>()

/**
 * The linter's findings on gold. They follow from the gold alone, which is never rewritten, so they are found once for
 * the same gold (`goldIds`: of its stages) and kept while there is room.
 */
export function lintOnce(
  { id, linter }: Protocol,
  goldIds: readonly string[],
  gold: GoldRecord,
): readonly LintFinding[] {
  if (!linter) return []
  const key = [id, ...goldIds].join(' ')
  const findings = known.get(key) ?? linter.check(gold)
  // The latest asked for stand last, and the first go first.
  known.delete(key)
  known.set(key, findings)
  const oldest = known.size > MOST ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
  return findings
}
