import type { Protocol } from '@/lib/protocols/protocol'
import type { PersonCalibration } from '@/lib/quality/calibration/contract'
import type { MeasureHeading, Person, PersonMeasure, Work } from './contract'

/** All measures of the protocol, stage by stage. */
export const headsOf = (protocol: Protocol): MeasureHeading[] =>
  protocol.stages.flatMap((stage) =>
    stage.measures.map(({ key, title, unitOfAnalysis, categories }) => ({
      stage: stage.key,
      stageTitle: stage.title,
      measure: key,
      title,
      unitOfAnalysis,
      categories: categories.map(({ value, text, tone }) => ({ value, text, tone })),
    })),
  )

interface Parts {
  work: readonly (Omit<Work, 'title' | 'waiting' | 'minutes' | 'units' | 'labels'> & {
    userId: string
    waiting: number
    minutes: number[] | null
  })[]
  answered: readonly (Pick<Work, 'stage' | 'units' | 'labels'> & { userId: string })[]
  skips: readonly { userId: string; reason: string; count: number }[]
  discards: readonly { userId: string; reason: string; count: number }[]
  calibration: readonly PersonCalibration[]
  measures: PersonMeasure[]
  /** May the reader know how many tasks wait for others? */
  showsWaiting: boolean
}

/** One person with everything that was read about them. */
export function presentPerson(
  protocol: Protocol,
  { userId, name, role }: { userId: string; name: string; role: string | null },
  parts: Parts,
): Person {
  const isTheirs = (row: { userId: string }) => row.userId === userId
  const bare = ({ reason, count }: { reason: string; count: number }) => ({ reason, count })
  const answered = parts.answered.filter(isTheirs)
  const words = new Map(protocol.discardReasons.map(({ value, text }) => [value, text]))
  return {
    userId,
    name,
    role,
    measures: parts.measures,
    work: parts.work.filter(isTheirs).map(({ userId: _, minutes, waiting, ...row }) => {
      const { units = 0, labels = 0 } = answered.find(({ stage }) => stage === row.stage) ?? {}
      return {
        ...row,
        units,
        labels,
        title: protocol.stages.find(({ key }) => key === row.stage)?.title ?? row.stage,
        waiting: parts.showsWaiting ? waiting : null,
        minutes: minutes && { low: minutes[0] ?? 0, median: minutes[1] ?? 0, high: minutes[2] ?? 0 },
      }
    }),
    calibration: parts.calibration.find(isTheirs) ?? null,
    skips: parts.skips.filter(isTheirs).map(bare),
    discards: parts.discards
      .filter(isTheirs)
      .map(({ reason, count }) => ({ reason: words.get(reason) ?? reason, count })),
  }
}
