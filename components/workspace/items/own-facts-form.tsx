'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DefinitionList } from '@/components/ui/definition-list'
import { toast } from '@/components/ui/toast'
import { protocolById } from '@/lib/protocols'
import type { ItemView as Item } from '@/lib/workspace/items/contract'
import { useChangeFacts } from '@/lib/workspace/items/hooks'
import { factsOf, factTextsOf, OwnFactFields } from './own-fact-fields'

type Facts = Item['own']

const describeFacts = ({ domain, source, tags }: Facts) => [
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
        <DefinitionList items={describeFacts(own)} />
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
  const [texts, setTexts] = useState(() => factTextsOf(before))
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const saved = await change.mutateAsync({ ...factsOf(texts), expected: before }).catch(() => null)
    if (!saved) return
    toast.success('Domain, source and tags saved.', {
      action: { label: 'Undo', onClick: () => void change.mutate({ ...before, expected: saved }) },
    })
    onDone()
  }
  return (
    <form onSubmit={(event) => void save(event)} className="mb-4 max-w-md space-y-3">
      <OwnFactFields value={texts} onChange={setTexts} domains={domainsOf(item)} record={item} />
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

const domainsOf = ({ protocolId }: Item) =>
  Object.entries(protocolById(protocolId).domains).map(([value, text]) => ({ value, text }))
