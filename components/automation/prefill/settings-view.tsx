'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { RadioGroup } from '@/components/ui/radio-group'
import { toast } from '@/components/ui/toast'
import { useUpdatePrefill } from '@/lib/automation/prefill/hooks'
import { dollarsInput, moneyText, parseDollars } from '@/lib/automation/prefill/rules'
import type { PrefillOverview, PrefillSettingsValues } from '@/lib/automation/prefill/settings/contract'
import { type PriceDraft, priceDrafts, readPrices } from './price-drafts'
import { PricesTable } from './prices-table'
import { problemPlaces } from './problem-places'

const MOST_AT_ONCE = 64
const MOST_A_MINUTE = 100_000

/** The settings as they are typed. */
interface SettingsDraft {
  search: string
  budget: string
  concurrency: string
  requestsPerMinute: string
  prices: PriceDraft[]
}

const settingsDraft = (settings: PrefillSettingsValues): SettingsDraft => ({
  search: settings.search,
  budget: dollarsInput(settings.budgetMicro),
  concurrency: String(settings.concurrency),
  requestsPerMinute: settings.requestsPerMinute === null ? '' : String(settings.requestsPerMinute),
  prices: priceDrafts(settings.prices),
})

interface ReadSettings {
  /** null while something is wrong. */
  values: PrefillSettingsValues | null
  /** By the field's name in the settings. */
  errors: Record<string, string>
  /** By row key. */
  priceErrors: Record<string, string>
}

/** The settings that are typed, with what is wrong. */
function readSettings(draft: SettingsDraft): ReadSettings {
  const errors: Record<string, string> = {}
  const budgetMicro = parseDollars(draft.budget)
  const concurrency = wholeNumber(draft.concurrency, MOST_AT_ONCE)
  const requestsPerMinute =
    draft.requestsPerMinute.trim() === '' ? null : wholeNumber(draft.requestsPerMinute, MOST_A_MINUTE)
  const { prices, errors: priceErrors } = readPrices(draft.prices)
  if (budgetMicro === undefined) errors.budgetMicro = 'Give dollars, like 25 or 2.50, or leave it empty.'
  if (concurrency === undefined) errors.concurrency = `Give a whole number from 1 to ${MOST_AT_ONCE}.`
  if (requestsPerMinute === undefined)
    errors.requestsPerMinute = `Give a whole number from 1 to ${MOST_A_MINUTE.toLocaleString('en')}, or leave it empty.`
  const isWhole = Object.keys(priceErrors).length === 0
  const values =
    isWhole && budgetMicro !== undefined && concurrency !== undefined && requestsPerMinute !== undefined
      ? { search: draft.search, budgetMicro, prices, concurrency, requestsPerMinute }
      : null
  return { values, errors, priceErrors }
}

function wholeNumber(text: string, most: number): number | undefined {
  const value = Number(text.trim() === '' ? Number.NaN : text)
  return Number.isInteger(value) && value >= 1 && value <= most ? value : undefined
}

interface SettingsViewProps {
  projectId: string
  overview: PrefillOverview
  canChange: boolean
}

const PLACES = ['search', 'budgetMicro', 'prices', 'concurrency', 'requestsPerMinute']

