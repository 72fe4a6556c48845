/** Everybody's agreement, from counted pairs, and what else is kept by the version of the ledger. */
import 'server-only'
import { z } from 'zod'
import { Prisma } from '@/generated/prisma/client'
import { calculation } from '@/lib/platform/foreign/calculate'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import { findLastKept, keepFigures } from '@/lib/quality/agreement/ledger/kept-figures'
import { REFERENCE_CODE, WITHOUT_OWN } from '@/lib/quality/agreement/ledger/read-references'
import type { LedgerState } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { COUNTED } from '@/lib/quality/agreement/ledger/version'
import type { PairFigures } from '@/lib/quality/calibration/contract'
import { allPairFigures, type ComparedResponses, stepsOfPairs } from '@/lib/quality/calibration/pair-figures'
import { type Alike, type PersonMeasure, personMeasureSchema } from './contract'
import { answeredSchema, readAnswered } from './read-work'

/* Everybody's ratings beside their partners' and beside gold, counted by the database from the ledger. */

/** Responses alike: the same pairs of categories, as often, by the same person in the same week. */
interface PairRow {
  measure: string
  /** The person's number. */
  number: number
  /** The Monday of the week (UTC) in which they submitted. */
  week: string
  /** "own other times", separated by commas: indexes of categories. */
  pairs: string
  responses: number
}

type Beside = 'partners' | 'gold'

const OTHER: Record<Beside, Prisma.Sql> = {
  partners: Prisma.sql`cross join lateral (
    select b.code from unnest(u.raters, u.codes) b(number, code) where b.number <> a.number) o`,
  gold: Prisma.sql`join lateral (
    select ${REFERENCE_CODE} code from further_ratings f ${WITHOUT_OWN}
    where f.task_id = u.task_id and f.measure = u.measure and f.unit_key = u.unit_key and f.rater = 'gold') o on o.code >= 0`,
}

/** Whose pairs: one person's, by their number and account. */
export interface OnlyOf {
  number: number
  userId: string
}

/** Of one stage, for everybody or one person. The caller has called `refreshRatings` before. */
function readPairs(tx: Tx, stageId: string, beside: Beside, only: OnlyOf | null): Promise<PairRow[]> {
  return tx.$queryRaw<PairRow[]>`
    with met as (
      select u.measure, a.number, u.task_id, a.code own, o.code other, count(*) times
      from rated_units u join tasks t on t.id = u.task_id
      cross join lateral unnest(u.raters, u.codes) a(number, code)
      ${OTHER[beside]}
      where u.stage_id = ${stageId}::uuid and ${COUNTED}
        ${only === null ? Prisma.empty : Prisma.sql`and a.number = ${only.number} and ${workedOn(only.userId)}`}
      group by 1, 2, 3, 4, 5),
    responses as (
      select measure, number, task_id, string_agg(own || ' ' || other || ' ' || times, ',' order by own, other) pairs
      from met group by 1, 2, 3)
    select r.measure, r.number, r.pairs, count(*)::int "responses",
           to_char(date_trunc('week', n.submitted_at at time zone 'UTC'), 'YYYY-MM-DD') "week"
    from responses r join tasks t on t.id = r.task_id
    join annotator_numbers p on p.project_id = t.project_id and p.number = r.number
    join annotations n on n.task_id = r.task_id and n.user_id = p.user_id and n.round = 1
    group by r.measure, r.number, r.pairs, week order by r.measure, r.number, week, r.pairs`
}

/** Their tasks alone are looked at, however many others there are. */
const workedOn = (userId: string) =>
  Prisma.sql`t.id in (select o.task_id from annotations o where o.user_id = ${userId}::uuid and o.round = 1)`

/** Figures by annotator's number. */
type MeasuresOf = Record<string, PersonMeasure[]>

interface StagePairs {
  stage: Protocol['stages'][number]
  partners: PairRow[]
  gold: PairRow[]
}

/** What figures are made from: of everybody, or of one person. */
async function readAllPairs(tx: Tx, projectId: string, protocol: Protocol, only: OnlyOf | null): Promise<StagePairs[]> {
  const rows = await tx.stage.findMany({ where: { projectId }, select: { id: true, key: true } })
  const found: StagePairs[] = []
  for (const stage of protocol.stages) {
    const row = rows.find(({ key }) => key === stage.key)
    if (!row) continue
    const partners = await readPairs(tx, row.id, 'partners', only)
    found.push({ stage, partners, gold: await readPairs(tx, row.id, 'gold', only) })
  }
  return found
}

/** Responses that the intervals would resample: what they cost. */
export const costOf = (pairs: readonly StagePairs[]): number =>
  pairs.flatMap(({ partners, gold }) => [...partners, ...gold]).reduce((sum, { responses }) => sum + responses, 0)

const pairFiguresApart = calculation('pair-figures', allPairFigures, stepsOfPairs)

/** Responses whose figures are asked for at once: a second or two, between which what is quick gets its turn. */
const AT_ONCE = 100_000

