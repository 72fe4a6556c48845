/** What is known to be missing or doubtful in a release, in sentences. Pure. */
import type { Checks } from '@/lib/checks/contract'
import type { FrozenCard } from '@/lib/releases/release/contract'
import type { Manifest, ManifestStage } from './contract'

interface GapFacts {
  card: FrozenCard
  stages: readonly ManifestStage[]
  checks: Checks
  items: Manifest['items']
}

const some = (count: number, one: string, many: string) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`

export function gapsOf({ card, stages, checks, items }: GapFacts): string[] {
  const { unsettled } = checks.contradictions
  const contradictory =
    unsettled > 0
      ? [
          `${some(unsettled, 'item has a label that contradicts', 'items have labels that contradict')} ${unsettled === 1 ? 'itself' : 'themselves'} and that nobody settled. Why it was released all the same: ${card.contradictionsReason ?? 'not said'}`,
        ]
      : []
  const found = checks.kinds
    .filter(({ findings, settles }) => findings > 0 && !settles)
    .map(
      ({ title, findings, items: on }) =>
        `${title}: ${some(findings, 'finding', 'findings')} on ${some(on, 'item', 'items')}.`,
    )
  const unfinished = items.total - items.gold - items.discarded
  return [
    ...(card.text.knownGaps === '' ? [] : [card.text.knownGaps]),
    ...contradictory,
    ...stages.flatMap(gapsOfStage),
    ...(unfinished > 0
      ? [
          `${some(unfinished, 'item', 'items')} of the project had no gold yet and ${unfinished === 1 ? 'is' : 'are'} not in this release.`,
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
