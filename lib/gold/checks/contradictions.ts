/** Where an item's label contradicts itself. Pure. */
import type { ItemLabel, Json, Protocol } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { type ContradictionKind, contradictionKinds } from './contract'

/** What speaks of an item's label. `stored`: only while the gold is the imported one, as the record wrote it. */
export interface LabelSources {
  stored?: Json
  byRule: Readonly<Record<string, Json>>
}

/** The gold of the stage that the label follows from. */
export interface LabelGold {
  rollUp: { [key: string]: Json }
  origin: 'consolidated' | 'single_rated' | 'imported' | 'tallied'
}

/** Gold made here replaces what a record states, so the record's word counts beside imported gold only. */
export function labelSources(itemLabel: ItemLabel, { rollUp, origin }: LabelGold, source: () => Json): LabelSources {
  const byRule = itemLabel.byRule(rollUp)
  const stored = origin === 'imported' ? itemLabel.stored?.(source()) : undefined
  return stored === undefined ? { byRule } : { stored, byRule }
}

/** The contradictions of a label; none where no rule gives one. */
export function contradictionsOf({ stored, byRule }: LabelSources): ContradictionKind[] {
  const [first, ...others] = Object.values(byRule)
  if (first === undefined) return []
  const fits = stored === undefined || [first, ...others].some((label) => sameValue(label, stored))
  const differ = others.some((label) => !sameValue(label, first))
  return contradictionKinds.filter((kind) => (kind === 'label-stored' ? !fits : differ))
}

/** A kind of contradiction in words. */
export const CONTRADICTION_TEXT: Record<ContradictionKind, { title: string; description: string }> = {
  'label-stored': {
    title: 'The stored label fits no rule',
    description:
      'The record brought a label of the whole item with it that follows from its parts by none of the rules. Correct the parts, or say which label holds and why.',
  },
  'label-rules': {
    title: 'The rules give different labels',
    description:
      'The label of the whole item depends on the rule by which it is derived. Correct the parts, or say which label holds and why.',
  },
}

/** A value of a label in words. */
export function labelText({ values }: Pick<ItemLabel, 'values'>, label: Json): string {
  return values.find(({ value }) => sameValue(value, label))?.text ?? JSON.stringify(label)
}

/** What speaks of the label, in a sentence. */
export function contradictionMessage(
  { rollUps }: Pick<Protocol, 'rollUps'>,
  itemLabel: ItemLabel,
  { stored, byRule }: LabelSources,
): string {
  const rules = rollUps
    .filter(({ key }) => byRule[key] !== undefined)
    .map(({ key, title }) => `by the rule “${title}”: ${labelText(itemLabel, byRule[key] ?? null)}`)
  const record = stored === undefined ? [] : [`in the record: ${labelText(itemLabel, stored)}`]
  const text = [...record, ...rules].join('; ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
