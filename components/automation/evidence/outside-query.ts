/** What one's own search engine is asked for a unit: pure, so that a key can open it at once. */
import type { Bench } from '@/components/annotation/workbench/bench-context'
import { isListQuestion } from '@/components/annotation/workbench/lists'
import { MAX_QUERY } from '@/lib/automation/evidence/contract'
import { answerOf } from '@/lib/protocols/completeness'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { codePointSlice } from '@/lib/text/code-points'
import { evidencePlace } from './evidence-place'

/** The unit that a search is for: the one that takes what is found, as long as that is a list; else the one asked about. */
export function searchedUnit(bench: Bench, unit: UnitDraft): UnitDraft {
  const place = evidencePlace(bench, unit)
  return place.kind === 'list' ? place.unit : unit
}

/** The query that was written for the unit, or its own words. */
export const queryFor = ({ queries }: Pick<Bench, 'queries'>, unit: UnitDraft): string =>
  queries[unit.key] ?? firstQuery(unit)

/** What is searched for to begin with: the unit's own words on one line. */
const firstQuery = ({ text }: UnitDraft) => codePointSlice(text.replaceAll(/\s+/g, ' ').trim(), 0, LONGEST_FIRST)
const LONGEST_FIRST = Math.min(300, MAX_QUERY)

/** The query for the unit with a key: that of own evidence where it has one. `unit`: which it is for. */
export function outsideQuery(bench: Bench, key: string): { unit: string; query: string } {
  const unit = bench.subject.units.find((each) => each.key === key) ?? bench.openUnit
  if (!unit) return { unit: key, query: '' }
  const searched = searchedUnit(bench, unit)
  return { unit: searched.key, query: ownQuery(bench, unit) ?? queryFor(bench, searched) }
}

/** The query that is written in a piece of own evidence. */
function ownQuery({ stage, answers }: Bench, unit: UnitDraft): string | null {
  const fields = stage.questions.filter(isListQuestion).find(({ list }) => list.kind === unit.kind)?.list.evidence
  const query = fields ? answerOf(answers, unit.key, fields.query) : null
  return typeof query === 'string' && query.trim() !== '' ? query.trim() : null
}
