'use client'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import { counted } from '@/lib/text/counted'
import type { Member } from '@/lib/workspace/users/members/contract'
import { useUpdateMembers } from '@/lib/workspace/users/members/hooks'
import { partsOf, wordsOf } from '@/lib/workspace/users/members/rules'

const FIELDS = [
  {
    key: 'quota',
    title: 'Quota',
    hint: 'The most shares that each of them gets by rule, and takes from the queue; empty is no limit.',
  },
  { key: 'domains', title: 'Domains', hint: 'Words with commas between them; empty takes every domain.' },
  { key: 'tags', title: 'Tags', hint: 'One of them is enough; empty takes every tag.' },
  { key: 'languages', title: 'Languages', hint: 'As the field of the record writes them, such as en or de.' },
] as const
type Key = (typeof FIELDS)[number]['key']

interface SetTogetherDialogProps {
  projectId: string
  people: readonly Member[]
  onSaved: () => void
  onClose: () => void
}

/** Sets what is ticked for all of the chosen people: their quota, and what they take by rule. The rest stays with each of them. */
export function SetTogetherDialog({ projectId, people, onSaved, onClose }: SetTogetherDialogProps) {
  const [typed, setTyped] = useState<Partial<Record<Key, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const update = useUpdateMembers(projectId)
  const shared = sharedOf(people)
  const toggle = (key: Key, on: boolean) =>
    setTyped(({ [key]: _, ...rest }) => (on ? { ...rest, [key]: shared[key] ?? '' } : rest))
  const save = (event: FormEvent) => {
    event.preventDefault()
    const { quota, domains, tags, languages } = typed
    const most = quota === undefined ? undefined : quotaOf(quota)
    if (Object.keys(typed).length === 0) return setProblem('Tick what should be set.')
    if (most === 'none') return setProblem('Quota: write a whole number up to 1,000,000, or leave it empty.')
    setProblem(null)
    const words = (text: string | undefined) => (text === undefined ? undefined : wordsOf(text))
    const change = { quota: most, domains: words(domains), tags: words(tags), languages: words(languages) }
    const seenPeople = people.map(({ userId, quota: own, takes }) => ({ userId, seen: { quota: own, ...takes } }))
    update.mutate(
      { people: seenPeople, change },
      {
        onSuccess: ({ changed }) => {
          toast.success(changed === 0 ? 'Nothing to change' : `Set for ${counted(changed, 'person', 'people')}`)
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
      title={`Set for ${counted(people.length, 'person', 'people')}`}
      description="What is ticked becomes the same for all of them. What they take holds for assignment by rule."
      footer={
        <Button type="submit" form="set-together" variant="primary" loading={update.isPending}>
          Set
        </Button>
      }
    >
      <form id="set-together" onSubmit={save} className="flex flex-col gap-4">
        {FIELDS.map(({ key, title, hint }) => (
          <div key={key} className="flex flex-col gap-1.5">
            <Checkbox
              label={title}
              hint={key in typed ? hint : (nowText(key, shared[key]) ?? undefined)}
              checked={key in typed}
              onCheckedChange={(on) => toggle(key, on === true)}
            />
            {key in typed ? (
              <Input
                aria-label={`${title} of all of them`}
                dir="auto"
                inputMode={key === 'quota' ? 'numeric' : undefined}
                placeholder={key === 'quota' ? 'No limit' : 'Everything'}
                value={typed[key]}
                onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
                className="ms-7 w-[calc(100%-1.75rem)]"
              />
            ) : null}
          </div>
        ))}
        {problem === null ? null : <Callout tone="danger">{problem}</Callout>}
        {update.error ? <Callout tone="danger">{update.error.message}</Callout> : null}
      </form>
    </Dialog>
  )
}

/** What all of them have alike, as it is typed; null where they differ. */
function sharedOf(people: readonly Member[]): Record<Key, string | null> {
  const all = people.map(partsOf)
  const of = (key: Key) => (new Set(all.map((each) => each[key])).size === 1 ? (all[0]?.[key] ?? null) : null)
  return { quota: of('quota'), domains: of('domains'), tags: of('tags'), languages: of('languages') }
}

function nowText(key: Key, shared: string | null): string {
  if (shared === null) return 'They differ now.'
  if (shared === '') return key === 'quota' ? 'Now: no limit.' : 'Now: everything.'
  return `Now: ${shared}.`
}

/** null is no limit. */
function quotaOf(text: string): number | null | 'none' {
  if (text.trim() === '') return null
  const quota = Number(text)
  return Number.isInteger(quota) && quota >= 0 && quota <= 1_000_000 ? quota : 'none'
}
