'use client'

import { Search, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { ButtonLink } from '@/components/ui/link'
import { Select, type SelectOption } from '@/components/ui/select'
import { CAUSE_TEXT } from '@/components/workspace/tasks/cause-text'
import { protocolById } from '@/lib/protocols'
import type { ItemFacets, ItemsQuery } from '@/lib/workspace/items/contract'
import { itemsHref } from '@/lib/workspace/items/rules'
import type { ProjectView } from '@/lib/workspace/projects/contract'
import { type TaskState, taskStates, taskStateText } from '@/lib/workspace/tasks/contract'

/** Stands for "no filter", since a select needs a word. Values are prefixed, so that none can collide with it. */
const ANY = 'any'
const KEY = '='

const STALE: SelectOption[] = [{ value: `${KEY}yes`, label: 'Stale: gold before it changed' }]

type ItemsFiltersProps = { project: ProjectView; query: ItemsQuery; facets: ItemFacets }

/** Search and filters; each change goes to the address at once and starts from page 1. */
export function ItemsFilters({ project, query, facets }: ItemsFiltersProps) {
  const router = useRouter()
  const go = (change: Partial<ItemsQuery>) => router.push(itemsHref(project.id, { ...query, ...change, page: 1 }))
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    go({ q: String(new FormData(event.currentTarget).get('q')).trim() })
  }
  const select = (
    name: 'state' | 'stale' | 'domain' | 'source' | 'question',
    label: string,
    options: SelectOption[],
  ) => (
    <Select
      key={name}
      label={label}
      className="w-auto max-w-56"
      options={[{ value: ANY, label }, ...options]}
      value={query[name] ? `${KEY}${query[name]}` : ANY}
      onValueChange={(value) => go({ [name]: value === ANY ? undefined : value.slice(KEY.length) })}
    />
  )
  const states = taskStates.map((state) => ({ value: `${KEY}${state}`, label: stateText(project, state) }))
  const counted = (facet: ItemFacets['domains']) =>
    facet.map(({ value, count }) => ({ value: `${KEY}${value}`, label: `${value} (${count.toLocaleString('en')})` }))
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <search className="min-w-0 flex-1 basis-72">
        <form onSubmit={search} className="flex gap-2">
          <Input
            key={query.q}
            name="q"
            type="search"
            aria-label="Search prompt, response or identifier"
            placeholder="Search prompt, response, identifier"
            maxLength={200}
            defaultValue={query.q}
          />
          <Button type="submit" size="icon" aria-label="Search">
            <Search aria-hidden className="size-4" />
          </Button>
        </form>
      </search>
      {select('state', 'Any state', states)}
      {project.stages.length > 1 || query.stale ? select('stale', 'Stale or not', STALE) : null}
      {facets.domains.length > 0 ? select('domain', 'Any domain', counted(facets.domains)) : null}
      {facets.sources.length > 0 ? select('source', 'Any source', counted(facets.sources)) : null}
      {select('question', 'Agreed or not', questionOptions(project))}
      <FromChart project={project} query={query} />
    </div>
  )
}

/** In the words of the project's stages, which may differ. */
function stateText({ stages }: ProjectView, state: TaskState): string {
  const words = stages.map(({ consolidation }) => taskStateText(state, consolidation === 'votes'))
  return [...new Set(words)].join(' or ')
}

function questionOptions(project: ProjectView): SelectOption[] {
  const questions = protocolById(project.protocolId).stages.flatMap((stage) => stage.questions)
  const decided = new Map(
    questions.filter((each) => each.consolidate === 'decide').map((each) => [each.key, each.title]),
  )
  return [...decided].map(([key, title]) => ({ value: `${KEY}${key}`, label: `Disagreed on: ${title}` }))
}

/** Filters that only links from charts set, in words, with a way out. */
function FromChart({ project, query }: { project: ProjectView; query: ItemsQuery }) {
  const { ids, measure, raters, a, b, stage, panel, row, cause } = query
  const words = [
    ids ? `${ids.split(',').length} chosen items` : null,
    panel && row ? `counted under “${panel}”, ${row}` : null,
    cause ? causeWords(cause) : null,
    measure ? `rated under “${measure}”` : null,
    raters ? `by ${raters.replaceAll(/a(\d+)/g, 'annotator $1').replace(',', ' and ')}` : null,
    a === undefined ? null : `one answered “${a}”`,
    b === undefined ? null : `another “${b}”`,
    stage ? `stage ${project.stages.find((each) => each.key === stage)?.title ?? stage}` : null,
  ].filter((word) => word !== null)
  if (words.length === 0) return null
  const cleared = {
    ids: undefined,
    cause: undefined,
    kind: undefined,
    measure: undefined,
    raters: undefined,
    a: undefined,
    b: undefined,
    stage: undefined,
    panel: undefined,
    row: undefined,
    column: undefined,
    rule: undefined,
  }
  return (
    <ButtonLink
      size="sm"
      href={itemsHref(project.id, { ...query, ...cleared, page: 1 })}
      icon={<X aria-hidden className="size-4" />}
      className="max-w-full whitespace-normal"
    >
      <span className="sr-only">Remove this filter: </span>
      Only {words.join(', ')}
    </ButtonLink>
  )
}

function causeWords(cause: NonNullable<ItemsQuery['cause']>): string {
  if (cause === 'any') return 'with a disagreement'
  return cause === 'none' ? 'with a disagreement of no named cause' : `disagreed about: ${CAUSE_TEXT[cause].text}`
}
