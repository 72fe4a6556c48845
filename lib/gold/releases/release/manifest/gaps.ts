/** What is known to be missing or doubtful in a release, in sentences. Pure. */
import type { Kind } from '@/lib/gold/checks/contract'
import type { FrozenCard } from '@/lib/gold/releases/release/contract'
import type { FindingRow } from '@/lib/gold/releases/release/facts/read-findings'
import type { Manifest, ManifestStage } from './contract'

interface GapFacts {
  card: FrozenCard
  stages: readonly ManifestStage[]
  /** Items whose label contradicts itself, and nobody has settled it. */
  unsettled: number
  kinds: readonly Kind[]
  findings: readonly FindingRow[]
  items: Manifest['items']
}

const some = (count: number, one: string, many: string) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`

export function gapsOf({ card, stages, unsettled, kinds, findings, items }: GapFacts): string[] {
  const contradictory =
    unsettled > 0
      ? [
          `${some(unsettled, 'item has a label that contradicts', 'items have labels that contradict')} ${unsettled === 1 ? 'itself' : 'themselves'} and that nobody settled. Why it was released all the same: ${card.contradictionsReason ?? 'not said'}`,
        ]
      : []
  const found = kinds
    .filter(({ settles }) => !settles)
    .map(({ key, title }) => ({ title, rows: findings.filter(({ kind }) => kind === key) }))
    .filter(({ rows }) => rows.length > 0)
    .map(
      ({ title, rows }) =>
        `${title}: ${some(rows.length, 'finding', 'findings')} on ${some(new Set(rows.map(({ item }) => item)).size, 'item', 'items')}.`,
    )
  const unfinished = items.total - items.gold - items.discarded
  return [
    ...(card.text.knownGaps === '' ? [] : [card.text.knownGaps]),
    ...contradictory,
    ...stages.flatMap(gapsOfStage),
    ...(unfinished > 0
      ? [
          `${some(unfinished, 'item', 'items')} of the project had no gold to release yet and ${unfinished === 1 ? 'is' : 'are'} not in this release.`,
        ]
      : []),
    ...found,
  ]
}

function gapsOfStage({ title, consolidation, gold, stale }: ManifestStage): string[] {
  return [
    ...(gold.singleRated > 0
      ? [`${title}: ${some(gold.singleRated, 'item was', 'items were')} rated by one person only.`]
      : []),
    ...(gold.imported > 0
      ? [
          `${title}: ${consolidation === 'votes' ? 'the votes on' : 'the gold of'} ${some(gold.imported, 'item', 'items')} ${consolidation === 'votes' ? 'were imported, and how they were cast' : 'was imported, and how it was made'} is not known here.`,
        ]
      : []),
    ...(stale > 0
      ? [
          `${title}: ${some(stale, 'item rests', 'items rest')} on gold of an earlier stage that has changed since; the published formats leave ${stale === 1 ? 'it' : 'them'} out.`,
        ]
      : []),
  ]
}
