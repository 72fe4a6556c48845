import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type { Tx } from '@/lib/platform/server/db'
import type { LintFinding, Protocol } from '@/lib/protocols/protocol'
import { contradictionKinds, type FindingView, type Kind, type Override } from './contract'
import { CONTRADICTION_TEXT, contradictionMessage, contradictionsOf } from './contradictions'
import { readGolds } from './read-golds'
import { type Head, headBatches, type OverrideRow, type Places } from './read-heads'

/** So many items' findings are kept in memory, the latest; they are a few short texts each. */
const MOST = 20_000

const cachedFindings = new Map<string, readonly LintFinding[]>()

const keyOf = ({ id }: Pick<Protocol, 'id'>, goldIds: readonly string[]) => [id, ...goldIds].join(' ')

/**
 * What the linter found on an item with this gold (`goldIds`: of its stages), if it was found lately. Findings follow
 * from the gold and the imported record alone, and neither is ever rewritten.
 */
export function knownFindings(protocol: Protocol, goldIds: readonly string[]): readonly LintFinding[] | undefined {
  const key = keyOf(protocol, goldIds)
  const findings = cachedFindings.get(key)
  if (findings) {
    // The latest asked for stand last; the first go first.
    cachedFindings.delete(key)
    cachedFindings.set(key, findings)
  }
  return findings
}

/** Keeps what was found, while there is room. */
export function keepFindings(protocol: Protocol, goldIds: readonly string[], findings: readonly LintFinding[]): void {
  cachedFindings.set(keyOf(protocol, goldIds), findings)
  const oldest = cachedFindings.size > MOST ? cachedFindings.keys().next().value : undefined
  if (oldest !== undefined) cachedFindings.delete(oldest)
}

/** So many items' gold is in memory at once while it is checked. */
const CHECKED_AT_ONCE = 50

/** Something found on an item, without its place in words. */
export interface Found extends LintFinding {
  label: FindingView['label']
}

/** What was found on one item. */
export interface CheckedItem {
  item: Head
  /** Has its label a contradiction, and if so, did somebody settle it? */
  contradiction: 'none' | 'unsettled' | 'settled'
  found: Found[]
}

/** Everything that can be found in a project of this protocol, contradictions first; counts are still 0. */
export function kindsOf({ itemLabel, linter }: Protocol): Kind[] {
  const none = { findings: 0, items: 0 }
  const contradictionKeys = itemLabel ? contradictionKinds : []
  return [
    ...contradictionKeys.map((key) => ({
      key,
      ...CONTRADICTION_TEXT[key],
      severity: 'contradiction' as const,
      settles: true,
      ...none,
    })),
    ...lintKinds({ itemLabel, linter }).map((kind) => ({ ...kind, settles: false, ...none })),
  ]
}

/** A linter's own word on the item's label would say the same twice. */
function lintKinds({ itemLabel, linter }: Pick<Protocol, 'itemLabel' | 'linter'>) {
  return (linter?.kinds ?? []).filter(({ severity }) => !itemLabel || severity !== 'contradiction')
}

/** Checks the items with gold, one after the other. */
export async function* checkedItems(
  tx: Tx,
  projectId: string,
  protocol: Protocol,
  places: Places = {},
): AsyncGenerator<CheckedItem> {
  const kinds = new Set(lintKinds(protocol).map(({ key }) => key))
  for await (const heads of headBatches(tx, projectId, protocol.itemLabel, places))
    for (let start = 0; start < heads.length; start += CHECKED_AT_ONCE) {
      const items = heads.slice(start, start + CHECKED_AT_ONCE)
      const lint = await lintFindings(tx, protocol, items)
      for (const item of items) {
        const contradictions = contradictionsIn(protocol, item)
        const itemFindings = (lint.get(item.id) ?? []).filter(({ kind }) => kinds.has(kind))
        const found = [...contradictions, ...itemFindings.map((finding) => ({ ...finding, label: null }))]
        yield { item, contradiction: standing(contradictions), found }
      }
    }
}

function standing(contradictions: readonly Found[]): CheckedItem['contradiction'] {
  if (contradictions.length === 0) return 'none'
  return contradictions.some(({ label }) => label?.override?.stands) ? 'settled' : 'unsettled'
}

/** An item's contradictions, each with everything that speaks of the label. */
export function contradictionsIn(protocol: Protocol, { label, override }: Head): Found[] {
  const { itemLabel } = protocol
  if (!itemLabel || !label) return []
  const { goldAt, ...sources } = label
  return contradictionsOf(sources).map((kind) => ({
    kind,
    stage: itemLabel.stage,
    unit: '',
    question: null,
    message: contradictionMessage(protocol, itemLabel, sources),
    label: { ...sources, byRule: { ...sources.byRule }, override: presentOverride(override, goldAt) },
  }))
}

/** An override is about the gold that it was made on: newer gold has to be settled anew. */
function presentOverride(row: OverrideRow | null, goldAt: Date): Override | null {
  if (!row) return null
  const overriddenAt = new Date(row.at)
  return { ...row, at: overriddenAt.toISOString(), stands: row.value !== null && overriddenAt >= goldAt }
}

/** The linter's findings by item; only gold that is new to it is read. Others' requests come in between. */
async function lintFindings(
  tx: Tx,
  protocol: Protocol,
  items: readonly Head[],
): Promise<Map<string, readonly LintFinding[]>> {
  const { linter } = protocol
  const findings = new Map<string, readonly LintFinding[]>()
  if (!linter) return findings
  const fresh: Head[] = []
  for (const item of items) {
    const itemFindings = knownFindings(protocol, item.goldIds)
    if (itemFindings) findings.set(item.id, itemFindings)
    else fresh.push(item)
  }
  const golds = await readGolds(
    tx,
    fresh.map(({ id }) => id),
  )
  for (const { id, goldIds } of fresh) {
    await setImmediate()
    const gold = golds.get(id)
    const found = gold ? linter.check(gold) : []
    keepFindings(protocol, goldIds, found)
    findings.set(id, found)
  }
  return findings
}
