import type { ReportFormat } from '@/lib/gold/evaluation/report/contract'
import type { Json } from '@/lib/protocols/protocol'
import { INTERVAL_METHOD, type IntervalMethod } from '@/lib/stats/interval-limits'

/** What narrows a report down, besides its task. */
export interface Choice {
  parameters: Readonly<Record<string, Json>>
  /** null: all. */
  systems: readonly string[] | null
  /** Compare texts by meaning too. */
  likeness: boolean
  /** McNemar's test beside the comparisons too. */
  mcnemar: boolean
  /** How limits are made of resamples. */
  method: IntervalMethod
}

/** As a report is asked for first. */
export const USUAL: Choice = {
  parameters: {},
  systems: null,
  likeness: false,
  mcnemar: false,
  method: INTERVAL_METHOD,
}

export const taskHref = (projectId: string, task: string): string =>
  `/projects/${projectId}/evaluation?${new URLSearchParams({ task })}`

/** Where managers have Assay's own steps run on the gold of a stage. */
export const runOnGoldHref = (projectId: string, stage: string): string =>
  `/projects/${projectId}/prefill/new?${new URLSearchParams({ on: 'gold', stage })}`

interface ErrorsAddress extends Choice {
  task: string
  system: string
  scoring?: string
  page?: number
}

/** The choice as requests carry it. */
export const askedOf = (task: string, { parameters, systems, likeness, mcnemar, method }: Choice) => ({
  task,
  mcnemar: mcnemar ? ('yes' as const) : undefined,
  method: method === INTERVAL_METHOD ? undefined : method,
  parameters,
  systems: systems ?? undefined,
  likeness: likeness ? ('yes' as const) : undefined,
})

/** The list of what a system got wrong, of the same report. */
export function errorsHref(projectId: string, { task, system, scoring, page, ...choice }: ErrorsAddress): string {
  const query = new URLSearchParams({ task, system, ...(scoring ? { scoring } : {}), ...choiceQuery(choice) })
  if (page !== undefined && page > 1) query.set('page', String(page))
  return `/projects/${projectId}/evaluation/errors?${query}`
}

export function downloadHref(projectId: string, task: string, choice: Choice, format: ReportFormat): string {
  const query = new URLSearchParams({ task, format, ...choiceQuery(choice) })
  return `/api/projects/${projectId}/evaluations/report/download?${query}`
}

function choiceQuery({ parameters, systems, likeness, mcnemar, method }: Choice): Record<string, string> {
  return {
    ...(Object.keys(parameters).length > 0 ? { parameters: JSON.stringify(parameters) } : {}),
    ...(systems ? { systems: JSON.stringify(systems) } : {}),
    ...(likeness ? { likeness: 'yes' } : {}),
    ...(mcnemar ? { mcnemar: 'yes' } : {}),
    ...(method === INTERVAL_METHOD ? {} : { method }),
  }
}
