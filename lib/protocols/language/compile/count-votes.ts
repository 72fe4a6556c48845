/** What the votes on an item come to: nobody settles them, the rules of a majority do (docs/decisions/122-votes-in-files.md). */
import type { Answers, Json, Subject, Vote } from '@/lib/protocols/answers'
import { consolidate } from '@/lib/protocols/consolidation'
import { countedRuns, spansOf } from '@/lib/protocols/marked-spans'
import type { Question, Stage } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import type { GoldContent } from '@/lib/protocols/rolled-up'

/** Under which a tally holds the number of votes, what they come to, and the soft labels of spans. */
export const VOTES = 'votes'
export const COUNTED = 'counted'
export const SOFT = 'soft'

/** What people wrote is everybody's own: no two texts are counted as one. */
const isCounted = ({ form }: Question): boolean => form !== 'text' && form !== 'links'

/**
 * The answers that stand by majority, union or median of those who voted on a question; where no answer does, none. Nobody is asked about
 * the rest, as a reviewer would be.
 */
export function countVotes(stage: Stage, subject: Subject, votes: readonly Vote[]): Answers {
  const counting: Stage = { ...stage, questions: stage.questions.filter(isCounted) }
  const lanes = votes.map(({ answers }, index) => ({ id: String(index), answers }))
  return consolidate(counting, subject, lanes, {}).answers
}

/**
 * By question of spans the share of its voters who marked each stretch of the text, as the soft labels of published sets; what nobody
 * marked is left out.
 */
export function softLabels({ questions }: Stage, { units }: Subject, votes: readonly Vote[]): { [key: string]: Json } {
  const runs = questions.flatMap(({ key, unit, form }): [string, Json][] => {
    if (form !== 'spans') return []
    const about = units.find(({ kind }) => kind === unit)
    const lanes = votes.flatMap(({ answers }) => {
      const spans = about && spansOf(answers[about.key]?.[key])
      return spans ? [spans] : []
    })
    const found = countedRuns(lanes).toSorted(
      (one, other) => one.start - other.start || String(one.label).localeCompare(String(other.label)),
    )
    return [
      [
        key,
        found.map(({ start, end, label, count }) => ({
          start,
          end,
          ...(label === null ? {} : { label }),
          share: count / lanes.length,
        })),
      ],
    ]
  })
  return runs.length === 0 ? {} : { [SOFT]: Object.fromEntries(runs) }
}

/** The settled answers of gold, of votes what they come to. */
export function standingAnswers(stage: Stage, subject: Subject, { answers, votes }: GoldContent): Answers {
  if (!votes) return answers
  const counted = stage.tally?.(subject, votes)[COUNTED]
  return counted !== undefined && isJsonRecord(counted) ? (counted as Answers) : {}
}
