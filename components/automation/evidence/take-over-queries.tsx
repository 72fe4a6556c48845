'use client'
import { useQuery } from '@tanstack/react-query'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { Button } from '@/components/ui/button'
import { searchesQuery } from '@/lib/automation/evidence/hooks'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { queriesWrittenDown } from './evidence-place'

/** Fills the answer that asks for queries that found nothing with those one made here for the unit. */
export function TakeOverQueries({ unit }: { unit: UnitDraft }) {
  const bench = useBench()
  const { workbench, readOnly } = bench
  const { data } = useQuery({ ...searchesQuery(workbench.taskId), enabled: !readOnly })
  const queries = (data?.searches ?? []).flatMap(({ mine, unit: of, query }) =>
    mine && of === unit.key ? [query] : [],
  )
  const act = readOnly ? null : queriesWrittenDown(bench, unit, queries)
  if (!act) return null
  return (
    <Button
      size="sm"
      className="mt-1.5 pointer-coarse:min-h-11"
      onClick={() => bench.chooseAll(act.changes, { origin: 'chosen' })}
    >
      Take over {queries.length === 1 ? 'the query' : 'the queries'} you searched for here
    </Button>
  )
}
