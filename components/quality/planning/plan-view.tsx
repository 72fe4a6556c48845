'use client'

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { Time } from '@/components/ui/time'
import { ApiError } from '@/lib/platform/client/api-error'
import {
  FIGURE_TITLES,
  type PlanBases,
  type PlanBasis,
  type PlannedFigure,
  type PlanRequestInput,
  plannedFigures,
  writtenPlanSchema,
} from '@/lib/quality/planning/contract'
import { planBasesQuery, usePlanProject } from '@/lib/quality/planning/hooks'
import { counted } from '@/lib/text/counted'
import { PlanResult } from './plan-result'

type Key = 'width' | 'expected' | 'prevalence' | 'units' | 'raters' | 'alikeness' | 'minutes' | 'assurance'
type Drafts = Readonly<Record<Key, string>>

const FIELDS: readonly { key: Key; label: string; hint: string }[] = [
  { key: 'width', label: 'Wanted width', hint: 'Of the 95% interval, from its lower to its upper limit: 0.1.' },
  { key: 'expected', label: 'Expected figure', hint: 'What you expect it to be, from 0 to 1.' },
  {
    key: 'prevalence',
    label: 'Prevalence',
    hint: 'The share of units that have the value you look for, such as false.',
  },
  { key: 'units', label: 'Units per response', hint: 'Segments or claims of one response, on average.' },
  { key: 'raters', label: 'People per response', hint: 'How many annotate each response by themselves.' },
  {
    key: 'alikeness',
    label: 'Likeness of units',
    hint: 'How alike units of one response are, from 0 to 1; 0.15 where nothing is known.',
  },
  { key: 'minutes', label: 'Minutes per response', hint: 'Of one person. Leave empty for a plan without hours.' },
  { key: 'assurance', label: 'Assurance', hint: 'In what share of such projects the interval has to be as narrow.' },
]

const USUAL: Drafts = {
  width: '0.1',
  expected: '0.7',
  prevalence: '0.2',
  units: '5',
  raters: '2',
  alikeness: '0.15',
  minutes: '',
  assurance: '0.8',
}

const short = (value: number) => String(Number(value.toPrecision(3)))

/** The expectations of the form, with what a measure says so far in the place of the usual ones. */
function draftsOf(basis: PlanBasis | undefined, figure: PlannedFigure): Drafts {
  if (!basis) return USUAL
  const expected = figure === 'alpha' ? basis.alpha : figure === 'percent' ? basis.percent : null
  const found: Partial<Record<Key, number | null>> = {
    expected,
    prevalence: basis.prevalence,
    units: basis.units,
    raters: basis.raters,
    alikeness: basis.alikeness,
    minutes: basis.minutes,
  }
  const draftEntries = Object.entries(found).flatMap(([key, value]) =>
    value === null ? [] : [[key, short(value)] as const],
  )
  return { ...USUAL, ...Object.fromEntries(draftEntries) }
}

/** What is sent, or what is wrong with each field. */
function readForm(
  figure: PlannedFigure,
  drafts: Drafts,
): { request: PlanRequestInput } | { errors: Record<string, string> } {
  const filled = Object.entries(drafts).filter(([, text]) => text.trim() !== '')
  const missing = FIELDS.filter(({ key }) => key !== 'minutes' && drafts[key].trim() === '')
  const read = writtenPlanSchema.safeParse({ figure, ...Object.fromEntries(filled) })
  const errors = Object.fromEntries([
    ...(read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message] as const),
    ...missing.map(({ key }) => [key, 'Give a number.'] as const),
  ])
  if (read.success && missing.length === 0) return { request: read.data }
  return { errors }
}

