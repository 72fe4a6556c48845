/** How hours are shown and what they cost: the same for page, file and API. Pure. */
import type { HoursRow, Rates, WorkKind } from './contract'

export const KIND_TEXT: Record<WorkKind, string> = {
  annotation: 'Annotating',
  discussion: 'Discussing',
  adjudication: 'Settling',
  approval: 'Approving',
}

export const RULES = [
  'Counted is active time: a task open on the screen and in use. A pause between two signs of activity counts only when it is shorter than a minute. The workbench, the desk of a discussion, settling and approving are measured alike; other pages are not measured.',
  'A report belongs to the day (UTC) on which it arrives; weeks are ISO weeks, from Monday to Sunday. Time that was counted before days were written down stands in no week. Imported work has no time.',
  'Pieces of work: tasks submitted, each time, settled, or approved and sent back, and in a discussion the proposals that somebody accepted or objected to and the comments of those who had annotated the task, as the audit log has them. Tasks that are served again for calibration count like any other.',
] as const

/** Whom hours are told, for those whose hours they are. */
export const WHO_SEES =
  'You see your hours here. Managers of a project see the hours of everybody in it, by week, stage and kind of work, and may give them a rate of pay; administrators see what managers see. Nobody else does.'

/** "1:05" of seconds: hours and minutes, rounded down. */
export function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

const DAY_MS = 86_400_000
const THURSDAY = 3

/** "2026-W48" of a Monday. */
export function weekName(monday: string): string {
  const thursday = new Date(Date.parse(monday) + THURSDAY * DAY_MS)
  const year = thursday.getUTCFullYear()
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS / 7) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** The rate of a person, in hundredths; null: none. */
export const rateOf = ({ rate, people }: Rates, userId: string): number | null => people[userId] ?? rate

/** What a row costs, in hundredths, rounded by itself: sums are sums of these, on the page and in the file alike. */
export function costOf(rates: Rates, { userId, seconds }: Pick<HoursRow, 'userId' | 'seconds'>): number | null {
  const rate = rateOf(rates, userId)
  return rate === null ? null : Math.round((seconds * rate) / 3600)
}

/** "12.50" of hundredths. */
export const money = (hundredths: number): string => (hundredths / 100).toFixed(2)

export interface Sum {
  seconds: number
  done: number
  /** null: nobody in it has a rate. */
  cost: number | null
}

/** Adds rows up. */
export function sumOf(rates: Rates, rows: readonly HoursRow[]): Sum {
  return rows.reduce<Sum>(
    (sum, row) => {
      const cost = costOf(rates, row)
      return {
        seconds: sum.seconds + row.seconds,
        done: sum.done + row.done,
        cost: cost === null ? sum.cost : (sum.cost ?? 0) + cost,
      }
    },
    { seconds: 0, done: 0, cost: null },
  )
}

export interface HoursLine {
  key: string
  projectId: string
  userId: string
  stageTitle: string
  week: string | null
  /** Seconds by kind of work. */
  kinds: Partial<Record<WorkKind, number>>
  rows: HoursRow[]
}

/** One line for a person's work in a stage and a week, newest week first, what stands in no week last. */
export function linesOf(rows: readonly HoursRow[]): HoursLine[] {
  const lines = new Map<string, HoursLine>()
  for (const row of rows) {
    const { projectId, userId, stage, stageTitle, week, kind, seconds } = row
    const key = [week ?? '', projectId, userId, stage].join(' ')
    const line = lines.get(key) ?? { key, projectId, userId, stageTitle, week, kinds: {}, rows: [] }
    line.kinds[kind] = (line.kinds[kind] ?? 0) + seconds
    line.rows.push(row)
    lines.set(key, line)
  }
  const order = ({ week }: HoursLine) => week ?? ''
  return [...lines.values()].toSorted((a, b) => (order(a) === order(b) ? 0 : order(a) < order(b) ? 1 : -1))
}

/** Hundredths of what somebody typed: "12.5", "12,50"; null of nothing; NaN of what is no amount. */
export function readMoney(text: string): number | null {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return null
  return /^\d{1,6}(\.\d{1,2})?$/.test(trimmed) ? Math.round(Number(trimmed) * 100) : Number.NaN
}
