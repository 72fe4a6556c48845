'use client'

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DefinitionList } from '@/components/ui/definition-list'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { Spinner } from '@/components/ui/spinner'
import type { CoefficientKey } from '@/lib/quality/agreement/contract'
import { MAX_WIDTH, MIN_WIDTH, type Plan, type PlanQuery } from '@/lib/quality/agreement/planner/contract'
import { type PlanOf, planQuery } from '@/lib/quality/agreement/planner/hooks'

/** How many more doubly annotated responses a narrower interval takes. Asks the server only once somebody wants to know. */
export function PlannerPanel(of: PlanOf) {
  const [asked, setAsked] = useState<PlanQuery | null>(null)
  const plan = useQuery({ ...planQuery(of, asked ?? { coefficient: 'alpha' }), enabled: asked !== null })
  return (
    <Panel
      title="Plan a narrower interval"
      description="An interval shrinks with the square root of the number of responses that two people or more have annotated: half the width takes four times as many."
    >
      {asked === null ? (
        <Button onClick={() => setAsked({ coefficient: 'alpha' })}>Plan for half the current width</Button>
      ) : plan.data ? (
        <PlanForm key={plan.data.coefficient + plan.data.wanted} plan={plan.data} onAsk={setAsked} />
      ) : plan.error ? (
        <Callout
          tone="danger"
          title="The plan could not be made"
          actions={<Button onClick={() => plan.refetch()}>Try again</Button>}
        >
          {plan.error.message}
        </Callout>
      ) : (
        <p role="status" className="flex items-center gap-2 text-sm">
          <Spinner /> Simulating projects of that size.
        </p>
      )}
    </Panel>
  )
}

function PlanForm({ plan, onAsk }: { plan: Plan; onAsk: (query: PlanQuery) => void }) {
  const [coefficient, setCoefficient] = useState<CoefficientKey>(plan.coefficient)
  const [width, setWidth] = useState(plan.wanted === null ? '' : plan.wanted.toFixed(3))
  const number = Number(width)
  const isWidth = width === '' || (number >= MIN_WIDTH && number <= MAX_WIDTH)
  const ask = (event: FormEvent) => {
    event.preventDefault()
    if (isWidth) onAsk({ coefficient, width: width === '' ? undefined : number })
  }
  return (
    <div className="space-y-4">
      <form onSubmit={ask} noValidate className="flex flex-wrap items-start gap-3">
        <Field label="Coefficient">
          <Select
            options={plan.coefficients.map(({ key, title }) => ({ value: key, label: title }))}
            value={coefficient}
            onValueChange={setCoefficient}
          />
        </Field>
        <Field
          label="Wanted width"
          hint="From the lower to the upper limit. Leave empty for half the current width."
          error={isWidth ? undefined : `Give a number from ${MIN_WIDTH} to ${MAX_WIDTH}.`}
        >
          <Input inputMode="decimal" value={width} onChange={(event) => setWidth(event.target.value)} />
        </Field>
        <Button type="submit" variant="primary" className="mt-6.5">
          Plan
        </Button>
      </form>
      <Callout live tone={plan.outcome === 'planned' || plan.outcome === 'enough' ? 'success' : 'info'}>
        {plan.words}
      </Callout>
      <PlanDetails plan={plan} />
    </div>
  )
}

function PlanDetails({ plan: { now, simulated, outcome } }: { plan: Plan }) {
  const { interval } = now.estimate
  if (!interval) return null
  const tried = simulated
    ? `${simulated.mean.toFixed(3)} wide on average; nine in ten projects between ${simulated.low.toFixed(3)} and ${simulated.high.toFixed(3)} (${simulated.projects} projects of that size drawn from the responses there are, ${simulated.resamples} resamples each, seed ${simulated.seed})`
    : 'Not tried out: the project would be too large to simulate here.'
  return (
    <DefinitionList
      items={[
        {
          term: 'Interval now',
          description: `${interval.low.toFixed(3)} to ${interval.high.toFixed(3)}, from ${now.responses.toLocaleString('en')} responses with ${now.units.toLocaleString('en')} units of two ratings or more`,
        },
        ...(outcome === 'planned' ? [{ term: 'The plan tried out', description: tried }] : []),
      ]}
    />
  )
}
