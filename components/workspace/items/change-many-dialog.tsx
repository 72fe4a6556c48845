'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import type { ItemFacets } from '@/lib/workspace/items/contract'
import { MOST_PRIORITY } from '@/lib/workspace/items/edits/contract'
import type { ActOnMany } from './use-act-on-many'

type What = 'domain' | 'source' | 'addTags' | 'removeTags' | 'priority'

const WHATS: readonly { value: What; label: string; hint: string }[] = [
  { value: 'domain', label: 'Domain', hint: 'Empty: as each record has it.' },
  { value: 'source', label: 'Source', hint: 'Empty: as each record has it.' },
  { value: 'addTags', label: 'Tags to add', hint: 'With commas between them.' },
  { value: 'removeTags', label: 'Tags to remove', hint: 'With commas between them.' },
  {
    value: 'priority',
    label: 'Priority',
    hint: `From −${MOST_PRIORITY} to ${MOST_PRIORITY}: higher comes earlier in the queue. Usual is 0.`,
  },
]

interface ChangeManyDialogProps {
  /** “12 items”. */
  what: string
  act: ActOnMany
  facets: ItemFacets
  onOpenChange: (open: boolean) => void
}

/** Sets one thing on all selected items. */
export function ChangeManyDialog({ what, act, facets, onOpenChange }: ChangeManyDialogProps) {
  const form = useId()
  const suggestions = useId()
  const [field, setField] = useState<What>('domain')
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const { label, hint } = WHATS.find(({ value }) => value === field) ?? { label: '', hint: '' }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setError(null)
    try {
      await act.run({ act: 'set', ...changeOf(field, text) })
      onOpenChange(false)
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : String(refused))
    }
  }
  const existingValues = field === 'domain' ? facets.domains : field === 'source' ? facets.sources : facets.tags
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={`Change ${what}`}
      description="In one act, which can be undone as one. Records stay as they came."
      footer={
        <Button type="submit" form={form} variant="primary" loading={act.isPending}>
          Change {what}
        </Button>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)} className="space-y-4">
        <Field label="What to set">
          <Select
            options={WHATS.map((each) => ({ value: each.value, label: each.label }))}
            value={field}
            onValueChange={(next) => {
              setField(next)
              setText('')
              setError(null)
            }}
          />
        </Field>
        <Field label={label} hint={hint}>
          <Input
            value={text}
            maxLength={1300}
            autoComplete="off"
            inputMode={field === 'priority' ? 'numeric' : undefined}
            list={field === 'priority' ? undefined : suggestions}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <datalist id={suggestions}>
          {existingValues.map(({ value }) => (
            <option key={value} value={value} />
          ))}
        </datalist>
        {error ? <Callout tone="danger">{error}</Callout> : null}
      </form>
    </Dialog>
  )
}

function changeOf(field: What, text: string) {
  const word = text.trim()
  if (field === 'domain') return { domain: word || null }
  if (field === 'source') return { source: word || null }
  if (field === 'priority') {
    if (!/^[-−]?\d{1,4}$/.test(word)) throw new Error('Priority: write a whole number, such as 10.')
    return { priority: Number(word.replace('−', '-')) }
  }
  const tags = word
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
  if (tags.length === 0) throw new Error('Tags: write one or more, with commas between them.')
  return field === 'addTags' ? { addTags: tags } : { removeTags: tags }
}
