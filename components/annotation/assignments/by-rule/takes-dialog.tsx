'use client'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { ItemFacets } from '@/lib/workspace/items/contract'
import type { Member } from '@/lib/workspace/users/members/contract'
import { useUpdateMember } from '@/lib/workspace/users/members/hooks'
import { wordsOf } from '@/lib/workspace/users/members/rules'

interface TakesDialogProps {
  projectId: string
  member: Member
  facets: ItemFacets
  onSaved: () => void
  onClose: () => void
}

/** "Here: law, rivers, and 12 others." */
function hereText(values: ItemFacets['domains']): string {
  const words = values.map(({ value }) => value).filter((word) => word !== '')
  if (words.length === 0) return 'No item here has any.'
  const rest = words.length > 8 ? `, and ${words.length - 8} others` : ''
  return `Here: ${words.slice(0, 8).join(', ')}${rest}.`
}

/** What a member takes when work is given out by rule: domains, tags and languages, as words with commas between them. */
export function TakesDialog({ projectId, member, facets, onSaved, onClose }: TakesDialogProps) {
  const { takes } = member
  const [domains, setDomains] = useState(takes.domains.join(', '))
  const [tags, setTags] = useState(takes.tags.join(', '))
  const [languages, setLanguages] = useState(takes.languages.join(', '))
  const update = useUpdateMember(projectId)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const words = { domains: wordsOf(domains), tags: wordsOf(tags), languages: wordsOf(languages) }
    update.mutate(
      { userId: member.userId, takes: words },
      {
        onSuccess: () => {
          onSaved()
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`What ${member.name} takes`}
      description="Words with commas between them; an empty field takes everything. An item has to fit all fields."
      footer={
        <Button type="submit" form="takes" variant="primary" loading={update.isPending}>
          Save
        </Button>
      }
    >
      <form id="takes" onSubmit={save} className="flex flex-col gap-4">
        <Field label="Domains" hint={hereText(facets.domains)}>
          <Input value={domains} onChange={(event) => setDomains(event.target.value)} />
        </Field>
        <Field label="Tags" hint={`One of them is enough. ${hereText(facets.tags)}`}>
          <Input value={tags} onChange={(event) => setTags(event.target.value)} />
        </Field>
        <Field label="Languages" hint="As the field of the record writes them, such as en or de.">
          <Input value={languages} onChange={(event) => setLanguages(event.target.value)} />
        </Field>
        {update.error ? <Callout tone="danger">{update.error.message}</Callout> : null}
      </form>
    </Dialog>
  )
}
