'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ButtonLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { RadioGroup } from '@/components/ui/radio-group'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import { protocols } from '@/lib/protocols'
import { useCreateProject } from '@/lib/workspace/projects/hooks'

const OPTIONS = protocols.map((protocol) => ({
  value: protocol.id,
  label: protocol.title,
  hint: `${protocol.summary} After ${protocol.source.paper}, ${protocol.source.section}.`,
}))

/** Name, description, protocol: the rest has defaults and is changed in the settings. */
export function NewProjectForm() {
  const create = useCreateProject()
  const router = useRouter()
  const [protocolId, setProtocolId] = useState(OPTIONS[0]?.value ?? '')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    create.mutate(
      { name: String(form.get('name')), description: String(form.get('description')), protocolId },
      {
        onSuccess: ({ id, alike }) => {
          if (alike) toast.info(alike, { description: 'The name can be changed in the settings.' })
          router.push(`/projects/${id}`)
        },
      },
    )
  }
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title="New project"
        description="You become its manager. Everything but the protocol can be changed."
      />
      <form onSubmit={submit} className="space-y-6">
        <Field label="Name" required>
          <Input name="name" required maxLength={200} autoComplete="off" />
        </Field>
        <Field label="Description" hint="What the dataset is for, for everyone who works on it.">
          <Textarea name="description" maxLength={5000} />
        </Field>
        <Field label="Protocol" hint="It decides what is asked about an item, and how answers become gold.">
          <RadioGroup options={OPTIONS} value={protocolId} onValueChange={setProtocolId} />
        </Field>
        {create.error ? (
          <Callout tone="danger" title="The project was not created">
            {create.error.message}
          </Callout>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" loading={create.isPending || create.isSuccess}>
            Create project
          </Button>
          <ButtonLink href="/projects">Cancel</ButtonLink>
        </div>
      </form>
    </div>
  )
}
