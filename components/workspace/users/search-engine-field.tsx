'use client'

import { useState } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select, type SelectGroup } from '@/components/ui/select'
import { COMMON_ENGINES, engineTitle, LONGEST_ENGINE } from '@/lib/workspace/users/search-engine/rules'

/** What a project proposes: whose it is, and the address. */
export interface ProposedEngine {
  project: string
  searchEngine: string
}

type SearchEngineFieldProps = {
  /** The form's field that holds the address. */
  name: string
  initial: string | null
  proposed?: readonly ProposedEngine[]
  error?: string
}

/** The address of a search engine, written or taken from a list. Holds an empty text where none is named. */
export function SearchEngineField({ name, initial, proposed = [], error }: SearchEngineFieldProps) {
  const [address, setAddress] = useState(initial ?? '')
  const common = COMMON_ENGINES.map(({ title, address: value }) => ({ value: `common ${value}`, label: title }))
  const theirs = proposed.map(({ project, searchEngine }) => ({
    value: `proposed ${project} ${searchEngine}`,
    label: `${engineTitle(searchEngine)}, proposed by ${project}`,
  }))
  const groups: SelectGroup[] = [
    ...(theirs.length > 0 ? [{ label: 'Your projects', options: theirs }] : []),
    { label: 'Common', options: common },
  ]
  const isCommon = common.some(({ value }) => value === `common ${address}`)
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field label="Common search engines" className="w-full sm:w-56">
        <Select
          options={groups}
          value={isCommon ? `common ${address}` : null}
          placeholder="Choose one…"
          onValueChange={(value) => setAddress(value.slice(value.lastIndexOf(' ') + 1))}
        />
      </Field>
      <Field
        label="Address"
        error={error}
        hint="With %s in the place of the query, as in https://www.example.org/search?q=%s. Leave empty for none."
        className="min-w-0 flex-1 basis-72"
      >
        <Input
          name={name}
          inputMode="url"
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          maxLength={LONGEST_ENGINE}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
    </div>
  )
}
