'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { RadioGroup } from '@/components/ui/radio-group'
import { SkeletonText } from '@/components/ui/skeleton'
import type { ItemsQueryInput } from '@/lib/workspace/items/contract'
import { itemsQuery } from '@/lib/workspace/items/hooks'

/** Items offered at a time; a search narrows them down. */
const OFFERED = 6

interface ItemPickerProps {
  projectId: string
  /** Only items that are so. */
  among?: Pick<ItemsQueryInput, 'stage' | 'state'>
  value: string | null
  onChange: (itemId: string) => void
}

/** Chooses one item by its number or by words of it. */
export function ItemPicker({ projectId, among = {}, value, onChange }: ItemPickerProps) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const words = /^[1-9]\d{0,8}$/.test(asked) ? { ids: asked } : { q: asked === '' ? undefined : asked }
  const query = itemsQuery(projectId, { ...among, ...words })
  const { data, error, isPending } = useQuery({ ...query, placeholderData: keepPreviousData })
  const search = () => setAsked(typed.trim())
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter is its own.
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    search()
  }
  return (
    <div className="space-y-3">
      <Field label="Find an item" hint="Its number, or words of it.">
        <div className="flex gap-2">
          <SearchInput value={typed} onChange={setTyped} onKeyDown={onKeyDown} />
          <Button size="icon" aria-label="Search items" onClick={search}>
            <Search aria-hidden className="size-4" />
          </Button>
        </div>
      </Field>
      {error ? (
        <Callout tone="danger" title="The items could not be searched">
          {error.message}
        </Callout>
      ) : null}
      {isPending ? <SkeletonText label="Loading items" /> : null}
      {data && data.items.length === 0 ? (
        <p className="text-muted text-sm">No item matches. Search for another.</p>
      ) : null}
      {data && data.items.length > 0 ? (
        <RadioGroup
          label="Item"
          options={data.items.slice(0, OFFERED).map((item) => ({
            value: item.id,
            label: (
              <span className="wrap-anywhere line-clamp-2">
                {item.position}. <bdi>{item.title || 'Untitled'}</bdi>
              </span>
            ),
          }))}
          value={value}
          onValueChange={onChange}
        />
      ) : null}
    </div>
  )
}

interface SearchInputProps {
  value: string
  onChange: (value: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function SearchInput({ value, onChange, onKeyDown }: SearchInputProps) {
  return (
    <Input
      type="search"
      value={value}
      maxLength={200}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