/** What the runs of a project may use and spend. Keys are set in the environment, never here. */
export function SettingsView({ projectId, overview, canChange }: SettingsViewProps) {
  const update = useUpdatePrefill(projectId)
  const [draft, setDraft] = useState(() => settingsDraft(overview.settings))
  const [asked, setAsked] = useState(false)
  const read = readSettings(draft)
  const places = problemPlaces(update.error, (place) => PLACES.includes(place))
  const errors = asked ? { ...places, ...read.errors } : places
  const change = (part: Partial<SettingsDraft>) => setDraft((before) => ({ ...before, ...part }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (!read.values) return
    update.mutate(read.values, {
      onSuccess: ({ settings }) => {
        setDraft(settingsDraft(settings))
        setAsked(false)
        toast.success('Saved')
      },
    })
  }
  return (
    <>
      <PageHeader
        eyebrow={<Link href={`/projects/${projectId}/prefill`}>Pre-fill</Link>}
        title="Pre-fill settings"
        description="What runs may use and spend. Keys of providers are entered by administrators, or set in the environment of the server; they are not shown here."
      />
      <form onSubmit={submit} noValidate className="max-w-3xl space-y-6">
        <SearchPanel overview={overview} draft={draft} error={errors.search} disabled={!canChange} onChange={change} />
        <LimitsPanel overview={overview} draft={draft} errors={errors} disabled={!canChange} onChange={change} />
        <Panel
          title="Prices"
          description="Dollars for a million tokens, as your provider charges them. Costs and ceilings are computed from these. Assay has no price list of its own: it would soon be wrong."
        >
          <div className="space-y-3">
            {errors.prices ? <Callout tone="danger">{errors.prices}</Callout> : null}
            <PricesTable
              drafts={draft.prices}
              errors={asked ? read.priceErrors : {}}
              disabled={!canChange}
              onChange={(prices) => change({ prices })}
            />
          </div>
        </Panel>
        {places[''] ? (
          <Callout tone="danger" title="Not saved">
            {places['']}
          </Callout>
        ) : null}
        {asked && !read.values ? (
          <Callout tone="danger" title="Not saved">
            See what is wrong at the fields above, then save again.
          </Callout>
        ) : null}
        {canChange ? (
          <Button type="submit" variant="primary" loading={update.isPending}>
            Save
          </Button>
        ) : (
          <p className="text-muted text-sm">The project is archived; its settings can be read, not changed.</p>
        )}
      </form>
    </>
  )
}

interface PartProps {
  overview: PrefillOverview
  draft: SettingsDraft
  disabled: boolean
  onChange: (part: Partial<SettingsDraft>) => void
}

function SearchPanel({ overview, draft, error, disabled, onChange }: PartProps & { error: string | undefined }) {
  return (
    <Panel title="Search" description="Where steps and annotators look for evidence.">
      <Field label="Search in" error={error}>
        <RadioGroup
          options={overview.searches.map(({ id, title, configured, needs }) => ({
            value: id,
            label: title,
            hint: configured ? undefined : notConfigured(needs),
            disabled: !configured && id !== draft.search,
          }))}
          value={draft.search}
          disabled={disabled}
          onValueChange={(search) => onChange({ search })}
        />
      </Field>
    </Panel>
  )
}

function LimitsPanel({
  overview,
  draft,
  errors,
  disabled,
  onChange,
}: PartProps & { errors: Readonly<Record<string, string>> }) {
  const typed = (name: 'budget' | 'concurrency' | 'requestsPerMinute', inputMode: 'decimal' | 'numeric') => ({
    inputMode,
    disabled,
    dir: 'ltr',
    autoComplete: 'off',
    className: 'max-w-40',
    value: draft[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  return (
    <Panel title="Limits">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="Ceiling of the project in dollars"
          hint={`All runs together stop before the call that would pass it; ${moneyText(overview.spentMicro)} spent so far. Empty: no ceiling.`}
          error={errors.budgetMicro}
        >
          <Input {...typed('budget', 'decimal')} />
        </Field>
        <Field label="Items at once" hint="Of one run, in all workers together; 1 to 64." error={errors.concurrency}>
          <Input {...typed('concurrency', 'numeric')} />
        </Field>
        <Field
          label="Requests a minute"
          hint="To each provider. Leave empty for no limit."
          error={errors.requestsPerMinute}
        >
          <Input {...typed('requestsPerMinute', 'numeric')} />
        </Field>
      </div>
    </Panel>
  )
}

/** What a search needs; a key can be entered too, an address cannot. */
function notConfigured(needs: readonly string[]): string {
  const way = `Not configured: set ${needs.join(' and ')} in the environment and start Assay again`
  return needs.every((need) => need.endsWith('_KEY')) ? `${way}, or have it entered under Provider keys.` : `${way}.`
}
