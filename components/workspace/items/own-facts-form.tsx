'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DefinitionList } from '@/components/ui/definition-list'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import { protocolById } from '@/lib/protocols'
import type { ItemView as Item } from '@/lib/workspace/items/contract'
import { useChangeFacts } from '@/lib/workspace/items/hooks'

type Facts = Item['own']

const shown = ({ domain, source, tags }: Facts) => [
  { term: 'Own domain', description: domain ?? 'as the record has it' },
  { term: 'Own source', description: source ?? 'as the record has it' },
  { term: 'Tags', description: tags.length > 0 ? tags.join(', ') : 'none' },
]

/** A manager's own domain, source and tags of an item, which stand beside the record's. Others see them. */
export function OwnFactsForm({ item }: { item: Item }) {
  const [isOpen, setOpen] = useState(false)
  const { own } = item
  if (!isOpen)
    return (
      <div className="mb-4 space-y-3">
        <DefinitionList items={shown(own)} />
        {item.mayChangeFacts ? (
          <Button size="sm" onClick={() => setOpen(true)}>
            Change domain, source and tags
          </Button>
        ) : null}
      </div>
    )
  return <FactsFields item={item} onDone={() => setOpen(false)} />
}

function FactsFields({ item, onDone }: { item: Item; onDone: () => void }) {
  const change = useChangeFacts(item.projectId, item.id)
  const before = item.own
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const textOf = (name: string) => String(form.get(name)).trim()
    const tags = textOf('tags')
      .split(',')
      .map((tag) => tag.trim())
    const next = {
      domain: textOf('domain') || null,
      source: textOf('source') || null,
      tags: [...new Set(tags.filter((tag) => tag !== ''))],
    }
    const saved = await change.mutateAsync({ ...next, expected: before }).catch(() => null)
    if (!saved) return
    toast.success('Domain, source and tags saved.', {
      action: { label: 'Undo', onClick: () => void change.mutate({ ...before, expected: saved }) },
    })
    onDone()
  }
  return (
    <form onSubmit={(event) => void save(event)} className="mb-4 max-w-md space-y-3">
      <Field label="Own domain" hint={`Any word. Empty: as the record has it${item.domain ? `, ${item.domain}` : ''}.`}>
        <Input
          name="domain"
          maxLength={200}
          autoComplete="off"
          list="paper-domains"
          defaultValue={before.domain ?? ''}
        />
      </Field>
      <datalist id="paper-domains">
        {Object.entries(protocolById(item.protocolId).domains).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </datalist>
      <Field label="Own source" hint="Empty: as the record has it.">
        <Input name="source" maxLength={500} autoComplete="off" defaultValue={before.source ?? ''} />
      </Field>
      <Field label="Tags" hint="With commas between them.">
        <Input name="tags" maxLength={1300} autoComplete="off" defaultValue={before.tags.join(', ')} />
      </Field>
      <p className="text-muted text-sm">
        The record stays as it came, and files in the paper’s own shape keep its domain and source. Lists, filters and
        figures take yours.
      </p>
      {change.error ? <Callout tone="danger">{change.error.message}</Callout> : null}
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="primary" loading={change.isPending}>
          Save
        </Button>
        <Button size="sm" variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
