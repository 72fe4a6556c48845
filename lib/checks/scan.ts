import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { GoldRecord, Protocol, Stage, UnitDraft } from '@/lib/protocols/protocol'
import type { Tx } from '@/lib/server/db'
import { excerpt } from '@/lib/text/excerpt'
import { contradictionKinds, type FindingView, type Kind, type Override } from './contract'
import { CONTRADICTION_TEXT, contradictionMessage, contradictionsOf, labelSources } from './contradictions'
import { lintOnce } from './known-findings'
import { type GoldItem, goldItems, type OverrideRow } from './read-golds'

/** How much of a unit's text is told beside a finding, in code points. */
const TOLD = 200

/** What was found on one item, without its places in words. */
export interface CheckedItem {
  gold: GoldItem
  /** Has its label a contradiction, and if so, did somebody settle it? */
  contradiction: 'none' | 'unsettled' | 'settled'
  found: Found[]
}

interface Found {
  kind: string
  stage: string
  unit: string
  question: string | null
  message: string
  label: FindingView['label']
}

/** Everything that can be found in a project of this protocol, contradictions first; counts are still 0. */
export function kindsOf({ itemLabel, linter }: Protocol): Kind[] {
  const none = { findings: 0, items: 0 }
  const own = itemLabel ? contradictionKinds : []
  return [
    ...own.map((key) => ({
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

/** Checks the items with gold behind a position, one after the other. Others' requests come in between. */
export async function* checkedItems(
  tx: Tx,
  projectId: string,
  protocol: Protocol,
  after = 0,
): AsyncGenerator<CheckedItem> {
  for await (const item of goldItems(tx, projectId, after)) {
    await setImmediate()
    yield checkItem(protocol, item)
  }
}

function checkItem(protocol: Protocol, item: GoldItem): CheckedItem {
  const contradictions = contradictionsIn(protocol, item)
  const settled = contradictions.some(({ label }) => label?.override?.stands)
  const contradiction = contradictions.length === 0 ? 'none' : settled ? 'settled' : 'unsettled'
  return { gold: item, contradiction, found: [...contradictions, ...lintFindings(protocol, item)] }
}

function contradictionsIn(protocol: Protocol, item: GoldItem): Found[] {
  const { itemLabel } = protocol
  const labelGold = itemLabel && item.rollUps[itemLabel.stage]
  if (!itemLabel || !labelGold) return []
  const sources = labelSources(itemLabel, labelGold, () => item.gold.source)
  const override = presentOverride(item.override, labelGold.goldAt)
  return contradictionsOf(sources).map((kind) => ({
    ...{ kind, stage: itemLabel.stage, unit: '', question: null },
    message: contradictionMessage(protocol, itemLabel, sources),
    label: { ...sources, byRule: { ...sources.byRule }, override },
  }))
}

/** An override is about the gold that it was made on: newer gold has to be settled anew. */
export function presentOverride(row: OverrideRow | null, goldAt: string | Date): Override | null {
  if (!row) return null
  const at = new Date(row.at)
  return { ...row, at: at.toISOString(), stands: row.value !== null && at >= new Date(goldAt) }
}

function lintFindings(protocol: Protocol, { gold, rollUps }: GoldItem): Found[] {
  const kinds = new Set(lintKinds(protocol).map(({ key }) => key))
  const goldIds = Object.values(rollUps).map(({ goldId }) => goldId)
  const found = lintOnce(protocol, goldIds, gold).filter(({ kind }) => kinds.has(kind))
  return found.map((finding) => ({ ...finding, label: null }))
}

/** The findings of one kind on an item, each with its place in words. */
export function presentFindings(protocol: Protocol, { gold: item, found }: CheckedItem, kind: string): FindingView[] {
  const { id, position, title, gold } = item
  const ofKind = found.filter((finding) => finding.kind === kind)
  if (ofKind.length === 0) return []
  const units = new Map(protocol.stages.map((stage) => [stage.key, unitsOf(stage, gold)]))
  return ofKind.map(({ kind: _, ...finding }) => {
    const stage = protocol.stages.find(({ key }) => key === finding.stage)
    const unit = units.get(finding.stage)?.find(({ key }) => key === finding.unit)
    const question = stage?.questions.find(({ key }) => key === finding.question)
    return {
      ...finding,
      item: { id, position, title },
      stageTitle: stage?.title ?? finding.stage,
      unitText: unit && unit.kind !== 'item' ? excerpt(unit.text, TOLD) : null,
      question: question?.title ?? finding.question,
    }
  })
}

/** The units of a stage that is gold, those that lists brought into being among them. */
function unitsOf(stage: Stage, { content, stages }: GoldRecord): readonly UnitDraft[] {
  const gold = stages[stage.key]
  return gold ? withMadeUnits(stage, { content, units: gold.units }, gold.answers).units : []
}
