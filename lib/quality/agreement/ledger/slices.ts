import { Prisma } from '@/generated/prisma/client'
import type { SliceKind } from '@/lib/workspace/items/contract'

/** A slice of a measure's units; null: those without a value, or with a mixed one. */
export interface Slice {
  by: SliceKind
  value: string | null
}

// u: rated_units, r: rated_tasks, i: items. A unit is in an arm when all of its ratings were made in it.
const VALUES: Record<SliceKind, Prisma.Sql> = {
  domain: Prisma.sql`i.shown_domain`,
  source: Prisma.sql`i.shown_source`,
  tag: Prisma.sql`unnest(case when i.tags = '{}' then array[null]::text[] else i.tags end)`,
  guideline: Prisma.sql`r.guideline::text`,
  week: Prisma.sql`to_char(r.week, 'YYYY-MM-DD')`,
  arm: Prisma.sql`case when u.arms[1] = all(u.arms) then (array['shown', 'hidden', 'none'])[u.arms[1]] end`,
}

/** The slice that a unit is in, in statements that name the tables as above; of tags a row for each. Only as what a statement selects. */
export const sliceValue = (by: SliceKind): Prisma.Sql => VALUES[by]

/** All slices of a unit, as JSON: a text or null, of tags a list. */
export const sliceJson = (by: SliceKind): Prisma.Sql =>
  by === 'tag' ? Prisma.sql`to_jsonb(i.tags)` : Prisma.sql`to_jsonb(${VALUES[by]}::text)`

/** Is the unit in the slice? */
export const sliceCondition = ({ by, value }: Slice): Prisma.Sql => {
  if (by !== 'tag') return Prisma.sql`${VALUES[by]} is not distinct from ${value}::text`
  return value === null ? Prisma.sql`i.tags = '{}'` : Prisma.sql`i.tags @> array[${value}]::text[]`
}