/** The figures of everybody in these rows. */
export async function computeMeasures(
  pairs: readonly StagePairs[],
  { intervals }: { intervals: boolean },
): Promise<MeasuresOf> {
  const numbers = new Set(pairs.flatMap(({ partners, gold }) => [...partners, ...gold].map(({ number }) => number)))
  const figures: MeasuresOf = {}
  let queuedMeasures: Asked[] = []
  const answer = async () => {
    const sides = queuedMeasures.flatMap(({ values: { length: size }, rows }) =>
      [rows.partners, rows.gold].map((side) => ({ size, rows: countsOf(side, size), intervals })),
    )
    const found = await pairFiguresApart(sides)
    queuedMeasures.forEach(({ number, at, values, rows }, index) => {
      const [partners, gold] = [found[2 * index], found[2 * index + 1]]
      if (partners && gold) figures[number]?.push(personMeasure(at, values, rows, { partners, gold }))
    })
    queuedMeasures = []
  }
  let size = 0
  for (const number of [...numbers].sort((a, b) => a - b)) {
    figures[number] = []
    for (const { stage, partners, gold } of pairs)
      for (const measure of stage.measures) {
        const isMine = (row: PairRow) => row.number === number && row.measure === measure.key
        const rows = { partners: partners.filter(isMine), gold: gold.filter(isMine) }
        if (rows.partners.length + rows.gold.length === 0) continue
        const values = measure.categories.map(({ value }) => value)
        queuedMeasures.push({ number, at: { stage: stage.key, measure: measure.key }, values, rows })
        size += [...rows.partners, ...rows.gold].reduce((sum, { responses }) => sum + responses, 0)
        if (size < AT_ONCE) continue
        await answer()
        size = 0
      }
  }
  await answer()
  return figures
}

interface Asked {
  number: number
  at: { stage: string; measure: string }
  values: readonly string[]
  rows: { partners: PairRow[]; gold: PairRow[] }
}

/** Everybody's figures, which are the same as long as the ledger is. */
const keptPeopleSchema = z.object({
  measures: z.record(z.string(), z.array(personMeasureSchema)),
  answered: z.array(answeredSchema),
  /** How many tasks are counted, when they were read, and how many times tasks had left the ledger until then. */
  tasks: z.int(),
  at: z.iso.datetime(),
  departures: z.int(),
})
export type KeptPeople = z.infer<typeof keptPeopleSchema>

const KEY = 'people'

/** What was kept last, of whatever version of the ledger. */
export const findKeptPeople = (projectId: string, tx: Tx): Promise<{ version: string; body: KeptPeople } | null> =>
  findLastKept({ projectId, key: KEY }, keptPeopleSchema, tx)

export const keepPeople = (projectId: string, version: string, people: KeptPeople): Promise<void> =>
  keepFigures({ projectId, key: KEY, version }, people)

/** What the figures of everybody, or of one person, are computed of. */
export interface ReadFigures extends Omit<KeptPeople, 'measures'> {
  pairs: StagePairs[]
}

/** Reads in the snapshot in which `ledger` was read. */
export async function readFigures(
  tx: Tx,
  project: { id: string; protocolId: string },
  ledger: LedgerState,
  only: OnlyOf | null,
): Promise<ReadFigures> {
  return {
    pairs: await readAllPairs(tx, project.id, protocolById(project.protocolId), only),
    answered: await readAnswered(tx, project.id, only?.userId ?? null),
    tasks: ledger.counted,
    at: new Date().toISOString(),
    departures: ledger.departures,
  }
}

type Rows = readonly Omit<PairRow, 'measure' | 'number'>[]

/** `partners` and `gold`: the person's rows under this measure; `found`: the figures that were computed of them. */
export function personMeasure(
  measureKeys: { stage: string; measure: string },
  categories: readonly string[],
  { partners, gold }: { partners: Rows; gold: Rows },
  found: { partners: PairFigures; gold: PairFigures },
): PersonMeasure {
  const size = categories.length
  const counts = sum(partners, size)
  const weeks = [...new Set([...partners, ...gold].map(({ week }) => week))].sort()
  return {
    ...measureKeys,
    ...found,
    given: categories.map((value, code) => ({
      value,
      own: counts.slice(code * size, (code + 1) * size).reduce((total, count) => total + count, 0),
      others: categories.reduce((total, _, row) => total + (counts[row * size + code] ?? 0), 0),
    })),
    weeks: weeks.map((week) => ({
      week,
      partners: alikeOf(
        partners.filter((row) => row.week === week),
        size,
      ),
      gold: alikeOf(
        gold.filter((row) => row.week === week),
        size,
      ),
    })),
  }
}

/** The counts of responses alike, cell by cell. */
export const countsOf = (rows: Rows, size: number): ComparedResponses[] =>
  rows.map(({ pairs, responses }) => ({ counts: countsIn(pairs, size), responses }))

function countsIn(pairs: string, size: number): number[] {
  const counts = new Array<number>(size * size).fill(0)
  for (const pair of pairs.split(',')) {
    const [ownCode = 0, other = 0, times = 0] = pair.split(' ').map(Number)
    counts[ownCode * size + other] = times
  }
  return counts
}

function sum(rows: Rows, size: number): number[] {
  const sums = new Array<number>(size * size).fill(0)
  for (const { pairs, responses } of rows)
    countsIn(pairs, size).forEach((count, cell) => {
      sums[cell] = (sums[cell] ?? 0) + count * responses
    })
  return sums
}

function alikeOf(rows: Rows, size: number): Alike {
  const counts = sum(rows, size)
  const units = counts.reduce((total, count) => total + count, 0)
  const alike = counts.filter((_, cell) => cell % (size + 1) === 0).reduce((total, count) => total + count, 0)
  return { alike, units, percent: units < MIN_UNITS ? null : alike / units }
}
