'use client'

import type { FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import type { ProjectView } from '@/lib/projects/contract'
import { useUpdateProject } from '@/lib/projects/hooks'
import { changedFields } from '@/lib/projects/rules'
import { SettingsError } from './settings-error'

/** Name and description. Sends only what was changed, with what was seen before. */
export function DetailsForm({ project }: { project: ProjectView }) {
  const update = useUpdateProject(project.id)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const current = { name: project.name, description: project.description }
    const next = { name: String(form.get('name')).trim(), description: String(form.get('description')).trim() }
    const changed = Object.keys(changedFields(current, next)) as (keyof typeof current)[]
    if (changed.length === 0) return toast.info('Nothing was changed')
    const pick = (from: typeof current) => Object.fromEntries(changed.map((key) => [key, from[key]]))
    update.mutate({ ...pick(next), seen: pick(current) }, { onSuccess: () => toast.success('Saved') })
  }
  return (
    <form onSubmit={submit} className="max-w-2xl space-y-5">
      <Field label="Name" required>
        <Input name="name" required maxLength={200} defaultValue={project.name} autoComplete="off" />
      </Field>
      <Field label="Description">
        <Textarea name="description" maxLength={5000} defaultValue={project.description} />
      </Field>
      <SettingsError error={update.error} projectId={project.id} />
      <Button type="submit" variant="primary" loading={update.isPending}>
        Save
      </Button>
    </form>
  )
}