/** How many responses, labels and hours an interval of a wanted width takes: before there is data, and after a pilot by its own figures. */
export function PlanView({ initialData }: { initialData: PlanBases }) {
  const { data } = useQuery({ ...planBasesQuery(initialData.project.id), initialData })
  const { project, figures, measures } = data
  const pilots = measures.filter(({ responses }) => responses > 0)
  const [chosen, setChosen] = useState(pilots[0] ? keyOf(pilots[0]) : '')
  const [figure, setFigure] = useState<PlannedFigure>('alpha')
  const basis = pilots.find((each) => keyOf(each) === chosen)
  const [drafts, setDrafts] = useState(() => draftsOf(basis, figure))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const plan = usePlanProject()
  const start = (next: PlanBasis | undefined, of: PlannedFigure) => {
    setDrafts({ ...draftsOf(next, of), width: drafts.width, assurance: drafts.assurance })
    setErrors({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readForm(figure, drafts)
    setErrors('errors' in read ? read.errors : {})
    if ('request' in read) plan.mutate(read.request)
  }
  return (
    <div className="report">
      <PageHeader
        title="Plan"
        description="How much has to be annotated for an interval as narrow as you want it, before there is anything to count and again after a pilot."
      />
      <div className="space-y-6">
        <PilotsNote figures={figures} />
        <Panel
          title="What you expect"
          description={
            figures.state === 'awaited'
              ? 'These are the usual expectations, until what is annotated here has been counted.'
              : pilots.length === 0
                ? 'Nothing is annotated twice here yet: these are the usual expectations. Plan again after a pilot, with its own figures.'
                : 'Filled in from what is annotated here so far, as far as there is enough of it. Change what you know better.'
          }
        >
          <form onSubmit={submit} noValidate className="space-y-4">
            <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
              {pilots.length > 0 ? (
                <Field label="By the figures of">
                  <Select
                    options={[
                      ...pilots.map((each) => ({
                        value: keyOf(each),
                        label: `${each.stage.title}: ${each.measure.title}`,
                      })),
                      { value: '', label: 'None: the usual expectations' },
                    ]}
                    value={chosen}
                    onValueChange={(key) => {
                      setChosen(key)
                      start(
                        pilots.find((each) => keyOf(each) === key),
                        figure,
                      )
                    }}
                  />
                </Field>
              ) : null}
              <Field label="Figure">
                <Select
                  options={plannedFigures.map((value) => ({ value, label: FIGURE_TITLES[value] }))}
                  value={figure}
                  onValueChange={(value) => {
                    setFigure(value)
                    start(basis, value)
                  }}
                />
              </Field>
              {FIELDS.map(({ key, label, hint }) => (
                <Field key={key} label={label} hint={hint} error={errors[key]}>
                  <Input
                    inputMode="decimal"
                    value={drafts[key]}
                    onChange={(event) => setDrafts({ ...drafts, [key]: event.target.value })}
                  />
                </Field>
              ))}
            </div>
            {basis ? <BasisNote basis={basis} /> : null}
            <Button type="submit" variant="primary" loading={plan.isPending}>
              Plan
            </Button>
          </form>
        </Panel>
        <div aria-live="polite" className="space-y-6">
          {plan.error ? (
            <Callout tone="danger" title="There is no plan">
              {plan.error instanceof ApiError ? plan.error.message : 'The plan could not be made. Try again.'}
            </Callout>
          ) : null}
          {plan.data && !plan.isPending && !plan.error ? <PlanResult plan={plan.data} /> : null}
        </div>
        {basis ? (
          <p className="text-sm">
            Where the pilot is like the rest,{' '}
            <Link href={`/projects/${project.id}/agreement/${basis.stage.key}/${basis.measure.key}`}>
              the measure’s own page
            </Link>{' '}
            plans from its responses themselves, with all their values.
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** Says where the project's own figures are not those of now, and that newer ones are being computed. */
function PilotsNote({ figures: { state, tasks, at } }: Pick<PlanBases, 'figures'>) {
  if (state === 'current') return null
  if (state === 'awaited' || at === null)
    return (
      <Callout title="What is annotated here so far is being counted">
        Its figures can be chosen below once they are there.
      </Callout>
    )
  return (
    <Callout title="The figures of this project are of an earlier moment">
      They were counted over {counted(tasks ?? 0, 'task')} on <Time value={at} />. Newer ones are being computed, and
      can be chosen below once they are there.
    </Callout>
  )
}

const keyOf = ({ stage, measure }: PlanBasis): string => `${stage.key} ${measure.key}`

/** What the filled-in expectations rest on. */
function BasisNote({ basis: { responses, value, minutes, measure } }: { basis: PlanBasis }) {
  const rests = `${responses.toLocaleString('en')} ${responses === 1 ? 'response' : 'responses'} annotated twice`
  return (
    <p className="max-w-prose text-muted text-sm">
      {value === null
        ? `Too little to go by: ${rests}, with too few units or a single value. Expectations are the usual ones where nothing is known.`
        : `By ${rests}. The value looked for is “${value}” against all others, the rarest that was given to a ${measure.unitOfAnalysis}.`}
      {minutes === null ? ' No time is known yet.' : ' Minutes are the project’s median of one person on one response.'}
    </p>
  )
}
