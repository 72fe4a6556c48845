'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { FileDrop } from '@/components/ui/file-drop'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Textarea } from '@/components/ui/textarea'
import type { startGenerationEndpoint } from '@/lib/automation/prefill/generation/contract'
import { useStartGeneration } from '@/lib/automation/prefill/hooks'
import { parseDollars } from '@/lib/automation/prefill/rules'
import type { PrefillOverview } from '@/lib/automation/prefill/settings/contract'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { counted } from '@/lib/text/counted'
import { canAskModels, modelsIn } from './plan'
import { unpricedModels } from './plan-estimate'
import { problemPlaces } from './problem-places'
import { promptsFromJsonLines, promptsFromText, type ReadPrompts } from './prompts-file'

/** Problems listed at a time. */
const SHOWN = 10

interface PromptsInputProps {
  given: ReadPrompts
  onChange: (given: ReadPrompts) => void
  error: string | undefined
}

/** Prompts, pasted one a line or taken from a file of JSON lines. */
function PromptsInput({ given, onChange, error }: PromptsInputProps) {
  const [text, setText] = useState('')
  const [fileName, setFileName] = useState<string | null>(null)
  const type = (next: string) => {
    setText(next)
    onChange(promptsFromText(next))
  }
  const take = async ([file]: File[]) => {
    if (!file) return
    setFileName(file.name)
    onChange(promptsFromJsonLines(await file.text()))
  }
  const drop = () => {
    setFileName(null)
    onChange(promptsFromText(text))
  }
  return (
    <div className="space-y-4">
      {fileName === null ? (
        <>
          <Field label="Prompts, one a line" error={error}>
            <Textarea rows={6} value={text} onChange={(event) => type(event.target.value)} />
          </Field>
          <FileDrop
            label="Or drop a file here, or choose one"
            hint='JSON lines: {"prompt": "…", "id": "…"}; the id may be left out. Prompts of several lines need a file.'
            accept=".jsonl,.ndjson,.json"
            onFiles={(files) => void take(files)}
          />
        </>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="wrap-anywhere min-w-0 text-sm">
            <bdi className="font-medium">{fileName}</bdi>
          </p>
          <Button size="sm" onClick={drop}>
            Take another
          </Button>
          {error && given.problems.length === 0 ? (
            <p role="alert" className="basis-full text-negative-text text-sm">
              {error}
            </p>
          ) : null}
        </div>
      )}
      <p role="status" className="text-muted text-sm">
        {counted(given.prompts.length, 'prompt')}
      </p>
      <Problems problems={given.problems} />
    </div>
  )
}

function Problems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null
  return (
    <Callout tone="danger" title={counted(problems.length, 'problem')}>
      <ul>
        {problems.slice(0, SHOWN).map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      {problems.length > SHOWN ? <p>The first {SHOWN} are listed.</p> : null}
    </Callout>
  )
}

const MOST_MODELS = 10
const HOTTEST = 2
const MOST_TOKENS = 32_000

/** What is typed for a run that generates responses. */
interface GenerationDraft {
  name: string
  models: string
  temperature: string
  maxTokens: string
  budget: string
}

/** What would be sent, null while something is wrong; and what that is, by field. */
function readGeneration(draft: GenerationDraft, { prompts, problems }: ReadPrompts) {
  const errors: Record<string, string> = {}
  const models = modelsIn(draft.models)
  const temperature = numberIn(draft.temperature)
  const maxTokens = numberIn(draft.maxTokens)
  const budgetMicro = parseDollars(draft.budget)
  if (prompts.length === 0) errors.prompts = 'Paste at least one prompt, or choose a file.'
  else if (problems.length > 0) errors.prompts = 'Correct what is wrong with the prompts first.'
  if (models.length === 0) errors.models = 'Name at least one model.'
  if (models.length > MOST_MODELS) errors.models = `Name at most ${MOST_MODELS} models.`
  if (!(temperature >= 0 && temperature <= HOTTEST)) errors.temperature = `Give a number from 0 to ${HOTTEST}.`
  if (!(Number.isInteger(maxTokens) && maxTokens >= 1 && maxTokens <= MOST_TOKENS))
    errors.maxTokens = `Give a whole number from 1 to ${MOST_TOKENS.toLocaleString('en')}.`
  if (budgetMicro === undefined) errors.budgetMicro = 'Give dollars, like 2.50, or leave it empty.'
  const isFine = Object.keys(errors).length === 0 && budgetMicro !== undefined
  const name = draft.name.trim() || generationName(models)
  const body: BodyInput<typeof startGenerationEndpoint> | null = isFine
    ? { name, prompts, models, temperature, maxTokens, budgetMicro }
    : null
  return { body, errors, models }
}

/** What a run is called where nobody names it. */
const generationName = (models: readonly string[]): string =>
  models.length === 0 ? 'Responses' : `Responses of ${models.join(', ')}`.slice(0, 200)

