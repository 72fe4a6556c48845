import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { GoldRecord, Protocol, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { excerpt } from '@/lib/text/excerpt'
import type { FindingView } from './contract'
import { readGolds } from './read-golds'
import type { CheckedItem } from './scan'

/** How much of a unit's text is told beside a finding, in code points. */
const TOLD = 200

/** Findings with their places in words. */
export async function presentFindings(
  tx: Tx,
  protocol: Protocol,
  items: readonly CheckedItem[],
): Promise<FindingView[]> {
  const golds = await readGolds(
    tx,
    items.map(({ item }) => item.id),
  )
  return items.flatMap((checked) => presentItem(protocol, checked, golds.get(checked.item.id)))
}

function presentItem(protocol: Protocol, { item, found }: CheckedItem, gold: GoldRecord | undefined): FindingView[] {
  const { id, position, title } = item
  const units = new Map(protocol.stages.map((stage) => [stage.key, gold ? unitsOf(stage, gold) : []]))
  return found.map(({ kind: _, ...finding }) => {
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
