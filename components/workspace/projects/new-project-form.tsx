'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { FileDrop } from '@/components/ui/file-drop'
import { Input } from '@/components/ui/input'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { ProgressBar } from '@/components/ui/progress-bar'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import { fileSize } from '@/components/workspace/imports/file-size'
import { PaceBar } from '@/components/workspace/imports/pace-bar'
import { PasteFile } from '@/components/workspace/imports/paste-file'
import type { ImportList } from '@/lib/workspace/imports/contract'
import { groupFiles, togetherUnder } from '@/lib/workspace/imports/file-groups'
import { fileOfFiles } from '@/lib/workspace/imports/file-of-files'
import { useUploadNewFile } from '@/lib/workspace/imports/hooks'
import type { FileSample } from '@/lib/workspace/imports/samples/contract'
import { useReadSample } from '@/lib/workspace/imports/samples/hooks'
import type { ProjectListEntry } from '@/lib/workspace/projects/contract'
import { useCreateProject } from '@/lib/workspace/projects/hooks'
import type { ProtocolEntry, RecordFile } from '@/lib/workspace/protocol-files/contract'
import { fitText, nameFor, sampleText } from './sample-text'

/** Projects that the reader manages: each can be copied. */
export type Template = Pick<ProjectListEntry, 'id' | 'name' | 'protocolId'>

type NewProjectFormProps = {
  /** The newest versions of files, and those built in. */
  protocols: readonly ProtocolEntry[]
  templates: readonly Template[]
  /** The project to copy, where the reader came from one. */
  copied: string | null
  /** The protocol that the reader came from. */
  asked?: string | null
  /** The records that lie beside that protocol, which the project can begin with. */
  records?: readonly RecordFile[]
  /** The second files that records have partners in, by protocol, of those that have any. */
  joins?: Readonly<Record<string, ImportList['join']>>
}

/** Files that are read together: the records first, then the files of their partners. */
type Group = readonly [File, ...File[]]

/** Begins with the file: what it could be decides the protocol, and its name the project's. The rest has defaults. */
export function NewProjectForm({
  protocols,
  templates,
  copied,
  asked = null,
  records = [],
  joins = {},
}: NewProjectFormProps) {
  const chosen = templates.find(({ id }) => id === copied) ?? null
  const [template, setTemplate] = useState(chosen)
  const [people, setPeople] = useState(true)
  const [group, setGroup] = useState<Group | null>(null)
  const [leftOut, setLeftOut] = useState<readonly File[]>([])
  /** Under which protocol the reader came here, or several files are read together: it stands first. */
  const [first, setFirst] = useState(asked)
  const [typed, setTyped] = useState<string | null>(null)
  const [byFile, setByFile] = useState('')
  const name = typed ?? byFile
  const [protocolId, setProtocolId] = useState(chosen?.protocolId ?? asked ?? protocols[0]?.protocolId ?? '')
  // Under another protocol the records alone are read.
  const read = useMemo(
    (): Group | null => (group && !joins[protocolId] ? [group[0]] : group),
    [group, joins, protocolId],
  )
  const file = useMemo(() => (read ? fileOfFiles(read) : null), [read])
  const sample = useReadSample()
  const { submit, error, pending, createdId, received } = useNewProject()
  const begin = (next: Group, proposedName = nameFor(next[0].name)) => {
    setGroup(next)
    setByFile(proposedName)
    setTyped((before) => before || null)
  }
  const take = (dropped: File, proposedName?: string) => {
    begin([dropped], proposedName)
    setLeftOut([])
    sample.mutate(dropped, {
      onSuccess: ({ fits: [best] }) => {
        if (best && best.records > 0 && !template && !asked) setProtocolId(best.protocolId)
      },
    })
  }
  /** Several files are read together under a protocol that says how, the chosen one first. */
  const takeSeveral = (dropped: readonly File[]) => {
    const [file, ...others] = dropped
    if (!file) return
    const together = togetherUnder(dropped, joins, [protocolId, ...(template || asked ? [] : Object.keys(joins))])
    if (others.length === 0 || !together) {
      take(file)
      return setLeftOut(others)
    }
    // What each is, and which partners are found, says the check: it needs all of them.
    sample.reset()
    begin(together.group)
    setLeftOut([])
    setProtocolId(together.protocolId)
    setFirst(together.protocolId)
  }
  // Seen to its end, and no record in it: there is nothing to check.
  const isLost = file !== null && sample.data?.whole === true && sample.data.problem !== null
  const copy = (id: string) => {
    const next = templates.find((each) => each.id === id) ?? null
    setTemplate(next)
    if (next) setProtocolId(next.protocolId)
  }
  const create = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const description = String(new FormData(event.currentTarget).get('description'))
    const about = { name, description, protocolId }
    submit(template ? { ...about, template: { projectId: template.id, people } } : about, isLost ? null : file)
  }
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title="New project"
        description="You become its manager. Everything but the protocol can be changed."
      />
      <form onSubmit={create} className="space-y-6 **:scroll-mb-24">
        <FileField
          group={read}
          leftOut={group && read && read.length < group.length ? group.slice(1) : leftOut}
          sample={sample}
          onFiles={takeSeveral}
          onPasted={(pasted) => take(pasted, '')}
          beside={groupFiles(records, joins[asked ?? ''] ?? [])}
          join={joins[protocolId] ?? []}
        />
        <Field label="Name" required>
          <Input
            name="name"
            required
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <ProtocolField
          protocols={protocols}
          sample={sample.data ?? null}
          template={template}
          first={first}
          value={protocolId}
          onChange={setProtocolId}
        />
        {templates.length > 0 ? (
          <TemplateField
            templates={templates}
            template={template}
            people={people}
            onTemplate={copy}
            onPeople={setPeople}
          />
        ) : null}
        <Field label="Description" hint="What the dataset is for, for everyone who works on it.">
          <Textarea name="description" maxLength={5000} />
        </Field>
        {error ? (
          <Callout tone="danger" title={createdId ? 'The file was not uploaded' : 'The project was not created'}>
            {error.message}{' '}
            {createdId ? <Link href={`/projects/${createdId}/import`}>Upload it in the new project.</Link> : null}
          </Callout>
        ) : null}
        {pending && file && received !== null ? (
          <PaceBar label={`Uploading ${file.name}`} bytes={received} byteSize={file.size} />
        ) : null}
        <div className="sticky bottom-0 z-10 flex flex-wrap gap-2 border-line border-t bg-canvas py-3 low:static">
          <Button type="submit" variant="primary" loading={pending} disabled={sample.isPending}>
            {isLost ? 'Create project without a file' : read ? checkText(read) : 'Create project'}
          </Button>
          <ButtonLink href="/projects">Cancel</ButtonLink>
        </div>
      </form>
    </div>
  )
}

