import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Protocol } from '@/lib/protocols/protocol'
import type { Tx } from '@/lib/server/db'
import { excerpt } from '@/lib/text/excerpt'
import { contradictionKinds, type FindingView, type Kind, type Override } from './contract'
import { CONTRADICTION_TEXT, contradictionMessage, contradictionsOf, labelSources } from './contradictions'
import { type GoldItem, goldItems, type OverrideRow } from './read-golds'

/** How much of a unit's text is told beside a finding, in code points. */
const TOLD = 200

/** What was found on one item. */
export interface CheckedItem {
  position: number
  id: string
  /** Has its label a contradiction, and if so, did somebody settle it? */
  contradiction: 'none' | 'unsettled' | 'settled'
  findings: (FindingView & { kind: string })[]
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
  const { id, position } = item
  const contradictions = contradictionFindings(protocol, item)
  const settled = contradictions.some(({ label }) => label?.override?.stands)
  const contradiction = contradictions.length === 0 ? 'none' : settled ? 'settled' : 'unsettled'
  return { id, position, contradiction, findings: [...contradictions, ...lintFindings(protocol, item)] }
}

function contradictionFindings(protocol: Protocol, item: GoldItem): CheckedItem['findings'] {
  const { itemLabel } = protocol
  const labelGold = itemLabel && item.rollUps[itemLabel.stage]
  if (!itemLabel || !labelGold) return []
  const sources = labelSources(itemLabel, labelGold, () => item.gold.source)
  const override = presentOverride(item.override, labelGold.goldAt)
  return contradictionsOf(sources).map((kind) => ({
    kind,
    ...placeOf(protocol, item, { stage: itemLabel.stage, unit: '', question: null }),
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

function lintFindings(protocol: Protocol, item: GoldItem): CheckedItem['findings'] {
  const kinds = new Set(lintKinds(protocol).map(({ key }) => key))
  const found = (protocol.linter?.check(item.gold) ?? []).filter(({ kind }) => kinds.has(kind))
  return found.map(({ kind, message, ...place }) => ({
    kind,
    ...placeOf(protocol, item, place),
    message,
    label: null,
  }))
}

function placeOf(
  protocol: Protocol,
  { id, position, title, gold }: GoldItem,
  place: { stage: string; unit: string; question: string | null },
): Pick<FindingView, 'item' | 'stage' | 'stageTitle' | 'unit' | 'unitText' | 'question'> {
  const stage = protocol.stages.find(({ key }) => key === place.stage)
  const ofStage = gold.stages[place.stage]
  const units =
    stage && ofStage ? withMadeUnits(stage, { content: gold.content, ...ofStage }, ofStage.answers).units : []
  const unit = units.find(({ key }) => key === place.unit)
  const question = stage?.questions.find(({ key }) => key === place.question)
  return {
    item: { id, position, title },
    stage: place.stage,
    stageTitle: stage?.title ?? place.stage,
    unit: place.unit,
    unitText: unit && unit.kind !== 'item' ? excerpt(unit.text, TOLD) : null,
    question: question?.title ?? place.question,
  }
}
