import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { LONGEST_VOTER } from '@/lib/protocols/side-by-side/vote-fields'

/** Voters have numbers from here on: above any annotator's, and below those of references (pair-sets.ts). */
const FIRST_VOTER = 5_001
const MOST_VOTERS = 4_999

/** Of task `t`, which is gold by votes that a record brought: those votes, one by one, as `v`. Such gold has the votes of nobody else. */
const IMPORTED_VOTES = Prisma.sql`
  from golds g cross join lateral jsonb_array_elements(g.votes) with ordinality v(vote, place)
  where g.task_id = t.id and g.superseded_at is null and g.origin = 'imported' and jsonb_typeof(g.votes) = 'array' and t.state = 'gold'`

/**
 * Gives the voters of these tasks' imported votes their numbers, in the order of the tasks and of the votes on each. Only so many can be told
 * apart: the votes of others are not rated, nor those under a name that is longer than records may have. Runs in a transaction that holds the ledger of the project.
 */
export async function numberVoters(tx: Tx, projectId: string, taskIds: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    insert into voter_numbers (project_id, name, number)
    select ${projectId}::uuid, f.name, f.number
    from (select n.name, known.last + row_number() over (order by n.first, n.name) number
          from (select v.name, min(v.at) first
                from tasks t cross join lateral (
                  select v.vote ->> 'voter' name, array[t.position, v.place] at ${IMPORTED_VOTES}) v
                where t.id = any(${[...taskIds]}::uuid[]) and length(v.name) <= ${LONGEST_VOTER}
                  and not exists (select 1 from voter_numbers k where k.project_id = ${projectId}::uuid and k.name = v.name)
                group by v.name) n
          cross join (select coalesce(max(number), ${FIRST_VOTER - 1}) last from voter_numbers where project_id = ${projectId}::uuid) known) f
    where f.number < ${FIRST_VOTER + MOST_VOTERS}`
}

/** Of task `t` its imported votes as annotations, for `json_agg`. */
export const VOTE_ANNOTATIONS = Prisma.sql`(
  select json_agg(json_build_object('id', t.id || ' ' || v.place, 'number', k.number, 'shown', v.vote -> 'shown',
    'answers', v.vote -> 'answers') order by v.place)
  from (select v.vote, v.place ${IMPORTED_VOTES}) v
  join voter_numbers k on k.project_id = t.project_id and k.name = v.vote ->> 'voter')`

export interface Voter {
  /** Nobody's here. */
  userId: null
  /** By which the ledger of ratings knows them. */
  number: number
  /** `imported voter 1`, ... */
  alias: string
  /** The name in the records, with the alias. */
  named: string
}

/** The voters whom the imported records of a project name, by their number. */
export async function listVoters(tx: Tx, projectId: string): Promise<Voter[]> {
  const rows = await tx.voterNumber.findMany({ where: { projectId }, orderBy: { number: 'asc' } })
  return rows.map(({ number, name }) => {
    const alias = `imported voter ${number - FIRST_VOTER + 1}`
    return { userId: null, number, alias, named: `${name} (${alias})` }
  })
}
