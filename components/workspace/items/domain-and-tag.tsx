'use client'

import { useQuery } from '@tanstack/react-query'
import { Select } from '@/components/ui/select'
import { useDomainWord } from '@/components/workspace/projects/domain-words'
import { itemFacetsQuery } from '@/lib/workspace/items/hooks'

/** Stands for all of them, since a select needs a word; values are prefixed, so that none can collide with it. */
const ANY = 'any'
const KEY = '='

interface DomainAndTagProps {
  projectId: string
  /** Null: any. */
  chosen: { domain: string | null; tag: string | null }
  onChange: (change: { domain: string | null } | { tag: string | null }) => void
}

/** Narrows a page down to the items of a domain, or with a tag, for those who browse the items; nothing where no item has any. */
export function DomainAndTag({ projectId, chosen, onChange }: DomainAndTagProps) {
  const word = useDomainWord()
  const { data: facets } = useQuery(itemFacetsQuery(projectId))
  return (
    <>
      <FacetSelect
        label="Any domain"
        values={facets?.domains.map(({ value }) => value)}
        word={word}
        value={chosen.domain}
        onChange={(domain) => onChange({ domain })}
      />
      <FacetSelect
        label="Any tag"
        values={facets?.tags.map(({ value }) => value)}
        value={chosen.tag}
        onChange={(tag) => onChange({ tag })}
      />
    </>
  )
}

interface FacetSelectProps {
  label: string
  values: readonly string[] | undefined
  word?: (value: string) => string
  value: string | null
  onChange: (value: string | null) => void
}

function FacetSelect({ label, values = [], word = (value) => value, value, onChange }: FacetSelectProps) {
  const all = value === null || values.includes(value) ? values : [value, ...values]
  if (all.length === 0) return null
  return (
    <Select
      label={label}
      className="w-auto max-w-56"
      options={[{ value: ANY, label }, ...all.map((each) => ({ value: `${KEY}${each}`, label: word(each) }))]}
      value={value === null ? ANY : `${KEY}${value}`}
      onValueChange={(next) => onChange(next === ANY ? null : next.slice(KEY.length))}
    />
  )
}