const numberIn = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

interface GenerationFieldsProps {
  draft: GenerationDraft
  /** By the field's name in the request. */
  errors: Readonly<Record<string, string>>
  onChange: (part: Partial<GenerationDraft>) => void
}

/** Which models answer, how, and what it may cost. */
function GenerationFields({ draft, errors, onChange }: GenerationFieldsProps) {
  const typed = (name: keyof GenerationDraft) => ({
    value: draft[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  const number = { dir: 'ltr', className: 'max-w-40' }
  return (
    <div className="space-y-5">
      <Field
        label="Models"
        hint="Several by commas or lines; each answers every prompt."
        error={errors.models}
        required
      >
        <Textarea {...typed('models')} rows={1} dir="ltr" spellCheck={false} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field label="Temperature" hint="0 to 2; 0 varies least." error={errors.temperature}>
          <Input {...typed('temperature')} {...number} inputMode="decimal" />
        </Field>
        <Field
          label="Longest response"
          hint="In tokens; longer ones are cut and marked as such."
          error={errors.maxTokens}
        >
          <Input {...typed('maxTokens')} {...number} inputMode="numeric" />
        </Field>
        <Field label="Ceiling in dollars" hint="Leave empty for none of its own." error={errors.budgetMicro}>
          <Input {...typed('budget')} {...number} inputMode="decimal" placeholder="2.50" />
        </Field>
      </div>
      <Field label="Name" hint="Stands in the list of runs." error={errors.name}>
        <Input {...typed('name')} maxLength={200} placeholder={generationName(modelsIn(draft.models))} />
      </Field>
    </div>
  )
}

const PLACES = ['name', 'prompts', 'models', 'temperature', 'maxTokens', 'budgetMicro']

interface GenerateViewProps {
  projectId: string
  overview: PrefillOverview
  canChange: boolean
}

/** Prompts in, responses of models out: each becomes an item of the project, with its model kept. */
export function GenerateView({ projectId, overview, canChange }: GenerateViewProps) {
  const generation = useStartGeneration(projectId)
  const router = useRouter()
  const [given, setGiven] = useState<ReadPrompts>(() => promptsFromText(''))
  const [draft, setDraft] = useState<GenerationDraft>({
    name: '',
    models: overview.models.standard ?? '',
    temperature: '0',
    maxTokens: '1000',
    budget: '',
  })
  const [asked, setAsked] = useState(false)
  const read = readGeneration(draft, given)
  const places = problemPlaces(generation.error, (place) => PLACES.includes(place))
  const errors = { ...places, ...(asked ? read.errors : {}) }
  const base = `/projects/${projectId}/prefill`
  const canStart = canChange && overview.canGenerate && canAskModels(overview)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!read.body || !canStart) return
    generation.mutate(read.body, { onSuccess: (run) => router.push(`${base}/runs/${run.id}`) })
  }
  const unpriced = unpricedModels(overview, read.models)
  return (
    <>
      <PageHeader
        eyebrow={<Link href={base}>Pre-fill</Link>}
        title="Generate responses"
        description="Models answer your prompts. Each response becomes an item to annotate, and the item keeps which model wrote it."
      />
      {canAskModels(overview) ? null : (
        <Callout tone="warning" title="No model can be asked" className="mb-6">
          An administrator can enter a key under Provider keys; or set OPENAI_API_KEY, or OPENAI_BASE_URL for another
          endpoint, in the environment and start Assay again. Prompts with responses that you have can be imported
          instead.
        </Callout>
      )}
      <form onSubmit={submit} noValidate className="max-w-3xl space-y-6">
        <Panel title="Prompts">
          <PromptsInput given={given} onChange={setGiven} error={errors.prompts} />
        </Panel>
        <Panel title="Models">
          <GenerationFields draft={draft} errors={errors} onChange={(part) => setDraft({ ...draft, ...part })} />
        </Panel>
        {places[''] ? (
          <Callout tone="danger" title="Nothing was started">
            {places['']}
          </Callout>
        ) : null}
        {unpriced.length > 0 ? (
          <Callout tone="warning" title="Some prices are not known">
            Calls to {unpriced.join(', ')} count as $0.00, and no ceiling stops them.{' '}
            <Link href={`${base}/settings`}>Give the prices in the settings</Link>
          </Callout>
        ) : null}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" variant="primary" loading={generation.isPending} disabled={!canStart}>
            Start
          </Button>
          <p role="status" className="text-muted text-sm">
            {given.prompts.length > 0 && read.models.length > 0
              ? `${counted(given.prompts.length * read.models.length, 'response')}: ${counted(given.prompts.length, 'prompt')}, ${counted(read.models.length, 'model')}.`
              : null}
          </p>
        </div>
      </form>
    </>
  )
}
