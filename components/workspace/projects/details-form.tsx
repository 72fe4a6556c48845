'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { RadioGroup } from '@/components/ui/radio-group'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import { protocolById } from '@/lib/protocols'
import type { ProjectView } from '@/lib/workspace/projects/contract'
import { projectQuery, useUpdateProject } from '@/lib/workspace/projects/hooks'
import { changedFields } from '@/lib/workspace/projects/rules'
import { SettingsError } from './settings-error'

const fieldsOf = ({ name, description, rollUpRule }: ProjectView) => ({ name, description, rollUpRule })

/** Name, description and, where there is a choice, the rule of roll-up. Sends only what was changed, with what was seen before. */
export function DetailsForm({ project }: { project: ProjectView }) {
  const update = useUpdateProject(project.id)
  const client = useQueryClient()
  const router = useRouter()
  // What the form was filled with: a later refetch must neither reset what was typed nor hide somebody else's change.
  const [seen, setSeen] = useState(fieldsOf(project))
  const [rollUpRule, setRollUpRule] = useState(project.rollUpRule)
  const { rollUps } = protocolById(project.protocolId)
  const fill = (current: ProjectView) => {
    setSeen(fieldsOf(current))
    setRollUpRule(current.rollUpRule)
  }
  const reload = async () => {
    fill(await client.fetchQuery({ ...projectQuery(project.id), staleTime: 0 }))
    update.reset()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (field: string) => String(form.get(field)).trim()
    const next = { name: text('name'), description: text('description'), rollUpRule }
    const changed = Object.keys(changedFields(seen, next)) as (keyof typeof seen)[]
    if (changed.length === 0) return toast.info('Nothing was changed')
    const pick = (from: typeof seen) => Object.fromEntries(changed.map((key) => [key, from[key]]))
    update.mutate(
      { ...pick(next), seen: pick(seen) },
      {
        onSuccess: (saved) => {
          fill(saved)
          if (saved.alike) toast.info(saved.alike, { description: 'It is saved all the same.' })
          else toast.success('Saved')
          // The name also stands in the navigation.
          router.refresh()
        },
      },
    )
  }
  return (
    <form key={JSON.stringify(seen)} onSubmit={submit} className="max-w-2xl space-y-5">
      <Field label="Name" required>
        <Input name="name" required maxLength={200} defaultValue={seen.name} autoComplete="off" />
      </Field>
      <Field label="Description">
        <Textarea name="description" maxLength={5000} defaultValue={seen.description} />
      </Field>
      {rollUps.length > 1 ? (
        <Field
          label="Rule of roll-up"
          hint="How the label of a whole item follows from its parts in the figures of the dataset page. Answers do not change with it, and the page can show the other rule too."
        >
          <RadioGroup
            options={rollUps.map(({ key, title, description }) => ({
              value: key,
              label: title,
              hint: description,
            }))}
            value={rollUpRule}
            onValueChange={setRollUpRule}
          />
        </Field>
      ) : null}
      <SettingsError error={update.error} onReload={() => void reload()} />
      <Button type="submit" variant="primary" loading={update.isPending}>
        Save
      </Button>
    </form>
  )
}