/** Creates the project and, with a file, uploads it; then leads to what was found in it, or to the project's home. */
function useNewProject() {
  const create = useCreateProject()
  const [received, setReceived] = useState<number | null>(null)
  const upload = useUploadNewFile(setReceived)
  const router = useRouter()
  const createdId = create.data?.id ?? null
  const submit = (body: Parameters<typeof create.mutate>[0], file: File | null) => {
    create.mutate(body, {
      onSuccess: ({ id, alike }) => {
        if (alike) toast.info(alike, { description: 'The name can be changed in the settings.' })
        if (!file) return router.push(`/projects/${id}`)
        upload.mutate(
          { projectId: id, file },
          { onSuccess: (sent) => router.push(`/projects/${id}/import/${sent.id}`) },
        )
      },
    })
  }
  const pending = create.isPending || (create.isSuccess && !upload.isError)
  return { submit, error: create.error ?? upload.error, pending, createdId, received }
}

const checkText = (group: Group) =>
  group.length > 1 ? 'Create project and check the files' : 'Create project and check the file'

interface FileFieldProps {
  group: Group | null
  /** Files that were dropped as well, and cannot be read together with it. */
  leftOut: readonly File[]
  sample: ReturnType<typeof useReadSample>
  onFiles: (files: readonly File[]) => void
  onPasted: (file: File) => void
  beside: readonly (readonly [RecordFile, ...RecordFile[]])[]
  /** Second files of the chosen protocol. */
  join: ImportList['join']
}

const namesOf = (files: readonly { name: string }[]) => files.map(({ name }) => name).join(', ')

