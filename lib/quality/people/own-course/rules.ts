/** How the course of a person's own work is counted. Pure. */
import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import { clusteredShare } from '@/lib/stats/clustered-share'
import { FEWEST_RESAMPLED } from '@/lib/stats/interval-limits'
import type { CourseWeek, StageCourse, Upheld } from './contract'

/** So many submissions of a stage and week of which so many answers stand and so many do not. */
export interface SettledRow {
  stage: string
  week: string
  stood: number
  overruled: number
  submissions: number
}

/** What was submitted in a stage and week, and in how many active minutes. */
export interface PaceRow {
  stage: string
  week: string
  submitted: number
  minutes: CourseWeek['minutes']
}

export const COURSE_RULES = [
  'An answer stands where the gold of its round says the same; what all annotators said alike stands by itself. It is known once the task is gold, and nothing is said before that. Single-rated gold is left out: nobody else has looked at it. Votes are not overruled.',
  'Shares are of answers. Intervals: 95%, Wilson’s at the effective sample size, since the answers of one submission belong together; from fewer than 10 submissions there is none, and from fewer than 40 they are marked. With fewer than 10 answers only counts are shown.',
  'Weeks are those in which you submitted, from Monday (UTC). Each time that you submitted a task yourself counts, also while others are at it and after it was sent back to you, so there can be more than the tasks above, which all their annotators have submitted and which count once. Pieces of work, beside the hours, hold what you submitted and also what you settled, approved and said in discussions. Answers that were taken over into another round, or imported under your name, are no submissions of yours. Settled tasks stand in the week in which you last submitted them: what is submitted late in a project is settled late, so the share of recent weeks may change.',
  'Active time by week is of the first time that you submitted a task, settled or not: the median, and between which half of the tasks lie; with fewer than ten tasks there is none.',
] as const

/** The share of answers that stand, over submissions. */
export function upheldOf(rows: readonly SettledRow[]): Upheld {
  const draws = rows.flatMap(({ stood, overruled, submissions }) =>
    new Array<{ n: number; successes: number }>(submissions).fill({ n: stood + overruled, successes: stood }),
  )
  const { value, low, high, n, clusters } = clusteredShare(draws)
  const hasInterval = clusters >= FEWEST_RESAMPLED && low !== null && high !== null
  return {
    stood: rows.reduce((sum, { stood, submissions }) => sum + stood * submissions, 0),
    answers: n,
    submissions: clusters,
    share: n < MIN_UNITS ? null : value,
    interval: n >= MIN_UNITS && hasInterval ? { low, high } : null,
  }
}

/** The stages in which the person has submitted, in their order. */
export function courseOf(
  stages: readonly { key: string; title: string }[],
  pace: readonly PaceRow[],
  settled: readonly SettledRow[],
): StageCourse[] {
  return stages.flatMap(({ key, title }) => {
    const stageRows = settled.filter(({ stage }) => stage === key)
    const weeks = pace.filter(({ stage }) => stage === key).toSorted((a, b) => (a.week < b.week ? -1 : 1))
    if (weeks.length === 0) return []
    return [
      {
        stage: key,
        title,
        upheld: upheldOf(stageRows),
        weeks: weeks.map(({ week, submitted, minutes }) => ({
          week,
          submitted,
          minutes,
          upheld: upheldOf(stageRows.filter((row) => row.week === week)),
        })),
      },
    ]
  })
}
