'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Search, X } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { ButtonLink } from '@/components/ui/link'
import { Select, type SelectOption } from '@/components/ui/select'
import { useDomainWord } from '@/components/workspace/projects/domain-words'
import { CAUSE_TEXT } from '@/components/workspace/tasks/cause-text'
import type { Protocol } from '@/lib/protocols/protocol'
import { useProtocol } from '@/lib/protocols/use-protocol'
import type { ItemFacets, ItemsQuery } from '@/lib/workspace/items/contract'
import type { ProjectView } from '@/lib/workspace/projects/contract'
import { type TaskState, taskStates, taskStateText } from '@/lib/workspace/tasks/contract'

/** The address of the list with something of it changed. */
export type HrefOf = (change: Partial<ItemsQuery>) => string

/** Stands for "no filter", since a select needs a word. Values are prefixed, so that none can collide with it. */
const ANY = 'any'
const KEY = '='

const STALE: SelectOption[] = [{ value: `${KEY}yes`, label: 'Stale: the gold it builds on has changed' }]

type ItemsFiltersProps = { project: ProjectView; query: ItemsQuery; facets: ItemFacets; hrefOf: HrefOf }

/** Search and filters; each change goes to the address at once and starts from page 1. */
export function ItemsFilters({ project, query, facets, hrefOf }: ItemsFiltersProps) {
  const router = useRouter()
  const go = (change: Partial<ItemsQuery>) => router.push(hrefOf({ ...change, page: 1 }))
  const [inGold, setInGold] = useState(query.gold !== undefined)
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('q')).trim()
    go(inGold ? { gold: text, q: undefined } : { q: text, gold: undefined })
  }
  const select = (
    name: 'state' | 'stale' | 'domain' | 'source' | 'tag' | 'question',
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
  const protocol = useProtocol(project.protocolId)
  const states = taskStates.map((state) => ({ value: `${KEY}${state}`, label: stateText(project, state) }))
  const domainWord = useDomainWord()
  const counted = (facet: ItemFacets['domains'], word = (value: string) => value) =>
    facet.map(({ value, count }) => ({
      value: `${KEY}${value}`,
      label: `${word(value)} (${count.toLocaleString('en')})`,
    }))
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <search className="min-w-0 flex-1 basis-72">
        <form onSubmit={search} className="flex gap-2">
          <Input
            key={`${query.q} ${query.gold}`}
            name="q"
            type="search"
            aria-label={inGold ? 'Search what gold says' : 'Search prompt, response or identifier'}
            placeholder={inGold ? 'Search claims, reasons, corrections in gold' : 'Search prompt, response, identifier'}
            maxLength={200}
            defaultValue={query.gold ?? query.q}
          />
          <Select
            label="Search in"
            className="w-auto"
            options={[
              { value: 'texts', label: 'Texts' },
              { value: 'gold', label: 'Gold' },
            ]}
            value={inGold ? 'gold' : 'texts'}
            onValueChange={(where) => setInGold(where === 'gold')}
          />
          <Button type="submit" size="icon" aria-label="Search">
            <Search aria-hidden className="size-4" />
          </Button>
        </form>
      </search>
      {select('state', 'Any state', states)}
      {project.stages.length > 1 || query.stale ? select('stale', 'Stale or not', STALE) : null}
      {facets.domains.length > 0 ? select('domain', 'Any domain', counted(facets.domains, domainWord)) : null}
      {facets.sources.length > 0 ? select('source', 'Any source', counted(facets.sources)) : null}
      {facets.tags.length > 0 || query.tag ? select('tag', 'Any tag', counted(facets.tags)) : null}
      {select('question', 'Agreed or not', questionOptions(protocol))}
      <FromChart project={project} query={query} hrefOf={hrefOf} />
    </div>
  )
}

/** In the words of the project's stages, which may differ. */
function stateText({ stages }: ProjectView, state: TaskState): string {
  const words = stages.map(({ consolidation }) => taskStateText(state, consolidation === 'votes'))
  return [...new Set(words)].join(' or ')
}

function questionOptions(protocol: Protocol): SelectOption[] {
  const questions = protocol.stages.flatMap((stage) => stage.questions)
  const decided = new Map(
    questions.filter((each) => each.consolidate === 'decide').map((each) => [each.key, each.title]),
  )
  return [...decided].map(([key, title]) => ({ value: `${KEY}${key}`, label: `Disagreed on: ${title}` }))
}

/** Filters that only links from charts set, in words, with a way out. */
function FromChart({ project, query, hrefOf }: Omit<ItemsFiltersProps, 'facets'>) {
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
      href={hrefOf({ ...cleared, page: 1 })}
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
