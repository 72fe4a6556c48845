/** Annotators beside gold and models, over the units that both rated. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { type Clusters, foldClusters } from '@/lib/quality/agreement/samples'
import type { MeasureOf } from './read-counts'
import { COUNTED } from './version'

/** Beside a rating `f` of a unit and an annotator `a` of the same unit: gold without that annotator's answers, where it differs. */
export const WITHOUT_OWN = Prisma.sql`left join further_ratings w on f.rater = 'gold' and w.task_id = f.task_id
  and w.measure = f.measure and w.unit_key = f.unit_key and w.rater = 'without:' || a.number`
/** What `f` says of the unit to this annotator; below 0: nothing. */
export const REFERENCE_CODE = Prisma.sql`coalesce(w.code, f.code)`

export interface ReferenceCell {
  /** An annotator's number. */
  annotator: number
  /** "gold", "run:<id>", or "after:<number>". */
  reference: string
  /** The indexes of the categories that they gave. */
  code: number
  referenceCode: number
  units: number
  responses: number
}

/**
 * How often each annotator gave which value where gold or a model gave which. `after`: instead, each annotator beside what
 * they themselves stood by at the end of the discussion.
 */
export function readReferences(tx: Tx, of: MeasureOf, { after = false } = {}): Promise<ReferenceCell[]> {
  return tx.$queryRaw<ReferenceCell[]>`
    select a.number annotator, f.rater reference, a.code, ${REFERENCE_CODE} "referenceCode", count(*)::int units,
           count(distinct u.task_id)::int responses
    from further_ratings f
    join rated_units u on u.task_id = f.task_id and u.measure = f.measure and u.unit_key = f.unit_key
    join tasks t on t.id = f.task_id
    cross join lateral unnest(u.raters, u.codes) a(number, code)
    ${WITHOUT_OWN}
    where f.stage_id = ${of.stageId}::uuid and f.measure = ${of.measure} and ${COUNTED} and ${REFERENCE_CODE} >= 0
      and case when ${after} then f.rater = 'after:' || a.number else f.rater = 'gold' or f.rater like 'run:%' end
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`
}

/** The responses in which both rated units; in their patterns the annotator comes first and the reference has number 0. */
export async function readReferenceClusters(
  tx: Tx,
  of: MeasureOf,
  { annotator, reference }: { annotator: number; reference: string },
): Promise<Clusters> {
  const rows = await tx.$queryRaw<{ rows: [code: number, referenceCode: number][] }[]>`
    select json_agg(json_build_array(a.code, ${REFERENCE_CODE})) "rows"
    from further_ratings f
    join rated_units u on u.task_id = f.task_id and u.measure = f.measure and u.unit_key = f.unit_key
    join tasks t on t.id = f.task_id
    cross join lateral unnest(u.raters, u.codes) a(number, code)
    ${WITHOUT_OWN}
    where f.stage_id = ${of.stageId}::uuid and f.measure = ${of.measure} and f.rater = ${reference}
      and a.number = ${annotator} and ${COUNTED} and ${REFERENCE_CODE} >= 0
    group by t.id, t.position order by t.position`
  return foldClusters(rows.map((row) => row.rows.map((codes) => ({ raters: [annotator, 0], codes }))))
}
