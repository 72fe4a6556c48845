import type { LintFinding, Protocol } from '@/lib/protocols/protocol'

/** So many items' findings are kept in memory, the latest; they are a few short texts each. */
const MOST = 20_000

const known = new Map<string, readonly LintFinding[]>()

const keyOf = ({ id }: Pick<Protocol, 'id'>, goldIds: readonly string[]) => [id, ...goldIds].join(' ')

/**
 * What the linter found on an item with this gold (`goldIds`: of its stages), if it was found lately. Findings follow
 * from the gold and the imported record alone, and neither is ever rewritten.
 */
export function knownFindings(protocol: Protocol, goldIds: readonly string[]): readonly LintFinding[] | undefined {
  const key = keyOf(protocol, goldIds)
  const findings = known.get(key)
  if (findings) {
    // The latest asked for stand last; the first go first.
    known.delete(key)
    known.set(key, findings)
  }
  return findings
}

/** Keeps what was found, while there is room. */
export function keepFindings(protocol: Protocol, goldIds: readonly string[], findings: readonly LintFinding[]): void {
  known.set(keyOf(protocol, goldIds), findings)
  const oldest = known.size > MOST ? known.keys().next().value : undefined
  if (oldest !== undefined) known.delete(oldest)
}