/** The file to begin with, and what it could be; or the records with their second files. */
function FileField({ group, leftOut, sample, onFiles, onPasted, beside, join }: FileFieldProps) {
  const { data, error, isPending } = sample
  const problem = error?.message ?? data?.problem
  const isRead = data?.fits.some(({ records }) => records > 0) ?? false
  const [file, ...partners] = group ?? []
  const second =
    join.length > 0
      ? ` Records of this protocol are dropped together with ${join.map((each) => each.file).join(', ')}.`
      : ''
  return (
    <div className="space-y-3">
      <FileDrop
        multiple
        label={file ? 'Drop another file here, or choose one' : 'Drop your file here, or choose one'}
        hint={`Its beginning is looked at to say what it could be; nothing is added before you have seen it checked.${second} A project can also begin without one.`}
        onFiles={onFiles}
        disabled={isPending}
      />
      <PasteFile disabled={isPending} onFile={onPasted} />
      {beside.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {beside.map((files) => (
            <Button
              key={files[0].name}
              disabled={isPending}
              onClick={() => onFiles(files.map(({ name, text }) => new File([text], name)))}
            >
              <span className="wrap-anywhere">
                Begin with <bdi>{files.map(({ name }) => name).join(' + ')}</bdi>, the records beside the protocol
              </span>
            </Button>
          ))}
        </div>
      ) : null}
      {isPending ? <ProgressBar label="Looking at the file" showLabel value={null} /> : null}
      {leftOut.length > 0 ? (
        <Callout tone="warning" title={`A project begins with one file: ${file?.name}`} live>
          The chosen protocol does not read these files together. Import <bdi>{namesOf(leftOut)}</bdi> in the new
          project.
        </Callout>
      ) : null}
      {file && partners.length > 0 ? (
        <Callout tone="info" title={<span dir="auto">{file.name}</span>} live>
          {fileSize(file.size)}, read together with <bdi>{namesOf(partners)}</bdi>. How many records have a partner
          there is said before anything is added.
        </Callout>
      ) : null}
      {file && problem ? (
        <Callout tone="danger" title={`${file.name} cannot be read`}>
          {problem}
        </Callout>
      ) : null}
      {file && data && !problem ? (
        <Callout
          tone={isRead ? 'info' : 'warning'}
          title={<span dir="auto">{isRead ? file.name : `No protocol finds items in ${file.name}`}</span>}
          live
        >
          {fileSize(file.size)}, {sampleText(data)}{' '}
          {isRead ? null : 'Say in the new project which column is which, or choose another file.'}
        </Callout>
      ) : null}
    </div>
  )
}

type ProtocolFieldProps = {
  protocols: readonly ProtocolEntry[]
  sample: FileSample | null
  template: Template | null
  first: string | null
  value: string
  onChange: (protocolId: string) => void
}

/** The protocols that read the file, each with what it makes of it; the others on demand. One only, where a project is copied. */
function ProtocolField({ protocols, sample, template, first, value, onChange }: ProtocolFieldProps) {
  const [all, setAll] = useState(false)
  const fits = sample && !sample.problem ? sample.fits : []
  const byId = new Map(protocols.map((protocol) => [protocol.protocolId, protocol]))
  const byProtocol = new Map(fits.map((fit) => [fit.protocolId, fit]))
  const reading = new Set(fits.flatMap(({ protocolId, records }) => (records > 0 ? [protocolId] : [])))
  const listed = (fits.length > 0 ? fits : protocols).map(({ protocolId }) => protocolId)
  const order = [...listed.filter((id) => id === first), ...listed.filter((id) => id !== first)]
  const isShown = (id: string) => all || reading.size === 0 || id === value || reading.has(id)
  const visibleProtocolIds = template ? [template.protocolId] : order.filter(isShown)
  const options = visibleProtocolIds.flatMap((id) => {
    const protocol = byId.get(id)
    const fit = byProtocol.get(id)
    if (!protocol) return []
    const about = `${protocol.summary} ${originOf(protocol)}.`
    return [{ value: id, label: titleOf(protocol), hint: fit && sample ? `${fitText(fit, sample)} ${about}` : about }]
  })
  const left = template ? 0 : order.length - options.length
  return (
    <div className="space-y-2">
      <Field label="Protocol" hint="It decides what is asked about an item, and how answers become gold.">
        <RadioGroup options={options} value={value} onValueChange={onChange} />
      </Field>
      {left > 0 ? (
        <Button size="sm" onClick={() => setAll(true)}>
          Show {left} {left === 1 ? 'protocol that does' : 'protocols that do'} not read it
        </Button>
      ) : null}
    </div>
  )
}

function originOf({ source: { paper, section }, builtIn }: ProtocolEntry): string {
  const place = section ? `${paper}, ${section}` : paper
  // A file says itself where it comes from.
  return builtIn ? `After ${place}` : place
}

const titleOf = ({ title, version, builtIn }: ProtocolEntry) => (builtIn ? title : `${title} (version ${version})`)

type TemplateFieldProps = {
  templates: readonly Template[]
  template: Template | null
  people: boolean
  onTemplate: (id: string) => void
  onPeople: (people: boolean) => void
}

const NONE = 'none'

/** Which project to copy, if any. */
function TemplateField({ templates, template, people, onTemplate, onPeople }: TemplateFieldProps) {
  return (
    <div className="space-y-3">
      <Field label="Settings and guidelines" hint="Those of a project of yours are copied with it; its items are not.">
        <Select
          options={[
            { value: NONE, label: 'As the protocol brings them' },
            ...templates.map(({ id, name }) => ({ value: id, label: `As in “${name}”` })),
          ]}
          value={template?.id ?? NONE}
          onValueChange={onTemplate}
        />
      </Field>
      {template ? (
        <Checkbox
          label="Its people too"
          hint="Everybody who is active there, in the same role."
          checked={people}
          onCheckedChange={(checked) => onPeople(checked === true)}
        />
      ) : null}
    </div>
  )
}
